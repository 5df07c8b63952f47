import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (selectors: string) =>
  found('invalid-subset-selector', `subset_selectors: [${selectors}]\n`, 'Cluster.LbSubsetConfig');
const keysSubset = (fallback: string) =>
  of(`{ keys: [stage, zone], fallback_policy: KEYS_SUBSET, fallback_keys_subset: ${fallback} }`);

describe('fallback keys', () => {
  test.each([
    ['[]', 'is empty'],
    ['[stage, zone]', 'has all keys'],
    ['[zone, stage, zone]', 'has all keys'],
    ['[stage, version]', 'names version, which the selector does not have'],
  ])('%s', (fallback, words) => {
    const findings = keysSubset(fallback);
    expect(findings.map(({ pointer, level }) => [pointer, level])).toEqual([
      ['/subset_selectors/0/fallback_keys_subset', 'error'],
    ]);
    expect(findings[0]?.message).toContain(words);
  });

  test('none at all points at the selector', () => {
    const findings = of('{ keys: [stage, zone], fallback_policy: KEYS_SUBSET }');
    expect(findings.map(({ pointer, level }) => [pointer, level])).toEqual([
      ['/subset_selectors/0', 'error'],
    ]);
  });

  test.each(['[stage]', '[zone, zone]'])('%s are some, but not all', (fallback) => {
    expect(keysSubset(fallback)).toEqual([]);
  });

  test.each(['', 'fallback_policy: ANY_ENDPOINT,'])(
    'without KEYS_SUBSET they are refused: "%s"',
    (policy) => {
      const [finding] = of(`{ keys: [stage, zone], ${policy} fallback_keys_subset: [stage] }`);
      expect(finding).toMatchObject({ pointer: '/subset_selectors/0/fallback_keys_subset', level: 'error' });
    },
  );
});

describe('selectors that make no subsets', () => {
  test('without keys', () => {
    expect(of('{ keys: [] }').map(({ pointer, level }) => [pointer, level])).toEqual([
      ['/subset_selectors/0', 'warning'],
    ]);
  });

  test('with the keys of an earlier one, in any order', () => {
    const findings = of(
      '{ keys: [stage, zone] }, { keys: [stage] }, { keys: [zone, stage], fallback_policy: NO_FALLBACK }',
    );
    expect(findings.map(({ pointer, level }) => [pointer, level])).toEqual([
      ['/subset_selectors/2/keys', 'warning'],
    ]);
    expect(findings[0]?.related.map(({ pointer }) => pointer)).toEqual(['/subset_selectors/0']);
  });

  test('not those with more or fewer keys', () => {
    expect(
      of('{ keys: [stage] }, { keys: [stage, zone] }, { keys: [zone] }, { keys: ["stage,zone"] }'),
    ).toEqual([]);
  });
});
