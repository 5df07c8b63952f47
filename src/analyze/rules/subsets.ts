import { filtersAround } from '../../effects/manager.ts';
import type { Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import { lookup } from '../../source/lookup.ts';
import { shownCluster, writtenEndpoints } from '../../traffic/cluster.ts';
import { quoted } from '../../traffic/words.ts';
import { type Cluster, definedClusters } from '../clusters/definitions.ts';
import { metadataOf } from '../clusters/endpoint-metadata.ts';
import type { Location } from '../finding.ts';
import type { AnalysisRule, SubjectContext } from '../rule.ts';

type Selector = Message<'Cluster.LbSubsetConfig.LbSubsetSelector'>;

export const invalidSubsetSelector: AnalysisRule = {
  id: 'invalid-subset-selector',
  level: 'error',
  refuses: true,
  purpose:
    'A subset selector whose fallback keys do not fit its keys, that has no keys, or that repeats an earlier one.',
  why: 'With KEYS_SUBSET the proxy looks again with fewer keys: some of the selector, not none and not all, or it refuses the cluster. A selector without keys, or with the keys of an earlier one, makes no subsets of its own.',
  remedy:
    'List in fallback_keys_subset some, but not all, of keys. Remove selectors without keys and repeated ones.',
  source: 'data-model.md: Cluster.LbSubsetConfig.LbSubsetSelector',
  bad: {
    type: 'Cluster.LbSubsetConfig',
    yaml: `subset_selectors:
  - keys: [stage, version]
    fallback_policy: KEYS_SUBSET
    fallback_keys_subset: [stage, version]
`,
  },
  good: {
    type: 'Cluster.LbSubsetConfig',
    yaml: `subset_selectors:
  - keys: [stage, version]
    fallback_policy: KEYS_SUBSET
    fallback_keys_subset: [stage]
`,
  },
  messages: {
    'Cluster.LbSubsetConfig'({ subset_selectors = [] }, _frame, { spot, report }) {
      const first = new Map<string, Location>();
      for (const selector of subset_selectors) {
        const at = (field?: 'keys' | 'fallback_keys_subset') =>
          spot({ message: selector, type: 'Cluster.LbSubsetConfig.LbSubsetSelector' }, field);
        const keys = [...new Set(selector.keys ?? [])].sort();
        const identity = JSON.stringify(keys);
        if (keys.length === 0) {
          report({
            message: 'a subset selector without keys makes no subsets; list the metadata keys, or remove it',
            level: 'warning',
            at: at(),
          });
          continue;
        }
        const problem = fallbackProblem(selector, keys);
        if (problem !== undefined)
          report({
            message: `fallback_keys_subset of the selector for ${keys.join(', ')} ${problem}, so the proxy refuses it; list some, but not all, of its keys`,
            at: at('fallback_keys_subset'),
            identity,
          });
        const earlier = first.get(identity);
        if (earlier === undefined) first.set(identity, at());
        else
          report({
            message: `the selector for ${keys.join(', ')} has the keys of an earlier one, so it makes no subsets of its own; remove one of them`,
            level: 'warning',
            at: at('keys'),
            identity,
            related: [{ message: 'the first selector for these keys', at: earlier }],
          });
      }
    },
  },
};

function fallbackProblem(selector: Selector, keys: readonly string[]): string | undefined {
  const fallback = new Set(selector.fallback_keys_subset ?? []);
  if (selector.fallback_policy !== 'KEYS_SUBSET')
    return fallback.size === 0 ? undefined : 'is there without fallback_policy KEYS_SUBSET';
  if (fallback.size === 0) return 'is empty, but KEYS_SUBSET looks again with these keys';
  const unknown = [...fallback].filter((key) => !keys.includes(key));
  if (unknown.length > 0) return `names ${unknown.join(', ')}, which the selector does not have`;
  return fallback.size === keys.length
    ? 'has all keys of the selector, so looking again changes nothing'
    : undefined;
}

export const missingDefaultSubset: AnalysisRule = {
  id: 'missing-default-subset',
  level: 'warning',
  purpose: 'A fallback to the default subset, which is not described.',
  why: 'DEFAULT_SUBSET sends requests to the hosts that fit default_subset. Without it nothing narrows them, and any host of the cluster may be taken.',
  remedy: 'Describe the hosts in default_subset, or say ANY_ENDPOINT if every host is meant.',
  source: 'data-model.md: Cluster.LbSubsetConfig: default_subset',
  bad: {
    type: 'Cluster.LbSubsetConfig',
    yaml: 'fallback_policy: DEFAULT_SUBSET\nsubset_selectors: [{ keys: [stage] }]\n',
  },
  good: {
    type: 'Cluster.LbSubsetConfig',
    yaml: 'fallback_policy: DEFAULT_SUBSET\ndefault_subset: { stage: live }\nsubset_selectors: [{ keys: [stage] }]\n',
  },
  messages: {
    'Cluster.LbSubsetConfig'(config, frame, { spot, report }) {
      const { default_subset = {}, subset_selectors = [] } = config;
      if (subset_selectors.length === 0 || Object.keys(default_subset).length > 0) return;
      const message =
        'fallback_policy is DEFAULT_SUBSET, but default_subset does not say which hosts those are, so any host may be taken; describe them, or say ANY_ENDPOINT';
      if (config.fallback_policy === 'DEFAULT_SUBSET')
        report({ message, at: spot(frame, 'fallback_policy') });
      for (const selector of subset_selectors)
        if (selector.fallback_policy === 'DEFAULT_SUBSET')
          report({
            message,
            at: spot(
              { message: selector, type: 'Cluster.LbSubsetConfig.LbSubsetSelector' },
              'fallback_policy',
            ),
            identity: JSON.stringify(selector.keys ?? []),
          });
    },
  },
};

export const missingLocalityWeights: AnalysisRule = {
  id: 'missing-locality-weights',
  level: 'error',
  refuses: true,
  purpose: 'Subsets that heed locality weights in a cluster that does not balance by them.',
  why: 'locality_weight_aware keeps the weights of localities inside subsets. The proxy refuses it in a cluster without locality_weighted_lb_config, where there are no such weights.',
  remedy: 'Set common_lb_config.locality_weighted_lb_config, or remove locality_weight_aware.',
  source: 'data-model.md: Cluster.LbSubsetConfig: locality_weight_aware; how the proxy behaves',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
lb_subset_config:
  subset_selectors: [{ keys: [stage] }]
  locality_weight_aware: true
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
common_lb_config: { locality_weighted_lb_config: {} }
lb_subset_config:
  subset_selectors: [{ keys: [stage] }]
  locality_weight_aware: true
`,
  },
  messages: {
    Cluster(cluster, _frame, { spot, report }) {
      const { lb_subset_config: subsets, common_lb_config } = cluster;
      if (subsets?.locality_weight_aware !== true) return;
      if (common_lb_config?.locality_weighted_lb_config !== undefined) return;
      report({
        message: `${shownCluster(cluster)} sets locality_weight_aware, but no common_lb_config.locality_weighted_lb_config, so the proxy refuses it; add that, or remove locality_weight_aware`,
        at: spot({ message: subsets, type: 'Cluster.LbSubsetConfig' }, 'locality_weight_aware'),
      });
    },
  },
};

export const emptySubset: AnalysisRule = {
  id: 'empty-subset',
  level: 'warning',
  purpose: 'A subset selector for keys that no host of the cluster carries.',
  why: 'A host belongs to a subset only if its metadata has every key of the selector. Where none has, the selector makes no subsets, and requests that ask for one come to the fallback policy.',
  remedy:
    'Give the endpoints these keys in the load balancing namespace of their metadata, or correct the keys of the selector.',
  source: 'data-model.md: Cluster.LbSubsetConfig: subset_selectors; core.Metadata, 2',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: STATIC
lb_subset_config: { subset_selectors: [{ keys: [stage] }] }
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints:
        - endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } }
          metadata: { filter_metadata: { envoy.lb: { stages: live } } }
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: STATIC
lb_subset_config: { subset_selectors: [{ keys: [stage] }] }
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints:
        - endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } }
          metadata: { filter_metadata: { envoy.lb: { stage: live } } }
`,
  },
  messages: {
    Cluster(cluster, _frame, { namespace, spot, report }) {
      const { lb_subset_config: subsets } = cluster;
      if (subsets === undefined) return;
      const hosts = writtenEndpoints(cluster).map((endpoint) => metadataOf(endpoint, `${namespace}.lb`));
      if (hosts.length === 0) return;
      for (const selector of subsets.subset_selectors ?? []) {
        const { keys = [] } = selector;
        if (keys.length === 0) continue;
        if (hosts.some((values) => keys.every((key) => Object.hasOwn(values, key)))) continue;
        report({
          message: `no host of ${shownCluster(cluster)} has ${keys.join(', ')} in its metadata under ${namespace}.lb, so this selector makes no subsets; add ${keys.length === 1 ? 'it' : 'them'} to the endpoints or correct the keys`,
          at: spot({ message: selector, type: 'Cluster.LbSubsetConfig.LbSubsetSelector' }, 'keys'),
          identity: JSON.stringify([...keys].sort()),
        });
      }
    },
  },
};

type Metadata = Message<'core.Metadata'> | undefined;

/** Filters that may put further criteria into the metadata of a request. */
const ADD_METADATA = new Set([
  'filters.http.header_to_metadata',
  'filters.http.lua',
  'filters.http.ext_authz',
  'filters.http.jwt_authn',
  'filters.http.wasm',
  'filters.http.rbac',
  'filters.http.ip_tagging',
  'filters.http.on_demand',
]);

const FALLBACKS: { readonly [policy: string]: string } = {
  NO_FALLBACK: 'NO_FALLBACK: they fail as if no host were healthy',
  ANY_ENDPOINT: 'ANY_ENDPOINT: any host of the cluster gets them, whatever its metadata',
  DEFAULT_SUBSET: 'DEFAULT_SUBSET: hosts that fit default_subset get them, whatever the route asks for',
};

function keysOf(metadata: Metadata, namespace: string): readonly string[] {
  return Object.keys(metadata?.filter_metadata?.[`${namespace}.lb`] ?? {});
}

/** Whether no selector has just these keys, nor could have them with more that a filter adds. */
function isLost(keys: ReadonlySet<string>, { lb_subset_config: config }: Cluster, mayGrow: boolean): boolean {
  const selectors = config?.subset_selectors ?? [];
  if (selectors.length === 0) return false;
  return !selectors.some(({ keys: wanted = [] }) => {
    const all = new Set(wanted);
    return (mayGrow || all.size === keys.size) && [...keys].every((key) => all.has(key));
  });
}

function judge(
  name: string | undefined,
  keys: ReadonlySet<string>,
  at: { readonly frame: Frame; readonly field: string },
  { subject, namespace, spot, report }: SubjectContext,
): void {
  const clusters = definedClusters(subject, name) ?? [];
  const [first] = clusters;
  if (first === undefined || keys.size === 0) return;
  const filters = filtersAround(at.frame, namespace);
  const mayGrow = filters === undefined || [...filters.names].some((filter) => ADD_METADATA.has(filter));
  if (!clusters.every((cluster) => isLost(keys, cluster, mayGrow))) return;
  const selectors = first.lb_subset_config?.subset_selectors ?? [];
  const shown = selectors.slice(0, 5).map(({ keys: each = [] }) => `[${each.join(', ')}]`);
  const policy = String(first.lb_subset_config?.fallback_policy ?? 'NO_FALLBACK');
  report({
    message: `no subset selector of cluster ${quoted(name ?? '')} has the keys [${[...keys].join(', ')}] of this metadata_match, but ${shown.join(', ')}${selectors.length > 5 ? ' and others' : ''}; all its requests come to ${lookup(FALLBACKS, policy) ?? policy}`,
    at: spot(at.frame, at.field),
    identity: name ?? '',
    data: { cluster: name ?? '', keys: [...keys] },
  });
}

export const subsetFallback: AnalysisRule = {
  id: 'subset-fallback',
  level: 'warning',
  purpose: 'A metadata_match whose keys no subset selector of the cluster has.',
  why: 'A subset is found by a selector with exactly the keys that the route brings, no more and no fewer. Where there is none, the criteria count for nothing and the fallback policy decides.',
  remedy: 'Add a selector with these keys to lb_subset_config, or bring the keys of one that is there.',
  source:
    'data-model.md: Cluster.LbSubsetConfig; route.RouteAction: metadata_match; route.WeightedCluster.ClusterWeight: metadata_match',
  bad: {
    type: 'Bootstrap',
    yaml: `static_resources:
  clusters:
    - name: shop
      connect_timeout: 1s
      type: EDS
      eds_cluster_config: { eds_config: { path: /etc/proxy/shop.yaml } }
      lb_subset_config: { subset_selectors: [{ keys: [stage] }] }
  listeners:
    - name: public
      address: { socket_address: { address: 0.0.0.0, port_value: 8080 } }
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager
                stat_prefix: public
                http_filters: [{ name: envoy.filters.http.router }]
                route_config:
                  virtual_hosts:
                    - name: shop
                      domains: ["*"]
                      routes:
                        - match: { prefix: / }
                          route: { cluster: shop, metadata_match: { filter_metadata: { envoy.lb: { version: v2 } } } }
`,
  },
  good: {
    type: 'route.RouteAction',
    yaml: 'cluster: shop\nmetadata_match: { filter_metadata: { envoy.lb: { stage: prod } } }\n',
  },
  withSubject: {
    'route.RouteAction'({ cluster, metadata_match: metadata, weighted_clusters: weighted }, frame, look) {
      const own = keysOf(metadata, look.namespace);
      judge(cluster, new Set(own), { frame, field: 'metadata_match' }, look);
      for (const entry of weighted?.clusters ?? []) {
        const keys = new Set([...own, ...keysOf(entry.metadata_match, look.namespace)]);
        const isOwn = entry.metadata_match !== undefined;
        const at = isOwn
          ? {
              frame: { message: entry, type: 'route.WeightedCluster.ClusterWeight', parent: frame },
              field: 'metadata_match',
            }
          : { frame, field: 'metadata_match' };
        judge(entry.name, keys, at, look);
      }
    },
  },
};
