/** Routes that are said to be dead, attacked with requests aimed at them: none may be reached. */
import { askEach } from '../../src/proxy/edge/ask.ts';
import { ProxyError } from '../../src/proxy/edge/program.ts';
import { PROXY_NAMESPACE } from '../../src/proxy/plain.ts';
import { requestsOf } from '../../src/replay/requests.ts';
import { baseOf, decideInHost, routeList } from '../../src/routing/all/index.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import { startMeter } from '../../src/routing/regex/meter.ts';
import type { Request } from '../../src/routing/request/request.ts';
import { traceRequest } from '../../src/routing/trace.ts';
import { placesOf } from '../../src/routing/tree/flatten.ts';
import type { Subject } from './subjects.ts';

const context = { namespace: PROXY_NAMESPACE, regexes: regexEngine() };

export interface DeadFigures {
  /** Routes that were attacked. */
  dead: number;
  requests: number;
  readonly reached: { readonly name: string; readonly route: string; readonly request: Request }[];
}

export const noDead = (): DeadFigures => ({ dead: 0, requests: 0, reached: [] });

interface Aimed {
  readonly subject: Subject;
  readonly host: number;
  readonly route: number;
  readonly request: Request;
}

/** Attacks the dead routes of all of them with one proxy; what it refuses is asked about in halves. */
export async function attackDead(
  program: string,
  subjects: readonly Subject[],
  figures: DeadFigures,
): Promise<void> {
  const aimed = subjects.flatMap(aimedAtDead);
  if (aimed.length === 0) return;
  try {
    const asked = await askEach(
      program,
      aimed.map(({ subject: { found }, request }) => ({
        trace: traceRequest(found.routeConfiguration, request, context),
        found,
        listener: undefined,
      })),
      () => context,
    );
    figures.dead += new Set(aimed.map(({ subject, host, route }) => `${subject.name} ${host} ${route}`)).size;
    for (const [at, { subject, host, route, request }] of aimed.entries()) {
      const seen = asked[at]?.seen;
      if (seen?.kind !== 'answered') continue;
      figures.requests++;
      const { route: taken } = seen.logged ?? {};
      if (taken?.virtualHost === host && taken.route === route)
        figures.reached.push({ name: subject.name, route: `${host}/${route}`, request });
    }
  } catch (error) {
    if (!(error instanceof ProxyError)) throw error;
    if (subjects.length === 1) return;
    const half = Math.ceil(subjects.length / 2);
    await attackDead(program, subjects.slice(0, half), figures);
    await attackDead(program, subjects.slice(half), figures);
  }
}

function aimedAtDead(subject: Subject): readonly Aimed[] {
  const { routeConfiguration } = subject.found;
  return (routeConfiguration.virtual_hosts ?? []).flatMap((virtualHost, host) => {
    const { routes = [] } = virtualHost;
    const base = baseOf(routeConfiguration, host, PROXY_NAMESPACE);
    const list = routeList(routes, { ...context, base });
    return placesOf(virtualHost).flatMap((route) => {
      const verdict = decideInHost(virtualHost, list, route, startMeter({ work: 400_000 }));
      if ((verdict.kind !== 'hidden' && verdict.kind !== 'never') || verdict.byDefault) return [];
      return requestsAt(subject, host, route).map((request) => ({ subject, host, route, request }));
    });
  });
}

/** Requests of a route's own match, as if it stood alone, and such as are almost like them. */
function requestsAt({ found }: Subject, host: number, route: number): readonly Request[] {
  const { routeConfiguration } = found;
  const own = routeConfiguration.virtual_hosts?.[host]?.routes?.[route];
  if (own === undefined) return [];
  const hosts = (routeConfiguration.virtual_hosts ?? []).map(({ matcher: _, ...each }, at) =>
    at === host ? { ...each, routes: [own] } : each,
  );
  const alone = { ...routeConfiguration, virtual_hosts: hosts };
  const meter = startMeter({ work: 400_000 });
  const witnesses = [...requestsOf({ routeConfiguration: alone, host, ...context, meter })];
  const all = [...witnesses, ...written(own.match)].flatMap(almost);
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()].slice(0, 60);
}

/** What a match says of paths, sent as it is written: where it matches nothing there are no witnesses. */
function written(match: { readonly prefix?: string; readonly path?: string } = {}): readonly Request[] {
  const path = match.path ?? match.prefix;
  if (path === undefined || !path.startsWith('/')) return [];
  return ['a.test', 'b.test', 'other'].map((authority) => ({
    method: 'GET',
    authority,
    path,
    scheme: 'http',
    internal: false,
    headers: {},
  }));
}

function almost({ random_value: _, runtime: __, ...request }: Request): readonly Request[] {
  const { path, headers } = request;
  const [bare = '', query] = path.split('?');
  const paths = [
    path,
    `${bare}/`,
    `${bare}x`,
    `${bare}?${query ?? 'k=a'}&j=1`,
    bare.toUpperCase(),
    bare.slice(0, -1),
  ];
  const [first] = Object.keys(headers);
  const { [first ?? '']: ___, ...fewer } = headers;
  return [
    ...paths.filter((each) => each.startsWith('/')).map((each) => ({ ...request, path: each })),
    { ...request, headers: { ...headers, x: 'a' } },
    { ...request, headers: fewer },
    { ...request, scheme: request.scheme === 'http' ? 'https' : 'http' },
    { ...request, method: 'POST' },
  ];
}
