/** What a text itself can hold: documents, aliases, comments, nesting, long values, embedded texts. */
import { items, lines, type Shape } from './shape.ts';

const PLAIN = 'type: STATIC, connect_timeout: 1s';
const OLDER = `{name: c, type: STATIC, hosts: [{socket_address: {address: 1.2.3.4, port_value: 1}}]}`;

const shape = (
  id: string,
  about: string,
  most: number,
  text: Shape['text'],
  commands: Shape['commands'] = ['analyze', 'diff', 'migrate', 'normalize'],
  more: Partial<Shape> = {},
): Shape => ({ id, about, most, text, commands, ...more });

export const textShapes: readonly Shape[] = [
  shape('documents', 'documents', 3_000, (count) =>
    lines(count, (at) => `---\nname: c${at}\nconnect_timeout: 1s\ntype: STATIC\n`),
  ),
  shape('older-documents', 'documents in deprecated form', 1_500, (count) =>
    lines(count, () => `---\n${OLDER}\n`),
  ),
  shape(
    'aliases',
    'aliases of one cluster in deprecated form',
    18_000,
    (count) => `clusters:\n- &a ${OLDER}\n${lines(count, () => '- *a\n')}`,
  ),
  shape(
    'aliased-hosts',
    'clusters that share their hosts',
    6_000,
    (count) =>
      `clusters:\n- {name: x, ${PLAIN}, hosts: &h [{pipe: {path: /a}}]}\n${lines(count, (at) => `- {name: c${at}, ${PLAIN}, hosts: *h}\n`)}`,
  ),
  shape(
    'anchors',
    'anchors',
    9_000,
    (count) => `clusters:\n${lines(count, (at) => `- &a${at} {name: c${at}, ${PLAIN}}\n`)}`,
  ),
  shape(
    'merge-keys',
    'merge keys',
    6_000,
    (count) => `x: &x {${PLAIN}}\nclusters:\n${lines(count, (at) => `- {<<: *x, name: c${at}}\n`)}`,
  ),
  shape(
    'comments',
    'comments in a file to migrate',
    18_000,
    (count) =>
      `clusters:\n- name: c\n  type: STATIC\n${lines(count, (at) => `  # comment ${at}\n`)}  hosts:\n  - pipe: {path: /a}  # end\n`,
    ['analyze', 'migrate', 'diff'],
  ),
  shape(
    'comments-between',
    'hosts with a comment each',
    9_000,
    (count) =>
      `clusters:\n- name: c\n  type: STATIC\n  hosts:\n${lines(count, (at) => `  # host ${at}\n  - pipe: {path: /a${at}}\n`)}`,
    ['migrate'],
  ),
  shape(
    'blank-lines',
    'blank lines',
    300_000,
    (count) => `clusters:\n- name: c\n  type: STATIC\n${'\n'.repeat(count)}  hosts: [{pipe: {path: /a}}]\n`,
    ['analyze', 'migrate', 'normalize'],
  ),
  shape(
    'long-line',
    'letters of one value',
    900_000,
    (count) => `clusters:\n- {name: ${'a'.repeat(count)}, ${PLAIN}}\n`,
  ),
  shape(
    'long-path',
    'letters of one path',
    300_000,
    (count) =>
      `virtual_hosts: [{name: v, domains: ['*'], routes: [{match: {prefix: '/${'a'.repeat(count)}'}, route: {cluster: c}}, {match: {prefix: /}, route: {cluster: d}}]}]\n`,
    ['analyze', 'diff', 'trace', 'test'],
    { url: () => 'http://a/' },
  ),
  shape(
    'long-key',
    'letters of one unknown key',
    300_000,
    (count) => `clusters:\n- {name: c, ${PLAIN}, ${'k'.repeat(count)}: 1}\n`,
  ),
  shape(
    'block-text',
    'lines of one block of text',
    60_000,
    (count) =>
      `clusters:\n- name: c\n  connect_timeout: 1s\n  alt_stat_name: |\n${lines(count, (at) => `    line ${at}\n`)}`,
  ),
  shape(
    'quoted-text',
    'escapes of one quoted text',
    150_000,
    (count) => `clusters:\n- {name: c, connect_timeout: 1s, alt_stat_name: "${'\\u0041'.repeat(count)}"}\n`,
  ),
  shape(
    'embedded',
    'configurations in one ConfigMap',
    2_000,
    (count) =>
      `apiVersion: v1\nkind: ConfigMap\ndata:\n${lines(count, (at) => `  f${at}.yaml: |\n    clusters:\n    - ${OLDER}\n`)}`,
  ),
  shape(
    'embedded-long',
    'clusters in the text of one ConfigMap',
    6_000,
    (count) =>
      `apiVersion: v1\nkind: ConfigMap\ndata:\n  f.yaml: |\n    clusters:\n${lines(count, (at) => `    - {name: c${at}, type: STATIC, hosts: [{pipe: {path: /a}}]}\n`)}`,
  ),
  shape(
    'embedded-other',
    'other keys of a ConfigMap',
    9_000,
    (count) =>
      `apiVersion: v1\nkind: ConfigMap\ndata:\n${lines(count, (at) => `  k${at}: v${at}\n`)}  f.yaml: |\n    clusters: [{name: c}]\n`,
    ['analyze', 'diff', 'migrate'],
  ),
  shape(
    'suppressions',
    'comments that suppress a finding',
    9_000,
    (count) =>
      `clusters:\n${lines(count, (at) => `# cfgtool-ignore missing-hosts: they come later\n- {name: c${at}, ${PLAIN}}\n`)}`,
    ['analyze'],
  ),
  shape(
    'useless-suppressions',
    'comments that suppress nothing',
    9_000,
    (count) =>
      `clusters:\n${lines(count, (at) => `# cfgtool-ignore weight-sum: no\n- {name: c${at}, ${PLAIN}}\n`)}`,
    ['analyze'],
  ),
  shape(
    'findings',
    'findings of one rule',
    9_000,
    (count) => `clusters:\n${lines(count, (at) => `- {name: c${at}, connect_timeout: soon}\n`)}`,
    ['analyze', 'diff'],
  ),
  shape(
    'findings-on-a-line',
    'findings on one line',
    3_000,
    (count) => `clusters: [${items(count, (at) => `{name: c${at}, connect_timeout: soon}`)}]\n`,
    ['analyze', 'diff', 'migrate'],
  ),
  shape(
    'secrets',
    'secrets',
    6_000,
    (count) =>
      `clusters:\n${lines(count, (at) => `- {name: c${at}, ${PLAIN}, metadata: {filter_metadata: {x: {password: hunter${at}x, api_key: k${at}k${at}}}}}\n`)}`,
  ),
  shape(
    'deep-lists',
    'lists within lists, in data',
    180,
    (count) =>
      `clusters:\n- {name: c, ${PLAIN}, metadata: {filter_metadata: {x: {y: ${'['.repeat(count)}1${']'.repeat(count)}}}}}\n`,
  ),
  shape(
    'wide-data',
    'entries of a list in data',
    60_000,
    (count) =>
      `clusters:\n- {name: c, ${PLAIN}, metadata: {filter_metadata: {x: {y: [${items(count, (at) => String(at))}]}}}}\n`,
    ['analyze', 'diff', 'normalize', 'migrate'],
    {
      changed: (count) =>
        `clusters:\n- {name: c, ${PLAIN}, metadata: {filter_metadata: {x: {y: [${items(count, (at) => String(at + 1))}]}}}}\n`,
    },
  ),
  shape(
    'trailing-commas',
    'trailing commas in JSON',
    18_000,
    (count) => `{"clusters": [${lines(count, (at) => `{"name": "c${at}", "connect_timeout": "1s",},`)}]}`,
    ['analyze', 'diff', 'migrate'],
    { isJson: true },
  ),
  shape(
    'json-in-one-line',
    'clusters of a JSON file in one line',
    6_000,
    (count) =>
      JSON.stringify({
        clusters: Array.from({ length: count }, (_, at) => ({
          name: `c${at}`,
          type: 'STATIC',
          hosts: [{ pipe: { path: `/a${at}` } }],
        })),
      }),
    ['analyze', 'diff', 'migrate', 'normalize'],
    { isJson: true },
  ),
  shape(
    'control-characters',
    'control characters in a name',
    60_000,
    (count) => `clusters:\n- {name: "${'\\u001b'.repeat(count)}", connect_timeout: soon}\n`,
    ['analyze', 'diff', 'migrate'],
  ),
  shape(
    'carriage-returns',
    'lines that end in a carriage return',
    18_000,
    (count) => `clusters:\r\n${lines(count, (at) => `- name: c${at}\r\n`)}`,
    ['analyze', 'migrate'],
  ),
  shape(
    'reports',
    'findings in a report to join',
    6_000,
    (count) =>
      JSON.stringify({
        cfgtool: { version: '0.1.0', format_version: 1 },
        summary: { files: 1, error: count, warning: 0, info: 0, suppressed: 0 },
        run: { command: 'analyze', found: true },
        findings: Array.from({ length: count }, (_, at) => ({
          rule: 'wrong-type',
          level: 'error',
          message: 'm',
          file: 'a.yaml',
          pointer: `/clusters/${at}`,
          range: { start: { line: at + 1, column: 1 }, end: { line: at + 1, column: 2 } },
          fingerprint: at.toString(16).padStart(12, '0'),
          related: [],
          data: {},
        })),
      }),
    ['report'],
    { isJson: true },
  ),
];
