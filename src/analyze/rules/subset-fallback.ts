import { filtersAround } from '../../effects/manager.ts';
import type { Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import { quoted } from '../../traffic/words.ts';
import { type Cluster, definedClusters } from '../clusters/known-clusters.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

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
  { subject, namespace, spot, report }: RuleContext,
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
    message: `no subset selector of cluster ${quoted(name ?? '')} has the keys [${[...keys].join(', ')}] of this metadata_match, but ${shown.join(', ')}${selectors.length > 5 ? ' and others' : ''}; all its requests come to ${FALLBACKS[policy] ?? policy}`,
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
  messages: {
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
