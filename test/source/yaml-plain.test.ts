/** What is read without js-yaml's events is the same tree as with them. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/source/errors.ts';
import type { SourceTree } from '../../src/source/tree.ts';
import { readAnyYaml } from '../../src/source/yaml.ts';
import { readPlainYaml } from '../../src/source/yaml-plain.ts';

/** Reads both ways; @returns whether the text was read without events. */
function agree(text: string): boolean {
  const plain = readPlainYaml(text);
  if (plain === undefined) return false;
  expect([plain].map(shown), text.slice(0, 2000)).toEqual(readAnyYaml('a.yaml', text).map(shown));
  return true;
}

/** All of a tree but its text. */
function shown(tree: SourceTree) {
  const { text, ...rest } = tree;
  return {
    ...rest,
    kinds: [...tree.kinds],
    starts: [...tree.starts],
    ends: [...tree.ends],
    parents: [...tree.parents],
    skips: [...tree.skips],
  };
}

const READ: readonly string[] = [
  'a: 1\n',
  'a: 1',
  '---\na: 1\n',
  '- a\n- b\n',
  'a:\n- b\n- c\nd: e\n',
  'a:\n  - b: 1\n    c: 2\n  - b: 3\n',
  '- - a\n  - b\n- - c\n',
  'a:\nb:\n',
  '-\n-\n- a\n-\n',
  'a:\n-\n- # none\nb: 1 # one\n',
  '# above\na: x # beside\n\n  # inside\nb: y\n',
  'a: "x \\"y\\" \\\\d"\nb: \'it\'\'s\'\n',
  'a: {b: c, d: [e, "f", {g: h}], i: {}}\nj: []\n',
  '- {prefix: /}\n- [-1, -a]\n',
  'url: http://a.test:80/x#y\n"k k": v\n',
  'a: b, [c] {d} & e * f ! g | h > i % j @ k\n',
  'a: 1\r\nb:\r\n- c\r\n',
  '  a: 1\n  b: 2\n',
  'a: -1\nb: -\u00e4\n',
  'a:   \nb:   c   \n',
];

const LEFT: readonly string[] = [
  'a: 1\n---\nb: 2\n',
  'a: &x 1\nb: *x\n',
  'a: !!str 1\n',
  'a: |\n  x\n',
  'a: x\n  y\n',
  'a:\n  x\n',
  '? a\n: b\n',
  'a: {b:\n  c}\n',
  'a: "x\n  y"\n',
  'a:\tb\n',
  'a: b: c\n',
  'a: 1\n b: 2\n',
  'a: 1\n- b\n',
  ' a: 1\nb: 2\n',
  'a: "\\q"\n',
  'a : 1\n',
  '"a":1\n',
  'a\n',
  '',
  '# nothing\n',
  '{a: 1}\n',
  'a: %x\n%b: 1\n',
  'a: [b c: d]\n',
  'a: [b, , c]\n',
  'a: {b, c: d}\n',
  '\ufeffa: 1\n',
  'a: 1\n...\n',
];

describe('the plain part of YAML', () => {
  it.each(READ)('%j is read, as js-yaml does', (text) => {
    expect(agree(text)).toBe(true);
  });

  it.each(LEFT)('%j is left to js-yaml', (text) => {
    expect(agree(text)).toBe(false);
  });

  it('nests as deep as js-yaml does, and no deeper', () => {
    const nested = (levels: number): string => `${'- '.repeat(levels)}a\n`;
    expect(agree(nested(150))).toBe(true);
    for (let levels = 190; levels < 210; levels++) agree(nested(levels));
    for (let levels = 190; levels < 210; levels++) agree(`a: ${'['.repeat(levels)}${']'.repeat(levels)}\n`);
  });

  it('whatever stands on the lines, both read the same', () => {
    const scalar = fc.constantFrom(
      ...[
        'a',
        'b c',
        '1',
        '-1',
        '/x',
        '"q"',
        '"a\\nb"',
        "'it''s'",
        '{}',
        '[]',
        '{a: b}',
        '[a, b: c]',
        '[{a: 1}, x]',
      ],
      ...[
        '# c',
        'a # c',
        'a#b',
        'a:',
        ':b',
        '*x',
        '&x',
        '!t',
        '|',
        '>',
        '',
        '~',
        'http://a',
        '%',
        '@',
        '-',
        '- -',
        '?',
        '? a',
      ],
      ...[
        '{a: , b}',
        '{"a":1}',
        '"x',
        "'x",
        '"a" b',
        '[a',
        'a]',
        '---',
        '...',
        'é',
        '\u{1f600}',
        '\t',
        'a\tb',
        '<<: *x',
      ],
    );
    const line = fc
      .tuple(
        fc.nat(8),
        fc.constantFrom('', '', '- ', '-   ', '- - '),
        fc.constantFrom('', 'k: ', 'l:  ', '"m": ', 'n:', 'o : '),
        scalar,
      )
      .map(([indent, dash, key, value]) => `${' '.repeat(indent)}${dash}${key}${value}`);
    const text = fc
      .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n', '\r'), fc.boolean())
      .map(([lines, end, last]) => lines.join(end) + (last ? end : ''));
    let read = 0;
    fc.assert(
      fc.property(text, (each) => {
        if (agree(each)) read++;
      }),
      { numRuns: 20_000 },
    );
    expect(read).toBeGreaterThan(500);
  });

  it('well-formed lists of maps, changed by one character, both read the same', () => {
    const base =
      'a:\n  b:\n  - c: d\n    e: [f, {g: "h"}]\n  - c: i  # j\n    k:\n    - l\n    -\n  m: \'n\'\no:\n- p: q\n';
    const edits = [...' \n:-#,[]{}"\'&*!|>%@`?\\a\t\r'];
    for (let at = 0; at <= base.length; at++)
      for (const each of edits) {
        agree(base.slice(0, at) + each + base.slice(at));
        agree(base.slice(0, at) + each + base.slice(at + 1));
      }
  });

  it.each(['examples', '../shared/corpus', '../shared/corpus-v3'].filter(existsSync))(
    'each file of %s, whole and cut off anywhere',
    (folder) => {
      let read = 0;
      for (const path of yamlFiles(folder)) {
        const text = readFileSync(path, 'utf8');
        if (text.length > 300_000) continue;
        if (tried(text)) read++;
        for (let part = 1; part < 4; part++) tried(text.slice(0, Math.floor((text.length * part) / 4)));
      }
      expect(read).toBeGreaterThan(0);
    },
  );
});

/** As {@link agree}; what js-yaml refuses must not be read here. */
function tried(text: string): boolean {
  try {
    return agree(text);
  } catch (error) {
    if (error instanceof InputError) throw new Error(`js-yaml refuses what is read: ${text.slice(0, 500)}`);
    throw error;
  }
}

function* yamlFiles(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* yamlFiles(path);
    else if (/\.ya?ml$/.test(name)) yield path;
  }
}
