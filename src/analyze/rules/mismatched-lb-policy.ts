import { discoveryOf, isWritten, policyOf, shownCluster } from '../../effects/cluster.ts';
import { withoutWord } from '../../model/extension-config.ts';
import type { Message } from '../../schema/types.ts';
import type { AnalysisRule } from '../rule.ts';

/** Built-in cluster types, as extensions, that pick hosts themselves. */
const PROVIDERS = new Set(['clusters.aggregate', 'clusters.dynamic_forward_proxy']);

export const mismatchedLbPolicy: AnalysisRule = {
  id: 'mismatched-lb-policy',
  level: 'error',
  purpose: 'A load balancing policy that does not go with how the cluster finds its hosts, or with subsets.',
  why: 'Some clusters pick the host themselves and need CLUSTER_PROVIDED; others have no load balancer to provide. The proxy refuses a cluster whose policy and type do not fit.',
  remedy:
    'Use CLUSTER_PROVIDED with ORIGINAL_DST, aggregate and dynamic forward proxy clusters, and another policy with all other types.',
  source: 'data-model.md: Cluster enumerations: Cluster.LbPolicy; how the proxy behaves',
  bad: {
    type: 'Cluster',
    yaml: `name: transparent
connect_timeout: 1s
type: ORIGINAL_DST
lb_policy: ROUND_ROBIN
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
    Cluster(cluster, frame, { word, spot, report }) {
      const policy = demandedPolicy(cluster);
      if (policy === undefined) return;
      const problem = problemOf(cluster, policy, word);
      if (problem === undefined) return;
      report({
        message: `${shownCluster(cluster)} ${problem}`,
        at: spot(frame, 'lb_policy'),
        identity: policy,
        data: { lb_policy: policy },
      });
    },
  },
};

/** An ORIGINAL_DST cluster is refused for its named policy although a typed one stands beside it. */
function demandedPolicy(cluster: Message<'Cluster'>): string | undefined {
  const { load_balancing_policy: _, ...named } = cluster;
  return policyOf(discoveryOf(cluster) === 'ORIGINAL_DST' ? named : cluster);
}

function problemOf(cluster: Message<'Cluster'>, policy: string, word: string): string | undefined {
  const type = discoveryOf(cluster);
  const own = policy === 'CLUSTER_PROVIDED' || policy === 'ORIGINAL_DST_LB';
  const shown = isWritten(cluster, 'lb_policy')
    ? `lb_policy ${policy}`
    : `no lb_policy, which means ${policy}`;
  if (type === 'ORIGINAL_DST' && !own)
    return `is ORIGINAL_DST and has ${shown}, which the proxy refuses; set lb_policy CLUSTER_PROVIDED`;
  if (type !== undefined && type !== 'ORIGINAL_DST' && own)
    return `is ${type}, which has no load balancer of its own, and has ${shown}, which the proxy refuses; set a policy such as ROUND_ROBIN`;
  const extension = cluster.cluster_type?.name;
  if (extension !== undefined && PROVIDERS.has(withoutWord(extension, word)) && policy !== 'CLUSTER_PROVIDED')
    return `has the type ${extension}, which picks hosts itself, and ${shown}, which the proxy refuses; set lb_policy CLUSTER_PROVIDED`;
  if (own && cluster.lb_subset_config !== undefined)
    return `has ${shown} and lb_subset_config, which the proxy refuses together: its hosts are not known in advance; remove lb_subset_config`;
  return undefined;
}
