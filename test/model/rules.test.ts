/** The examples of the rules of checking, run. */
import { describe, expect, test } from 'vitest';
import { checkText } from '../../src/model/index.ts';
import { rules } from '../../src/model/rules.ts';

describe.each(rules)('$id', (rule) => {
  test('its bad example gives findings of this rule only, at its level', () => {
    const found = checkText(rule.bad.type, rule.bad.yaml);
    expect(found.length).toBeGreaterThan(0);
    for (const { rule: id, level } of found)
      expect({ id, level }).toEqual({ id: rule.id, level: rule.level });
  });

  test('its good example gives none', () => {
    expect(checkText(rule.good.type, rule.good.yaml)).toEqual([]);
  });
});

test('ids are unique', () => {
  expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
});
