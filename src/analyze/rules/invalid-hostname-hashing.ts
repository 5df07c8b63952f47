import { discoveryOf, shownCluster } from '../../effects/cluster.ts';
import { isOf } from '../../model/walk.ts';
import type { AnalysisRule } from '../rule.ts';

export const invalidHostnameHashing: AnalysisRule = {
  id: 'invalid-hostname-hashing',
  level: 'error',
  purpose: 'Hashing by host name in a cluster whose hosts have no such names.',
  why: 'use_hostname_for_hashing is valid for STRICT_DNS clusters only. Elsewhere hosts may have no name, and then all of them share one place on the ring.',
  remedy: 'Remove use_hostname_for_hashing, or find the hosts by STRICT_DNS.',
  source: 'data-model.md: Cluster.CommonLbConfig.ConsistentHashingLbConfig',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: EDS
eds_cluster_config: { eds_config: { path: /etc/proxy/cart.yaml } }
lb_policy: RING_HASH
common_lb_config: { consistent_hashing_lb_config: { use_hostname_for_hashing: true } }
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: STRICT_DNS
lb_policy: RING_HASH
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints: [{ endpoint: { address: { socket_address: { address: cart.test, port_value: 80 } } } }]
common_lb_config: { consistent_hashing_lb_config: { use_hostname_for_hashing: true } }
`,
  },
  messages: {
    'Cluster.CommonLbConfig.ConsistentHashingLbConfig'(
      { use_hostname_for_hashing },
      frame,
      { spot, report },
    ) {
      const around = frame.parent?.parent;
      if (use_hostname_for_hashing !== true || !isOf(around, 'Cluster')) return;
      const cluster = around.message;
      const type = discoveryOf(cluster);
      if (type === undefined || type === 'STRICT_DNS') return;
      report({
        message: `use_hostname_for_hashing is valid for STRICT_DNS clusters only, and ${shownCluster(cluster)} is ${type}; remove it or change the type`,
        at: spot(frame, 'use_hostname_for_hashing'),
      });
    },
  },
};
