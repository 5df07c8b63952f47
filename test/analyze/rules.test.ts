import { describe, expect, test } from 'vitest';
import { allRuleTexts, ruleIds } from '../../src/analyze/index.ts';
import { analysisOf } from './analyzed.ts';

describe.each(allRuleTexts.map((rule) => [rule.id, rule] as const))('%s', (id, { bad, good, asked }) => {
  const analyzed = ({ yaml, type, properties }: typeof bad) =>
    analysisOf(yaml, type, asked && id, undefined, properties).findings;

  test('its bad example gives findings of this rule and of no other', () => {
    const rules = new Set(analyzed(bad).map((finding) => finding.rule));
    // Some mistakes can only be made with deprecated fields.
    if (id !== 'deprecated-field') rules.delete('deprecated-field');
    expect([...rules]).toEqual([id]);
  });

  test('its good example gives none', () => {
    expect(analyzed(good)).toEqual([]);
  });
});

test('a rule that has to be asked for is off by itself', () => {
  const asked = allRuleTexts.filter((rule) => rule.asked);
  expect(asked.map(({ id }) => id)).toEqual(['release-change']);
  for (const { bad } of asked) expect(analysisOf(bad.yaml, bad.type).findings).toEqual([]);
});

test('ids are unique and spelled like the contract spells them', () => {
  expect(new Set(ruleIds).size).toBe(ruleIds.length);
  for (const id of ruleIds.filter((each) => each !== 'undecided'))
    expect(id).toMatch(/^[a-z]+(?:-[a-z0-9]+)+$/);
});
