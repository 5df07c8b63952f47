import { repeatedEntries } from '../../effects/repeated.ts';
import type { AnalysisRule } from '../rule.ts';

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
