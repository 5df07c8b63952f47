/** What the model says of requests against what a real proxy does with them, for many route configurations at once. */
import fc from 'fast-check';
import { askEach } from '../../src/proxy/edge/ask.ts';
import { ProxyError } from '../../src/proxy/edge/program.ts';
import { PROXY_NAMESPACE } from '../../src/proxy/plain.ts';
import { requestsOf } from '../../src/replay/requests.ts';
import type { RoutingContext } from '../../src/routing/context.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import { startMeter } from '../../src/routing/regex/meter.ts';
import { type Request, withHeaders } from '../../src/routing/request/request.ts';
import type { Routed } from '../../src/routing/route.ts';
import { type Trace, traceRequest } from '../../src/routing/trace.ts';
import type { FoundRoutes } from '../../src/routing/where/found-routes.ts';
import { IN_FORMS } from './forms.ts';
import { request as anyRequest } from './generate.ts';
import type { Subject } from './subjects.ts';

const regexes = regexEngine({ clock: { now: () => performance.now(), milliseconds: 1000 } });
const context: RoutingContext = { namespace: PROXY_NAMESPACE, regexes };

/** What is held against the proxy. */
export interface Router {
  readonly trace: (configuration: FoundRoutes['routeConfiguration'], request: Request) => Trace;
  readonly context: RoutingContext;
}

export const plainRouter: Router = {
  trace: (configuration, request) => traceRequest(configuration, request, context),
  context,
};

export function withRouter(found: FoundRoutes, request: Request, { trace }: Router): Routed {
  return { trace: { ...trace(found.routeConfiguration, request), request }, found, listener: undefined };
}

export interface Tried {
  readonly subject: Subject;
  readonly requests: readonly Request[];
}

export interface Wrong {
  readonly subject: { readonly name: string; readonly found?: FoundRoutes | undefined };
  readonly request: Request;
  readonly differences: readonly { readonly what: string; readonly model: string; readonly proxy: string }[];
}

export interface RouteFigures {
  readonly wrong: Wrong[];
  readonly refused: { readonly name: string; readonly why: string }[];
  readonly open: Map<string, number>;
  configurations: number;
  requests: number;
  same: number;
}

export function noFigures(): RouteFigures {
  return { wrong: [], refused: [], open: new Map(), configurations: 0, requests: 0, same: 0 };
}

/** Witnesses of every route, boundaries, and random requests, which are changed a little as well. */
export function requestsFor({ found }: Subject, random: number, seed: number): readonly Request[] {
  const { routeConfiguration } = found;
  const meter = startMeter({ work: 2_000_000 });
  const witnesses = (routeConfiguration.virtual_hosts ?? []).flatMap((_, host) => [
    ...requestsOf({ routeConfiguration, host, namespace: PROXY_NAMESPACE, regexes, meter }),
  ]);
  const drawn = fc.sample(anyRequest, { seed, numRuns: random }) as readonly Request[];
  const mixed = drawn.map((each, at) => {
    const witness = witnesses[at % Math.max(witnesses.length, 1)];
    if (witness === undefined || at % 2 === 0) return each;
    const { repeated = {} } = withHeaders(witness, each.headers);
    return {
      ...witness,
      headers: { ...witness.headers, ...each.headers },
      repeated: { ...repeated, ...each.repeated },
      ...(at % 4 === 1 ? { path: each.path } : {}),
    };
  });
  const otherCase = witnesses.map((each) => ({ ...each, path: inOtherCase(each.path) }));
  const all = [...witnesses, ...otherCase, ...mixed].map((each) => {
    // Without TLS nobody shows a certificate.
    const { random_value: _, runtime: __, client_certificate: ___, ...request } = each;
    return request.path === '' && request.method !== 'CONNECT' ? { ...request, path: '/' } : request;
  });
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

/** A path whose letters change their case, but for the two of an escape, which say the same in either. */
function inOtherCase(path: string): string {
  return path.replace(/%[0-9a-f]{2}|[a-z]/gi, (found) => {
    if (found.length > 1) return found;
    const lower = found.toLowerCase();
    return found === lower ? found.toUpperCase() : lower;
  });
}

/** Asks about all of them with one proxy; where it refuses, about halves of them. */
export async function tryTogether(
  program: string,
  tried: readonly Tried[],
  figures: RouteFigures,
  router = plainRouter,
): Promise<void> {
  const routed = tried.flatMap(({ subject, requests }) =>
    requests.map((request) => ({
      subject,
      routed: withRouter(subject.found, request, router),
    })),
  );
  try {
    const asked = await askEach(
      program,
      routed.map((each) => each.routed),
      () => context,
      IN_FORMS,
    );
    figures.configurations += tried.length;
    for (const [at, { subject, routed: each }] of routed.entries()) {
      const verdict = asked[at]?.verdict;
      figures.requests++;
      if (verdict?.kind === 'same') figures.same++;
      else if (verdict?.kind === 'different')
        figures.wrong.push({ subject, request: each.trace.request, differences: verdict.differences });
      else figures.open.set(verdict?.why ?? '', (figures.open.get(verdict?.why ?? '') ?? 0) + 1);
    }
  } catch (error) {
    if (!(error instanceof ProxyError)) throw error;
    const [only] = tried;
    if (tried.length === 1 && only !== undefined) {
      figures.refused.push({ name: only.subject.name, why: error.message });
      return;
    }
    const half = Math.ceil(tried.length / 2);
    await tryTogether(program, tried.slice(0, half), figures, router);
    await tryTogether(program, tried.slice(half), figures, router);
  }
}
