/** Laws of migrating embedded texts, over texts, styles of scalars, line ends and places in the document around them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileChanges } from '../../src/migrate/file-changes.ts';
import { type FileMigration, migrateConfiguration } from '../../src/migrate/index.ts';
import type { EmbeddedText } from '../../src/model/embedded.ts';
import { openConfiguration } from '../../src/model/index.ts';
import type { Root } from '../../src/model/open.ts';
import { applyChanges, type TextChange } from '../../src/source/edit/index.ts';
import { InputError } from '../../src/source/errors.ts';
import { type SourceFile, sourceFile } from '../../src/source/load.ts';
import { endOf, kindOf, NodeKind, type SourceTree, scalarText, startOf } from '../../src/source/tree.ts';

const migrate = (text: string): FileMigration =>
  migrateConfiguration(openConfiguration(sourceFile('map', text, 'named')), { older: false });

/** Lines of one cluster, some of which are migrated. */
const FIELDS = [
  ['  tls_context:', '    sni: x'],
  ['  tls_context: {}  # blanks follow  '],
  ['  hosts:', '  # c', '  - pipe: {path: /y}', ''],
  ['  hosts: [{pipe: {path: "/a\\tb \u2028 \u{1f600}"}}]'],
  ['  lb_policy: ORIGINAL_DST_LB'],
  ['  connect_timeout: 1s', '', '   ', '  # \ttab'],
  ["  alt_stat_name: 'it''s \u00e9\ufeff'"],
  ['  alt_stat_name: |', '    two', '', '     lines'],
];

const blocks = fc
  .record({
    fields: fc.shuffledSubarray(FIELDS, { minLength: 1 }),
    lead: fc.constantFrom([], [''], ['# first'], ['', '# second', '']),
    margin: fc.constantFrom('', '', ' ', '   '),
    many: fc.boolean(),
    breaks: fc.nat(3),
  })
  .map(({ fields, lead, margin, many, breaks }) => {
    const one = ['clusters:', '- name: z', ...fields.flat()];
    const lines = many ? [...one, '---', 'clusters: [{name: a, tls_context: {}}]'] : one;
    const shown = lines.map((line) => (line === '---' || line === '' ? line : margin + line));
    return [...lead, ...shown].join('\n') + '\n'.repeat(breaks);
  });

const brackets = fc
  .record({
    name: fc.constantFrom('z', "it's", 'a\u200b"b\\', 'two\nlines', '\u0085\u007f\u0001'),
    indent: fc.constantFrom(undefined, 1, 4, '\t'),
    tls: fc.boolean(),
    breaks: fc.nat(2),
  })
  .map(({ name, indent, tls, breaks }) => {
    const cluster = { name, hosts: [{ pipe: { path: '/<y>' } }], ...(tls ? { tls_context: {} } : {}) };
    return JSON.stringify({ clusters: [cluster] }, null, indent) + '\n'.repeat(breaks);
  });

/** As other writers of JSON escape what may stand as it is. */
const escapedMore = (text: string): string =>
  JSON.stringify(text).replace(/[<>\u0080-\uffff]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

const QUOTED: readonly ((text: string) => string)[] = [
  (text) => JSON.stringify(text),
  escapedMore,
  (text) => JSON.stringify(text).replace(/\\n/g, '\\x0a').replaceAll('/', '\\/'),
  (text) => JSON.stringify(text).replace(/\\n( ?)/g, (_, blank) => `\\n\\\n      ${blank && '\\ '}`),
  (text) => JSON.stringify(text).replaceAll('\\n', '\n\n      '),
  (text) => `'${text.replaceAll("'", "''")}'`,
  (text) => `'${text.replaceAll("'", "''").replaceAll('\n', '\n\n      ')}'`,
];

const scalar = fc.oneof(
  fc
    .record({
      sign: fc.constantFrom('|', '|', '>'),
      chomp: fc.constantFrom('', '-', '+'),
      width: fc.constantFrom(0, 0, 2, 5),
      digitFirst: fc.boolean(),
      comment: fc.constantFrom('', ' ', ' # a | b > c'),
      after: fc.constantFrom([], [''], ['', '    ', ''], ['# less', '']),
      blanks: fc.boolean(),
    })
    .map(({ sign, chomp, width, digitFirst, comment, after, blanks }) => (text: string, column: number) => {
      const digit = width === 0 ? '' : String(width);
      const pad = ' '.repeat(column + (width === 0 ? 4 : width));
      const lines = text.split('\n').map((line) => (line === '' && !blanks ? '' : pad + line));
      const header = `${sign}${digitFirst ? digit + chomp : chomp + digit}${comment}`;
      return [header, ...lines, ...after].join('\n');
    }),
  fc.constantFrom(...QUOTED).map((quote) => (text: string) => quote(text)),
);

/** Documents around scalars; the keys that a scalar stands under are `column` blanks in. */
type Around = (scalar: (column: number) => string) => string;
const AROUND: readonly Around[] = [
  (shown) => `kind: ConfigMap\ndata:\n  e.yaml: ${shown(2)}`,
  (shown) => `kind: ConfigMap\ndata:\n  e.yaml: ${shown(2)}\n  b: c # d`,
  (shown) => `data:\n  a: |\n    x\n\n  e: &t !!str ${shown(2)}\n# end\nkind: ConfigMap`,
  (shown) => `kind: List\nitems:\n- kind: ConfigMap\n  data:\n    e: ${shown(4)}\n- data: {x: y}`,
  (shown) => `- - ${shown(2)}\n  - x`,
  (shown) => `a: b\n---\ne.yaml: ${shown(0)}\n---\nb: c`,
  (shown) => `kind: ConfigMap\ndata: { a: b, e: ${shown(2)}, f: [1, 2] }`,
  (shown) => `{"kind": "ConfigMap", "data": {"e": ${shown(2)}}}`,
  (shown) => `data:\n  e: ${shown(2)}\n  b: c\ndata:\n  f: ${shown(2)}\n  g: h`,
];

/** Documents that hold a text, in lines that end in every way, also mixed. */
const around = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .record({
      text,
      scalar,
      place: fc.constantFrom(...AROUND),
      ends: fc.constantFrom(['\n'], ['\n'], ['\r\n'], ['\r'], ['\n', '\r\n'], ['\n', '\r', '\r\n']),
      innerEnds: fc.constantFrom('\n', '\n', '\r\n'),
      finalBreak: fc.boolean(),
      seed: fc.nat(),
    })
    .map(({ text: inner, scalar: style, place, ends, innerEnds, finalBreak, seed }) => {
      const whole = place((column) => style(inner.replaceAll('\n', innerEnds), column));
      let at = seed;
      return (finalBreak ? `${whole}\n` : whole).replace(
        /(?<!\r)\n/g,
        () => ends[at++ % ends.length] ?? '\n',
      );
    });

/** The scalar that a configuration was read from: its place, its text. */
interface Found {
  readonly tree: SourceTree;
  readonly node: number;
}

function embeddedIn(text: string): readonly Found[] {
  try {
    const { roots } = openConfiguration(sourceFile('map', text, 'named'));
    const nodes = new Map(roots.map(({ embedded }) => [embedded?.node, embedded?.outer]));
    return [...nodes].flatMap(([node, tree]) => (node !== undefined && tree ? [{ node, tree }] : []));
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

/** What each scalar of a file says, but one. */
const others = (text: string, left: Found): unknown[] =>
  sourceFile('map', text, 'named').trees.flatMap((tree) =>
    [...tree.kinds].map((_, node) =>
      tree.document === left.tree.document && node === left.node ? '' : scalarText(tree, node),
    ),
  );

test('the text read out again is the text migrated on its own, and all around it is as it was', () => {
  const changed = new Map<NodeKind, number>();
  fc.assert(
    fc.property(around(fc.oneof(blocks, blocks, brackets)), (text) => {
      const [found, ...more] = embeddedIn(text);
      fc.pre(found !== undefined);
      if (!found) return;
      const { tree, node } = found;
      const result = migrate(text);
      expect(result.difference).toBeUndefined();
      expect(more).toEqual([]);
      const after = sourceFile('map', result.text, 'named').trees[tree.document] as SourceTree;
      const alone = migrate(scalarText(tree, node));
      expect(scalarText(after, node)).toBe(alone.text);
      expect(result.applied.length).toBe(alone.applied.length);
      expect(result.left.length).toBe(alone.left.length);
      expect(others(result.text, found)).toEqual(others(text, found));
      expect(result.text.slice(0, startOf(tree, node))).toBe(text.slice(0, startOf(tree, node)));
      expect(result.text.endsWith(text.slice(endOf(tree, node)))).toBe(true);
      if (!alone.changed) expect(result.text).toBe(text);
      const kind = kindOf(tree, node);
      if (kind === NodeKind.Literal || kind === NodeKind.Double) expect(kindOf(after, node)).toBe(kind);
      if (alone.changed) changed.set(kind, (changed.get(kind) ?? 0) + 1);
    }),
    { numRuns: 600 },
  );
  // Text in single quotes loses its indentation where it goes over several lines, and seldom is a configuration then.
  for (const kind of [NodeKind.Literal, NodeKind.Folded, NodeKind.Double, NodeKind.Single])
    expect(changed.get(kind)).toBeGreaterThan(15);
});

/** Texts that begin with a sign of their own, and whatever makes reading hard. */
const anyText = fc
  .array(
    fc.constantFrom(
      'a',
      '-',
      ': ',
      ' ',
      '  ',
      '\n',
      '\n\n',
      '\t',
      '#',
      "'",
      '"',
      '\\',
      '\\n',
      '{',
      '\u00e9\u{1f600}',
    ),
    {
      maxLength: 14,
    },
  )
  .map((signs) => `Z${signs.join('')}`);

const anyChanges = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(4),
    text: fc.constantFrom(
      '',
      'b',
      '\n',
      ' c\n',
      '\n  d: "e"\n',
      '\t\n\n',
      "'",
      '\\',
      '\u0001',
      '\u2028\u{1f600}',
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

test('whatever is changed in whatever text, it is read out again; none is refused', () => {
  const held = { kept: 0, rewritten: 0 };
  fc.assert(
    fc.property(around(anyText), anyChanges, (text, wanted) => {
      const file = readable(text);
      const outer = file?.trees.find((tree) => textIn(tree) !== -1);
      fc.pre(file !== undefined && outer !== undefined);
      if (!file || !outer) return;
      const node = textIn(outer);
      const embedded: EmbeddedText = { outer, node, text: scalarText(outer, node), trees: [] };
      const inner = changesFrom(embedded.text, wanted);
      const { changes, refused } = fileChanges(file, [{ root: { embedded } as Root, changes: inner }]);
      expect(refused.size).toBe(0);
      const after = applyChanges(text, changes);
      const tree = sourceFile('map', after, 'named').trees[outer.document] as SourceTree;
      expect(scalarText(tree, node)).toBe(applyChanges(embedded.text, inner));
      expect(others(after, { tree: outer, node })).toEqual(others(text, { tree: outer, node }));
      expect(after.slice(0, startOf(outer, node))).toBe(text.slice(0, startOf(outer, node)));
      // Where the last lines went away, so did the line break of the very last.
      const rest = text.slice(endOf(outer, node)).replace(/^(?:\r\n?|\n)/, '');
      expect(after.endsWith(rest)).toBe(true);
      held[kindOf(tree, node) === kindOf(outer, node) ? 'kept' : 'rewritten']++;
    }),
    { numRuns: 1500 },
  );
  expect(held.kept).toBeGreaterThan(400);
  expect(held.rewritten).toBeGreaterThan(100);
});

function readable(text: string): SourceFile | undefined {
  try {
    return sourceFile('map', text, 'named');
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** The last scalar of a document that is one of the texts; -1 where there is none. */
function textIn(tree: SourceTree): number {
  return [...tree.kinds].findLastIndex(
    (_, node) => [4, 5, 6, 7].includes(kindOf(tree, node)) && scalarText(tree, node).startsWith('Z'),
  );
}

/** Changes apart from each other, between whole signs. */
function changesFrom(
  text: string,
  wanted: readonly { at: number; length: number; text: string }[],
): TextChange[] {
  const whole = (offset: number): number =>
    /[\udc00-\udfff]/.test(text.charAt(offset)) ? offset + 1 : offset;
  const changes: TextChange[] = [];
  let end = 0;
  for (const each of [...wanted].sort((left, right) => left.at - right.at)) {
    const start = whole(Math.max(end, Math.floor(each.at * text.length)));
    if (changes.length > 0 && start === end) continue;
    end = whole(Math.min(text.length, start + each.length));
    changes.push({ start, end, text: each.text, edits: [] });
  }
  return changes;
}
