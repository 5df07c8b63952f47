/** Migrating configurations that stand as text inside another document. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOT_HELD } from '../../src/migrate/file-changes.ts';
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

test.each([
  ['\r', '\r'],
  ['\r\n', '\r\n'],
  ['\n', '\n'],
])('new lines of a literal block end as those around them: %j', (end) => {
  const map = (fields: readonly string[]): string =>
    ['kind: ConfigMap', 'data:', '  e.yaml: | # x', ...fields.map((field) => `    ${field}`), '  b: c'].join(
      end,
    );
  const result = migrate(map(['clusters:', '- name: z', '  tls_context: {}', '  connect_timeout: 1s']));
  expect(result.text).toBe(
    map([
      'clusters:',
      '- name: z',
      '  transport_socket:',
      '    name: tls',
      '    typed_config:',
      '      "@type": type.googleapis.com/envoy.api.v2.auth.UpstreamTlsContext',
      '  connect_timeout: 1s',
    ]),
  );
});

test('a file whose last line, in a literal block, is not ended is none afterwards', () => {
  const map =
    'kind: ConfigMap\ndata:\n  e.yaml: |\n    clusters:\n    - name: z\n      lb_policy: ORIGINAL_DST_LB';
  expect(migrate(map).text).toBe(map.replace('ORIGINAL_DST_LB', 'CLUSTER_PROVIDED'));
});

test('escapes between the quotes stay as they are where nothing changes', () => {
  const map =
    '{"data": {"e": "{\\"clusters\\": [{\\"name\\": \\"\\u003cz\\/\\ud83d\\ude00\\", \\"lb_policy\\": \\"ORIGINAL_DST_LB\\"}]}"}}';
  expect(migrate(map).text).toBe(map.replace('ORIGINAL_DST_LB', 'CLUSTER_PROVIDED'));
});

const CLUSTERS = JSON.stringify('clusters:\n- name: z\n  lb_policy: ORIGINAL_DST_LB\n');

test('where a key stands twice, the text under the last one is migrated, and the file says so', () => {
  const map = `data: {e: ${CLUSTERS}}\nkind: {}\ndata: {f: ${CLUSTERS}}\n`;
  const at = map.lastIndexOf('ORIGINAL_DST_LB');
  expect(migrate(map).text).toBe(`${map.slice(0, at)}CLUSTER_PROVIDED${map.slice(at + 15)}`);
  const { notes } = openConfiguration(sourceFile('map.yaml', map, 'named'));
  expect(notes).toEqual([
    'the configuration at /data/e in line 1 is not looked at: the key of the text, or one around it, stands again further down, and the last one counts',
  ]);
});

test('a text that is also a key, by an alias, is left', () => {
  const map = `data: {e: &e ${CLUSTERS}, f: {*e : x}}\n`;
  const result = migrate(map);
  expect(result.equivalent).toBe(true);
  expect(result.left.map(({ embedded, reason }) => `${embedded} ${reason}`)).toEqual([`/data/e ${NOT_HELD}`]);
  expect(result.applied).toEqual([]);
  expect(result.text).toBe(map);
  expect(result.patches).toEqual([]);
});

test('a key is no configuration', () => {
  expect(() => openConfiguration(sourceFile('map.yaml', `data: {${CLUSTERS}: x}\n`, 'named'))).toThrow();
});
