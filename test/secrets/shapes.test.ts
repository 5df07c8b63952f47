/** Secrets of many shapes in a configuration: none is shown, however it is written, escaped, wrapped or cut. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { analyzeFormats } from '../../src/report/analyze/formats.ts';
import { diffFormats } from '../../src/report/diff/formats.ts';
import { makeFolder } from '../fuzz/folder.ts';
import { innerRunner, type Runner } from '../fuzz/inner.ts';
import { shareOf } from '../share.ts';
import { shapes, shownPiece, ways } from './shapes.ts';

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

const listener = (more: object): object => ({
  static_resources: { listeners: [{ name: 'l', filter_chains: [{ unknown: 1, ...more }] }] },
});
const routes = (more: object): object => ({
  virtual_hosts: [
    {
      name: 'shop',
      domains: ['*'],
      routes: [
        { match: { prefix: '/', headers: [{ name: 'x-shop', exact_match: 'a' }] }, route: { cluster: 'a' } },
        { match: { prefix: '/', ...more }, route: { cluster: 'a' } },
        { match: { prefix: '/', ...more }, route: { cluster: 'b' } },
      ],
    },
  ],
});

const PLACES: { readonly [place: string]: (secret: string) => object } = {
  'a private key': (secret) =>
    listener({
      tls_context: { common_tls_context: { tls_certificates: [{ private_key: { inline_string: secret } }] } },
    }),
  'a matched header': (secret) => routes({ headers: [{ name: 'authorization', exact_match: secret }] }),
  'the pattern of a header': (secret) => routes({ headers: [{ name: 'x-api-key', regex_match: secret }] }),
  'a query parameter': (secret) => routes({ query_parameters: [{ name: 'access_token', value: secret }] }),
  'an added header': (secret) => ({
    ...routes({}),
    request_headers_to_add: [{ header: { key: 'authorization', value: secret, unknown: 1 } }],
  }),
  'an unknown field': (secret) => ({
    ...routes({}),
    db: [{ password: secret, client_secret: { a: [secret] } }],
  }),
  'a value of the wrong type': (secret) =>
    listener({ filters: { token: secret }, use_proxy_proto: { secret } }),
  'an entry of a list that is no message': (secret) => [routes({}), [[{ password: secret }]]],
  'an untyped filter': (secret) => listener({ filters: [{ name: 'acme', config: { api_key: secret } }] }),
};

const COMMANDS: readonly (readonly string[])[] = [
  ...analyzeFormats.map((format) => [
    'analyze',
    'a.yaml',
    '--format',
    format,
    '--rule',
    'loose-spelling=info',
  ]),
  ['analyze', 'a.yaml', '--fix', '--dry-run'],
  ...diffFormats.map((format) => ['diff', 'a.yaml', 'b.yaml', '--format', format, '--show-cosmetic']),
  ['diff', 'b.yaml', 'a.yaml', '--side-by-side'],
  ['diff', 'b.yaml', 'a.yaml', '--format', 'json'],
  ...['yaml', 'json'].map((format) => ['normalize', 'a.yaml', '--format', format]),
  ['normalize', 'a.yaml', '--explain'],
  ...['diff', 'patch', 'json', 'ndjson'].map((format) => [
    'migrate',
    'a.yaml',
    '--format',
    format,
    '--also',
    'all',
  ]),
  ...['text', 'json'].map((format) => ['trace', 'a.yaml', 'http://shop.test/', '--format', format, '--all']),
  ...['text', 'json', 'junit'].map((format) => ['test', 'a.yaml', 'tests.yaml', '--format', format]),
  ...['text', 'json'].map((format) => ['test', 'a.yaml', '--suggest', '--format', format]),
];

const TESTS =
  'tests: [{test_name: a, input: {authority: shop.test, path: /}, validate: {cluster_name: none}}]\n';

/** What shows lines of the file as they are written. */
const FEW = COMMANDS.filter((args) => /^(?:analyze.*(?:html|ndjson)|migrate.*diff)/.test(args.join(' ')));

const configMap = (name: string, text: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  data: { [name]: text },
});

describe.each(shapes.map((shape, turn) => ({ ...shape, turn })))('$name', ({ turn, ...shape }) => {
  test.each(shareOf(Object.entries(PLACES), turn))('as %s', async (_, place) => {
    const leaks: string[] = [];
    const plain = place(shape.secret);
    const other = stringify(place('other'));
    const forms = {
      plain,
      'YAML in a ConfigMap': configMap('front.yaml', stringify(plain)),
      'JSON in a ConfigMap': configMap('front.json', JSON.stringify(plain)),
    };
    for (const [form, data] of Object.entries(forms))
      for (const [way, write] of Object.entries(ways)) {
        const files = Object.entries({ 'a.yaml': write(data), 'b.yaml': other, 'tests.yaml': TESTS });
        const content = new Map(files.map(([name, text]) => [name, Buffer.from(text)]));
        for (const [command = '', ...args] of data === plain && way === 'blocks' ? COMMANDS : FEW) {
          const { code, out, err } = await runner.run({ command, args, files: content, marks: [] });
          expect(code, err).toBeLessThan(3);
          const found = shownPiece(`${out}\n${err}`, shape);
          if (found !== undefined) leaks.push(`${command} ${args.join(' ')}, ${form}, ${way}: ${found}`);
        }
      }
    expect(leaks).toEqual([]);
  });
});

test('a secret is shown to whoever asks for it, so that the pieces are the right ones', async () => {
  for (const shape of shapes) {
    const a = stringify({ db: { password: shape.secret }, virtual_hosts: [] });
    const args = ['a.yaml', '--only-written', '--show-secrets', '--format', 'json'];
    const files = new Map([['a.yaml', Buffer.from(a)]]);
    const { out } = await runner.run({ command: 'normalize', args, files, marks: [] });
    expect(shownPiece(out, shape), shape.name).toBeDefined();
  }
});
