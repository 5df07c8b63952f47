import { shownCluster, writtenEndpoints } from '../../effects/cluster.ts';
import { metadataOf } from '../clusters/endpoint-metadata.ts';
import type { AnalysisRule } from '../rule.ts';

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
