/** docs/rules.md: each name in the last column of its tables is a rule, and each rule is named in one of them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ruleIds } from '../../src/analyze/index.ts';

const text = readFileSync(fileURLToPath(new URL('../../docs/rules.md', import.meta.url)), 'utf8');

interface Row {
  readonly line: number;
  readonly where: string;
  readonly states: string;
  readonly checkedBy: string;
}

/** The rows of all tables; a `|` inside a code span is written `\|`. */
const rows: readonly Row[] = text.split('\n').flatMap((line, index) => {
  if (!line.startsWith('| ')) return [];
  const [, where = '', states = '', checkedBy = '', ...more] = line
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  expect(more, `line ${index + 1} has three columns`).toEqual(['']);
  return checkedBy === 'checked by' ? [] : [{ line: index + 1, where, states, checkedBy }];
});

const idsIn = ({ checkedBy }: Row): readonly string[] =>
  [...checkedBy.matchAll(/`([a-z]+(?:-[a-z0-9]+)*)`/g)].map(([, id = '']) => id);

describe('docs/rules.md', () => {
  test('has rows', () => {
    expect(rows.length).toBeGreaterThan(100);
  });

  test.each(rows.map((row) => [row.line, row] as const))('line %i', (_, row) => {
    expect(row.where).not.toBe('');
    expect(row.states).not.toBe('');
    const ids = idsIn(row);
    expect(ids.filter((id) => !ruleIds.includes(id))).toEqual([]);
    // What no rule checks has its reason.
    if (ids.length === 0) expect(row.checkedBy).toMatch(/^none: .{5,}/);
  });

  test('names every rule', () => {
    const named = new Set(rows.flatMap(idsIn));
    expect(ruleIds.filter((id) => !named.has(id))).toEqual([]);
  });
});
