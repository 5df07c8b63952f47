import { shownCluster } from '../../effects/cluster.ts';
import type { AnalysisRule } from '../rule.ts';

export const unweightedLocality: AnalysisRule = {
  id: 'unweighted-locality',
  level: 'warning',
  purpose: 'A locality without a weight among others with one, in a cluster that balances by these weights.',
  why: 'Under locality_weighted_lb_config a locality without load_balancing_weight gets no load at all while another one of its priority has a weight.',
  remedy: 'Give the locality a load_balancing_weight.',
  source: 'data-model.md: Cluster.CommonLbConfig: locality_weighted_lb_config; how the proxy behaves',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: STATIC
common_lb_config: { locality_weighted_lb_config: {} }
load_assignment:
  cluster_name: cart
  endpoints:
    - locality: { zone: east }
      load_balancing_weight: 3
      lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } } }]
    - locality: { zone: west }
      lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.1.0.7, port_value: 80 } } } }]
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: STATIC
common_lb_config: { locality_weighted_lb_config: {} }
load_assignment:
  cluster_name: cart
  endpoints:
    - locality: { zone: east }
      load_balancing_weight: 3
      lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } } }]
    - locality: { zone: west }
      load_balancing_weight: 1
      lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.1.0.7, port_value: 80 } } } }]
`,
  },
  messages: {
    Cluster(cluster, _frame, { spot, report }) {
      if (cluster.common_lb_config?.locality_weighted_lb_config === undefined) return;
      const localities = cluster.load_assignment?.endpoints ?? [];
      const weighted = new Set(
        localities.flatMap(({ load_balancing_weight, priority = 0 }) =>
          load_balancing_weight === undefined ? [] : [priority],
        ),
      );
      for (const locality of localities) {
        const { load_balancing_weight, priority = 0, lb_endpoints = [] } = locality;
        if (load_balancing_weight !== undefined || !weighted.has(priority) || lb_endpoints.length === 0)
          continue;
        const { region, zone, sub_zone } = locality.locality ?? {};
        const shown = [region, zone, sub_zone].filter((part) => part !== undefined && part !== '').join('/');
        report({
          message: `${shown === '' ? 'a locality' : `locality ${shown}`} of ${shownCluster(cluster)} has no load_balancing_weight while others have, so it gets no load; give it a weight`,
          at: spot({ message: locality, type: 'endpoint.LocalityLbEndpoints' }),
          identity: `${priority} ${shown}`,
        });
      }
    },
  },
};
