import type { Message } from '../../schema/types.ts';
import type { Location } from '../finding.ts';
import type { AnalysisRule } from '../rule.ts';

type Selector = Message<'Cluster.LbSubsetConfig.LbSubsetSelector'>;

export const invalidSubsetSelector: AnalysisRule = {
  id: 'invalid-subset-selector',
  level: 'error',
  purpose:
    'A subset selector whose fallback keys do not fit its keys, that has no keys, or that repeats an earlier one.',
  why: 'With KEYS_SUBSET the proxy looks again with fewer keys: some of the selector, not none and not all, or it refuses the cluster. A selector without keys, or with the keys of an earlier one, makes no subsets of its own.',
  remedy:
    'List in fallback_keys_subset some, but not all, of keys. Remove selectors without keys and repeated ones.',
  source: 'data-model.md: Cluster.LbSubsetConfig.LbSubsetSelector',
  bad: {
    type: 'Cluster.LbSubsetConfig',
    yaml: `subset_selectors:
  - keys: [stage, version]
    fallback_policy: KEYS_SUBSET
    fallback_keys_subset: [stage, version]
`,
  },
  good: {
    type: 'Cluster.LbSubsetConfig',
    yaml: `subset_selectors:
  - keys: [stage, version]
    fallback_policy: KEYS_SUBSET
    fallback_keys_subset: [stage]
`,
  },
  messages: {
    'Cluster.LbSubsetConfig'({ subset_selectors = [] }, _frame, { spot, report }) {
      const first = new Map<string, Location>();
      for (const selector of subset_selectors) {
        const at = (field?: 'keys' | 'fallback_keys_subset') =>
          spot({ message: selector, type: 'Cluster.LbSubsetConfig.LbSubsetSelector' }, field);
        const keys = [...new Set(selector.keys ?? [])].sort();
        const identity = JSON.stringify(keys);
        if (keys.length === 0) {
          report({
            message: 'a subset selector without keys makes no subsets; list the metadata keys, or remove it',
            level: 'warning',
            at: at(),
          });
          continue;
        }
        const problem = fallbackProblem(selector, keys);
        if (problem !== undefined)
          report({
            message: `fallback_keys_subset of the selector for ${keys.join(', ')} ${problem}, so the proxy refuses it; list some, but not all, of its keys`,
            at: at('fallback_keys_subset'),
            identity,
          });
        const earlier = first.get(identity);
        if (earlier === undefined) first.set(identity, at());
        else
          report({
            message: `the selector for ${keys.join(', ')} has the keys of an earlier one, so it makes no subsets of its own; remove one of them`,
            level: 'warning',
            at: at('keys'),
            identity,
            related: [{ message: 'the first selector for these keys', at: earlier }],
          });
      }
    },
  },
};

function fallbackProblem(selector: Selector, keys: readonly string[]): string | undefined {
  if (selector.fallback_policy !== 'KEYS_SUBSET') return undefined;
  const fallback = new Set(selector.fallback_keys_subset ?? []);
  if (fallback.size === 0) return 'is empty, but KEYS_SUBSET looks again with these keys';
  const strange = [...fallback].filter((key) => !keys.includes(key));
  if (strange.length > 0) return `names ${strange.join(', ')}, which the selector does not have`;
  return fallback.size === keys.length
    ? 'has all keys of the selector, so looking again changes nothing'
    : undefined;
}
