import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (yaml: string) =>
  found('missing-default-subset', yaml, 'Cluster.LbSubsetConfig').map(({ pointer, level }) => [
    pointer,
    level,
  ]);

test('the policy of the whole, and that of a selector', () => {
  expect(of('fallback_policy: DEFAULT_SUBSET\nsubset_selectors: [{ keys: [stage] }]\n')).toEqual([
    ['/fallback_policy', 'warning'],
  ]);
  expect(
    of('subset_selectors: [{ keys: [stage], fallback_policy: DEFAULT_SUBSET }]\ndefault_subset: {}\n'),
  ).toEqual([['/subset_selectors/0/fallback_policy', 'warning']]);
});

test.each([
  'fallback_policy: DEFAULT_SUBSET\ndefault_subset: { stage: live }\nsubset_selectors: [{ keys: [stage] }]',
  'fallback_policy: ANY_ENDPOINT\nsubset_selectors: [{ keys: [stage] }]',
  'subset_selectors: [{ keys: [stage] }]',
  // Without selectors nothing of the message counts.
  'fallback_policy: DEFAULT_SUBSET',
])('nothing about %s', (yaml) => {
  expect(of(yaml)).toEqual([]);
});
