import { isObject } from '../../model/bound.ts';
import { shortName } from '../../model/describe.ts';
import type { Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

/** What the proxy makes a client of a management server, or of another service, of. */
export const invalidConfigSource: AnalysisRule = {
  id: 'invalid-config-source',
  level: 'error',
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
  if (type === undefined) return [undefined, 'has to say api_type: GRPC, DELTA_GRPC or REST'];
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
