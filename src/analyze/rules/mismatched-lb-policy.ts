import { discoveryOf, isWritten, policyOf, shownCluster } from '../../effects/cluster.ts';
import { type BoundMessage, isObject, versionOf } from '../../model/bound.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import type { Message } from '../../schema/types.ts';
import type { AnalysisRule } from '../rule.ts';

/** Built-in cluster types, as extensions, that pick hosts themselves. */
const PROVIDERS = new Set(['clusters.aggregate', 'clusters.dynamic_forward_proxy']);
/** In version 3 they are found by the type of their settings. */
const BY_TYPE: ReadonlyMap<string | undefined, boolean> = new Map([
  ['extensions.clusters.aggregate.v3.ClusterConfig', true],
  ['extensions.clusters.composite.v3.ClusterConfig', true],
  ['extensions.clusters.dns.v3.DnsCluster', false],
  ['extensions.clusters.dynamic_forward_proxy.v3.ClusterConfig', true],
]);
const PROVIDED = 'extensions.load_balancing_policies.cluster_provided.v3.ClusterProvided';

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
    Cluster(cluster, frame, { namespace, spot, report }) {
      const problem = problemOf(cluster, namespace);
      if (problem === undefined) return;
      const policy = policyOf(cluster);
      report({
        message: `${shownCluster(cluster)} ${problem}`,
        at: spot(frame, policy === undefined ? 'load_balancing_policy' : 'lb_policy'),
        // The older name means the same, and becomes the newer one.
        identity: policy === 'ORIGINAL_DST_LB' ? 'CLUSTER_PROVIDED' : (policy ?? 'load_balancing_policy'),
        data: { lb_policy: policy ?? null },
      });
    },
  },
};

function problemOf(cluster: Message<'Cluster'>, namespace: string): string | undefined {
  const policy = policyOf(cluster);
  const type = discoveryOf(cluster);
  const own = policy === 'CLUSTER_PROVIDED' || policy === 'ORIGINAL_DST_LB';
  const { lb_policy: named } = cluster;
  if (isWritten(cluster, 'lb_policy') && typeof named !== 'string') return undefined;
  // In version 3 it has to be named here, whatever load_balancing_policy says.
  if (type === 'ORIGINAL_DST' && !own && named !== 'CLUSTER_PROVIDED')
    return `is ORIGINAL_DST and has ${shownPolicy(cluster)}, which the proxy refuses; set lb_policy CLUSTER_PROVIDED`;
  const provides = providesOwn(cluster, namespace);
  if (policy === undefined) return provides === undefined ? undefined : typedProblem(cluster, provides);
  if (versionOf(cluster) === 'v3' && policy === 'LOAD_BALANCING_POLICY_CONFIG')
    return 'has lb_policy LOAD_BALANCING_POLICY_CONFIG and no load_balancing_policy, which the proxy refuses; set one';
  if (provides === false && own)
    return `is ${type ?? cluster.cluster_type?.name}, which has no load balancer of its own, and has ${shownPolicy(cluster)}, which the proxy refuses; set a policy such as ROUND_ROBIN`;
  if (provides === true && !own)
    return `has the type ${cluster.cluster_type?.name}, which picks hosts itself, and ${shownPolicy(cluster)}, which the proxy refuses; set lb_policy CLUSTER_PROVIDED`;
  if (own && cluster.lb_subset_config !== undefined)
    return `has ${shownPolicy(cluster)} and lb_subset_config, which the proxy refuses together: its hosts are not known in advance; remove lb_subset_config`;
  return undefined;
}

function shownPolicy(cluster: Message<'Cluster'>): string {
  if (isWritten(cluster, 'lb_policy')) return `lb_policy ${cluster.lb_policy}`;
  return `no lb_policy, which means ${policyOf(cluster) ?? 'ROUND_ROBIN'}`;
}

/** Whether a cluster picks hosts itself; undefined where that is not known. */
function providesOwn(cluster: Message<'Cluster'>, namespace: string): boolean | undefined {
  const type = discoveryOf(cluster);
  if (type !== undefined) return type === 'ORIGINAL_DST';
  const { name = '', typed_config: config } = cluster.cluster_type ?? {};
  if (config !== undefined && versionOf(cluster) === 'v3') return BY_TYPE.get(config['@type']);
  return PROVIDERS.has(withoutNamespace(name, namespace)) || undefined;
}

/** The proxy takes the first of the typed policies that it has. */
function typedProblem(cluster: Message<'Cluster'>, provides: boolean): string | undefined {
  const { load_balancing_policy: policy } = cluster as BoundMessage;
  const listed = isObject(policy) && Array.isArray(policy.policies) ? policy.policies.filter(isObject) : [];
  const types = listed.map(({ typed_extension_config: extension }) => {
    const config = isObject(extension) ? extension.typed_config : undefined;
    return isObject(config) ? String(config['@type']) : '';
  });
  const fits = (type: string): boolean =>
    !/^extensions\.load_balancing_policies\./.test(type) || (type === PROVIDED) === provides;
  if (types.length === 0 || types.some(fits)) return undefined;
  return provides
    ? 'picks hosts itself, which load_balancing_policy would do as well, so the proxy refuses it; remove load_balancing_policy, and set lb_policy CLUSTER_PROVIDED'
    : 'has no load balancer of its own, and load_balancing_policy asks for that one, which the proxy refuses; list another policy';
}
