/** Hostile names of files and of what is in them, over all commands and formats: shown, never acted upon. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyzeFormats } from '../../src/report/analyze/formats.ts';
import { diffFormats } from '../../src/report/diff/formats.ts';
import { makeFolder } from '../fuzz/folder.ts';
import { innerRunner, type Runner } from '../fuzz/inner.ts';
import { faultOf } from '../fuzz/outcome.ts';
import { HOSTILE, UNSAFE } from './hostile.ts';

const root = resolve('.');
const folder = makeFolder();
let runner: Runner;

beforeAll(async () => {
  runner = await innerRunner(root, folder);
});
afterAll(() => {
  process.chdir(root);
  folder.remove();
});

/** A configuration with a name in every place that reports show, and enough wrong for them to show it. */
function named(name: string, path: string): string {
  return JSON.stringify(
    {
      name,
      [name]: 1,
      virtual_hosts: [
        {
          name,
          domains: ['*', name],
          routes: [
            { match: { prefix: path }, route: { cluster: name }, [name]: [name] },
            {
              name,
              match: { prefix: path, headers: [{ name, exact_match: name }] },
              route: { cluster: name },
            },
            { match: { path: `/${name}` }, redirect: { host_redirect: name, response_code: name } },
          ],
          request_headers_to_add: [{ header: { key: name, value: name } }],
        },
        { name, domains: [name], routes: [{ match: { regex: name }, route: { cluster_header: name } }] },
      ],
    },
    undefined,
    2,
  );
}

const COMMANDS = (file: string, other: string, tests: string): readonly (readonly string[])[] => [
  ...analyzeFormats.map((format) => ['analyze', '--format', format, '--', file]),
  ['analyze', '--fix', '--dry-run', '--', file],
  ...diffFormats.map((format) => ['diff', '--show-cosmetic', '--format', format, '--', file, other]),
  ['diff', '--side-by-side', '--', file, other],
  ...['diff', 'patch', 'json', 'ndjson'].map((format) => [
    'migrate',
    '--format',
    format,
    '--also',
    'all',
    '--',
    file,
  ]),
  ['migrate', '--', file, other],
  ...['yaml', 'json'].map((format) => ['normalize', '--format', format, '--', file]),
  ['normalize', '--explain', '--', file],
  ...['text', 'json'].map((format) => [
    'trace',
    '--format',
    format,
    '--all',
    '--',
    file,
    'http://shop.test/',
  ]),
  ...['text', 'json', 'junit'].map((format) => ['test', '--format', format, '--', file, tests]),
  ...['text', 'json'].map((format) => ['test', '--suggest', '--format', format, '--', file]),
];

/** Markdown without its blocks and spans of code, in which nothing means anything. */
function withoutCode(markdown: string): string {
  return markdown.replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '').replace(/`[^`\n]+`/g, '');
}
/** Elements but our own, mentions, links. */
const OUTSIDE_CODE = /<(?!\/?(?:details|summary|code|br)>|!-- -->)|@(?!<!-- -->)|(?<!\\)\]\(|:\/\/|[^&\\]#\d/;

/** Elements that a page of ours never holds. */
const FOREIGN = /<script>alert|<img src=x|<x>|onerror=alert\(1\)>/;

async function shown(files: ReadonlyMap<string, Buffer>, [command = '', ...args]: readonly string[]) {
  const tried = { command, args, files, marks: [] };
  const ran = await runner.run(tried);
  expect(faultOf(tried, ran), `${command} ${args.join(' ')}`).toBeUndefined();
  return ran;
}

describe.each(HOSTILE)('%j', (name) => {
  // What the file system takes: no slash, no half of a character.
  const file = `${name.replaceAll('/', '_').replace(/\p{Cs}/gu, '')}.yaml`;
  const other = `other ${file}`;
  const tests = `tests ${file}`;
  const files = new Map([
    [file, Buffer.from(named(name, '/'))],
    [other, Buffer.from(named(name, '/b'))],
    [
      tests,
      Buffer.from(
        JSON.stringify({
          tests: [
            {
              test_name: name,
              input: { authority: 'shop.test', path: '/' },
              validate: { cluster_name: `${name}!` },
            },
          ],
        }),
      ),
    ],
  ]);

  test('is printed without harm', async () => {
    for (const args of COMMANDS(file, other, tests)) {
      const { out, err } = await shown(files, args);
      const what = args.join(' ');
      // A patch made for programs has the names as they are.
      if (!(args[0] === 'migrate' && args.includes('diff')))
        expect(UNSAFE.exec(out)?.[0], what).toBeUndefined();
      expect(UNSAFE.exec(err)?.[0], what).toBeUndefined();
      if (args.includes('html')) expect(FOREIGN.exec(out)?.[0], what).toBeUndefined();
      if (args.includes('markdown')) expect(withoutCode(out), what).not.toMatch(OUTSIDE_CODE);
      if (args.includes('markdown'))
        for (const row of out.split('\n').filter((line) => line.startsWith('| ')))
          expect(row.replaceAll('\\|', '').split('|').length, row).toBeLessThanOrEqual(6);
    }
  });

  test('is printed without harm in errors', async () => {
    const broken = new Map([[file, Buffer.from(`{"a": ${JSON.stringify(name)}, ${name}`)]]);
    for (const args of [
      ['analyze', '--', file],
      ['normalize', '--', 'missing', file],
      ['migrate', '--', `${file}x`],
    ]) {
      const { err } = await shown(broken, args);
      expect(UNSAFE.exec(err)?.[0], args.join(' ')).toBeUndefined();
    }
    const told = await shown(new Map(), ['explain', '--', name]);
    expect(UNSAFE.exec(told.err)?.[0]).toBeUndefined();
  });
});
