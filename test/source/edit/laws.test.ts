/** Laws of the text editor, over random texts and random edits. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Data } from '../../../src/source/data.ts';
import {
  applyChanges,
  type Edit,
  editText,
  sameData,
  type TextChange,
} from '../../../src/source/edit/index.ts';
import { InputError } from '../../../src/source/errors.ts';
import { readJson } from '../../../src/source/json.ts';
import { plainValue, ROOT, type SourceTree } from '../../../src/source/tree.ts';
import { readYaml } from '../../../src/source/yaml.ts';
import { diceOf } from './dice.ts';
import { randomEdits } from './random-edits.ts';
import { randomJson, randomRoot, randomYaml } from './random-text.ts';

type Reader = (file: string, text: string) => SourceTree[];

const RUNS = 400;
const ALL: readonly Edit['op'][] = ['add', 'remove', 'replace', 'move'];
const KEEPING: readonly Edit['op'][] = ['move', 'move', 'add'];

/** A text of random style with its tree; undefined where the style says something else than was meant. */
function readBack(read: Reader, text: string, data: Data): SourceTree | undefined {
  try {
    const tree = read('random', text)[0];
    return tree && sameData(plainValue(tree, ROOT), data) ? tree : undefined;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function valueIn(read: Reader, text: string): Data {
  const tree = read('result', text)[0];
  if (!tree) throw new Error('the result holds no document');
  return plainValue(tree, ROOT);
}

/** Whether the changes lie one after the other inside the text, and each changes something. */
function isInOrder(text: string, changes: readonly TextChange[]): boolean {
  return changes.every((change, at) => {
    const before = changes[at - 1]?.end ?? 0;
    return (
      change.start >= before &&
      change.end >= change.start &&
      change.end <= text.length &&
      text.slice(change.start, change.end) !== change.text
    );
  });
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

describe.each([
  { name: 'YAML', read: readYaml, aliases: false },
  { name: 'YAML with aliases', read: readYaml, aliases: true },
  { name: 'JSON', read: readJson, aliases: false },
])('$name', ({ name, read, aliases }) => {
  const text = (seed: number, data: Data): string =>
    name === 'JSON' ? randomJson(diceOf(seed), data) : randomYaml(diceOf(seed), data, aliases).text;

  test('edited text says what the patched value says', () => {
    let edited = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const dice = diceOf(seed);
        const data = randomRoot(dice, 4);
        const old = text(seed, data);
        const tree = readBack(read, old, data);
        if (!tree) return;
        const { edits, result } = randomEdits(dice, data, 1 + dice.roll(4), ALL);
        const edit = editText(tree, edits);
        if (!edit.ok) {
          // Only what the file's own notation stands against may be refused.
          expect(edit.reason).toMatch(/brackets|anchor|read again/);
          return;
        }
        edited++;
        expect(sameData(valueIn(read, edit.text), result)).toBe(true);
        expect(isInOrder(old, edit.changes)).toBe(true);
        expect(applyChanges(old, edit.changes)).toBe(edit.text);
      }),
      { numRuns: RUNS },
    );
    expect(edited).toBeGreaterThan(RUNS / 2);
  });

  test('no edits change nothing', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const data = randomRoot(diceOf(seed), 3);
        const old = text(seed, data);
        const tree = readBack(read, old, data);
        if (tree) expect(editText(tree, [])).toEqual({ ok: true, text: old, changes: [] });
      }),
      { numRuns: 100 },
    );
  });

  test('lines between changes stay', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const dice = diceOf(seed);
        const data = randomRoot(dice, 4);
        const old = text(seed, data);
        const tree = readBack(read, old, data);
        if (!tree) return;
        const edit = editText(tree, randomEdits(dice, data, 2, ALL).edits);
        if (!edit.ok) return;
        let at = 0;
        let from = 0;
        for (const change of [...edit.changes, { start: old.length, end: old.length }]) {
          for (const line of old.slice(from, change.start).split('\n').slice(1, -1)) {
            const found = edit.text.indexOf(`\n${line}\n`, at);
            expect(found).toBeGreaterThanOrEqual(0);
            at = found + 1;
          }
          from = change.end;
        }
      }),
      { numRuns: RUNS },
    );
  });
});

test('moves and additions lose no comment and repeat none', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const dice = diceOf(seed);
      const data = randomRoot(dice, 4);
      const { text, comments } = randomYaml(dice, data);
      const tree = readBack(readYaml, text, data);
      if (!tree) return;
      const { edits, keepsAll } = randomEdits(dice, data, 1 + dice.roll(4), KEEPING);
      const edit = editText(tree, edits);
      if (!edit.ok || !keepsAll) return;
      const lines = edit.text.split(/\r?\n/).map((line) => line.trimEnd());
      for (const comment of comments)
        expect([comment, lines.filter((line) => line.endsWith(comment)).length]).toEqual([comment, 1]);
    }),
    { numRuns: RUNS },
  );
});

test('any edits at all are answered, never thrown at', () => {
  const pointer = fc.oneof(
    fc.string(),
    fc
      .array(fc.constantFrom('a', 'b', '0', '1', '-', ''))
      .map((parts) => parts.map((part) => `/${part}`).join('')),
  );
  const edit = fc.record({
    op: fc.constantFrom('add', 'remove', 'replace', 'move', 'test'),
    path: pointer,
    from: pointer,
    value: fc.jsonValue(),
    inPlaceOf: pointer,
  });
  fc.assert(
    fc.property(
      fc.array(edit, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('a: {b: [1, 2]}\nb:\n- a: 1\n', '- a\n', 'a', '', '? [x]\n: 1\n', 'a: &x 1\nb: *x\n'),
      (edits, text) => {
        let tree: SourceTree | undefined;
        try {
          tree = readYaml('odd', text)[0];
        } catch {
          return;
        }
        if (tree) expect(typeof editText(tree, edits as unknown as Edit[]).ok).toBe('boolean');
      },
    ),
    { numRuns: 1000 },
  );
});
