/** Brackets and quotes that go on at any indentation, as the proxy's reader takes them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { InputError } from '../../src/source/errors.ts';
import { endOf, plainValue, ROOT, type SourceTree, startOf } from '../../src/source/tree.ts';
import { readYaml } from '../../src/source/yaml.ts';
import { PROXY } from '../proxy/program.ts';

const CLUSTER = 'name: c, type: STATIC';

/** Each with the same in JSON. */
const TAKEN: readonly (readonly [text: string, same: unknown])[] = [
  [`static_resources:\n  clusters: [\n    {${CLUSTER}},\n  ]\n`, { name: 'c' }],
  [`static_resources: {\nclusters: [{${CLUSTER}\n}\n]\n}\n`, { name: 'c' }],
  [`static_resources: {\n\tclusters: [\n\t\t{${CLUSTER}}\n\t]\n}\n`, { name: 'c' }],
  [
    `static_resources:\n  clusters: [{name: c, type: STATIC,\nconnect_timeout:\n1s,\n# {[" none\nalt_stat_name: "a\nb", # ]\n  lb_policy:\nRANDOM}\n]\n`,
    { connect_timeout: '1s', alt_stat_name: 'a b', lb_policy: 'RANDOM' },
  ],
  ['static_resources:\n  clusters:\n  - name: "a\nb"\n    type: STATIC\n', { name: 'a b' }],
  ["static_resources:\n  clusters:\n  - name: 'it''s\n\n{a'\n    type: STATIC\n", { name: "it's\n{a" }],
  [`static_resources:\r\n  clusters: [\r\n    {${CLUSTER}},\r\n  ]\r\n`, { name: 'c' }],
  [
    `node:\n  id: |\n    [ "\n  cluster: plain [\n    text 'x\n  metadata: {a: it's, b: x#y, c: http://c:1/, d: &e "f]", g: *e}\nstatic_resources:\n  clusters: [\n    {${CLUSTER}},\n  ]\n`,
    { name: 'c' },
  ],
  [`static_resources:\t{clusters: [{${CLUSTER}}]}\n`, { name: 'c' }],
  [`static_resources:\n  clusters:\n  -\t{${CLUSTER}}\n  listeners:\t[]\n`, { name: 'c' }],
  [
    `static_resources:\n  clusters:\t &c\t!!seq\t[\t{name\t:\tc\t,\ttype: STATIC,\t}\t]\t# [\t\n`,
    { name: 'c' },
  ],
  [
    `node:\n  id: |\n    a:\t{b}\n  cluster: "a:\t{"\n  user_agent_name: a\t{b\nstatic_resources:\n  clusters:\t[{name: "c\td",\talt_stat_name: x\ty,\n\ttype:\tSTATIC}]\n`,
    { name: 'c\td', alt_stat_name: 'x\ty' },
  ],
];

function firstCluster(text: string): object {
  const [tree] = readYaml('a.yaml', text);
  const value = JSON.parse(JSON.stringify(tree && plainValue(tree, ROOT)));
  return value.static_resources.clusters[0];
}

test.each(TAKEN)('%j', (text, same) => {
  expect(firstCluster(text)).toMatchObject(same as object);
});

it.skipIf(PROXY === undefined)('the program takes them too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brackets-'));
  const file = join(folder, 'a.yaml');
  try {
    for (const [text] of TAKEN) {
      writeFileSync(file, text);
      const { status } = spawnSync(PROXY ?? '', ['--mode', 'validate', '-c', file, '-l', 'off']);
      expect(status, text).toBe(0);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a tab in front of anything but a bracket is read as ever', () => {
  const flow = 'a:\t{b: c}\n';
  for (const text of ['\tb: 1\n', '\t{b: c}: 1\n', 'b:\n-\tc: 1\n', 'b:\n-\t- c\n', 'b: {c:\t|}\n'])
    expect(() => readYaml('a.yaml', flow + text), text).toThrow(InputError);
  const [tree] = readYaml('a.yaml', `${flow}b: |\n  c:\t{d}\ne:\tf\tg\n`);
  expect(tree && plainValue(tree, ROOT)).toEqual({ a: { b: 'c' }, b: 'c:\t{d}\n', e: 'f\tg' });
});

test('what is not closed is said where it is missed, as ever', () => {
  for (const text of ['a: [1, 2\nb: 3\n', 'a: {b: 1\n', 'a: "b\n', 'a: [\n]]\n', 'a: {\n}\n  b: 1\n']) {
    expect(() => readYaml('a.yaml', text), text).toThrow(InputError);
  }
});

/** Where each node stands, and what its text says. */
function places(tree: SourceTree): readonly (readonly [string, number])[] {
  return [...Array(tree.size).keys()].map((node) => [
    tree.text.slice(startOf(tree, node), endOf(tree, node)).replaceAll(/\n */g, '\n'),
    tree.kinds[node] ?? 0,
  ]);
}

const namespace = fc.constantFrom(
  'a',
  "it's",
  'x#y',
  '[',
  '"',
  "'",
  '# no',
  'a: b',
  '',
  'x\\',
  '{}',
  '- a',
  '|',
);
const data = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    namespace,
    fc.integer(),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(namespace, tie('value'), { maxKeys: 3 }),
  ),
})).value;
const nested = fc.oneof(
  fc.array(data, { minLength: 1, maxLength: 4 }),
  fc.dictionary(namespace, data, { minKeys: 1, maxKeys: 4 }),
);

describe('whatever stands in brackets', () => {
  it('is the same at every indentation, in the same places', () => {
    const around = fc.constantFrom(
      '',
      '# [ "\n',
      'z: |\n  [ "\n   {\n',
      'z: it\'s [\n  "more {\n',
      'z: >-\n  "\n\n',
    );
    fc.assert(
      fc.property(nested, nested, around, fc.integer({ min: 0, max: 9 }), (one, other, between, shift) => {
        const text = (deep: boolean): string => {
          const printed = (value: unknown): string =>
            JSON.stringify(value, null, 3).replaceAll(/\n */g, (blanks) =>
              deep ? `\n${' '.repeat(12)}` : `\n${blanks.length % 2 === 0 ? ' '.repeat(shift) : ''}`,
            );
          return `k:\n    - l:\n        m: ${printed(one)}\n${between}n:\n  o: ${printed(other)} # [\n`;
        };
        const [tree] = readYaml('a.yaml', text(false));
        const [deep] = readYaml('a.yaml', text(true));
        if (tree === undefined || deep === undefined) throw new Error('no document');
        expect(plainValue(tree, ROOT)).toMatchObject({ k: [{ l: { m: one } }], n: { o: other } });
        expect(places(tree)).toEqual(places(deep));
      }),
      { numRuns: 300 },
    );
  });

  it('is the same with tabs, in the same places', () => {
    fc.assert(
      fc.property(nested, nested, (one, other) => {
        const text = (blank: string): string => {
          const printed = (value: unknown): string =>
            JSON.stringify(value, null, 1).replaceAll(/\n */g, blank);
          return `k:\n    - l:\n        m:${blank}${printed(one)}\n    -${blank}${printed(other)}\n`;
        };
        const [tabs] = readYaml('a.yaml', text('\t'));
        const [blanks] = readYaml('a.yaml', text(' '));
        if (tabs === undefined || blanks === undefined) throw new Error('no document');
        expect(plainValue(tabs, ROOT)).toEqual(plainValue(blanks, ROOT));
        for (const part of ['kinds', 'starts', 'ends'] as const) expect(tabs[part]).toEqual(blanks[part]);
      }),
      { numRuns: 300 },
    );
  });
});
