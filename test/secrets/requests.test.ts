/**
 * What people write of requests beside the configuration (files of tests, requests in files and on the command line) may
 * hold secrets too. None is shown, however it is escaped, wrapped or cut.
 */
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../fuzz/folder.ts';
import { innerRunner, type Runner } from '../fuzz/inner.ts';
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

/** Reads credentials of the request in all ways that a trace tells of. */
const FRONT = `name: front
virtual_hosts:
- name: shop
  domains: ['*']
  require_tls: NONE
  routes:
  - match: {prefix: /, headers: [{name: authorization, exact_match: other}]}
    route: {cluster: a}
  - match: {prefix: /, headers: [{name: authorization, safe_regex_match: {google_re2: {}, regex: 'x+'}}]}
    route: {cluster: a}
  - match: {prefix: /, headers: [{name: cookie, prefix_match: other}]}
    route: {cluster: a}
  - match: {prefix: /, headers: [{name: x-api-key, range_match: {start: 1, end: 2}}]}
    route: {cluster: a}
  - match: {prefix: /, query_parameters: [{name: access_token, value: other}]}
    route: {cluster: a}
  - match: {path: /other}
    route: {cluster: a}
  - match: {prefix: /moved}
    redirect: {host_redirect: elsewhere.test}
  - match: {prefix: /}
    route:
      cluster_header: x-api-key
      hash_policy:
      - {cookie: {name: session}}
      - {header: {header_name: authorization}}
      - {query_parameter: {name: access_token}}
      rate_limits:
      - actions: [{request_headers: {header_name: authorization, descriptor_key: who}}]
`;

async function leak(
  shape: (typeof shapes)[number],
  files: { readonly [name: string]: string },
  command: string,
  ...args: readonly string[]
) {
  const content = new Map(
    Object.entries({ 'front.yaml': FRONT, ...files }).map(([name, text]) => [name, Buffer.from(text)]),
  );
  const { code, out, err } = await runner.run({ command, args, files: content, marks: [] });
  expect(code, err).toBeLessThan(3);
  return shownPiece(`${out}\n${err}`, shape);
}

interface Test {
  readonly test_name?: unknown;
  readonly input?: { readonly [key: string]: unknown };
  readonly validate?: { readonly [key: string]: unknown };
}

/** Where a test holds a secret that its place tells. */
const PLACES: { readonly [place: string]: (secret: string) => Test } = {
  'a header of the request': (secret) => ({
    input: { additional_request_headers: [{ key: 'authorization', value: secret }] },
  }),
  'an older header of the request': (secret) => ({
    input: { ':additional_headers': [{ field: 'x-api-key', value: secret }] },
  }),
  'a wrapped header': (secret) => ({
    input: {
      additional_request_headers: [{ header: { key: 'Proxy-Authorization', value: secret }, append: true }],
    },
  }),
  'a header that stands twice': (secret) => ({
    input: {
      additional_request_headers: [
        { key: 'authorization', value: 'one' },
        { key: 'authorization', value: secret },
      ],
    },
  }),
  'a header of the response': (secret) => ({
    input: { additional_response_headers: [{ key: 'set-cookie', value: secret }] },
    validate: { response_header_matches: [{ name: 'set-cookie', exact_match: 'other' }] },
  }),
  'a cookie': (secret) => ({
    input: { additional_request_headers: [{ key: 'cookie', value: `a=1; session=${secret}; b=2` }] },
  }),
  'an expected header': (secret) => ({
    validate: { header_fields: [{ key: 'authorization', value: secret }] },
  }),
  'an expected header, older': (secret) => ({
    validate: { custom_header_fields: [{ field: 'x-auth-token', value: secret }] },
  }),
  ...Object.fromEntries(
    ['exact_match', 'prefix_match', 'suffix_match', 'regex_match', 'contains_match'].map((condition) => [
      `an expected ${condition}`,
      (secret: string): Test => ({
        validate: { request_header_matches: [{ name: 'x-api-key', [condition]: secret }] },
      }),
    ]),
  ),
  'an expected string_match': (secret) => ({
    validate: { response_header_matches: [{ name: 'set-cookie', string_match: { exact: secret } }] },
  }),
  'an expected regex': (secret) => ({
    validate: {
      request_header_matches: [{ name: 'x-api-key', safe_regex_match: { google_re2: {}, regex: secret } }],
    },
  }),
  'a field that a matcher does not have': (secret) => ({
    validate: {
      request_header_matches: [
        { name: 'x-season', exact_match: 'summer', private_key: { inline_string: secret } },
      ],
    },
  }),
  'an object where an expected text belongs': (secret) => ({
    validate: {
      request_header_matches: [{ name: 'x-season', exact_match: { private_key: { inline_string: secret } } }],
    },
  }),
  'an object where a cluster belongs': (secret) => ({ validate: { cluster_name: { password: secret } } }),
  'an object where true or false belongs': (secret) => ({
    input: { ssl: { private_key: { inline_string: secret } } },
  }),
  'an object where the random value belongs': (secret) => ({ input: { random_value: { api_key: secret } } }),
  'an object where the method belongs': (secret) => ({ input: { method: { client_secret: secret } } }),
  'an object where the name belongs': (secret) => ({ test_name: { password: secret } }),
  'a list where true or false belongs': (secret) => ({ input: { internal: [{ token: secret }] } }),
  'a key that an input does not have': (secret) => ({ input: { password: secret } }),
  'a key that validate does not have': (secret) => ({ validate: { secret: { inline_bytes: secret } } }),
  'the query of the request': (secret) => ({
    input: { path: `/cart?a=1&access_token=${encodeURIComponent(secret)}&b=2` },
    validate: { path_rewrite: '/' },
  }),
  'the query of a redirect': (secret) => ({
    input: { path: `/moved?access_token=${encodeURIComponent(secret)}` },
    validate: { path_redirect: '/' },
  }),
};

/** Where its looks tell. */
const ANYWHERE: { readonly [place: string]: (secret: string) => Test } = {
  'the name of a test': (secret) => ({ test_name: `with ${secret}` }),
  'an expected text': (secret) => ({ validate: { cluster_name: secret, path_redirect: secret } }),
  'the path': (secret) => ({ input: { path: `/${secret}` } }),
  'the host': (secret) => ({ input: { authority: secret } }),
  'the method': (secret) => ({ input: { method: secret } }),
  'the random value': (secret) => ({ input: { random_value: secret } }),
  'true or false': (secret) => ({ input: { ssl: secret } }),
  'a header that is none': (secret) => ({
    input: { additional_request_headers: [{ key: 'x-thing', value: secret }] },
  }),
};

function testsWith({ test_name: name, input, validate }: Test): object {
  return {
    tests: [
      {
        test_name: name ?? 'a',
        input: { authority: 'shop.test', path: '/cart', ...input },
        validate: { cluster_name: 'none', ...validate },
      },
    ],
  };
}

describe.each(shapes)('$name', (shape) => {
  const places = { ...PLACES, ...(shape.isTold ? ANYWHERE : {}) };
  test.each(Object.entries(places))('in a file of tests: %s', async (_, place) => {
    const data = testsWith(place(shape.secret));
    const leaks: string[] = [];
    for (const [way, write] of Object.entries(ways))
      for (const format of way === 'blocks' ? ['text', 'json', 'junit'] : ['junit']) {
        const found = await leak(
          shape,
          { 'tests.yaml': write(data) },
          'test',
          'front.yaml',
          'tests.yaml',
          '--format',
          format,
        );
        if (found !== undefined) leaks.push(`${format}, ${way}: ${found}`);
      }
    expect(leaks).toEqual([]);
  });
});

/** What a trace is asked with, by where the secret stands. */
const ASKED: { readonly [place: string]: (secret: string) => readonly string[] } = {
  'a header': (secret) => ['http://shop.test/cart', '--header', `authorization: ${secret}`],
  'a header with a scheme': (secret) => ['http://shop.test/cart', '-H', `Authorization: Bearer ${secret}`],
  'a header that stands twice': (secret) => [
    'http://shop.test/cart',
    '-H',
    'x-api-key: one',
    '-H',
    `x-api-key: ${secret}`,
  ],
  'a cookie': (secret) => ['http://shop.test/cart', '-H', `cookie: a=1; session=${secret}; b=2`],
  'a header without its colon': (secret) => ['http://shop.test/cart', '-H', `authorization ${secret}`],
  'a header where none is expected': (secret) => ['http://shop.test/cart', `x-api-key: ${secret}`],
  'a runtime value without its sign': (secret) => [
    'http://shop.test/',
    '--runtime',
    `shop.password ${secret}`,
  ],
  'the query': (secret) => [`http://shop.test/cart?a=1&access_token=${encodeURIComponent(secret)}`],
  'the query of a redirect': (secret) => [
    `http://shop.test/moved?access_token=${encodeURIComponent(secret)}`,
  ],
  'the query of what is no URL': (secret) => [`shop.test/cart?access_token=${encodeURIComponent(secret)}`],
  'a login': (secret) => [`http://me:${encodeURIComponent(secret)}@shop.test/cart`],
  'the login of what is no URL': (secret) => [`me:${encodeURIComponent(secret)}@shop.test/cart`],
  'a runtime value': (secret) => ['http://shop.test/cart', '--runtime', `shop.db_password=${secret}`],
};

/** What a request in a file holds. */
const REQUESTS: { readonly [place: string]: (secret: string) => { readonly [field: string]: unknown } } = {
  'a header': (secret) => ({ headers: { authorization: secret } }),
  'a list of headers': (secret) => ({ headers: { 'x-api-key': ['one', secret] } }),
  'a cookie': (secret) => ({ headers: { Cookie: `a=1; session=${secret}; b=2` } }),
  'an object where the value of a header belongs': (secret) => ({
    headers: { authorization: { value: secret } },
  }),
  'an object where a text belongs': (secret) => ({ method: { password: secret } }),
  'an object where the random value belongs': (secret) => ({ random_value: { token: secret } }),
  'runtime values': (secret) => ({ runtime: { 'shop.api_key': secret, more: { client_secret: [secret] } } }),
  'the query': (secret) => ({ path: `/cart?access_token=${encodeURIComponent(secret)}` }),
  'a login': (secret) => ({ authority: `me:${encodeURIComponent(secret)}@shop.test` }),
};

describe.each(shapes)('$name', (shape) => {
  const { secret } = shape;

  test('in the flags of a trace', async () => {
    const leaks: string[] = [];
    for (const [place, args] of Object.entries(ASKED))
      for (const more of [['--format', 'text'], ['--format', 'json'], ['--all']]) {
        const found = await leak(shape, {}, 'trace', 'front.yaml', ...args(secret), ...more);
        if (found !== undefined) leaks.push(`${more.join(' ')}, ${place}: ${found}`);
      }
    expect(leaks).toEqual([]);
  });

  test('in the file of a request', async () => {
    const leaks: string[] = [];
    for (const [place, fields] of Object.entries(REQUESTS))
      for (const [way, write] of Object.entries(ways))
        for (const format of way === 'blocks' ? ['text', 'json'] : ['text']) {
          const request = write({ authority: 'shop.test', path: '/cart', ...fields(secret) });
          const args = ['front.yaml', '--request', 'request.yaml', '--format', format];
          const found = await leak(shape, { 'request.yaml': request }, 'trace', ...args);
          if (found !== undefined) leaks.push(`${format}, ${place}, ${way}: ${found}`);
        }
    expect(leaks).toEqual([]);
  });
});

const TOKEN = 'Hunter2Mark77abc12345';

test.each([
  ['.cfgtool.yaml', `fail_on: Bearer ${TOKEN}`],
  ['.cfgtool.yaml', `namespace: Basic ${TOKEN}`],
  ['.cfgtool.yaml', `"http://me:${TOKEN}@shop.test/": 1`],
  ['.cfgtool.yaml', `rules: {a: Bearer ${TOKEN}}`],
  ['.cfgtool.yaml', `password: ${TOKEN}`],
  ['base.json', `{"baseline": [{"fingerprint": "Bearer ${TOKEN}"}]}`],
  ['base.json', `{"password": "${TOKEN}"}`],
  ['base.json', `Bearer ${TOKEN}`],
])('in %s that holds %s', async (name, text) => {
  const given = name === 'base.json' ? ['--baseline', name] : [];
  const files = new Map(Object.entries({ 'front.yaml': FRONT, [name]: text }));
  const { code, out, err } = await runner.run({
    command: 'analyze',
    args: ['front.yaml', ...given],
    files: new Map([...files].map(([each, content]) => [each, Buffer.from(content)])),
    marks: [],
  });
  expect(code).toBe(2);
  expect(`${out}${err}`).not.toContain(TOKEN);
});

test.each([
  ['diff', `https://me:${TOKEN}@git.test/a.yaml`, 'front.yaml'],
  ['analyze', 'front.yaml', '--fail-on', `Bearer ${TOKEN}`],
  ['explain', `Bearer ${TOKEN}`],
  ['trace', 'front.yaml', 'http://shop.test/', '--method', `Bearer ${TOKEN}`],
])('on the command line: %s %s %s', async (command, ...args) => {
  const files = new Map([['front.yaml', Buffer.from(FRONT)]]);
  const { code, out, err } = await runner.run({ command, args, files, marks: [] });
  expect(code).toBe(2);
  expect(`${out}${err}`).not.toContain(TOKEN);
});

test('what is asked with is shown to whoever asks for that', async () => {
  for (const shape of shapes) {
    const args = ['http://shop.test/cart', '-H', `authorization: ${shape.secret}`, '--show-secrets'];
    if (!/[\r\n]/.test(shape.secret))
      expect(await leak(shape, {}, 'trace', 'front.yaml', ...args), shape.name).toBeDefined();
    const header = { name: 'authorization', exact_match: shape.secret };
    const tests = JSON.stringify(testsWith({ validate: { request_header_matches: [header] } }));
    const shown = await leak(
      shape,
      { 'tests.yaml': tests },
      'test',
      'front.yaml',
      'tests.yaml',
      '--show-secrets',
    );
    expect(shown, shape.name).toBeDefined();
  }
});
