import { type BoundMessage, isObject, versionOf } from '../../model/bound.ts';
import { keysIn, type MaySet } from '../../model/runtime-keys.ts';
import type { Frame } from '../../model/walk.ts';
import { layerValue } from '../../routing/runtime-layers.ts';
import type { Message } from '../../schema/types.ts';
import { isWritten, shownCluster } from '../../traffic/cluster.ts';
import { speaksHttpTwo, typedHttpOptions } from '../../traffic/http-options.ts';
import type { Document, Fix, Location } from '../finding.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';
import type { Subject } from '../subject.ts';

export const conflictingProtocolOptions: AnalysisRule = {
  id: 'conflicting-protocol-options',
  level: 'error',
  refuses: true,
  purpose:
    'Options for HTTP/1 and for HTTP/2 in a cluster that speaks one of them, or one limit in two places.',
  why: 'http2_protocol_options makes all connections to the hosts HTTP/2, and http_protocol_options is for HTTP/1 only. The proxy refuses both together unless the client decides the version. It also refuses max_requests_per_connection of the cluster beside that of its options.',
  remedy:
    'Keep the options of the version that the hosts speak, or set protocol_selection: USE_DOWNSTREAM_PROTOCOL.',
  source:
    'data-model.md: Cluster: http_protocol_options, http2_protocol_options; Cluster enumerations: Cluster.ClusterProtocolSelection; how the proxy behaves',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
http_protocol_options: { header_key_format: { proper_case_words: {} } }
http2_protocol_options: {}
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
typed_extension_protocol_options:
  envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
    "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
    use_downstream_protocol_config:
      http_protocol_options: { header_key_format: { proper_case_words: {} } }
      http2_protocol_options: {}
`,
  },
  messages: {
    Cluster(cluster, frame, look) {
      const { spot, report } = look;
      limitedTwice(cluster, frame, look);
      if (cluster.http_protocol_options === undefined || cluster.http2_protocol_options === undefined) return;
      if (typedHttpOptions(cluster) !== undefined) return;
      if (
        isWritten(cluster, 'protocol_selection') &&
        cluster.protocol_selection !== 'USE_CONFIGURED_PROTOCOL'
      )
        return;
      report({
        message: `${shownCluster(cluster)} has options for HTTP/1 and for HTTP/2, of which the proxy takes one, so it refuses it; remove one, or set protocol_selection: USE_DOWNSTREAM_PROTOCOL`,
        at: spot(frame, 'http_protocol_options'),
        related: [{ message: 'the options for HTTP/2', at: spot(frame, 'http2_protocol_options') }],
      });
    },
  },
};

function limitedTwice(cluster: Message<'Cluster'>, frame: Frame, { spot, report }: RuleContext): void {
  if (versionOf(cluster) !== 'v3' || cluster.max_requests_per_connection === undefined) return;
  const { common_http_protocol_options: common } = typedHttpOptions(cluster) ?? (cluster as BoundMessage);
  if (!isObject(common) || common.max_requests_per_connection === undefined) return;
  report({
    message: `${shownCluster(cluster)} has max_requests_per_connection and one in its HTTP options, of which the proxy takes one, so it refuses both; keep that of the options`,
    at: spot(frame, 'max_requests_per_connection'),
    identity: 'max_requests_per_connection',
  });
}

/** Settings of the protocol that have a field of their own. */
const NAMED = new Map<number, 'hpack_table_size' | 'max_concurrent_streams' | 'initial_stream_window_size'>([
  [1, 'hpack_table_size'],
  [3, 'max_concurrent_streams'],
  [4, 'initial_stream_window_size'],
]);
const ENABLE_PUSH = 2;
const ENABLE_CONNECT = 8;
/** What all headers may take where max_request_headers_kb is not set. */
const HEADERS_KB = 60;

function keysOf({ documents }: Subject): MaySet {
  return keysIn(documents.map(({ configuration }) => configuration));
}

export const conflictingHttp2Settings: AnalysisRule = {
  id: 'conflicting-http2-settings',
  level: 'error',
  refuses: true,
  purpose:
    'A setting of HTTP/2 that is given twice, or may not be given by number; one header that may be larger than all of them.',
  why: 'custom_settings_parameters are for settings that have no field. The proxy refuses a setting that is there by number and by its field, two values for one number, server push, and CONNECT by number. It refuses a max_header_field_size_kb above max_request_headers_kb, which is 60 where it is not set.',
  remedy:
    'Keep the field where the setting has one (hpack_table_size, max_concurrent_streams, initial_stream_window_size, allow_connect), and one entry for each number. Raise max_request_headers_kb where a single header may be that large.',
  source: 'how the proxy behaves: Http2ProtocolOptions.custom_settings_parameters',
  bad: {
    type: 'core.Http2ProtocolOptions',
    yaml: `hpack_table_size: 4096
custom_settings_parameters: [{ identifier: 1, value: 2048 }]
`,
  },
  good: {
    type: 'core.Http2ProtocolOptions',
    yaml: `hpack_table_size: 4096
custom_settings_parameters: [{ identifier: 16, value: 2048 }]
`,
  },
  withSubject: {
    HttpConnectionManager(manager, frame, { spot, report, subject }) {
      const options: unknown = manager.http2_protocol_options;
      if (!isObject(options) || typeof options.max_header_field_size_kb !== 'number') return;
      const size = options.max_header_field_size_kb;
      // Where a runtime key may say how much, it is not known (fact 162).
      if (
        manager.max_request_headers_kb === undefined &&
        subject.shared(keysOf)('max_request_headers_size_kb')
      )
        return;
      const all = manager.max_request_headers_kb ?? HEADERS_KB;
      if (size <= all) return;
      const shown = manager.max_request_headers_kb === undefined ? `${all} where it is not set` : `${all}`;
      report({
        message: `one header may take ${size} KiB by max_header_field_size_kb, but all together max_request_headers_kb (${shown}), so the proxy refuses the connection manager; raise max_request_headers_kb`,
        at: spot(frame, 'http2_protocol_options'),
        identity: 'max_header_field_size_kb',
        data: { max_header_field_size_kb: size, max_request_headers_kb: all },
      });
    },
  },
  messages: {
    'core.Http2ProtocolOptions'(options, frame, { spot, report }) {
      if (isReplaced(frame.parent)) return;
      const first = new Map<number, number>();
      for (const [index, { identifier, value }] of (options.custom_settings_parameters ?? []).entries()) {
        if (identifier === undefined) continue;
        const earlier = first.get(identifier);
        first.set(identifier, earlier ?? value ?? 0);
        const why = problemOf(options, identifier, value ?? 0, earlier);
        if (why !== undefined)
          report({
            message: `${why}, so the proxy refuses the options`,
            at: spot(frame, 'custom_settings_parameters', index),
            identity: String(identifier),
          });
      }
    },
  },
};

/** Whether typed options of a cluster stand in place of those that it has itself. */
function isReplaced(holder: Frame | undefined): boolean {
  if (holder?.type !== 'Cluster') return false;
  const { typed_extension_protocol_options: options } = holder.message;
  return isObject(options) && Object.keys(options).some((name) => /\.upstreams\.http\./.test(name));
}

function problemOf(
  options: Message<'core.Http2ProtocolOptions'>,
  identifier: number,
  value: number,
  earlier: number | undefined,
): string | undefined {
  if (earlier !== undefined && earlier !== value)
    return `setting ${identifier} has two values, ${earlier} and ${value}`;
  if (identifier === ENABLE_PUSH && value === 1)
    return `setting ${identifier} switches on server push, which the proxy does not have`;
  if (identifier === ENABLE_CONNECT) return `setting ${identifier} may only be given by allow_connect`;
  const field = NAMED.get(identifier);
  return field === undefined || options[field] === undefined
    ? undefined
    : `setting ${identifier} is ${field}, which is set too`;
}

export const grpcCheckWithoutHttp2: AnalysisRule = {
  id: 'grpc-check-without-http2',
  level: 'error',
  refuses: true,
  purpose: 'A gRPC health check in a cluster that does not speak HTTP/2.',
  why: 'gRPC needs HTTP/2, which a cluster speaks only where http2_protocol_options is set. The proxy refuses the cluster.',
  remedy: 'Add http2_protocol_options: {} if the hosts speak HTTP/2; else probe with HTTP or TCP.',
  source: 'data-model.md: Cluster: http2_protocol_options; how the proxy behaves',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
health_checks:
  - { timeout: 1s, interval: 5s, unhealthy_threshold: 2, healthy_threshold: 1, grpc_health_check: {} }
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
typed_extension_protocol_options:
  envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
    "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
    explicit_http_config: { http2_protocol_options: {} }
health_checks:
  - { timeout: 1s, interval: 5s, unhealthy_threshold: 2, healthy_threshold: 1, grpc_health_check: {} }
`,
  },
  messages: {
    Cluster(cluster, _frame, { spot, report }) {
      if (speaksHttpTwo(cluster)) return;
      const typed = typedHttpOptions(cluster) !== undefined;
      const lacking = typed
        ? 'its HttpProtocolOptions say nothing of HTTP/2, so the proxy refuses it; add http2_protocol_options: {} to their explicit_http_config'
        : 'no http2_protocol_options, so the proxy refuses it; add http2_protocol_options: {}';
      for (const check of cluster.health_checks ?? []) {
        if (check.grpc_health_check === undefined) continue;
        report({
          message: `${shownCluster(cluster)} has a gRPC health check, but ${lacking}`,
          at: spot({ message: check, type: 'core.HealthCheck' }, 'grpc_health_check'),
        });
      }
    },
  },
};

export const invalidSocketOption: AnalysisRule = {
  id: 'invalid-socket-option',
  level: 'error',
  refuses: true,
  purpose: 'A socket option of a bind configuration that is to be set after the bind.',
  why: 'Inside a bind configuration only STATE_PREBIND is valid: options of other states are never set there.',
  remedy: 'Remove state, which means STATE_PREBIND, or move the option to a listener.',
  source: 'data-model.md: core.SocketOption: state',
  bad: {
    type: 'core.BindConfig',
    yaml: `source_address: { address: 10.0.0.7, port_value: 0 }
socket_options: [{ level: 6, name: 9, int_value: 1, state: STATE_LISTENING }]
`,
  },
  good: {
    type: 'core.BindConfig',
    yaml: `source_address: { address: 10.0.0.7, port_value: 0 }
socket_options: [{ level: 6, name: 9, int_value: 1 }]
`,
  },
  messages: {
    'core.BindConfig'({ socket_options = [] }, _frame, { spot, report }) {
      for (const option of socket_options) {
        const { state, description, level, name } = option;
        if (state === undefined || state === 'STATE_PREBIND' || typeof state !== 'string') continue;
        const shown = description ?? `${level ?? 0}/${name ?? 0}`;
        report({
          message: `socket option ${shown} has the state ${state}, but in a bind configuration only STATE_PREBIND is valid; remove state`,
          at: spot({ message: option, type: 'core.SocketOption' }, 'state'),
          identity: shown,
        });
      }
    },
  },
};

/** The flag that turns the platform's own DNS interface on, after the namespace. */
const FLAG = 'restart_features.use_apple_api_for_dns_lookups';

export const dnsSettingRefusedAtStart: AnalysisRule = {
  id: 'dns-setting-refused-at-start',
  level: 'error',
  refuses: true,
  purpose:
    'DNS settings of a cluster that the platform-specific DNS interface does not know, which is switched on.',
  why: 'With the restart feature that uses the DNS interface of the platform, a cluster with dns_resolvers or use_tcp_for_dns_lookups makes the server fail at startup.',
  remedy: 'Remove the setting from the cluster, or the flag from the runtime.',
  source: 'data-model.md: Errors; Cluster: dns_resolvers, use_tcp_for_dns_lookups',
  bad: {
    type: 'Bootstrap',
    yaml: `layered_runtime:
  layers: [{ name: base, static_layer: { envoy.restart_features.use_apple_api_for_dns_lookups: true } }]
static_resources:
  listeners:
    - name: front
      address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
      filter_chains:
        - filters:
            - name: envoy.filters.network.tcp_proxy
              typed_config:
                "@type": type.googleapis.com/envoy.config.filter.network.tcp_proxy.v2.TcpProxy
                stat_prefix: cart
                cluster: cart
  clusters:
    - name: cart
      connect_timeout: 1s
      type: STRICT_DNS
      load_assignment:
        cluster_name: cart
        endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: cart.test, port_value: 80 } } } }] }]
      use_tcp_for_dns_lookups: true
`,
  },
  good: {
    type: 'Bootstrap',
    yaml: `static_resources:
  listeners:
    - name: front
      address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
      filter_chains:
        - filters:
            - name: envoy.filters.network.tcp_proxy
              typed_config:
                "@type": type.googleapis.com/envoy.config.filter.network.tcp_proxy.v2.TcpProxy
                stat_prefix: cart
                cluster: cart
  clusters:
    - name: cart
      connect_timeout: 1s
      type: STRICT_DNS
      load_assignment:
        cluster_name: cart
        endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: cart.test, port_value: 80 } } } }] }]
      use_tcp_for_dns_lookups: true
`,
  },
  withSubject: {
    Cluster(cluster, frame, { document, subject, namespace, spot, report }) {
      const { dns_resolvers = [], use_tcp_for_dns_lookups } = cluster;
      const fields = [
        ...(dns_resolvers.length > 0 ? (['dns_resolvers'] as const) : []),
        ...(use_tcp_for_dns_lookups === true ? (['use_tcp_for_dns_lookups'] as const) : []),
      ];
      if (fields.length === 0 || !subject.shared(documentsWithFlag).has(document)) return;
      for (const field of fields)
        report({
          message: `${field} of ${shownCluster(cluster)} makes the server fail at startup, since the runtime sets ${namespace}.${FLAG} to true; remove one of the two`,
          at: spot(frame, field),
          identity: field,
        });
    },
  },
};

/** The documents whose own runtime layers switch the flag on. */
function documentsWithFlag(subject: Subject): ReadonlySet<Document> {
  return new Set(
    subject.documents.filter((document) =>
      subject
        .frames(document)
        .some((frame) => switchesOn(frame, `${document.configuration.namespace}.${FLAG}`)),
    ),
  );
}

function switchesOn({ type, message }: Frame, key: string): boolean {
  return type === 'Bootstrap' && layerValue(message as BoundMessage, key) === true;
}

export const duplicateUpgrade: AnalysisRule = {
  id: 'duplicate-upgrade',
  level: 'error',
  refuses: true,
  purpose: 'Two upgrade_configs of one route or connection manager for the same kind of upgrade.',
  why: 'The names of upgrades are the same in any letter case. The proxy refuses a route or a connection manager that names one twice.',
  remedy: 'Keep one entry for each upgrade_type.',
  source: 'data-model.md: route.RouteAction.UpgradeConfig: upgrade_type',
  bad: {
    type: 'route.RouteAction',
    yaml: `cluster: chat
upgrade_configs:
  - { upgrade_type: websocket }
  - { upgrade_type: WebSocket, enabled: false }
`,
  },
  good: {
    type: 'route.RouteAction',
    yaml: `cluster: chat
upgrade_configs:
  - { upgrade_type: websocket }
`,
  },
  messages: {
    'route.RouteAction': ({ upgrade_configs: upgrades = [] }, frame, look) => judge(upgrades, frame, look),
    HttpConnectionManager: ({ upgrade_configs: upgrades = [] }, frame, look) => judge(upgrades, frame, look),
  },
};

function judge(
  upgrades: readonly { readonly upgrade_type?: string }[],
  frame: Frame,
  { spot, report }: RuleContext,
): void {
  const first = new Map<string, number>();
  for (const [index, { upgrade_type: written }] of upgrades.entries()) {
    if (written === undefined) continue;
    const type = written.toLowerCase();
    const earlier = first.get(type);
    if (earlier === undefined) {
      first.set(type, index);
      continue;
    }
    // Of two that say different things either may be meant.
    const isSame = saysMore(upgrades[index], type) === saysMore(upgrades[earlier], type);
    report({
      message: `the upgrade ${JSON.stringify(written)} stands twice in upgrade_configs, which the proxy refuses; keep one`,
      at: spot(frame, 'upgrade_configs', index),
      identity: type,
      related: [{ message: 'the first one', at: spot(frame, 'upgrade_configs', earlier) }],
      ...(isSame ? { fix: removal(spot(frame), index) } : {}),
    });
  }
}

function removal(at: Location, index: number): Fix {
  const operations = [{ op: 'remove', path: `/upgrade_configs/${index}` }] as const;
  return { kind: 'operations', title: 'remove the second one', at, operations };
}

/** What an entry says beside its type. */
function saysMore(upgrade: object | undefined, type: string): string {
  return JSON.stringify({ ...upgrade, upgrade_type: type });
}
