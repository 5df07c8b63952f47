import { versionOf } from '../../model/bound.ts';
import type { AnalysisRule } from '../rule.ts';

/** What the weights have to add up to where nothing is said. */
const DEFAULT_TOTAL = 100;
const MAX_SUM = 2 ** 32 - 1;

export const weightSum: AnalysisRule = {
  id: 'weight-sum',
  level: 'error',
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
