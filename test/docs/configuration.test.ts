/** docs/configuration.md names every setting, and no other. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ruleIds } from '../../src/analyze/index.ts';
import { diffRules } from '../../src/diff/index.ts';
import { parseSettings } from '../../src/settings/parse.ts';
import { CHANGE_SETTINGS, FAIL_ON, RULE_SETTINGS } from '../../src/settings/settings.ts';
import { InputError } from '../../src/source/errors.ts';

const page = readFileSync('docs/configuration.md', 'utf8');
const known = { rules: ruleIds, changes: diffRules() };

/** The names that the reader of settings takes at a place, as its own error lists them. */
function takenAt(text: string): readonly string[] {
  try {
    parseSettings('settings', text, known);
  } catch (error) {
    if (error instanceof InputError)
      return (/one of (.*)$/.exec(error.details.hint ?? '')?.[1] ?? '').split(', ');
    throw error;
  }
  throw new Error('taken');
}

const rows = new Map(
  [...page.matchAll(/^\| `([a-z_.]+)` \| ([^|]*) \|/gm)].map(([, key = '', values = '']) => [key, values]),
);

test('the table of keys is that of the reader', () => {
  const keys = takenAt('zzzzzzzz: 1\n').filter((key) => key !== 'diff');
  const inner = takenAt('diff: { zzzzzzzz: 1 }\n').map((key) => `diff.${key}`);
  expect([...rows.keys()]).toEqual([...keys, ...inner]);
});

test.each([
  ['fail_on', FAIL_ON],
  ['rules', RULE_SETTINGS],
  ['diff.rules', CHANGE_SETTINGS],
])('the values of %s', (key, values) => {
  const named = [...(rows.get(key) ?? '').matchAll(/`([a-z]+)`/g)].map(([, value]) => value);
  expect(named).toEqual(values);
});

test('the example sets every key', () => {
  const [, example = ''] = /```yaml\n(namespace[\s\S]*?)```/.exec(page) ?? [];
  const settings = parseSettings('settings', example, known);
  expect(settings.namespace).toBe('envoy');
  expect(settings.failOn).toBe('error');
  for (const { size } of [settings.rules, settings.diff.rules]) expect(size).toBeGreaterThan(0);
  for (const { length } of [settings.ignore, settings.diff.ignore]) expect(length).toBeGreaterThan(0);
});
