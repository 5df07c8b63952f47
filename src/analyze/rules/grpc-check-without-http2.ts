import { shownCluster } from '../../effects/cluster.ts';
import { speaksHttpTwo, typedHttpOptions } from '../../effects/http-options.ts';
import type { AnalysisRule } from '../rule.ts';

export const grpcCheckWithoutHttp2: AnalysisRule = {
  id: 'grpc-check-without-http2',
  level: 'error',
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
