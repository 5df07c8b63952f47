import { isWritten, shownCluster } from '../../effects/cluster.ts';
import { typedHttpOptions } from '../../effects/http-options.ts';
import { type BoundMessage, isObject, versionOf } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

export const conflictingProtocolOptions: AnalysisRule = {
  id: 'conflicting-protocol-options',
  level: 'error',
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
