/** What holds of every text and every edit. CFGTOOL_LSP_RUNS says how many sequences of edits are drawn. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import type { FileChanges, PlacedChange } from '../../src/lsp/shapes.ts';
import { Workspace } from '../../src/lsp/workspace.ts';
import { openConfiguration } from '../../src/model/open.ts';
import { redactionOf } from '../../src/results/secrets/redact.ts';
import { InputError } from '../../src/source/errors.ts';
import { lineIndex } from '../../src/source/lines.ts';
import { sourceFile } from '../../src/source/load.ts';

const RUNS = Number(process.env.CFGTOOL_LSP_RUNS ?? 60);

const FILES = readdirSync('examples')
  .filter((name) => /\.(?:ya?ml|json)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join('examples', name), 'utf8') }))
  .filter(({ text }) => text.length < 20_000);

/** A stretch of a text (as shares of its length) and what takes its place; now and then a line is taken away or doubled. */
const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.constantFrom(0, 0, 1, 3, 20),
    text: fc.constantFrom(
      '',
      ' ',
      '\n',
      ':',
      '- ',
      '  ',
      '"',
      '{',
      '}',
      '[',
      '/cart',
      'shop',
      'name: a\n',
      'prefix: /\n',
      '%',
      '0',
    ),
    kind: fc.constantFrom('replace', 'replace', 'delete line', 'double line', 'other word'),
    /** Where the other word stands. */
    from: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 1, maxLength: 6 },
);

type EditOf = ReturnType<
  typeof fc.sample<typeof edits extends fc.Arbitrary<infer L> ? L : never>
>[number][number];

function edited(text: string, { at, length, text: put, kind, from: other }: EditOf): string {
  const start = Math.floor(at * text.length);
  if (kind === 'other word') return withWord(text, at, other);
  if (kind === 'replace') return text.slice(0, start) + put + text.slice(start + length);
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', start);
  const line = text.slice(from, to === -1 ? text.length : to + 1);
  return text.slice(0, from) + (kind === 'delete line' ? '' : line + line) + text.slice(from + line.length);
}

const WORD = /[\w./-]+/g;

/** A name, a value or a key takes the place of another: what resources say of each other changes. */
function withWord(text: string, at: number, from: number): string {
  const words = [...text.matchAll(WORD)];
  const pick = (share: number) => words[Math.min(words.length - 1, Math.floor(share * words.length))];
  const [old, other] = [pick(at), pick(from)];
  if (old === undefined || other === undefined) return text;
  return text.slice(0, old.index) + other[0] + text.slice(old.index + old[0].length);
}

/** Rule, level and place of what analyze finds in a text; undefined where it cannot be read or is no configuration. */
function analyzed(name: string, text: string): readonly unknown[] | undefined {
  try {
    const configuration = openConfiguration(sourceFile(name, text, 'searched'));
    const { findings } = analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds });
    const { redact } = redactionOf([configuration], false);
    return findings.map(({ rule, level, range, message, fingerprint }) => [
      rule,
      level,
      range,
      redact(message),
      fingerprint,
    ]);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

test('after any sequence of edits the diagnostics are those of analyze on the text as it then is', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.constantFrom(...FILES), edits, ({ name, text: first }, sequence) => {
      const workspace = new Workspace();
      let text = first;
      const put = (): void => workspace.put({ name, text, options: {}, levels: new Map() });
      put();
      for (const edit of sequence) {
        text = edited(text, edit);
        put();
        // What is asked in between changes nothing.
        workspace.symbols(name);
        workspace.actions(name, 1, 20);
      }
      const { diagnostics } = workspace.show(name);
      const wanted = analyzed(name, text);
      if (wanted === undefined) expect(diagnostics.every(({ rule }) => rule === 'syntax')).toBe(true);
      else {
        compared++;
        expect(
          diagnostics.map(({ rule, level, range, message, fingerprint }) => [
            rule,
            level,
            range,
            message,
            fingerprint,
          ]),
        ).toEqual(wanted);
      }
    }),
    { numRuns: RUNS },
  );
  expect(compared).toBeGreaterThan(RUNS / 20);
});

test('of a file over the limit only what reading finds is told, and that it is so', () => {
  const text =
    'clusters:\n# cfgtool-ignore unreachable-cluster: wanted\n- name: a\n  nonsense: 1\nroutes: []\n';
  const found = (most: number): readonly string[] => {
    const workspace = new Workspace(undefined, undefined, most);
    workspace.put({ name: 'a.yaml', text, options: {}, levels: new Map() });
    return workspace.show('a.yaml').diagnostics.map(({ rule }) => rule);
  };
  expect(found(text.length - 1)).toEqual(['large-file', 'unknown-field']);
  expect(found(text.length)).not.toContain('large-file');
  expect(found(text.length)).toContain('unknown-field');
});

function withChanges(text: string, changes: readonly PlacedChange[]): string {
  const lines = lineIndex(text);
  const offset = ({ line, column }: PlacedChange['range']['start']): number => lines.start(line) + column - 1;
  return changes
    .toReversed()
    .reduce(
      (made, { range, text: put }) =>
        made.slice(0, offset(range.start)) + put + made.slice(offset(range.end)),
      text,
    );
}

describe.each(FILES)('$name', ({ name, text }) => {
  const workspace = new Workspace();
  workspace.put({ name, text, options: {}, levels: new Map() });
  const lineCount = text.split('\n').length;

  test('what an action makes of it opens, and what it is about is gone', () => {
    for (const { title, maker, about } of workspace.actions(name, 1, lineCount)) {
      const changes = workspace.act(name, maker);
      if (typeof changes === 'string') {
        expect(changes).not.toBe('');
        continue;
      }
      const after = analyzed(name, withChanges(text, changes));
      expect(after, title).toBeDefined();
      for (const fingerprint of about)
        expect(
          after?.some((each) => JSON.stringify(each).includes(fingerprint)),
          title,
        ).toBe(false);
    }
  });

  test('what is renamed has its new name everywhere, and analyze finds no more than before', () => {
    const before = analyzed(name, text)?.length ?? 0;
    const tried = new Set<string>();
    for (let offset = 0; offset < text.length; offset += 3) {
      const found = workspace.renamable(name, offset);
      if (found === undefined || tried.has(found.name)) continue;
      tried.add(found.name);
      const result: readonly FileChanges[] | string = workspace.rename(name, offset, 'renamed-thing');
      if (typeof result === 'string') continue;
      const [own] = result;
      expect(result).toHaveLength(1);
      const after = analyzed(name, withChanges(text, own?.changes ?? []));
      expect(after?.length, found.name).toBe(before);
    }
  });
});
