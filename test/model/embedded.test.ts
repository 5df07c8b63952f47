/** Configurations inside the text of another document, and the places of what is found in them. */
import { describe, expect, test } from 'vitest';
import { openConfiguration } from '../../src/model/open.ts';
import { sourceFile } from '../../src/source/load.ts';

function open(text: string) {
  return openConfiguration(sourceFile('in.yaml', text, 'named'));
}

/** What each problem's span covers, its line, and its pointers. */
function places(text: string): string[] {
  const { file, problems } = open(text);
  return problems.map(({ span, pointer, embedded, document }) => {
    const { line, column } = file.lines.position(span.start);
    return `${line}:${column} ${text.slice(span.start, span.end)} ${document} ${embedded} ${pointer}`;
  });
}

const inner = (indent: string) =>
  ['clusters:', '- name: a', '', '  conect_timeout: 1s', ''].join(`\n${indent}`);

describe('places in a literal block are exact', () => {
  test.each([
    ['plain', `kind: ConfigMap\ndata:\n  a.yaml: |\n    ${inner('    ')}\n`],
    ['with a comment', `kind: ConfigMap\ndata:\n  a.yaml: |- # the | one\n    ${inner('    ')}`],
    [
      'with an indicator',
      `kind: ConfigMap\ndata:\n  a.yaml: |4-\n      ${inner('      ')}\n`.replace('|4-', '|4'),
    ],
    ['after empty lines', `kind: ConfigMap\ndata:\n  a.yaml: |\n\n\n    ${inner('    ')}\n`],
    [
      'with carriage returns',
      `kind: ConfigMap\ndata:\n  a.yaml: |\n    ${inner('    ')}\n`.replaceAll('\n', '\r\n'),
    ],
  ])('%s', (_, text) => {
    const at = text.split('\n').findIndex((line) => line.includes('conect')) + 1;
    const column = (text.split('\n')[at - 1] ?? '').indexOf('conect') + 1;
    expect(places(text)).toEqual([
      `${at}:${column} conect_timeout: 1s 0 /data/a.yaml /clusters/0/conect_timeout`,
    ]);
  });
});

test('also where lines end in carriage returns alone, which no editor counts', () => {
  const text = `kind: ConfigMap\ndata:\n  a.yaml: |2 # x\n    ${inner('    ')}\n`.replaceAll('\n', '\r');
  expect(places(text)).toEqual([
    `1:${text.indexOf('conect') + 1} conect_timeout: 1s 0 /data/a.yaml /clusters/0/conect_timeout`,
  ]);
});

test('in other scalars the place is that of the text', () => {
  const text =
    'kind: Service\n---\ndata:\n  a.json: "{\\"clusters\\":[{\\"name\\":\\"a\\",\\"conect_timeout\\":1}]}"\n';
  const { problems } = open(text);
  expect(problems).toMatchObject([
    { document: 1, embedded: '/data/a.json', pointer: '/clusters/0/conect_timeout' },
  ]);
  expect(problems[0]?.span.start).toBe(text.indexOf('"{'));
});

test('several texts, and several documents in one', () => {
  const { roots } = open(
    'a: |\n  clusters: []\n  ---\n  listeners: []\nb: |\n  node: {id: a}\nc: |\n  just some prose: here\n',
  );
  expect(roots.map(({ type, embedded }) => `${type} ${embedded?.node}`)).toEqual([
    'Resources 2',
    'Resources 2',
    'Bootstrap 4',
  ]);
});

test('a text that looks like a configuration but cannot be read is said so', () => {
  const { notes } = open('a: |\n  clusters: []\nb: |\n  static_resources:\n    clusters: [\n');
  expect(notes).toEqual([
    'the text at /b looks like a configuration but cannot be read (this is not YAML: a bracket or quote opened above is not closed, or this line is indented too little)',
  ]);
});
