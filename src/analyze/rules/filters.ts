import { filtersAround } from '../../effects/manager.ts';
import { type BoundMessage, isObject, messagesIn, versionOf } from '../../model/bound.ts';
import { describe } from '../../model/describe.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import { nearest } from '../../model/near-miss.ts';
import type { Frame } from '../../model/walk.ts';
import { type ExtensionKind, extensions, findExtension } from '../../schema/extensions.ts';
import { messageOfType } from '../../schema/version.ts';
import type { AnalysisRule, RuleContext, SubjectContext } from '../rule.ts';
import { filterNamesFor, filterOfType } from '../traffic/filter-names.ts';

type Layer = 'network' | 'http' | 'upstream http';

/** Filters that end a chain, by the name of their package. */
const TERMINAL: { readonly [layer in Layer]: ReadonlySet<string> } = {
  network: new Set(
    'direct_response dubbo_proxy echo generic_proxy http_connection_manager kafka_mesh redis_proxy reverse_tunnel rocketmq_proxy sip_proxy tcp_proxy thrift_proxy'.split(
      ' ',
    ),
  ),
  http: new Set(['router', 'mcp_router']),
  'upstream http': new Set(['upstream_codec']),
};

/** What to end a chain with. */
const ENDS: { readonly [layer in Layer]: string } = {
  network: 'one such as the connection manager or tcp_proxy',
  http: 'the router',
  'upstream http': 'UpstreamCodec',
};

/** Says itself whether it ends a chain, by a setting that is not read here. */
const OPEN = 'golang';

export const terminalFilter: AnalysisRule = {
  id: 'terminal-filter',
  level: 'error',
  refuses: true,
  purpose: 'A chain of filters that does not end with a terminal filter, or has one before its end.',
  why: 'A terminal filter, such as the router, the connection manager or tcp_proxy, is the one that forwards or answers; nothing behind it would run. The proxy refuses a chain whose last filter is of another kind, is disabled, or has a terminal one before it.',
  remedy: 'Let the chain end with its one terminal filter: HTTP filters with the router.',
  source: 'how the proxy behaves: FilterChain.filters, http_filters, upgrade_configs, upstream filters',
  bad: {
    type: 'HttpConnectionManager',
    yaml: `stat_prefix: front
http_filters:
  - { name: router, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router } }
  - { name: cors, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.cors.v3.Cors } }
route_config: { virtual_hosts: [] }
`,
  },
  good: {
    type: 'HttpConnectionManager',
    yaml: `stat_prefix: front
http_filters:
  - { name: cors, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.cors.v3.Cors } }
  - { name: router, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router } }
route_config: { virtual_hosts: [] }
`,
  },
  messages: {
    'listener.FilterChain': (_, frame, look) => checkOrder('filters', 'network', frame, look),
    HttpConnectionManager: (_, frame, look) => checkOrder('http_filters', 'http', frame, look),
    'HttpConnectionManager.UpgradeConfig': (_, frame, look) => checkOrder('filters', 'http', frame, look),
    'http.router.Router': (_, frame, look) =>
      checkOrder('upstream_http_filters', 'upstream http', frame, look),
  },
  tables: {
    'http.HttpProtocolOptions': (frame, look) => checkOrder('http_filters', 'upstream http', frame, look),
  },
};

function checkOrder(
  field: string,
  layer: Layer,
  frame: Frame,
  { spot, report, namespace }: RuleContext,
): void {
  const value = frame.message[field];
  const filters = messagesIn(value);
  for (const [index, filter] of filters.entries()) {
    const problem = problemOf(filter, index === filters.length - 1, layer, namespace);
    if (problem === undefined) continue;
    const { name = '' } = filter;
    report({
      message: `the filter ${JSON.stringify(name)} ${problem}`,
      at: spot(frame, field, index),
      identity: String(name),
    });
  }
}

function problemOf(
  filter: BoundMessage,
  isLast: boolean,
  layer: Layer,
  namespace: string,
): string | undefined {
  const isTerminal = endsChain(filter, layer, namespace);
  if (isLast && filter.disabled === true)
    return 'is the last one and is disabled, which the proxy refuses: a chain has to end with a terminal filter; remove disabled';
  if (!isLast && isTerminal === true)
    return 'is a terminal filter, behind which nothing runs, so the proxy refuses other filters there; move it to the end';
  // A proxy that lacks an optional filter passes over it.
  if (isLast && isTerminal === false && filter.is_optional !== true)
    return `is the last one, but no terminal filter, so the proxy refuses the chain; add ${ENDS[layer]} behind it`;
  return undefined;
}

/** Whether a filter is a terminal one; undefined where that is not known. */
function endsChain(filter: BoundMessage, layer: Layer, namespace: string): boolean | undefined {
  const config = configOf(filter);
  const own =
    isObject(config) && versionOf(filter) === 'v3' ? ofType(config, layer) : ofName(filter, layer, namespace);
  if (own === undefined || own === OPEN) return undefined;
  if (own === 'dynamic_modules') return isObject(config) && config.terminal_filter === true;
  return TERMINAL[layer].has(own);
}

/** What a filter is made of; of one that is fetched the default, which has to fit its place as well. */
function configOf({ typed_config: config, config_discovery: discovery }: BoundMessage): unknown {
  return isObject(discovery) ? discovery.default_config : config;
}

/** A filter's package, without what all have in common; undefined for types that nobody knows. */
function ofType(config: BoundMessage, layer: Layer): string | undefined {
  const type = String(config['@type']);
  if (type === 'extensions.common.matching.v3.ExtensionWithMatcher') return type;
  if (messageOfType(type) === undefined) return undefined;
  const [, kind, own] = /^extensions\.filters\.(network|http)\.(\w+)\.v3(?:alpha)?\./.exec(type) ?? [];
  return kind === kindOf(layer) ? own : undefined;
}

/** In version 2 a filter is found by its name. */
function ofName(filter: BoundMessage, layer: Layer, namespace: string): string | undefined {
  if (versionOf(filter) !== 'v2' || typeof filter.name !== 'string') return undefined;
  return findExtension(`${kindOf(layer)} filter`, withoutNamespace(filter.name, namespace))
    ?.name.split('.')
    .at(-1);
}

function kindOf(layer: Layer): 'network' | 'http' {
  return layer === 'network' ? layer : 'http';
}

export const mixedFilterConfig: AnalysisRule = {
  id: 'mixed-filter-config',
  level: 'error',
  refuses: true,
  purpose: 'Settings of filters in the typed and in the untyped map of one message.',
  why: 'The proxy reads one of the two maps. With entries in both it refuses the whole message, even where they are for different filters.',
  remedy:
    'Move all entries to the typed map, each with its @type. `cfgtool migrate` does so for the filters it knows.',
  source: 'how the proxy behaves',
  bad: {
    type: 'route.VirtualHost',
    yaml: `"@type": type.googleapis.com/envoy.api.v2.route.VirtualHost
name: shop
domains: [shop.test]
per_filter_config: { shop.audit: { level: 2 } }
typed_per_filter_config: { shop.price: { "@type": type.googleapis.com/shop.Price } }
`,
  },
  good: {
    type: 'route.VirtualHost',
    yaml: `"@type": type.googleapis.com/envoy.api.v2.route.VirtualHost
name: shop
domains: [shop.test]
typed_per_filter_config: { shop.price: { "@type": type.googleapis.com/shop.Price } }
`,
  },
  messages: {
    'route.VirtualHost': perFilter,
    'route.Route': perFilter,
    'route.WeightedCluster.ClusterWeight': perFilter,
    Cluster: (_, frame, look) =>
      checkBoth(frame, 'extension_protocol_options', 'typed_extension_protocol_options', look),
  },
};

function perFilter(_: unknown, frame: Frame, look: RuleContext): void {
  checkBoth(frame, 'per_filter_config', 'typed_per_filter_config', look);
}

function checkBoth(frame: Frame, untyped: string, typed: string, { spot, report }: RuleContext): void {
  if (!holds(frame.message[untyped]) || !holds(frame.message[typed])) return;
  report({
    message: `${describe(frame.type, frame.message)} has entries in ${untyped} and in ${typed}, of which the proxy takes only one, so it refuses both; move all to ${typed}`,
    at: spot(frame, untyped),
    related: [{ message: 'the typed entries', at: spot(frame, typed) }],
  });
}

function holds(map: unknown): boolean {
  return typeof map === 'object' && map !== null && Object.keys(map).length > 0;
}

const MAPS = ['per_filter_config', 'typed_per_filter_config'];

/** Filters that clusters may run as well, which are not looked through. */
const UPSTREAM: ReadonlySet<string> = new Set(
  'admission_control ai_protocol_manager aws_lambda aws_request_signing body_size_limit buffer composite compressor credential_injector dynamic_modules ext_proc header_mutation lua rbac wasm'.split(
    ' ',
  ),
);

/** In version 3 settings are found by the name that the filter was given. */
function byGivenName(frame: Frame, { spot, report, subject }: SubjectContext): void {
  const { typed_per_filter_config: map } = frame.message;
  for (const [key, config] of Object.entries(isObject(map) ? map : {})) {
    const kind = filterOfType(config);
    if (kind === undefined || UPSTREAM.has(kind)) continue;
    const names = filterNamesFor(frame, subject);
    if (names === undefined || names.has(key)) continue;
    const [other] = [...names].find(([, each]) => each === kind) ?? [];
    report({
      message: `typed_per_filter_config holds settings for the filter ${JSON.stringify(key)}, and the connection manager runs none of that name, so nobody reads them; ${other === undefined ? 'add the filter to http_filters, or remove them' : `its ${kind} filter is named ${JSON.stringify(other)}`}`,
      at: spot(frame, 'typed_per_filter_config', key),
      identity: key,
    });
  }
}

function judge(message: BoundMessage, frame: Frame, look: SubjectContext): void {
  const { spot, report, namespace } = look;
  if (versionOf(message) === 'v3') {
    byGivenName(frame, look);
    return;
  }
  for (const field of MAPS) {
    const map = frame.message[field];
    if (!isObject(map)) continue;
    for (const key of Object.keys(map)) {
      const filter = findExtension('http filter', withoutNamespace(key, namespace));
      const running = filter === undefined ? undefined : filtersAround(frame, namespace);
      if (filter === undefined || running === undefined || running.names.has(filter.name)) continue;
      report({
        message: `${field} holds settings for the filter ${JSON.stringify(key)}, which the connection manager around it does not run, so nobody reads them; add the filter to http_filters, or remove them`,
        at: spot(frame, field, key),
        identity: key,
      });
    }
  }
}

const filtersExample = (filters: string): string => `codec_type: AUTO
stat_prefix: front
http_filters: [${filters}]
route_config:
  virtual_hosts:
    - name: shop
      domains: [shop.test]
      typed_per_filter_config:
        envoy.filters.http.fault:
          "@type": type.googleapis.com/envoy.config.filter.http.fault.v2.HTTPFault
          abort: { http_status: 503, percentage: { numerator: 1 } }
      routes: [{ match: { prefix: / }, direct_response: { status: 200 } }]
`;

export const unusedFilterConfig: AnalysisRule = {
  id: 'unused-filter-config',
  level: 'warning',
  tag: 'unnecessary',
  purpose: 'Settings for a filter that the connection manager does not run, or not under that name.',
  why: 'Settings of filters on virtual hosts, routes and weighted clusters are read by the filter of that name; in version 3 that is the name which it was given in http_filters. Where none has it, they do nothing, and nothing tells.',
  remedy: 'Add the filter to http_filters, correct the name, or remove the settings.',
  source:
    'data-model.md: route.VirtualHost, route.Route, route.WeightedCluster.ClusterWeight: per_filter_config, typed_per_filter_config; how the proxy behaves in version 3',
  bad: {
    type: 'HttpConnectionManager',
    yaml: filtersExample('{ name: envoy.filters.http.router }'),
  },
  good: {
    type: 'HttpConnectionManager',
    yaml: filtersExample(
      '{ name: envoy.filters.http.fault, typed_config: { "@type": type.googleapis.com/envoy.config.filter.http.fault.v2.HTTPFault } }, { name: envoy.filters.http.router }',
    ),
  },
  withSubject: {
    RouteConfiguration: judge,
    'route.VirtualHost': judge,
    'route.Route': judge,
    'route.WeightedCluster.ClusterWeight': judge,
  },
};

export const unknownExtension: AnalysisRule = {
  id: 'unknown-extension',
  level: 'error',
  refuses: true,
  asksIdle: true,
  purpose: 'A name in the reserved namespace that no built-in extension of this kind has.',
  why: 'A transport socket, cluster type or retry plugin is found by its name, and names that begin with the namespace are those of built-in ones. The proxy refuses a name it does not know.',
  remedy:
    'Correct the name; a near one is suggested. Extensions of your own need a name outside the reserved namespace.',
  source:
    'data-model.md: core.TransportSocket: name; Cluster.CustomClusterType: name; Notation used in this document (reverse DNS naming)',
  bad: {
    type: 'route.RetryPolicy',
    yaml: `"@type": type.googleapis.com/envoy.api.v2.route.RetryPolicy
retry_on: 5xx
retry_host_predicate: [{ name: envoy.retry_host_predicates.last_hosts }]
`,
  },
  good: {
    type: 'route.RetryPolicy',
    yaml: `"@type": type.googleapis.com/envoy.api.v2.route.RetryPolicy
retry_on: 5xx
retry_host_predicate: [{ name: envoy.retry_host_predicates.previous_hosts }]
`,
  },
  messages: {
    'core.TransportSocket': (_, frame, look) => checkName(frame, 'transport socket', look),
    'Cluster.CustomClusterType': (_, frame, look) => checkName(frame, 'cluster type', look),
    'route.RetryPolicy.RetryPriority': (_, frame, look) => checkName(frame, 'retry priority', look),
    'route.RetryPolicy.RetryHostPredicate': (_, frame, look) =>
      checkName(frame, 'retry host predicate', look),
  },
};

/** Later proxies also go by the type of the configuration: with one that the tables do not know the name proves nothing. */
function checkName(frame: Frame, kind: ExtensionKind, { namespace, spot, report }: RuleContext): void {
  const { name, typed_config } = frame.message;
  if (typeof name !== 'string' || typed_config !== undefined) return;
  const bare = withoutNamespace(name, namespace);
  if (bare === name || findExtension(kind, bare) !== undefined) return;
  const reserved = name.slice(0, -bare.length);
  const known = extensions.filter((each) => each.kind === kind).map((each) => each.name);
  const meant = nearest(bare, known);
  const remedy =
    meant === undefined
      ? `take one of ${known.map((each) => `${reserved}${each}`).join(', ')}`
      : `did you mean ${reserved}${meant}?`;
  report({
    message: `"${name}" is no ${kind} of the proxy, to which names that begin with ${reserved} are reserved, so it refuses this; ${remedy}`,
    at: spot(frame, 'name'),
    identity: name,
  });
}
