/** For every message that version 3 has: bootstraps in which it may stand, the nearest first. */
import { type CompiledField, compiledMessage, hasTable } from '../../src/schema/compiled.ts';
import { generatedMessages, messages } from '../../src/schema/index.ts';
import { typeIn } from '../../src/schema/version.ts';
import type { Data } from '../../src/source/data.ts';
import { messagesIn } from './harvest.ts';
import { CLUSTER, extension, type Fields, minimal, typed } from './minimal.ts';

/** A message with the bootstrap around it. */
export interface Home {
  readonly type: string;
  /** What the message is as it stands there. */
  readonly message: Fields;
  readonly around: (message: Fields) => Data;
}

const ROUTE: Fields = { match: { prefix: '/' }, route: { cluster: 'c' } };
const HOST: Fields = { name: 'v', domains: ['*'], routes: [ROUTE] };
const ROUTER = extension('extensions.filters.http.router.v3.Router');

const cluster = (fields: Fields = {}): Fields => ({ ...CLUSTER, ...fields });
const bootstrap = (resources: Fields, beside: Fields = {}): Fields => ({
  ...beside,
  static_resources: { clusters: [cluster({ name: 'c' })], ...resources },
});
const listener = (fields: Fields): Fields => ({
  name: 'l',
  address: { socket_address: { address: '127.0.0.1', port_value: 10000 } },
  ...fields,
});
const withFilters = (filters: readonly Fields[], chain: Fields = {}): Data =>
  bootstrap({ listeners: [listener({ filter_chains: [{ filters, ...chain }] })] });
const manager = (fields: Fields): Fields =>
  extension('extensions.filters.network.http_connection_manager.v3.HttpConnectionManager', {
    stat_prefix: 's',
    http_filters: [ROUTER],
    ...('rds' in fields || 'scoped_routes' in fields
      ? {}
      : { route_config: { name: 't', virtual_hosts: [HOST] } }),
    ...fields,
  });
const inManager = (fields: Fields): Data => withFilters([manager(fields)]);
const inRoute = (fields: Fields): Data =>
  inManager({
    route_config: { name: 't', virtual_hosts: [{ ...HOST, routes: [{ ...ROUTE, ...fields }] }] },
  });
const inCluster = (fields: Fields): Data =>
  bootstrap({ clusters: [cluster({ name: 'c' }), cluster(fields)] });
const UDP: Fields = { socket_address: { address: '127.0.0.1', port_value: 10000, protocol: 'UDP' } };
const TCP = extension('extensions.filters.network.tcp_proxy.v3.TcpProxy', { stat_prefix: 's', cluster: 'c' });

type Slot = (any: Fields) => Data;
const named = (any: Fields): Fields => ({ name: 'e', typed_config: any });

/** Where an extension stands, by the start of its package; the first that fits. */
const SLOTS: readonly (readonly [start: RegExp, slot: Slot])[] = [
  [/^extensions\.filters\.http\.router\./, (any) => inManager({ http_filters: [named(any)] })],
  [/^extensions\.filters\.http\./, (any) => inManager({ http_filters: [named(any), ROUTER] })],
  [
    /^extensions\.filters\.network\.(?:tcp_proxy|http_connection_manager|redis_proxy|thrift_proxy|generic_proxy|echo|dubbo_proxy)\./,
    (any) => withFilters([named(any)]),
  ],
  [/^extensions\.filters\.network\./, (any) => withFilters([named(any), TCP])],
  [
    /^extensions\.filters\.listener\./,
    (any) =>
      bootstrap({
        listeners: [listener({ listener_filters: [named(any)], filter_chains: [{ filters: [TCP] }] })],
      }),
  ],
  [
    /^extensions\.filters\.udp\./,
    (any) =>
      bootstrap({
        listeners: [{ name: 'l', address: UDP, udp_listener_config: {}, listener_filters: [named(any)] }],
      }),
  ],
  [/^extensions\.access_loggers\./, (any) => inManager({ access_log: [named(any)] })],
  [
    /^extensions\.transport_sockets\..*\.(?:Downstream|QuicDownstream|StartTls|Tap)/,
    (any) => withFilters([TCP], { transport_socket: named(any) }),
  ],
  [/^extensions\.transport_sockets\./, (any) => inCluster({ transport_socket: named(any) })],
  [
    /^extensions\.load_balancing_policies\./,
    (any) =>
      inCluster({
        load_balancing_policy: { policies: [{ typed_extension_config: named(any) }] },
      }),
  ],
  [
    /^extensions\.clusters\./,
    (any) => {
      const { type: _, ...rest } = CLUSTER;
      return bootstrap({
        clusters: [
          cluster({ name: 'c' }),
          { ...rest, lb_policy: 'CLUSTER_PROVIDED', cluster_type: named(any) },
        ],
      });
    },
  ],
  [
    /^extensions\.retry\.host\./,
    (any) => inRoute({ route: { cluster: 'c', retry_policy: { retry_host_predicate: [named(any)] } } }),
  ],
  [
    /^extensions\.retry\.priority\./,
    (any) => inRoute({ route: { cluster: 'c', retry_policy: { retry_priority: named(any) } } }),
  ],
  [
    /^extensions\.internal_redirect\./,
    (any) => inRoute({ route: { cluster: 'c', internal_redirect_policy: { predicates: [named(any)] } } }),
  ],
  [
    /^extensions\.resource_monitors\./,
    (any) => bootstrap({}, { overload_manager: { resource_monitors: [named(any)] } }),
  ],
  [
    /^extensions\.stat_sinks\.|^config\.metrics\.v3\..*(?:Sink|ServiceConfig)$/,
    (any) => bootstrap({}, { stats_sinks: [named(any)] }),
  ],
  [/^config\.trace\.v3\.|^extensions\.tracers\./, (any) => inManager({ tracing: { provider: named(any) } })],
  [
    /^extensions\.upstreams\.(?:http|tcp)\.v3\./,
    (any) =>
      inCluster({
        typed_extension_protocol_options: {
          [String(any['@type']).replace(/^.*\//, '')]: any,
        },
      }),
  ],
  [/^extensions\.path\.match\./, (any) => inRoute({ match: { path_match_policy: named(any) } })],
  [
    /^extensions\.http\.original_ip_detection\./,
    (any) => inManager({ original_ip_detection_extensions: [named(any)] }),
  ],
  [
    /^extensions\.http\.early_header_mutation\./,
    (any) => inManager({ early_header_mutation_extensions: [named(any)] }),
  ],
  [
    /^extensions\.http\.header_validators\./,
    (any) => inManager({ typed_header_validation_config: named(any) }),
  ],
  [/^extensions\.request_id\./, (any) => inManager({ request_id_extension: { typed_config: any } })],
  [
    /^extensions\.compression\..*\.compressor\./,
    (any) =>
      inManager({
        http_filters: [
          extension('extensions.filters.http.compressor.v3.Compressor', { compressor_library: named(any) }),
          ROUTER,
        ],
      }),
  ],
  [
    /^extensions\.compression\..*\.decompressor\./,
    (any) =>
      inManager({
        http_filters: [
          extension('extensions.filters.http.decompressor.v3.Decompressor', {
            decompressor_library: named(any),
          }),
          ROUTER,
        ],
      }),
  ],
  [
    /^extensions\.http\.stateful_session\./,
    (any) =>
      inManager({
        http_filters: [
          extension('extensions.filters.http.stateful_session.v3.StatefulSession', {
            session_state: named(any),
          }),
          ROUTER,
        ],
      }),
  ],
  [
    /^extensions\.http\.custom_response\./,
    (any) =>
      inManager({
        http_filters: [
          extension('extensions.filters.http.custom_response.v3.CustomResponse', {
            custom_response_matcher: { on_no_match: { action: named(any) } },
          }),
          ROUTER,
        ],
      }),
  ],
  [
    /^extensions\.http\.injected_credentials\./,
    (any) =>
      inManager({
        http_filters: [
          extension('extensions.filters.http.credential_injector.v3.CredentialInjector', {
            credential: named(any),
          }),
          ROUTER,
        ],
      }),
  ],
  [/^extensions\.bootstrap\./, (any) => bootstrap({}, { bootstrap_extensions: [named(any)] })],
  [
    /^extensions\.network\.dns_resolver\..*DnsResolverConfig$/,
    (any) => bootstrap({}, { typed_dns_resolver_config: named(any) }),
  ],
  [/^extensions\.regex_engines\./, (any) => bootstrap({}, { default_regex_engine: named(any) })],
  [
    /^extensions\.health_checkers\./,
    (any) =>
      inCluster({
        health_checks: [
          {
            timeout: '1s',
            interval: '1s',
            unhealthy_threshold: 1,
            healthy_threshold: 1,
            custom_health_check: named(any),
          },
        ],
      }),
  ],
  [/^extensions\.wasm\./, (any) => bootstrap({}, { bootstrap_extensions: [named(any)] })],
];

/** Where messages begin that no other one holds. */
function* starts(): Generator<Home> {
  yield { type: 'Bootstrap', message: bootstrap({}), around: (message) => message };
  yield { type: 'Cluster', message: cluster(), around: inCluster };
  yield {
    type: 'Listener',
    message: listener({ filter_chains: [{ filters: [TCP] }] }),
    around: (message) => bootstrap({ listeners: [message] }),
  };
  yield { type: 'route.Route', message: ROUTE, around: inRoute };
  yield {
    type: 'RouteConfiguration',
    message: { name: 't', virtual_hosts: [HOST] },
    around: (route_config) => inManager({ route_config }),
  };
  for (const type of allTypes()) {
    const name = typeIn('v3', type);
    // What stands in another message is reached through it.
    if (name === undefined || /\.[A-Z]\w*\./.test(name)) continue;
    const [, slot] = SLOTS.find(([start]) => start.test(name)) ?? [];
    const message = slot && minimal(type);
    if (slot === undefined || message === undefined) continue;
    yield { type, message, around: (fields) => slot(typed(name, fields)) };
  }
}

export function allTypes(): readonly string[] {
  return [...new Set([...Object.keys(messages), ...Object.keys(generatedMessages)])].filter(
    (type) => typeIn('v3', type) !== undefined,
  );
}

/** So many homes are tried for each message. */
const MAX_HOMES = 6;

export interface Homes {
  readonly found: ReadonlyMap<string, Home>;
  /** What the proxy said of the last home that was tried, of messages for which none was found. */
  readonly refused: ReadonlyMap<string, string>;
}

/**
 * @param ask what the proxy refuses a bootstrap for; asked of each home once
 * @param held bootstraps to look for messages in that the first ones lead to none for
 */
export async function homesOf(
  ask: (bootstrap: Data) => Promise<string | undefined>,
  held: Iterable<Data> = [],
): Promise<Homes> {
  const found = new Map<string, Home>();
  const refused = new Map<string, string>();
  const tried = new Map<string, number>();
  let open: readonly Home[] = [...starts()];
  let isFirst = true;
  while (open.length > 0 || isFirst) {
    const next: Home[] = [];
    const asked = open.filter(({ type }) => !found.has(type) && (tried.get(type) ?? 0) < MAX_HOMES);
    for (const home of asked) tried.set(home.type, (tried.get(home.type) ?? 0) + 1);
    for (const home of asked) {
      if (found.has(home.type)) continue;
      const why = await ask(home.around(home.message));
      if (why !== undefined) {
        refused.set(home.type, why);
        continue;
      }
      found.set(home.type, home);
      refused.delete(home.type);
      next.push(...inside(home));
    }
    open = next;
    if (next.length > 0 || !isFirst) continue;
    isFirst = false;
    tried.clear();
    open = [...wanted(held, found)];
  }
  return { found, refused };
}

/** A few homes for each message that none was found for. */
function* wanted(held: Iterable<Data>, found: ReadonlyMap<string, Home>): Generator<Home> {
  const counts = new Map<string, number>();
  for (const bootstrap of held)
    for (const home of messagesIn(bootstrap)) {
      const count = counts.get(home.type) ?? 0;
      if (found.has(home.type) || count === MAX_HOMES) continue;
      counts.set(home.type, count + 1);
      yield home;
    }
}

/** The messages that a message may hold, in it. */
function* inside({ type, message, around }: Home): Generator<Home> {
  for (const field of compiledMessage(type, 'v3').fields) {
    const { element, shape, name, gone, spec } = field;
    if (gone === true || element.kind !== 'message' || !hasTable(element.name)) continue;
    const inner = minimal(element.name);
    if (inner === undefined) continue;
    const rest = without(message, field, type);
    yield {
      type: element.name,
      message: inner,
      around: (value) => {
        const key = spec.limits?.keys === undefined ? 'x' : 'xx';
        const written = shape === 'list' ? [value] : shape === 'map' ? { [key]: value } : value;
        return around({ ...rest, [name]: written });
      },
    };
  }
}

/** A message without what excludes a field. */
export function without(message: Fields, field: CompiledField, type: string): Fields {
  const group = field.spec.oneof;
  const { oneofs } = compiledMessage(type, 'v3');
  const others = oneofs.find(({ name }) => name === group)?.members ?? [];
  return Object.fromEntries(
    Object.entries(message).filter(([key]) => !others.some(({ name }) => name === key)),
  );
}
