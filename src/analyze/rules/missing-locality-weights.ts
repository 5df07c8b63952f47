import { shownCluster } from '../../effects/cluster.ts';
import type { AnalysisRule } from '../rule.ts';

export const missingLocalityWeights: AnalysisRule = {
  id: 'missing-locality-weights',
  level: 'error',
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
