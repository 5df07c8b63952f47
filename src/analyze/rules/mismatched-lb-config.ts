import { policyOf, shownCluster } from '../../effects/cluster.ts';
import { versionOf } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import type { AnalysisRule } from '../rule.ts';

/** Each configuration with the policies that read it. Where it is read by none, the first two are an error of version 2 at runtime. */
const CONFIGS = [
  { field: 'ring_hash_lb_config', policies: ['RING_HASH'], level: 'error' },
  { field: 'least_request_lb_config', policies: ['LEAST_REQUEST'], level: 'error' },
  { field: 'original_dst_lb_config', policies: ['CLUSTER_PROVIDED', 'ORIGINAL_DST_LB'], level: 'warning' },
] as const;

export const mismatchedLbConfig: AnalysisRule = {
  id: 'mismatched-lb-config',
  level: 'error',
  purpose: 'Settings of a load balancing policy that is not the one of the cluster.',
  why: 'With another lb_policy the settings of RING_HASH and LEAST_REQUEST are an error at runtime in version 2 and do nothing in version 3; those of the original destination do nothing in both. Without lb_policy a cluster is ROUND_ROBIN.',
  remedy: 'Set the lb_policy that the settings are for, or remove the settings.',
  source:
    'data-model.md: Errors; Cluster: ring_hash_lb_config, least_request_lb_config, original_dst_lb_config',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
lb_policy: ROUND_ROBIN
ring_hash_lb_config: { minimum_ring_size: 2048 }
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
lb_policy: RING_HASH
ring_hash_lb_config: { minimum_ring_size: 2048 }
`,
  },
  messages: {
    Cluster(cluster, frame, { spot, report }) {
      const policy = policyOf(cluster);
      if (policy === undefined || policy === 'LOAD_BALANCING_POLICY_CONFIG') return;
      for (const { field, policies, level } of CONFIGS) {
        if (cluster[field] === undefined || policies.some((each) => each === policy)) continue;
        report({
          message: `${field} of ${shownCluster(cluster)} is for lb_policy ${policies.join(' or ')}, but lb_policy ${shownPolicy(cluster, policy)}; set the one that is meant or remove ${field}`,
          level: versionOf(cluster) === 'v3' ? 'warning' : level,
          at: spot(frame, field),
          identity: field,
          data: { field, lb_policy: policy },
        });
      }
    },
  },
};

function shownPolicy(cluster: Message<'Cluster'>, policy: string): string {
  return cluster.lb_policy === undefined ? `is not set, which means ${policy}` : `is ${policy}`;
}
