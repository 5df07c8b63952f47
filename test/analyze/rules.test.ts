import { describe, expect, test } from 'vitest';
import { analysisRules } from '../../src/analyze/index.ts';
import { analyzed } from './analyzed.ts';

describe.each(analysisRules.map((rule) => [rule.id, rule] as const))('%s', (id, { bad, good }) => {
  test('its bad example gives findings of this rule and of no other', () => {
    const rules = analyzed(bad.yaml, bad.type).map((finding) => finding.rule);
    expect([...new Set(rules)]).toEqual([id]);
  });

  test('its good example gives none', () => {
    expect(analyzed(good.yaml, good.type)).toEqual([]);
  });
});

test('ids are unique and spelled like the contract spells them', () => {
  const ids = analysisRules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+(?:-[a-z0-9]+)+$/);
});
