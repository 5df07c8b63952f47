import { type BoundMessage, isObject, versionOf } from '../../model/bound.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import { isTypedStruct, parseTypeUrl } from '../../model/type-url.ts';
import type { Frame } from '../../model/walk.ts';
import { findExtension } from '../../schema/extensions.ts';
import { messageOfType } from '../../schema/version.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

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
    'listener.FilterChain': (_, frame, look) => check('filters', 'network', frame, look),
    HttpConnectionManager: (_, frame, look) => check('http_filters', 'http', frame, look),
    'HttpConnectionManager.UpgradeConfig': (_, frame, look) => check('filters', 'http', frame, look),
    'http.router.Router': (_, frame, look) => check('upstream_http_filters', 'upstream http', frame, look),
  },
  tables: {
    'http.HttpProtocolOptions': (frame, look) => check('http_filters', 'upstream http', frame, look),
  },
};

function check(field: string, layer: Layer, frame: Frame, { spot, report, namespace }: RuleContext): void {
  const value = frame.message[field];
  const filters = Array.isArray(value) ? value.filter(isObject) : [];
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
  const { type_url: url } = config;
  const written = String(config['@type']);
  const type = isTypedStruct(written) && typeof url === 'string' ? parseTypeUrl(url).name : written;
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
