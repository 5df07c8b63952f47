/** Random listeners over small alphabets: several, with filter chains, server names, TLS, and what their routes ask for. */
import fc from 'fast-check';

const some = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const MANAGER =
  'type.googleapis.com/proxy.config.filter.network.http_connection_manager.v2.HttpConnectionManager';

const match = some<object>(
  { prefix: '/' },
  { prefix: '/a' },
  { path: '/a' },
  { prefix: '/ab' },
  { prefix: '/', headers: [{ name: 'x-forwarded-proto', exact_match: 'https' }] },
  { prefix: '/', headers: [{ name: 'x-forwarded-proto', exact_match: 'http' }] },
  { prefix: '/a', headers: [{ name: ':scheme', exact_match: 'https' }] },
  { prefix: '/', headers: [{ name: 'proxy-x', exact_match: '1' }] },
  { prefix: '/', headers: [{ name: 'x-proxy-internal', exact_match: 'true' }] },
  { prefix: '/', query_parameters: [{ name: 'k', value: '1' }] },
  { prefix: '/#', headers: [{ name: 'x', exact_match: 'it is' }] },
  // Nobody knows what these ask for.
  { prefix: '/a', headers: [{ name: 'x', value: '(a', regex: true }] },
  { prefix: '/', grcp: {} },
  { prefix: '/', case_sensitive: [1] },
);

const action = some<object>(
  { route: { cluster: 'a' } },
  { route: { cluster: 'b' } },
  { redirect: { https_redirect: true } },
  { redirect: { host_redirect: 'a.test' } },
  { redirect: { prefix_rewrite: '/' } },
  { direct_response: { status: 200 } },
);

const route = fc.tuple(match, action).map(([taken, done]) => ({ match: taken, ...done }));

const virtualHost = fc.record({
  domains: fc.uniqueArray(some('*', 'a.test', '*.test', 'b.test:8080', '10.0.0.1'), {
    minLength: 1,
    maxLength: 2,
  }),
  require_tls: some('NONE', 'NONE', 'ALL', 'EXTERNAL_ONLY'),
  routes: fc.array(route, { minLength: 1, maxLength: 4 }),
});

export interface RouteConfig {
  readonly name?: string;
  readonly virtual_hosts: readonly {
    readonly domains: readonly string[];
    readonly require_tls: string;
    readonly routes: readonly object[];
  }[];
}

const routeConfig: fc.Arbitrary<RouteConfig> = fc
  .tuple(some('local', 'local', 'other', undefined), fc.array(virtualHost, { minLength: 1, maxLength: 2 }))
  .map(([name, hosts]) => ({
    ...(name === undefined ? {} : { name }),
    virtual_hosts: hosts.map((host, index) => ({ name: `h${index}`, ...host })),
  }));

const SERVED = ['a.test', '*.test', '*.a.test', 'b.test'] as const;

export const chainMatch: fc.Arbitrary<object> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.record({ server_names: fc.uniqueArray(some(...SERVED), { minLength: 1, maxLength: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ transport_protocol: some('tls', 'raw_buffer') }) },
  { weight: 1, arbitrary: fc.record({ destination_port: some(80, 443) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      prefix_ranges: some(
        [{ address_prefix: '10.0.0.0', prefix_len: 8 }],
        [{ address_prefix: '10.0.0.1', prefix_len: 32 }],
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ source_type: some('LOCAL', 'EXTERNAL') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      source_prefix_ranges: fc.constant([{ address_prefix: '192.0.2.0', prefix_len: 24 }]),
    }),
  },
  { weight: 1, arbitrary: fc.record({ source_ports: fc.constant([7]) }) },
  {
    weight: 1,
    arbitrary: fc.record({ application_protocols: some(['h2'], ['http/1.1'], ['h2', 'http/1.1']) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      server_names: fc.constant(['a.test']),
      application_protocols: fc.constant(['h2']),
    }),
  },
);

const socket = some<object>(
  {},
  {},
  { tls_context: {} },
  { tls_context: {} },
  { transport_socket: { name: 'proxy.transport_sockets.tls' } },
  { transport_socket: { name: 'raw_buffer' }, tls_context: {} },
);

interface Chain {
  readonly match: object;
  readonly socket: object;
  /** Its own routes, or the name of those it fetches. */
  readonly routes: RouteConfig | string;
}

const chain: fc.Arbitrary<Chain> = fc.record({
  match: chainMatch,
  socket,
  routes: fc.oneof(
    { weight: 5, arbitrary: routeConfig },
    { weight: 1, arbitrary: some('fetched', 'absent') },
  ),
});

interface Listener {
  readonly name: string | undefined;
  readonly address: string;
  readonly port: number;
  readonly original: boolean;
  readonly chains: readonly Chain[];
}

const listener: fc.Arbitrary<Listener> = fc.record({
  name: some('one', 'two', undefined),
  address: some('0.0.0.0', '10.0.0.1'),
  port: some(80, 443, 8080),
  original: some(false, false, false, true),
  chains: fc.uniqueArray(chain, {
    minLength: 1,
    maxLength: 3,
    selector: (each) => JSON.stringify(each.match),
  }),
});

export interface Listening {
  readonly listeners: readonly Listener[];
  readonly fetched: RouteConfig;
}

export const listenings: fc.Arbitrary<Listening> = fc.record({
  listeners: fc.array(listener, { minLength: 1, maxLength: 3 }),
  fetched: routeConfig.map((each) => ({ ...each, name: 'fetched' })),
});

/** The text of a container of listeners, route configurations and clusters. */
export function listeningText({ listeners, fetched }: Listening): string {
  const whole = {
    listeners: listeners.map(({ name, address, port, original, chains }) => ({
      ...(name === undefined ? {} : { name }),
      address: { socket_address: { address, port_value: port } },
      ...(original ? { use_original_dst: true } : {}),
      filter_chains: chains.map(({ match: filter_chain_match, socket: own, routes }) => {
        const used =
          typeof routes === 'string' ? { rds: { route_config_name: routes } } : { route_config: routes };
        const manager = { '@type': MANAGER, stat_prefix: 'x', ...used };
        const filters = [{ name: 'proxy.filters.network.http_connection_manager', typed_config: manager }];
        return { filter_chain_match, ...own, filters };
      }),
    })),
    route_configs: [fetched],
    clusters: ['a', 'b'].map((name) => ({ name, connect_timeout: '1s' })),
  };
  return JSON.stringify(whole);
}

/** A change somewhere in one route configuration, or of a listener's name or port. */
const edit = fc.record({
  listener: fc.nat(2),
  chain: fc.nat(2),
  host: fc.nat(1),
  route: fc.nat(3),
  what: some('action', 'action', 'remove', 'tls', 'rename', 'port', 'names'),
  action,
  required: some('NONE', 'ALL', 'EXTERNAL_ONLY'),
});

type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

export interface TwoListenings {
  readonly before: Listening;
  readonly after: Listening;
}

export const changedListenings: fc.Arbitrary<TwoListenings> = fc
  .tuple(listenings, fc.array(edit, { minLength: 1, maxLength: 3 }))
  .map(([before, edits]) => ({ before, after: edits.reduce(edited, before) }));

function edited(whole: Listening, change: Edit): Listening {
  return {
    fetched: change.listener === 2 ? editedRoutes(whole.fetched, change) : whole.fetched,
    listeners: whole.listeners.map((each, at) => {
      if (at !== change.listener) return each;
      if (change.what === 'rename') return { ...each, name: 'renamed' };
      if (change.what === 'port') return { ...each, port: 9000 };
      const chains = each.chains.map((own, index) =>
        index === change.chain ? editedChain(own, change) : own,
      );
      return { ...each, chains };
    }),
  };
}

function editedChain(own: Chain, change: Edit): Chain {
  if (change.what === 'names' && 'server_names' in own.match)
    return { ...own, match: { ...own.match, server_names: ['a.test', 'c.test'] } };
  return typeof own.routes === 'string' ? own : { ...own, routes: editedRoutes(own.routes, change) };
}

function editedRoutes(
  config: RouteConfig,
  { host, route: at, what, action: done, required }: Edit,
): RouteConfig {
  const virtual_hosts = config.virtual_hosts.map((each, index) => {
    if (index !== host) return each;
    if (what === 'tls') return { ...each, require_tls: required };
    if (what === 'remove') return { ...each, routes: each.routes.filter((_, position) => position !== at) };
    const routes = each.routes.map((own, position) =>
      position === at && what === 'action' && 'match' in own ? { match: own.match, ...done } : own,
    );
    return { ...each, routes };
  });
  return { ...config, virtual_hosts };
}
