import { discoveryOf, shownCluster } from '../../effects/cluster.ts';
import type { AnalysisRule } from '../rule.ts';

export const mismatchedEdsConfig: AnalysisRule = {
  id: 'mismatched-eds-config',
  level: 'error',
  purpose: 'An EDS cluster that names no source of its endpoints, or a source in a cluster that is not EDS.',
  why: 'eds_cluster_config is valid with type EDS only, and EDS cannot work without it. The proxy refuses the cluster either way.',
  remedy:
    'Set type EDS where endpoints come from a management server, and give eds_config; else remove eds_cluster_config.',
  source: 'data-model.md: Cluster.EdsClusterConfig',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: STRICT_DNS
eds_cluster_config: { eds_config: { path_config_source: { path: /etc/envoy/cart.yaml } } }
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints: [{ endpoint: { address: { socket_address: { address: cart.test, port_value: 80 } } } }]
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: EDS
eds_cluster_config: { eds_config: { path_config_source: { path: /etc/envoy/cart.yaml } } }
`,
  },
  messages: {
    Cluster(cluster, frame, { spot, report }) {
      const type = discoveryOf(cluster);
      if (type === undefined) return;
      const { eds_cluster_config: config } = cluster;
      const shown = shownCluster(cluster);
      if (type !== 'EDS') {
        if (config === undefined) return;
        const why = cluster.type === undefined ? 'has no type, which means STATIC' : `is ${type}`;
        report({
          message: `${shown} ${why}, but eds_cluster_config is valid in EDS clusters only, so the proxy refuses it; set type EDS or remove eds_cluster_config`,
          at: spot(frame, 'eds_cluster_config'),
        });
      } else if (config === undefined) {
        report({
          message: `${shown} is EDS, but has no eds_cluster_config to say where its endpoints come from, so the proxy refuses it; add one with eds_config`,
          at: spot(frame),
        });
      } else if (config.eds_config === undefined) {
        report({
          message: `eds_cluster_config of ${shown} has no eds_config to say where its endpoints come from, so the proxy refuses it; add one`,
          at: spot(frame, 'eds_cluster_config'),
        });
      }
    },
  },
};
