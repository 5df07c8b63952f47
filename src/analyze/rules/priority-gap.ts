import type { AnalysisRule } from '../rule.ts';

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
