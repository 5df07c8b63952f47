import type { AnalysisRule } from '../rule.ts';

export const missingDefaultSubset: AnalysisRule = {
  id: 'missing-default-subset',
  level: 'warning',
  purpose: 'A fallback to the default subset, which is not described.',
  why: 'DEFAULT_SUBSET sends requests to the hosts that fit default_subset. Without it nothing narrows them, and any host of the cluster may be taken.',
  remedy: 'Describe the hosts in default_subset, or say ANY_ENDPOINT if every host is meant.',
  source: 'data-model.md: Cluster.LbSubsetConfig: default_subset',
  bad: {
    type: 'Cluster.LbSubsetConfig',
    yaml: 'fallback_policy: DEFAULT_SUBSET\nsubset_selectors: [{ keys: [stage] }]\n',
  },
  good: {
    type: 'Cluster.LbSubsetConfig',
    yaml: 'fallback_policy: DEFAULT_SUBSET\ndefault_subset: { stage: live }\nsubset_selectors: [{ keys: [stage] }]\n',
  },
  messages: {
    'Cluster.LbSubsetConfig'(config, frame, { spot, report }) {
      const { default_subset = {}, subset_selectors = [] } = config;
      if (subset_selectors.length === 0 || Object.keys(default_subset).length > 0) return;
      const message =
        'fallback_policy is DEFAULT_SUBSET, but default_subset does not say which hosts those are, so any host may be taken; describe them, or say ANY_ENDPOINT';
      if (config.fallback_policy === 'DEFAULT_SUBSET')
        report({ message, at: spot(frame, 'fallback_policy') });
      for (const selector of subset_selectors)
        if (selector.fallback_policy === 'DEFAULT_SUBSET')
          report({
            message,
            at: spot(
              { message: selector, type: 'Cluster.LbSubsetConfig.LbSubsetSelector' },
              'fallback_policy',
            ),
            identity: JSON.stringify(selector.keys ?? []),
          });
    },
  },
};
