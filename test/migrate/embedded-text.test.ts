/** Migrating configurations that stand as text inside another document. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { openConfiguration } from '../../src/model/index.ts';
import { sourceFile } from '../../src/source/load.ts';
import { plainValue, ROOT } from '../../src/source/tree.ts';

const FIELDS = [
  'tls_context:\n    sni: x',
  'tls_context: {}',
  'hosts:\n  - pipe: {path: /y}',
  'lb_policy: ORIGINAL_DST_LB',
  'connect_timeout: 1s',
];
const BLOCKS = ['|', '|-', '|+', '|2', '|2-'];

/** A ConfigMap with an inner text as a block scalar, with another key after it or the end of the file. */
function configMap(inner: string, block: string, after: boolean, finalBreak: boolean): string {
  const indent = '    ';
  const lines = inner.split('\n').map((line) => `${indent}${line}`);
  const text = `kind: ConfigMap\ndata:\n  e.yaml: ${block}\n${lines.join('\n')}`;
  return after ? `${text}\n  b: c\n` : finalBreak ? `${text}\n` : text;
}

const migrate = (text: string) =>
  migrateConfiguration(openConfiguration(sourceFile('map.yaml', text, 'named')), { older: false });
const readBack = (text: string) =>
  plainValue(sourceFile('map.yaml', text, 'named').trees[0] as never, ROOT) as {
    readonly data: { readonly [key: string]: string };
  };

test('whatever the block and the place of the edit, the text read out again is the text migrated on its own', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(FIELDS, { minLength: 1 }),
      fc.constantFrom(...BLOCKS),
      fc.boolean(),
      fc.boolean(),
      (fields, block, after, finalBreak) => {
        const inner = ['clusters:', '- name: z', ...fields.map((field) => `  ${field}`)].join('\n');
        const outer = configMap(inner, block, after, finalBreak);
        const before = readBack(outer).data['e.yaml'] as string;
        const result = migrate(outer);
        expect(result.difference).toBeUndefined();
        const data = readBack(result.text).data;
        expect(data['e.yaml']).toBe(migrate(before).text);
        if (after) expect(data.b).toBe('c');
        expect(migrate(result.text).changed).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});

test('several documents in one quoted text are written back together', () => {
  const inner =
    'clusters:\n- name: a\n  hosts: [{pipe: {path: /a}}]\n---\nclusters:\n- name: b\n  hosts: [{pipe: {path: /b}}]\n';
  const result = migrate(`kind: ConfigMap\ndata:\n  e.yaml: ${JSON.stringify(inner)}\n`);
  expect(result.equivalent).toBe(true);
  expect(readBack(result.text).data['e.yaml']).toBe(migrate(inner).text);
});

test.each([
  ["a 'cluster'", true],
  ['a\u200bb', false],
])('text in single quotes stays in them where they can hold it: %j', (name, isKept) => {
  const inner = JSON.stringify({ name, hosts: [{ pipe: { path: '/a' } }] });
  const result = migrate(`kind: ConfigMap\ndata:\n  e.json: '${inner.replaceAll("'", "''")}'\n`);
  expect(result.equivalent).toBe(true);
  expect(readBack(result.text).data['e.json']).toBe(migrate(inner).text);
  expect(result.text.includes("e.json: '")).toBe(isKept);
});

test('text under a template is left, and the file says so', () => {
  const configuration = openConfiguration(
    sourceFile(
      'map.yaml',
      'kind: ConfigMap\ndata:\n  a.yaml: |\n    clusters:\n    - name: a\n      hosts: [{pipe: {path: /a}}]\n  b.yaml: |\n    static_resources: {{ .Values.clusters }}\n',
      'named',
    ),
  );
  expect(configuration.notes.join()).toMatch(/\/data\/b\.yaml looks like a configuration but cannot be read/);
});
