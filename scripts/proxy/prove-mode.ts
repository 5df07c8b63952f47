/** What `prove` says of chains of HTTP filters, against a real proxy: witnesses replayed, and what is proved attacked. */
import fc from 'fast-check';
import { openConfiguration } from '../../src/model/index.ts';
import { holds, observedIn } from '../../src/prove/holds.ts';
import type { Property } from '../../src/prove/property.ts';
import { proveAll, type Verdict } from '../../src/prove/prove.ts';
import { askProxy } from '../../src/proxy/edge/ask.ts';
import { ProxyError } from '../../src/proxy/edge/program.ts';
import { PROXY_NAMESPACE } from '../../src/proxy/plain.ts';
import type { RoutingContext } from '../../src/routing/context.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import { startMeter } from '../../src/routing/regex/meter.ts';
import type { Request } from '../../src/routing/request/request.ts';
import { type Routed, routeRequest } from '../../src/routing/route.ts';
import { type FoundRouting, findRouting } from '../../src/routing/where/find.ts';
import { sourceFile } from '../../src/source/load.ts';
import { leavesOpen, withServers } from './filters-mode.ts';
import { chainRequest, chains, tokenOf } from './generate-filters.ts';
import { properties } from './generate-properties.ts';
import { type Servers, startServers } from './servers.ts';

/** Listeners of one proxy. */
const LISTENERS = 12;
/** To each listener. */
const ATTACKS = 2_000;

export interface ProveFigures {
  readonly verdicts: Map<Verdict['kind'], number>;
  /** Witnesses that were sent, and those with which the proxy did as the model says. */
  witnesses: number;
  replayed: number;
  readonly notSent: Map<string, number>;
  /** Proved and vacuous properties that were attacked, and the requests that were sent to their listeners. */
  attacked: number;
  attacks: number;
  /** What neither agrees nor rests on what no request tells. */
  readonly wrong: string[];
}

export const noProofs = (): ProveFigures => ({
  verdicts: new Map(),
  witnesses: 0,
  replayed: 0,
  notSent: new Map(),
  attacked: 0,
  attacks: 0,
  wrong: [],
});

interface Asked {
  readonly property: Property;
  readonly verdict: Verdict;
  readonly listener: string;
}

export async function tryProofs(
  program: string,
  seed: number,
  runs: number,
  figures: ProveFigures,
): Promise<void> {
  const context: RoutingContext = { namespace: PROXY_NAMESPACE, regexes: regexEngine() };
  const servers = await startServers();
  try {
    for (let at = 0; at < runs; at++) {
      const own = { seed: seed * 10_000 + at, numRuns: 1 };
      const [value = {}] = fc.sample(fc.noBias(configurations), own);
      const drawn = fc.sample(fc.noBias(properties), { ...own, numRuns: LISTENERS });
      const name = `proofs ${seed}/${at}`;
      await tryConfiguration(name, value, drawn, { program, figures, servers, context, seed: own.seed });
    }
  } finally {
    await servers.stop();
  }
}

interface Trying {
  readonly program: string;
  readonly figures: ProveFigures;
  readonly servers: Servers;
  readonly context: RoutingContext;
  readonly seed: number;
}

async function tryConfiguration(
  name: string,
  value: object,
  drawn: readonly (readonly Property[])[],
  trying: Trying,
): Promise<void> {
  const { context, figures, seed } = trying;
  const opened = openConfiguration(sourceFile(name, JSON.stringify(value), 'named'), { api: 'v3' });
  const routing = findRouting([opened]);
  const asked = drawn.flatMap((all, at) => provedOf(all, `l${at}`, routing, context));
  for (const { verdict } of asked)
    figures.verdicts.set(verdict.kind, (figures.verdicts.get(verdict.kind) ?? 0) + 1);
  const witnesses = asked.flatMap(({ verdict }) =>
    verdict.kind === 'refuted' ? [withRealToken(verdict.by.request)] : [],
  );
  const held = asked.filter(({ verdict }) => verdict.kind === 'proved' || verdict.kind === 'vacuous');
  const listeners = [...new Set(held.map(({ listener }) => listener))];
  const attacks = listeners.flatMap((listener, at) =>
    fc
      .sample(fc.noBias(fc.tuple(chainRequest(1), border)), { seed: seed + at, numRuns: ATTACKS })
      .map(([request, change]) => ({ ...change(request), listener })),
  );
  const all = [...witnesses, ...attacks];
  const routed = all.flatMap((request): readonly Routed[] => {
    const each = routeRequest(routing, request, {}, () => context);
    return 'problem' in each ? [] : [withServers(each)];
  });
  await judge(name, { routing, routed, isWitness: (request) => witnesses.includes(request), held }, trying);
}

function provedOf(
  all: readonly Property[],
  listener: string,
  routing: FoundRouting,
  context: RoutingContext,
): readonly Asked[] {
  const own = all.map(
    (each): Property => ({
      ...each,
      when: { kind: 'all', of: [{ kind: 'listener', names: [listener] }, each.when] },
    }),
  );
  const verdicts = proveAll(own, {
    routing,
    contextFor: () => context,
    regexes: context.regexes,
    meter: startMeter({ work: 1e9 }),
    strict: false,
    assuming: [],
  });
  return own.flatMap((property, at) => {
    const verdict = verdicts[at];
    return verdict === undefined ? [] : [{ property, verdict, listener }];
  });
}

interface Judged {
  readonly routing: FoundRouting;
  readonly routed: readonly Routed[];
  readonly isWitness: (request: Request) => boolean;
  readonly held: readonly Asked[];
}

async function judge(name: string, judged: Judged, trying: Trying): Promise<void> {
  const { routing, routed, isWitness, held } = judged;
  const { program, servers, context, figures } = trying;
  let asked: Awaited<ReturnType<typeof askProxy>>;
  try {
    asked = await askProxy(program, routing, routed, () => context, { servers: servers.all });
  } catch (error) {
    if (!(error instanceof ProxyError)) throw error;
    figures.notSent.set('refused by the proxy', (figures.notSent.get('refused by the proxy') ?? 0) + 1);
    return;
  }
  const attacked = new Set<Asked>();
  for (const [position, each] of routed.entries()) {
    const { verdict } = asked[position] ?? {};
    const { request, outcome } = each.trace;
    const isSent =
      verdict?.kind === 'same' ||
      (verdict?.kind === 'different' && !leavesOpen(outcome, verdict.differences));
    if (!isSent) {
      const why = verdict?.kind === 'open' ? verdict.why : 'it rests on what no request tells';
      figures.notSent.set(why, (figures.notSent.get(why) ?? 0) + 1);
      continue;
    }
    const text = `${name} ${isWitness(request) ? 'witness' : 'attack'} ${JSON.stringify(request)}`;
    if (verdict.kind === 'different') figures.wrong.push(`${text}: ${JSON.stringify(verdict.differences)}`);
    if (isWitness(request)) {
      figures.witnesses++;
      if (verdict.kind === 'same') figures.replayed++;
      continue;
    }
    figures.attacks++;
    for (const broken of held.filter(({ listener }) => listener === request.listener)) {
      attacked.add(broken);
      if (breaks(broken, each, { routing, ...context }))
        figures.wrong.push(`${text} breaks ${JSON.stringify(broken)}`);
    }
  }
  figures.attacked += attacked.size;
}

/** Whether a request, with which the proxy did as the model says, breaks what is proved. */
function breaks(
  { property, verdict }: Asked,
  routed: Routed,
  proving: Parameters<typeof observedIn>[1],
): boolean {
  return observedIn(routed, proving).some(
    (observed) =>
      holds(property.when, observed) === true &&
      (verdict.kind === 'vacuous' || holds(property.must, observed) === false),
  );
}

/** With the token that it is said to hold. */
export function withRealToken(request: Request): Request {
  const { claims } = request;
  if (claims === undefined) return request;
  const payload = { iss: claims.provider, sub: 'a', exp: 4_000_000_000, ...claims.payload };
  const carried = { authorization: `Bearer ${tokenOf(payload)}` };
  return {
    ...request,
    claims: { ...claims, payload: payload as never },
    headers: { ...carried, ...request.headers },
  };
}

const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);

type Fields = { readonly [field: string]: unknown };

const managers: fc.Arbitrary<Fields> = one<Fields>(
  {},
  { normalize_path: true },
  { merge_slashes: true },
  { normalize_path: true, merge_slashes: true, path_with_escaped_slashes_action: 'UNESCAPE_AND_FORWARD' },
  { path_with_escaped_slashes_action: 'REJECT_REQUEST' },
  { normalize_path: true, path_with_escaped_slashes_action: 'UNESCAPE_AND_REDIRECT' },
  { strip_any_host_port: true },
  { strip_trailing_host_dot: true },
  { upgrade_configs: [{ upgrade_type: 'websocket' }] },
);

const extraRoutes: fc.Arbitrary<readonly Fields[]> = fc.array(
  fc
    .tuple(
      one<Fields>(
        { prefix: '/a/' },
        { path: '/a' },
        { path_separated_prefix: '/b' },
        { safe_regex: { regex: '/a.*' } },
        { prefix: '/A', case_sensitive: false },
        { prefix: '/', headers: [{ name: 'x-a', string_match: { exact: '1' } }] },
        { prefix: '/', headers: [{ name: ':method', string_match: { exact: 'POST' } }] },
      ),
      one<Fields>(
        { route: { cluster: 'c' } },
        { route: { cluster: 'd' } },
        { direct_response: { status: 403 } },
        { redirect: { https_redirect: true } },
      ),
    )
    .map(([match, action]) => ({ match, ...action })),
  { maxLength: 3 },
);

/** Chains as the filters' mode draws them, with more in front: what managers make of paths and hosts, and routes. */
const configurations: fc.Arbitrary<object> = fc
  .tuple(
    chains(LISTENERS),
    fc.array(managers, { minLength: LISTENERS, maxLength: LISTENERS }),
    fc.array(extraRoutes, { minLength: LISTENERS, maxLength: LISTENERS }),
  )
  .map(([value, knobs, more]) => {
    const made = JSON.parse(JSON.stringify(value));
    for (const [at, listener] of made.static_resources.listeners.entries()) {
      const manager = listener.filter_chains[0].filters[0].typed_config;
      Object.assign(manager, knobs[at]);
      const [host] = manager.route_config.virtual_hosts;
      host.routes = [...(more[at] ?? []), ...host.routes];
    }
    return made;
  });

type Change = (request: Request) => Request;

const onPath =
  (change: (path: string) => string): Change =>
  (request) => {
    const [path = '', ...query] = request.path.split('?');
    return { ...request, path: [change(path), ...query].join('?') };
  };
const onHeaders =
  (more: Request['headers']): Change =>
  (request) => ({ ...request, headers: { ...request.headers, ...more } });

/** What leads around conditions, where anything does. */
const border: fc.Arbitrary<Change> = one<Change>(
  (request) => request,
  onPath((path) => `${path}/`),
  onPath((path) => `/${path}`),
  onPath((path) => `/x/..${path}`),
  onPath((path) => `/.${path}`),
  onPath((path) => `${path}/..`),
  onPath((path) => `${path}/../b`),
  onPath((path) => `${path}%2f`),
  onPath((path) => `${path}%2Fb`),
  onPath((path) => path.replace(/a/, '%61')),
  onPath((path) => path.toUpperCase()),
  onPath((path) => `${path};x=1`),
  onPath((path) => `${path}%00`),
  onPath((path) => `${path}\\`),
  onPath((path) => `${path}x`),
  (request) => ({ ...request, authority: 'A.TEST' }),
  (request) => ({ ...request, authority: 'a.test:80' }),
  (request) => ({ ...request, authority: 'a.test.' }),
  (request) => ({ ...request, authority: 'x.a.test' }),
  (request) => ({ ...request, method: 'HEAD' }),
  (request) => ({ ...request, method: 'get' }),
  onHeaders({ upgrade: 'websocket', connection: 'upgrade' }),
  onHeaders({ 'x-envoy-original-path': '/b' }),
  onHeaders({ 'x-original-url': '/b', 'x-rewrite-url': '/b' }),
  onHeaders({ 'x-envoy-internal': 'true', 'x-forwarded-for': '10.0.0.1' }),
  onHeaders({ 'x-forwarded-proto': 'https' }),
  onHeaders({ 'x-http-method-override': 'GET' }),
  (request) => ({
    ...request,
    headers: { ...request.headers, 'x-a': '2,1' },
    repeated: { ...request.repeated, 'x-a': ['2', '1'] },
  }),
);
