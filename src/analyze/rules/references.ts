import { type BoundMessage, isObject } from '../../model/bound.ts';
import { shortName } from '../../model/describe.ts';
import { nearest } from '../../model/near-miss.ts';
import { isTypedStruct, parseTypeUrl } from '../../model/type-url.ts';
import { around, type Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import { lookup } from '../../source/lookup.ts';
import { quoted } from '../../traffic/words.ts';
import { definitionsOf, isDumped } from '../clusters/definitions.ts';
import { dynamicParts } from '../clusters/dynamic-parts.ts';
import { consequenceOf } from '../clusters/missing-cluster.ts';
import type { ClusterReference } from '../clusters/reference.ts';
import { clusterReferences, spotOfReference } from '../clusters/references.ts';
import { exampleCluster } from '../examples.ts';
import { listed } from '../listed.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

/** A suggestion costs a look at all names: so many names are looked at in all. */
const MAX_COMPARED = 50_000;

const ROUTED = (cluster: string): string => `clusters:
${exampleCluster('shop')}virtual_hosts:
  - name: shop
    domains: [shop.test]
    routes:
      - match: { prefix: /cart }
        route: { cluster: ${cluster} }
      - match: { prefix: / }
        route: { cluster: shop }
`;

export const undefinedCluster: AnalysisRule = {
  id: 'undefined-cluster',
  level: 'warning',
  refuses: true,
  purpose: 'A cluster is named that is not defined.',
  why: 'Requests that are sent there are answered with 503, or with 404 where cluster_not_found_response_code says so. A route configuration whose clusters are checked, and a service that the proxy needs when it starts, make the proxy refuse the configuration: then it is an error.',
  remedy:
    'Define the cluster, or correct the name. Where clusters come from a management server, the input does not show them: then nothing is said.',
  source: 'data-model.md: Errors; route.WeightedCluster; route.RouteAction.RequestMirrorPolicy',
  bad: { type: 'Resources', yaml: ROUTED('shp') },
  good: { type: 'Resources', yaml: ROUTED('shop') },
  subject(subject, report) {
    const { clusters } = subject.shared(definitionsOf);
    const parts = subject.shared(dynamicParts);
    if (clusters.length === 0 && parts.clusters === undefined) return;
    const defined = new Set(clusters.map(({ name }) => name));
    const open = new Set<string>();
    const dumped = new Set<string>();
    let compared = 0;
    for (const [cluster, references] of subject.shared(clusterReferences).byCluster) {
      if (defined.has(cluster)) continue;
      compared += defined.size;
      const meant = compared <= MAX_COMPARED ? nearest(cluster, defined) : undefined;
      const hint = meant === undefined ? 'define it or correct the name' : `did you mean ${quoted(meant)}?`;
      for (const reference of references) {
        const consequence = consequenceOf(reference);
        if (consequence === undefined || isSecond(reference, dumped)) continue;
        // One cluster by itself does not tell which others there are.
        if (clusters.length === 1 && reference.holder !== undefined) continue;
        const { level, words, isStatic } = consequence;
        // What a proxy starts with has to be in its bootstrap, and can be missed only there.
        const isKnown = isStatic ? parts.hasBootstrap && clusters.length > 0 : parts.clusters === undefined;
        if (isKnown)
          report({
            level,
            message: `the cluster ${quoted(cluster)} is not defined: ${words}; ${hint}`,
            at: spotOfReference(reference),
            data: { cluster },
            identity: cluster,
          });
        else if (!isStatic) open.add(cluster);
      }
    }
    if (open.size === 0 || parts.clusters === undefined) return;
    const names = [...open];
    report({
      message: `whether ${listed(names.map(quoted))} will be defined is not decided: not here, but ${parts.clusters.words}`,
      at: parts.clusters.at,
      undecided: true,
      data: { clusters: names },
      identity: 'undefined',
    });
  },
};

/** Whether a dump showed the same before: it repeats listeners and routes. */
function isSecond({ cluster, frame, field }: ClusterReference, dumped: Set<string>): boolean {
  if (!isDumped(frame)) return false;
  const key = `${frame.type} ${field} ${cluster}`;
  if (dumped.has(key)) return true;
  dumped.add(key);
  return false;
}

/** The kind of secret that a field asks for; generic ones where it is not named. */
const SECRET_KINDS: { readonly [field: string]: string } = {
  tls_certificate_sds_secret_configs: 'tls_certificate',
  validation_context_sds_secret_config: 'validation_context',
  session_ticket_keys_sds_secret_config: 'session_ticket_keys',
};

const secretExample = (name: string): string => `static_resources:
  secrets: [{ name: client, tls_certificate: { certificate_chain: { filename: /c.pem }, private_key: { filename: /k.pem } } }]
  listeners:
  - name: front
    address: { socket_address: { address: 127.0.0.1, port_value: 80 } }
    filter_chains: [{ filters: [{ name: envoy.tcp_proxy, typed_config: { "@type": type.googleapis.com/envoy.config.filter.network.tcp_proxy.v2.TcpProxy, stat_prefix: front, cluster: shop } }] }]
  clusters:
${exampleCluster('shop').trimEnd()}
    transport_socket:
      name: envoy.transport_sockets.tls
      typed_config:
        "@type": type.googleapis.com/envoy.api.v2.auth.UpstreamTlsContext
        common_tls_context:
          validation_context: { trusted_ca: { filename: /ca.pem } }
          tls_certificate_sds_secret_configs: [{ name: ${name} }]
`;

export const undefinedSecret: AnalysisRule = {
  id: 'undefined-secret',
  level: 'error',
  refuses: true,
  purpose: 'A secret without a source, that the bootstrap does not define.',
  why: 'Without sds_config the proxy takes a secret from the static ones of its bootstrap, each kind by itself, and refuses what asks for one that is not there.',
  remedy: 'Correct the name, add the secret to static_resources.secrets, or add sds_config.',
  source: 'how the proxy behaves: SdsSecretConfig',
  bad: { type: 'Bootstrap', yaml: secretExample('clients') },
  good: { type: 'Bootstrap', yaml: secretExample('client') },
  withSubject: {
    SdsSecretConfig({ name = '', sds_config: source }, frame, { spot, report }) {
      // Only there all static secrets are known.
      const bootstrap = around(frame, 'Bootstrap')?.message;
      if (bootstrap === undefined || source !== undefined || name === '') return;
      const kind = lookup(SECRET_KINDS, frame.field?.name ?? '') ?? 'generic_secret';
      const { secrets = [] } = bootstrap.static_resources ?? {};
      const named = secrets.filter((secret) => secret.name === name);
      if (named.some((secret) => isObject((secret as BoundMessage)[kind]))) return;
      const what =
        named.length > 0
          ? `has no ${kind} in static_resources.secrets`
          : 'is not among static_resources.secrets';
      report({
        message: `the secret ${JSON.stringify(name)} ${what}, and no sds_config says where it comes from, so the proxy refuses this; define it there, or add sds_config`,
        at: spot(frame, 'name'),
        identity: name,
      });
    },
  },
};

export const undefinedPlugin: AnalysisRule = {
  id: 'undefined-plugin',
  level: 'error',
  refuses: true,
  version: 'v3',
  purpose: 'A route that names a cluster specifier plugin which its route configuration does not define.',
  why: 'The name is looked up in cluster_specifier_plugins of the same route configuration. The proxy refuses the route configuration where it is not there.',
  remedy: 'Correct the name, or add the plugin to cluster_specifier_plugins.',
  source: 'how the proxy behaves in version 3: RouteAction.cluster_specifier_plugin',
  bad: {
    type: 'RouteConfiguration',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration
name: front
virtual_hosts:
- name: shop
  domains: [shop.test]
  routes: [{ match: { prefix: / }, route: { cluster_specifier_plugin: by-tenant } }]
`,
  },
  good: {
    type: 'RouteConfiguration',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration
name: front
cluster_specifier_plugins:
- extension:
    name: by-tenant
    typed_config:
      "@type": type.googleapis.com/envoy.extensions.router.cluster_specifiers.lua.v3.LuaConfig
      source_code: { inline_string: "function proxy_on_route(route_handle) return 'shop' end" }
virtual_hosts:
- name: shop
  domains: [shop.test]
  routes: [{ match: { prefix: / }, route: { cluster_specifier_plugin: by-tenant } }]
`,
  },
  withSubject: {
    'route.RouteAction'({ cluster_specifier_plugin: name = '' }, frame, { spot, report }) {
      const configuration = name === '' ? undefined : around(frame, 'RouteConfiguration');
      const plugins = configuration?.message.cluster_specifier_plugins ?? [];
      // A virtual host by itself does not show what its route configuration defines.
      if (configuration === undefined || !Array.isArray(plugins)) return;
      if (plugins.some((plugin) => plugin?.extension?.name === name)) return;
      report({
        message: `no entry of cluster_specifier_plugins is named ${JSON.stringify(name)}, so the proxy refuses the route configuration`,
        at: spot(frame, 'cluster_specifier_plugin'),
        identity: name,
      });
    },
  },
};

/** The route configuration that a message stands in. */

/** What the proxy makes a client of a management server, or of another service, of. */
export const invalidConfigSource: AnalysisRule = {
  id: 'invalid-config-source',
  level: 'error',
  refuses: true,
  version: 'v3',
  purpose: 'A management server, or another service, that the proxy cannot ask as it is told to.',
  why: 'A server is asked over gRPC, through the one service in grpc_services, or over REST, through the one cluster in cluster_names, and in version 3 of its protocol alone. The proxy refuses whatever says otherwise, most of it when it loads the configuration, the source of listeners when it starts.',
  remedy:
    'Write grpc_services for GRPC and DELTA_GRPC, or cluster_names and refresh_delay for REST, and V3 as transport_api_version.',
  source:
    'how the proxy behaves in version 3: ApiConfigSource, RateLimitServiceConfig, ExtAuthz, CommonGrpcAccessLogConfig, MetricsServiceConfig',
  bad: {
    type: 'Cluster.EdsClusterConfig',
    yaml: `"@type": type.googleapis.com/proxy.config.cluster.v3.Cluster.EdsClusterConfig
eds_config:
  resource_api_version: V3
  api_config_source: { api_type: GRPC, transport_api_version: V3, cluster_names: [xds] }
`,
  },
  good: {
    type: 'Cluster.EdsClusterConfig',
    yaml: `"@type": type.googleapis.com/proxy.config.cluster.v3.Cluster.EdsClusterConfig
eds_config:
  resource_api_version: V3
  api_config_source:
    api_type: GRPC
    transport_api_version: V3
    grpc_services: [{ envoy_grpc: { cluster_name: xds } }]
`,
  },
  messages: {
    'core.ApiConfigSource'(source, frame, look) {
      if (!isLookedInto(frame)) return;
      tell(look, frame, whyRefused(source, frame.field?.name === 'ads_config'));
      spokenVersion(frame, look);
    },
    CommonGrpcAccessLogConfig: (_, frame, look) => spokenVersion(frame, look),
    MetricsServiceConfig: (_, frame, look) => spokenVersion(frame, look),
    RateLimitServiceConfig: (_, frame, look) => spokenVersion(frame, look),
    'http.ext_authz.ExtAuthz': (filter, frame, look) => {
      if (filter.grpc_service !== undefined) spokenVersion(frame, look);
    },
  },
  tables: { 'network.ext_authz.ExtAuthz': (frame, look) => spokenVersion(frame, look) },
};

/** Messages whose sources the proxy makes a client of; of others it does so later, or never. */
const LOOKED_INTO: ReadonlySet<string> = new Set([
  'Bootstrap.DynamicResources',
  'Cluster.EdsClusterConfig',
  'Rds',
  'RuntimeLayer.RtdsLayer',
  'ScopedRds',
  'SdsSecretConfig',
  'core.ExtensionConfigSource',
]);

function isLookedInto({ parent, field }: Frame): boolean {
  if (parent === undefined) return false;
  if (field?.name === 'ads_config') return parent.type === 'Bootstrap.DynamicResources';
  return parent.type === 'core.ConfigSource' && LOOKED_INTO.has(parent.parent?.type ?? '');
}

/** Two services, the second for when the first fails, are for the one stream alone, where a runtime key allows it. */
const MOST_SERVICES = { alone: 1, aggregated: 2 } as const;

type Refused = readonly [field: string | undefined, problem: string];

function whyRefused(source: Message<'core.ApiConfigSource'>, isAggregated: boolean): Refused | undefined {
  const { api_type: type, cluster_names: names = [], grpc_services: services = [], refresh_delay } = source;
  if (type === undefined || type === 'DEPRECATED_AND_UNAVAILABLE_DO_NOT_USE')
    return [undefined, 'has to say api_type: GRPC, DELTA_GRPC or REST'];
  if (names.length + services.length === 0)
    return [
      undefined,
      `has to name ${type === 'REST' ? 'its cluster in cluster_names' : 'its server in grpc_services'}`,
    ];
  if (type !== 'REST') {
    if (names.length > 0)
      return [
        'cluster_names',
        `is of REST alone; for ${type} write grpc_services: [{envoy_grpc: {cluster_name: ${JSON.stringify(names[0])}}}]`,
      ];
    const most = isAggregated ? MOST_SERVICES.aggregated : MOST_SERVICES.alone;
    return services.length > most ? ['grpc_services', 'may hold one service'] : undefined;
  }
  if (isAggregated) return ['api_type', 'has to be GRPC or DELTA_GRPC for the one stream of all resources'];
  if (services.length > 0) return ['grpc_services', 'is not for REST; write cluster_names'];
  if (names.length > 1) return ['cluster_names', 'may hold one name'];
  return refresh_delay === undefined ? [undefined, 'has to have a refresh_delay for REST'] : undefined;
}

function tell({ spot, report }: RuleContext, frame: Frame, refused: Refused | undefined): void {
  if (refused === undefined) return;
  const [field, problem] = refused;
  const what = shortName(frame.type);
  report({
    message: `${field === undefined ? what : `${field} of ${what}`} ${problem}; the proxy refuses the configuration otherwise`,
    at: spot(frame, field),
    identity: `${field ?? ''} ${problem}`,
  });
}

/** Where it is absent, version 3 is meant. */
function spokenVersion(frame: Frame, look: RuleContext): void {
  if (!isObject(frame.message) || frame.message.transport_api_version !== 'V2') return;
  tell(look, frame, ['transport_api_version', 'has to be V3: no release of today speaks version 2']);
}

/** What the types of fetched filters are looked up among when the configuration is loaded. */
const DISCOVERED_KINDS: { readonly [holder: string]: string } = {
  HttpFilter: 'http',
  'listener.ListenerFilter': 'listener',
};

export const invalidConfigDiscovery: AnalysisRule = {
  id: 'invalid-config-discovery',
  level: 'error',
  refuses: true,
  version: 'v3',
  purpose: 'A fetched extension whose type_urls list no filter of its kind, or not the type of its default.',
  why: 'type_urls says which types the extension may have, whether it was fetched or is the default. The proxy refuses a default of another type, and a type of another kind of filter.',
  remedy: 'Add the type of default_config to type_urls, or correct either.',
  source: 'how the proxy behaves in version 3: ExtensionConfigSource',
  bad: {
    type: 'HttpFilter',
    yaml: `"@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter
name: limit
config_discovery:
  config_source: { ads: {} }
  default_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.health_check.v3.HealthCheck, pass_through_mode: false }
  type_urls: [type.googleapis.com/envoy.extensions.filters.http.router.v3.Router]
`,
  },
  good: {
    type: 'HttpFilter',
    yaml: `"@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter
name: limit
config_discovery:
  config_source: { ads: {} }
  default_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.health_check.v3.HealthCheck, pass_through_mode: false }
  type_urls: [type.googleapis.com/envoy.extensions.filters.http.health_check.v3.HealthCheck]
`,
  },
  tables: {
    'core.ExtensionConfigSource'(frame, { spot, report }) {
      const { default_config: config, type_urls: urls } = frame.message;
      const type = isObject(config) ? config['@type'] : undefined;
      if (!Array.isArray(urls) || urls.length === 0) return;
      const listed = urls.filter((url) => typeof url === 'string').map((url) => parseTypeUrl(url).name);
      const kind = lookup(DISCOVERED_KINDS, frame.parent?.type ?? '');
      for (const [index, each] of listed.entries()) {
        const [, other] = /^extensions\.filters\.(http|network|listener|udp)\./.exec(each) ?? [];
        if (kind === undefined || other === undefined || other === kind) continue;
        report({
          message: `type_urls lists ${each}, which is no ${kind === 'http' ? 'HTTP' : kind} filter, so the proxy refuses it`,
          at: spot(frame, 'type_urls', index),
          identity: each,
        });
      }
      if (typeof type !== 'string') return;
      // A TypedStruct that is data says inside itself what it is.
      if (listed.includes(type) || isTypedStruct(type)) return;
      report({
        message: `default_config is of the type ${type}, which type_urls does not list, so the proxy refuses it`,
        at: spot(frame, 'default_config'),
        identity: type,
      });
    },
  },
};
