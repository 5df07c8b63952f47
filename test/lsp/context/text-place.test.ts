/** The place that is told from a text is the one that its tree knows, wherever the text can be read. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { stepsOf } from '../../../src/lsp/context/place.ts';
import { placeAt, placeInside } from '../../../src/lsp/document.ts';
import { InputError } from '../../../src/source/errors.ts';
import { sourceFile } from '../../../src/source/load.ts';
import { messageOf } from '../../arbitraries/message.ts';
import { marked } from '../client.ts';
import { differences } from './whole-texts.ts';

function listed(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return listed(path);
    return /\.(?:ya?ml|json)$/.test(path) ? [path] : [];
  });
}

/** What differs in a file; nothing where it cannot be read. */
function differencesIn(path: string, tokens: number): readonly string[] {
  try {
    const { text, trees } = sourceFile(path, readFileSync(path, 'utf8'), 'named');
    const size = trees.reduce((sum, tree) => sum + tree.size, 0);
    return differences(text, trees, Math.max(1, Math.floor(size / tokens))).map((each) => `${path} ${each}`);
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

test('the law notices a place that is told wrongly', () => {
  const { trees } = sourceFile('a.yaml', 'a: 1\nb: [2, 3]\n', 'named');
  expect(differences('c: 1\nb: [2, 3]\n', trees)).toHaveLength(1);
  expect(differences('a: 1\nb: [2, 3]\n', trees)).toEqual([]);
});

test.each(listed('examples'))('the same places in %s', (path) => {
  expect(differencesIn(path, 400)).toEqual([]);
});

const CORPORA = ['../shared/corpus', '../shared/corpus-v3'];

test.skipIf(!CORPORA.every((folder) => existsSync(folder)))('the same places in real files', () => {
  const files = CORPORA.flatMap(listed).filter(
    (path, index) => index % 9 === 0 && statSync(path).size < 60_000,
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((path) => differencesIn(path, 20))).toEqual([]);
});

/** The ways of the printer of another library to write the same. */
const styles = fc.record({
  indent: fc.integer({ min: 1, max: 5 }),
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 20, 80),
  defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_LITERAL'),
  defaultKeyType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', null),
  collectionStyle: fc.constantFrom('any', 'flow'),
  blockQuote: fc.constantFrom<boolean | 'folded' | 'literal'>(true, false, 'folded', 'literal'),
} as const);

test('the same places in generated texts, in any style', () => {
  fc.assert(
    fc.property(messageOf('Cluster'), messageOf('route.VirtualHost'), styles, (cluster, host, style) => {
      const plain: unknown = JSON.parse(JSON.stringify({ clusters: [cluster], virtual_hosts: [host] }));
      const text = stringify(plain, null, style);
      const { trees } = sourceFile('a.yaml', text, 'named');
      expect(differences(text, trees)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

/** `key a/0/b` or `value a/0/b`, and what is written there. */
function told(written: string): string | undefined {
  const { text, offset } = marked(written);
  const place = placeAt(text, offset);
  if (place === undefined) return undefined;
  const { start, end } = place.namespace;
  return `${place.at} ${stepsOf(place).join('/')} "${text.slice(start, end)}"`;
}

describe('half-written texts', () => {
  test.each([
    ['a:\n  - b: 1\n    ‸\n', 'key a/0 ""'],
    ['a:\n- b: 1\n  ‸\n', 'key a/0 ""'],
    ['a:\n- b: 1\n‸\n', 'key  ""'],
    ['a:\n  - b: 1\n  ‸\n', 'entry a/0 ""'],
    ['a:\n  b:\n    ‸', 'value a/b ""'],
    ['a:\n  b: ‸\n  c: 1', 'value a/b ""'],
    ['a:\n  b: x‸\n  c: 1', 'value a/b "x"'],
    ['a:\n  c: 1\n  b‸\n', 'key a "b"'],
    ['a:\n  b‸\n', 'value a "b"'],
    ['a:\n  - ‸\n  - b: 1', 'value a/0 ""'],
    ['a:\n  - x‸\n', 'value a/0 "x"'],
    ['a: { b: 1, ‸', 'key a ""'],
    ['a: { b: 1, c: ‸\nd: 2', 'value a/c ""'],
    ['a: { b: [1, ‸\nd: 2', 'value a/b/1 ""'],
    ['a: [\nb:\n  c‸: 1', 'key b "c"'],
    ['a: "x\nb:\n  c‸: 1', 'key b "c"'],
    ['{ "a": [ { "b": 1, "c‸', 'key a/0 ""c"'],
    ['{ "a": [ { "b": "x‸\n, "c": 1 } ] }', 'value a/0/b ""x"'],
    ['{ "a": \n  "b": { "c": ‸', 'value b/c ""'],
    ['a: 1\n---\nb:\n  ‸', 'value b ""'],
    ['', undefined],
    ['a: 1 # b‸', undefined],
  ])('%j', (written, expected) => {
    expect(written === '' ? undefined : told(written)).toBe(expected);
  });

  test('a text within a text is one of its own', () => {
    const { text, offset } = marked('data:\n  a.yaml: |\n    b:\n    - c: 1\n      ‸\n');
    const outer = placeAt(text, offset);
    const inner = outer && placeInside(text, offset, outer);
    expect(inner && stepsOf(inner)).toEqual(['b', 0]);
    expect(inner?.namespace).toEqual({ start: offset, end: offset });
  });
});
