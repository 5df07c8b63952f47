import { isWritten } from '../../effects/cluster.ts';
import type { AnalysisRule } from '../rule.ts';

export const missingWeight: AnalysisRule = {
  id: 'missing-weight',
  level: 'error',
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
