/** What comparing behaviour comes to where neither side has a route configuration, told without loading the comparison. */
import type { BehaviourResult } from './compare.ts';

export const WITHOUT_ROUTES: BehaviourResult = {
  equal: true,
  compared: 0,
  changes: [],
  undecided: [],
  reorders: [],
  removed: [],
  added: [],
  isSettled: () => false,
  served: {
    after: {
      routes: [],
      listeners: [],
      clusters: undefined,
      nameless: new Set(),
      limiters: new Map(),
      corsFilters: new Map(),
      upstreamFilters: new Map(),
      aggregates: new Map(),
    },
  },
};
