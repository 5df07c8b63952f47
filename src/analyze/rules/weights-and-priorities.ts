import { repeatedEntries } from '../../effects/repeated.ts';
import { versionOf } from '../../model/bound.ts';
import { lookup } from '../../source/lookup.ts';
import { isWritten, shownCluster } from '../../traffic/cluster.ts';
import type { AnalysisRule } from '../rule.ts';

/** What the weights have to add up to where nothing is said. */
const DEFAULT_TOTAL = 100;
const MAX_SUM = 2 ** 32 - 1;

export const weightSum: AnalysisRule = {
  id: 'weight-sum',
  level: 'error',
  refuses: true,
  purpose: 'The weights of a traffic split do not add up to its total_weight.',
  why: 'The proxy refuses a split whose weights add up to anything else than total_weight, which is 100 where it is not set. Weights that runtime keys override count with their configured value. In version 3 the shares are those of the sum, whatever it is, and only a sum of 0 or above 4294967295 is refused.',
  remedy: 'Change a weight, or set total_weight to the sum of the weights.',
  source: 'data-model.md: route.WeightedCluster: total_weight; Limits: weighted cluster total_weight',
  bad: {
    type: 'route.RouteAction',
    yaml: `"@type": type.googleapis.com/envoy.api.v2.route.RouteAction
weighted_clusters:
  clusters:
    - { name: shop, weight: 90 }
    - { name: shop-next, weight: 5 }
`,
  },
  good: {
    type: 'route.RouteAction',
    yaml: `"@type": type.googleapis.com/envoy.api.v2.route.RouteAction
weighted_clusters:
  clusters:
    - { name: shop, weight: 90 }
    - { name: shop-next, weight: 10 }
`,
  },
  messages: {
    'route.WeightedCluster'(message, frame, { spot, report }) {
      // Other protocols have the same message, and another reader for it.
      if (frame.parent !== undefined && frame.parent.type !== 'route.RouteAction') return;
      const { clusters = [], total_weight: total = DEFAULT_TOTAL } = message;
      // An empty list and a total of 0 are findings of their own.
      if (clusters.length === 0 || total === 0) return;
      const sum = clusters.reduce((before, { weight = 0 }) => before + weight, 0);
      if (versionOf(message) === 'v3') {
        const problem =
          'the weights add up to 0, so that no cluster has a share; the proxy refuses such a split: give one a weight';
        if (sum === 0) report({ message: problem, at: spot(frame), data: { sum, total_weight: total } });
        if (sum > MAX_SUM)
          report({
            message: `the weights add up to ${sum}, and the proxy refuses a sum above ${MAX_SUM}; lower the weights`,
            at: spot(frame),
            data: { sum, total_weight: total },
          });
        return;
      }
      if (sum === total) return;
      const wanted =
        message.total_weight === undefined ? `${total}, the default of total_weight` : `${total}`;
      const without = clusters.filter(({ weight }) => weight === undefined).length;
      const missing = without === 0 ? '' : `; ${without} of ${clusters.length} clusters state no weight`;
      report({
        message: `the weights add up to ${sum} and not to ${wanted}${missing}; the proxy refuses such a split: change a weight or total_weight`,
        at: spot(frame),
        data: { sum, total_weight: total },
      });
    },
  },
};

export const missingWeight: AnalysisRule = {
  id: 'missing-weight',
  level: 'error',
  refuses: true,
  purpose: 'A cluster of a traffic split without its weight.',
  why: 'The proxy refuses a split in which an entry has no weight, even where the others add up. It does not take the absent one for 0.',
  remedy: 'Give the entry a weight; 0 if it is to get nothing.',
  source: 'data-model.md: route.WeightedCluster; how the proxy behaves',
  bad: {
    type: 'route.WeightedCluster',
    yaml: 'clusters:\n  - { name: blue, weight: 100 }\n  - { name: green }\n',
  },
  good: {
    type: 'route.WeightedCluster',
    yaml: 'clusters:\n  - { name: blue, weight: 100 }\n  - { name: green, weight: 0 }\n',
  },
  messages: {
    'route.WeightedCluster.ClusterWeight'(entry, frame, { spot, report }) {
      // Other protocols have the same message, and another reader for it.
      if (frame.parent?.parent?.type !== undefined && frame.parent.parent.type !== 'route.RouteAction')
        return;
      if (isWritten(frame.message, 'weight')) return;
      const shown = entry.name === undefined ? 'a cluster' : `cluster "${entry.name}"`;
      report({
        message: `${shown} of weighted_clusters has no weight, so the proxy refuses the route; give it one, 0 if it is to get nothing`,
        at: spot(frame),
        identity: entry.name ?? '',
      });
    },
  },
};

export const invalidCanary: AnalysisRule = {
  id: 'invalid-canary',
  level: 'warning',
  purpose: 'A canary mark of an endpoint that is not true or false.',
  why: 'The key canary under proxy.lb is read as a boolean. Any other value, also a text such as "true", counts as false: the endpoint is no canary in stats and headers.',
  remedy: 'Write canary: true without quotes.',
  source: 'data-model.md: core.Metadata, 3',
  bad: {
    type: 'endpoint.LbEndpoint',
    yaml: `endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } }
metadata: { filter_metadata: { envoy.lb: { canary: "true" } } }
`,
  },
  good: {
    type: 'endpoint.LbEndpoint',
    yaml: `endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } }
metadata: { filter_metadata: { envoy.lb: { canary: true } } }
`,
  },
  messages: {
    'endpoint.LbEndpoint'({ metadata }, _frame, { namespace, spot, report }) {
      const key = `${namespace}.lb`;
      const all = metadata?.filter_metadata ?? {};
      const values = lookup(all, key) ?? {};
      const canary = Object.hasOwn(values, 'canary') ? values.canary : undefined;
      if (metadata === undefined || canary === undefined || typeof canary === 'boolean') return;
      report({
        message: `canary under ${key} is ${JSON.stringify(canary)?.slice(0, 60)}, which counts as false; write true or false without quotes`,
        at: spot({ message: metadata, type: 'core.Metadata' }, 'filter_metadata', key),
      });
    },
  },
};

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

export const duplicatePriority: AnalysisRule = {
  id: 'duplicate-priority',
  level: 'warning',
  purpose: 'Two entries of circuit breaker thresholds for one priority.',
  why: 'The first entry of a priority counts. The later one is read and does nothing, so its limits do not hold.',
  remedy: 'Merge the entries into one, or give the later one the other priority.',
  source: 'data-model.md: core.RoutingPriority; how the proxy behaves',
  bad: {
    type: 'cluster.CircuitBreakers',
    yaml: 'thresholds:\n  - max_connections: 100\n  - priority: DEFAULT\n    max_requests: 500\n',
  },
  good: {
    type: 'cluster.CircuitBreakers',
    yaml: 'thresholds:\n  - max_connections: 100\n  - priority: HIGH\n    max_requests: 500\n',
  },
  messages: {
    'cluster.CircuitBreakers'({ thresholds = [] }, frame, { spot, report }) {
      for (const [index, earlier] of repeatedEntries(frame.type, 'thresholds', thresholds)) {
        const name = String(thresholds[index]?.priority ?? 'DEFAULT');
        report({
          message: `these thresholds for priority ${name} come after others for it, so they do nothing; merge the two or change the priority`,
          at: spot(frame, 'thresholds', index),
          identity: name,
          related: [
            { message: `the thresholds for ${name} that count`, at: spot(frame, 'thresholds', earlier) },
          ],
        });
      }
    },
  },
};

export const priorityGap: AnalysisRule = {
  id: 'priority-gap',
  level: 'info',
  purpose: 'Priorities of endpoints that skip a number.',
  why: 'Priorities are meant to go up from 0 one by one. A number that nobody has is a rank without hosts, which the load only passes; most often it is a typo.',
  remedy: 'Number the priorities 0, 1, 2 without gaps.',
  source: 'how the proxy behaves: load assignments',
  bad: {
    type: 'ClusterLoadAssignment',
    yaml: `cluster_name: cart
endpoints:
  - lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } } }]
  - priority: 2
    lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.1.0.7, port_value: 80 } } } }]
`,
  },
  good: {
    type: 'ClusterLoadAssignment',
    yaml: `cluster_name: cart
endpoints:
  - lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } } }]
  - priority: 1
    lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.1.0.7, port_value: 80 } } } }]
`,
  },
  messages: {
    ClusterLoadAssignment({ endpoints = [] }, _frame, { spot, report }) {
      const taken = new Set(endpoints.map(({ priority = 0 }) => priority));
      const reported = new Set<number>();
      for (const locality of endpoints) {
        const { priority = 0 } = locality;
        if (priority === 0 || taken.has(priority - 1) || reported.has(priority)) continue;
        reported.add(priority);
        report({
          message: `priority ${priority} comes without priority ${priority - 1}; number the priorities from 0 without gaps`,
          at: spot({ message: locality, type: 'endpoint.LocalityLbEndpoints' }, 'priority'),
          identity: `${priority}`,
        });
      }
    },
  },
};
