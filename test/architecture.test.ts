import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Which stages may import which (docs/architecture.md): a stage sees itself and what is before it. */
const MAY_IMPORT: { readonly [stage: string]: readonly string[] } = {
  'src/source': [],
  'src/schema': ['src/source'],
  'src/model': ['src/source', 'src/schema'],
  'src/descriptors': ['src/source', 'src/schema', 'src/model'],
  'src/settings': ['src/source', 'src/schema', 'src/model'],
  'src/canonical': ['src/source', 'src/schema', 'src/model', 'migrations'],
  migrations: ['src/source', 'src/schema', 'src/model', 'src/canonical'],
  'src/migrate': ['src/source', 'src/schema', 'src/model', 'src/canonical', 'src/replay', 'migrations'],
  'src/traffic': ['src/source', 'src/schema', 'src/model'],
  'src/routing': ['src/source', 'src/schema', 'src/model', 'src/traffic'],
  'src/prove': ['src/source', 'src/schema', 'src/model', 'src/traffic', 'src/routing'],
  'src/why': ['src/source', 'src/schema', 'src/model', 'src/traffic', 'src/routing'],
  'src/proxy': ['src/source', 'src/schema', 'src/model', 'src/traffic', 'src/routing'],
  'src/assemble': ['src/source', 'src/schema', 'src/model', 'src/proxy'],
  'src/replay': ['src/source', 'src/schema', 'src/model', 'src/traffic', 'src/routing'],
  'src/effects': ['src/schema', 'src/model', 'src/traffic', 'src/routing'],
  'src/analyze': [
    'src/source',
    'src/schema',
    'src/model',
    'src/canonical',
    'src/replay',
    'src/migrate',
    'src/traffic',
    'src/routing',
    'src/effects',
  ],
  'src/diff': [
    'src/source',
    'src/schema',
    'src/model',
    'src/canonical',
    'src/migrate',
    'src/traffic',
    'src/routing',
    'src/prove',
    'src/effects',
  ],
  'src/results': [
    'src/source',
    'src/schema',
    'src/model',
    'src/migrate',
    'src/traffic',
    'src/routing',
    'src/prove',
    'src/analyze',
    'src/diff',
  ],
  'src/engine': [
    'src/migrate',
    'src/source',
    'src/schema',
    'src/model',
    'src/traffic',
    'src/routing',
    'src/prove',
    'src/analyze',
    'src/diff',
    'src/results',
  ],
  'src/present': [
    'src/source',
    'src/schema',
    'src/model',
    'src/canonical',
    'src/migrate',
    'src/traffic',
    'src/routing',
    'src/proxy',
    'src/prove',
    'src/analyze',
    'src/diff',
    'src/results',
    'migrations',
  ],
  'src/report': [
    'src/source',
    'src/schema',
    'src/model',
    'src/canonical',
    'src/migrate',
    'src/traffic',
    'src/routing',
    'src/proxy',
    'src/prove',
    'src/why',
    'src/analyze',
    'src/diff',
    'src/results',
    'src/present',
    'migrations',
  ],
  'src/rpc': [],
  'src/tui': [
    'src/rpc',
    'src/source',
    'src/schema',
    'src/model',
    'src/migrate',
    'src/traffic',
    'src/routing',
    'src/analyze',
    'src/diff',
    'src/settings',
    'src/engine',
    'src/results',
    'src/present',
    'src/report',
  ],
  'src/lsp': [
    'src/rpc',
    'src/source',
    'src/schema',
    'src/model',
    'src/migrate',
    'src/traffic',
    'src/routing',
    'src/analyze',
    'src/settings',
    'src/engine',
    'src/results',
    'src/present',
    'src/report',
  ],
  'src/library': [
    'src/source',
    'src/schema',
    'src/model',
    'src/migrate',
    'src/traffic',
    'src/routing',
    'src/analyze',
    'src/diff',
    'src/engine',
    'src/results',
    'src/present',
    'src/report',
  ],
  'src/playground': [
    'src/rpc',
    'src/source',
    'src/schema',
    'src/model',
    'src/migrate',
    'src/traffic',
    'src/routing',
    'src/analyze',
    'src/diff',
    'src/engine',
    'src/results',
    'src/present',
    'src/report',
    'src/lsp',
    'migrations',
  ],
  'src/commands': [
    'src/rpc',
    'src/source',
    'src/schema',
    'src/model',
    'src/migrate',
    'src/traffic',
    'src/routing',
    'src/prove',
    'src/why',
    'src/proxy',
    'src/assemble',
    'src/analyze',
    'src/diff',
    'src/settings',
    'src/engine',
    'src/results',
    'src/present',
    'src/report',
    'src/tui',
    'src/lsp',
    'src/descriptors',
    'migrations',
  ],
};
const STAGES = Object.keys(MAY_IMPORT);
/** The same inside the comparison. */
const MAY_IMPORT_IN_DIFF: { readonly [folder: string]: readonly string[] } = {
  form: [],
  resources: ['form'],
  facts: ['form', 'resources'],
  judgement: ['form', 'resources', 'facts'],
  behaviour: ['form'],
};
/** What only the edges may touch. */
const OUTSIDE =
  /\bprocess\.|\bconsole\.|\bDate\.now\b|\bnew Date\(\)|from 'node:(?:fs|child_process|os|readline|process)/;

function listed(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? listed(path) : /\.tsx?$/.test(path) ? [path] : [];
  });
}

function stageOf(file: string): string | undefined {
  return STAGES.find((stage) => file.startsWith(`${stage}/`));
}

const files = [...listed('src'), ...listed('migrations')];

describe('imports point one way', () => {
  test.each(files)('%s', (file) => {
    const stage = stageOf(file);
    if (stage === undefined) return;
    const text = readFileSync(file, 'utf8');
    for (const [, target = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
      const imported = relative('.', resolve(dirname(file), target));
      const other = stageOf(imported);
      if (other === stage) continue;
      expect(MAY_IMPORT[stage], `${file} imports ${imported}`).toContain(other);
    }
  });
});

test.each(files.filter((file) => file.startsWith('src/diff/')))(
  'inside the comparison imports point one way: %s',
  (file) => {
    const [, , folder = '', inner] = file.split('/');
    const may = inner === undefined ? undefined : MAY_IMPORT_IN_DIFF[folder];
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const imported = relative('.', resolve(dirname(file), target));
      const [, stage, other = '', rest] = imported.split('/');
      // What stands beside the folders is either the way in or what all of them speak of.
      if (stage !== 'diff' || rest === undefined || other === folder || may === undefined) continue;
      expect(may, `${file} imports ${imported}`).toContain(other);
    }
  },
);

/** Files that import each other in a circle, each circle with why it is one. */
const CIRCLES: readonly { readonly why: string; readonly files: readonly string[] }[] = [
  {
    why: 'a value in a block holds values in blocks and in brackets, and entries are put into either: writing is one recursion over both',
    files: ['fragment', 'place-block', 'place-flow', 'render-block', 'render-flow'].map(
      (name) => `src/source/edit/${name}.ts`,
    ),
  },
  {
    why: 'a message is compared field by field, a list entry by entry, and what these hold are messages and lists again',
    files: ['compare-data', 'compare-list', 'compare', 'cosmetic'].map((name) => `src/diff/facts/${name}.ts`),
  },
];

test('15 no files import each other in a circle but those of two real recursions, types included', () => {
  const found = circles(new Map(files.map((file) => [file, importsOf(file)])));
  expect(found).toEqual(
    CIRCLES.map((circle) => circle.files.toSorted()).toSorted(([one = ''], [other = '']) =>
      one < other ? -1 : 1,
    ),
  );
});

test('a circle is found, however long', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', ['e']],
    ['e', []],
  ]);
  expect(circles(graph)).toEqual([['a', 'b', 'c']]);
});

function importsOf(file: string): readonly string[] {
  const targets = [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s[^;]*?from '(\.[^']+)'/gm)];
  return targets.map(([, target = '']) => relative('.', resolve(dirname(file), target)));
}

/** The sets of files that reach each other, in order. */
function circles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const seen = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const own = seen.size;
    seen.set(file, own);
    low.set(file, own);
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      const reached = seen.has(next) ? (open.includes(next) ? (seen.get(next) ?? own) : own) : visit(next);
      low.set(file, Math.min(low.get(file) ?? own, reached));
    }
    if (low.get(file) === own) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) found.push(circle.sort());
    }
    return low.get(file) ?? own;
  };
  for (const file of graph.keys()) if (!seen.has(file)) visit(file);
  return found.sort((one, other) => ((one[0] ?? '') < (other[0] ?? '') ? -1 : 1));
}

test('only commands and the edges of the terminal UI, of the real proxy and of the language server touch the process, the console, the clock and the file system', () => {
  const guilty = files.filter(
    (file) =>
      !file.startsWith('src/commands/') &&
      !file.startsWith('src/tui/edge/') &&
      !file.startsWith('src/proxy/edge/') &&
      !file.startsWith('src/lsp/edge/') &&
      OUTSIDE.test(readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')),
  );
  expect(guilty).toEqual([]);
});

test('numbers are printed without the language data of node, which takes as long to load as a short run', () => {
  const found = files.filter(
    (file) => !file.startsWith('src/tui/') && /\.toLocale|\bIntl\./.test(readFileSync(file, 'utf8')),
  );
  expect(found, 'grouped() of src/source/counted.ts says the same').toEqual([]);
});

test('tables are asked for words by lookup, since files have words such as `constructor` too', () => {
  const asked = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const tables = [...text.matchAll(/^(?:export )?const (\w+): \{ readonly \[\w+: string\]/gm)];
    return tables.flatMap(([, table = '']) =>
      [...text.matchAll(new RegExp(`\\b${table}\\[[^\\]]+\\]`, 'g'))].map(([found]) => `${file}: ${found}`),
    );
  });
  expect(asked, 'lookup() of src/source/lookup.ts').toEqual([]);
});

test('what checks certificates is small, and has none of the code that decides', () => {
  const checker = 'src/prove/check.ts';
  expect(readFileSync(checker, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(400);
  expect(importsOf(checker).toSorted()).toEqual([
    'src/model/bound.ts',
    'src/model/open.ts',
    'src/prove/property.ts',
  ]);
});

test('nothing is left open in the code', () => {
  const open = files.filter((file) =>
    /\b(?:TODO|FIXME|XXX)\b|@ts-ignore|@ts-expect-error/.test(readFileSync(file, 'utf8')),
  );
  expect(open).toEqual([]);
});
