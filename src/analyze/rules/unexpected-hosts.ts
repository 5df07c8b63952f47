import { discoveryOf, shownCluster } from '../../effects/cluster.ts';
import type { AnalysisRule } from '../rule.ts';

export const unexpectedHosts: AnalysisRule = {
  id: 'unexpected-hosts',
  level: 'error',
  purpose: 'Hosts in a cluster whose only host is the original destination of each connection.',
  why: 'An ORIGINAL_DST cluster sends each connection where it was meant to go. The proxy refuses one that lists hosts, since it would never use them.',
  remedy: 'Remove the hosts; or set type STATIC or STRICT_DNS if they are what is meant.',
  source: 'data-model.md: Cluster: hosts, load_assignment; how the proxy behaves',
  bad: {
    type: 'Cluster',
    yaml: `name: transparent
connect_timeout: 1s
type: ORIGINAL_DST
lb_policy: CLUSTER_PROVIDED
load_assignment:
  cluster_name: transparent
  endpoints:
    - lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } } }]
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: transparent
connect_timeout: 1s
type: ORIGINAL_DST
lb_policy: CLUSTER_PROVIDED
`,
  },
  messages: {
    Cluster(cluster, frame, { spot, report }) {
      if (discoveryOf(cluster) !== 'ORIGINAL_DST') return;
      const { hosts = [], load_assignment } = cluster;
      if (load_assignment === undefined && hosts.length === 0) return;
      const field = load_assignment === undefined ? 'hosts' : 'load_assignment';
      report({
        message: `${shownCluster(cluster)} is ORIGINAL_DST and takes no ${field}, so the proxy refuses it; remove ${field} or change the type`,
        at: spot(frame, field),
      });
    },
  },
};
