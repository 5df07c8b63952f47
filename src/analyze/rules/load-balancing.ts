import { type BoundMessage, isObject, messagesIn, versionOf } from '../../model/bound.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import { isOf } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import { discoveryOf, isWritten, policyOf, shownCluster } from '../../traffic/cluster.ts';
import { quoted } from '../../traffic/words.ts';
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
  refuses: true,
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
          message: `${field} of ${shownCluster(cluster)} is for lb_policy ${policies.join(' or ')}, but lb_policy ${policyInWords(cluster, policy)}; set the one that is meant or remove ${field}`,
          level: versionOf(cluster) === 'v3' ? 'warning' : level,
          at: spot(frame, field),
          identity: field,
          data: { field, lb_policy: policy },
        });
      }
    },
  },
};

function policyInWords(cluster: Message<'Cluster'>, policy: string): string {
  return cluster.lb_policy === undefined ? `is not set, which means ${policy}` : `is ${policy}`;
}

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
  refuses: true,
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
  const listed = isObject(policy) ? messagesIn(policy.policies) : [];
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

/** What holds where a size is not set. */
const SMALLEST = 1024;

export const invalidRingSize: AnalysisRule = {
  id: 'invalid-ring-size',
  level: 'error',
  refuses: true,
  purpose: 'A hash ring whose greatest size is below its smallest.',
  why: 'The proxy refuses such a ring. Where minimum_ring_size is not set it is 1024, so a maximum below that needs a minimum beside it.',
  remedy: 'Lower minimum_ring_size to at most maximum_ring_size, or raise the maximum.',
  source: 'data-model.md: Cluster.RingHashLbConfig; Limits',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
lb_policy: RING_HASH
ring_hash_lb_config: { maximum_ring_size: 512 }
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
lb_policy: RING_HASH
ring_hash_lb_config: { minimum_ring_size: 128, maximum_ring_size: 512 }
`,
  },
  messages: {
    Cluster(cluster, _frame, { spot, report }) {
      const { ring_hash_lb_config: ring } = cluster;
      if (ring?.maximum_ring_size === undefined || policyOf(cluster) !== 'RING_HASH') return;
      const smallest = Number(ring.minimum_ring_size ?? SMALLEST);
      const greatest = Number(ring.maximum_ring_size);
      if (greatest >= smallest) return;
      report({
        message: `maximum_ring_size of ${shownCluster(cluster)} is ${greatest}, which is less than minimum_ring_size (${shownSmallest(ring, smallest)}), so the proxy refuses the ring; lower the minimum or raise the maximum`,
        at: spot({ message: ring, type: 'Cluster.RingHashLbConfig' }, 'maximum_ring_size'),
        data: { minimum_ring_size: smallest, maximum_ring_size: greatest },
      });
    },
  },
};

function shownSmallest(ring: Message<'Cluster.RingHashLbConfig'>, smallest: number): string {
  return ring.minimum_ring_size === undefined ? `${smallest} where it is not set` : `${smallest}`;
}

export const invalidHostnameHashing: AnalysisRule = {
  id: 'invalid-hostname-hashing',
  level: 'error',
  refuses: true,
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

const CLUSTER = `name: anywhere
type: ORIGINAL_DST
lb_policy: CLUSTER_PROVIDED
connect_timeout: 1s
`;

export const clientChosenDestination: AnalysisRule = {
  id: 'client-chosen-destination',
  level: 'warning',
  purpose: 'Clients may send requests to any address they like.',
  why: 'With use_http_header the header x-proxy-original-dst-host of a request overrides where it goes. Nothing removes it from requests of clients, so that they reach every host and port that the proxy can reach: internal services, metadata of the cloud, the proxy itself.',
  remedy:
    'Leave use_http_header out, or let only trusted clients come to this cluster and have the header removed from the requests of all others.',
  source: 'data-model.md: Cluster.OriginalDstLbConfig: use_http_header',
  bad: { type: 'Cluster', yaml: `${CLUSTER}original_dst_lb_config: { use_http_header: true }\n` },
  good: { type: 'Cluster', yaml: CLUSTER },
  messages: {
    Cluster(cluster, _frame, { spot, namespace, report }) {
      const { original_dst_lb_config: config, name = '' } = cluster;
      if (config?.use_http_header !== true || discoveryOf(cluster) !== 'ORIGINAL_DST') return;
      if (!['CLUSTER_PROVIDED', 'ORIGINAL_DST_LB'].includes(policyOf(cluster) ?? '')) return;
      report({
        message: `requests to the cluster ${quoted(name)} go wherever the header x-${namespace}-original-dst-host says, and clients can set it; leave use_http_header out, or make sure that nobody untrusted gets here`,
        at: spot({ message: config, type: 'Cluster.OriginalDstLbConfig' }, 'use_http_header'),
        data: { cluster: name },
      });
    },
  },
};

/** Whether a policy gives a hash for every request: a cookie that the proxy hands out where the client has none. */
function alwaysHashes({ cookie }: Message<'route.RouteAction.HashPolicy'>): boolean {
  return cookie?.ttl !== undefined;
}

export const unreachableHashPolicy: AnalysisRule = {
  id: 'unreachable-hash-policy',
  level: 'warning',
  purpose: 'A hash policy behind a terminal one that always gives a hash.',
  why: 'A terminal policy that has a hash ends the evaluation. A cookie with a ttl always has one, since the proxy makes the cookie where a client sends none, so that no policy behind it is ever looked at.',
  remedy: 'Move the policy with the cookie to the end, or remove its terminal or its ttl.',
  source: 'data-model.md: route.RouteAction: Hash policy rules',
  bad: {
    type: 'route.RouteAction',
    yaml: `cluster: shop
hash_policy:
  - { cookie: { name: session, ttl: 3600s }, terminal: true }
  - { header: { header_name: x-tenant } }
`,
  },
  good: {
    type: 'route.RouteAction',
    yaml: `cluster: shop
hash_policy:
  - { header: { header_name: x-tenant }, terminal: true }
  - { cookie: { name: session, ttl: 3600s } }
`,
  },
  messages: {
    'route.RouteAction'({ hash_policy: policies = [] }, frame, { spot, report }) {
      const last = policies.findIndex((policy) => policy.terminal === true && alwaysHashes(policy));
      if (last === -1) return;
      for (let index = last + 1; index < policies.length; index++)
        report({
          message:
            'this hash policy is never looked at: a terminal cookie policy before it always gives a hash, because the proxy makes the cookie where there is none; move it before that one',
          at: spot(frame, 'hash_policy', index),
          related: [{ message: 'ends the evaluation', at: spot(frame, 'hash_policy', last) }],
        });
    },
  },
};
