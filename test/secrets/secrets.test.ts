/** No output of any command shows a secret, wherever it stands (CONTRACT, What is printed is safe). */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { makeFolder } from '../fuzz/folder.ts';
import { innerRunner, type Runner } from '../fuzz/inner.ts';
import { shareOf } from '../share.ts';
import { commandsWith } from './commands.ts';
import { positions } from './positions.ts';

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

const MARK = 'Hunter2Mark77';
const OTHER = 'Hunter3Mark88';
/** A mark as it is, and in base64, from any offset. */
const SHOWN = [MARK, OTHER].flatMap((mark) => [
  mark,
  ...[0, 1, 2].map((offset) =>
    Buffer.from(' '.repeat(offset) + mark)
      .toString('base64')
      .slice(offset === 0 ? 0 : 4, -4),
  ),
]);

async function run(files: { readonly [name: string]: string }, command: string, ...args: readonly string[]) {
  const content = new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));
  const { code, out, err } = await runner.run({ command, args, files: content, marks: [] });
  expect(code, err).toBeLessThan(3);
  return { out, err };
}

function leaked(text: string): string | undefined {
  const found = SHOWN.find((mark) => text.includes(mark));
  return found === undefined
    ? undefined
    : text.slice(Math.max(0, text.indexOf(found) - 200), text.indexOf(found) + 40);
}

const TESTS = `tests:
- test_name: a
  input: {authority: shop.test, path: /, additional_request_headers: [{key: authorization, value: "Basic ${MARK}"}]}
  validate: {cluster_name: none, request_header_matches: [{name: authorization, exact_match: "${MARK}"}]}
`;

const PLAIN = 'static_resources: {clusters: [{name: a}]}\nvirtual_hosts: []\n';

/** What shows values in a way of its own. */
const COMMANDS = commandsWith(MARK);
const FEW = COMMANDS.filter((args) =>
  /^(?:analyze.*html|diff.*json|normalize.*yaml|migrate.*diff)/.test(args.join(' ')),
);

/** What else a ConfigMap may hold beside a configuration. */
const BESIDE: { readonly [key: string]: (mark: string) => string } = {
  'other.env': (mark) => `DB_HOST=a\nexport DB_PASSWORD=${mark}\nDB_TOKEN="${mark}"\n`,
  'one.env': (mark) => `DB_PASSWORD=${mark}`,
  'app.properties': (mark) => `db.host = a\ndb.password = ${mark}\ndb.secret: ${mark}\n[x]\n`,
  'app.yaml': (mark) => `db:\n  password: |\n    ${mark}\n  users: [{name: authorization, value: ${mark}}]\n`,
  'app.json': (mark) => JSON.stringify({ db: { password: mark, inner: JSON.stringify({ api_key: mark }) } }),
  'app.conf': (mark) => `url=postgres://me:${mark}@db/x\nflags=a;session=${mark}\n`,
};

test.each(Object.entries(BESIDE))(
  '14.b9 %s beside a configuration in a ConfigMap is hidden',
  async (key, make) => {
    const config = 'clusters: [{name: a, hosts: [{pipe: {path: /x}}], unknown: 1}]\n';
    const data = { before: 'x', [key]: make(MARK), 'e.yaml': config };
    const map = { kind: 'ConfigMap', data };
    for (const text of [stringify(map), JSON.stringify(map), JSON.stringify(map, undefined, 2)])
      for (const args of FEW) {
        const files = { 'a.yaml': text, 'b.yaml': text.replaceAll(MARK, OTHER), 'plain.yaml': config };
        const { out, err } = await run(files, args[0] ?? '', ...args.slice(1));
        expect(leaked(`${out}\n${err}`), `${args.join(' ')}\n${text}`).toBeUndefined();
      }
  },
);

test('14.b9 all values of a Secret are hidden, whatever they are called', async () => {
  const config = 'clusters: [{name: a, hosts: [{pipe: {path: /x}}], unknown: 1}]\n';
  const files = {
    'a.yaml': stringify({ kind: 'Secret', stringData: { plain: MARK, 'e.yaml': config, last: MARK } }),
  };
  for (const args of [
    ['analyze', 'a.yaml'],
    ['analyze', 'a.yaml', '--format', 'html'],
    ['migrate', 'a.yaml', '--format', 'diff'],
  ]) {
    const { out, err } = await run(files, args[0] ?? '', ...args.slice(1));
    expect(leaked(`${out}\n${err}`), args.join(' ')).toBeUndefined();
    expect(out).toContain('clusters');
  }
});

describe.each(positions.map((each, turn) => ({ ...each, turn })))('$name', ({ with: make, again, turn }) => {
  const a = stringify(make(MARK));
  const files = { 'a.yaml': a, 'b.yaml': stringify(make(OTHER)), 'plain.yaml': PLAIN, 'tests.yaml': TESTS };

  test('is hidden by every command in every format', async () => {
    for (const args of again ? FEW : shareOf(COMMANDS, turn)) {
      const { out, err } = await run(files, args[0] ?? '', ...args.slice(1));
      expect(leaked(`${out}\n${err}`), args.join(' ')).toBeUndefined();
    }
  });

  test('is hidden in files that are written beside', async () => {
    for (const [written, ...args] of [
      ['tests.out', 'diff', 'a.yaml', 'plain.yaml', '--emit-tests', 'tests.out'],
      ['baseline.out', 'analyze', 'a.yaml', '--baseline', 'baseline.out', '--write-baseline'],
    ]) {
      await run(files, args[0] ?? '', ...args.slice(1));
      const path = join(folder.path, written ?? '');
      if (existsSync(path)) expect(leaked(readFileSync(path, 'utf8')), written).toBeUndefined();
    }
  });

  test('is hidden in JSON, on one line and on many, and embedded in a ConfigMap', async () => {
    const map = { apiVersion: 'v1', kind: 'ConfigMap', data: { 'front.yaml': a, password: MARK } };
    const forms = [
      JSON.stringify(make(MARK)),
      JSON.stringify(make(MARK), undefined, 2),
      stringify(map),
      stringify(map, { defaultStringType: 'QUOTE_DOUBLE' }),
      JSON.stringify(map),
    ];
    for (const text of forms)
      for (const args of [
        ['analyze', 'a.yaml'],
        ['analyze', 'a.yaml', '--format', 'html'],
        ['normalize', 'a.yaml'],
        ['migrate', 'a.yaml', '--format', 'diff', '--also', 'all'],
        ['diff', 'a.yaml', 'b.yaml', '--side-by-side'],
      ]) {
        const { out, err } = await run({ ...files, 'a.yaml': text }, args[0] ?? '', ...args.slice(1));
        expect(leaked(`${out}\n${err}`), `${args.join(' ')}\n${text}`).toBeUndefined();
      }
  });

  test('is hidden around an error in a text that is cut off or broken', async () => {
    for (const text of [a, JSON.stringify(make(MARK), undefined, 2)]) {
      const lines = text.split('\n');
      for (let line = 1; line < lines.length; line++) {
        const broken = [...lines.slice(0, line), '}]"', ...lines.slice(line)].join('\n');
        const { out, err } = await run({ 'a.yaml': broken }, 'normalize', 'a.yaml', '--only-written');
        expect(leaked(`${out}\n${err}`), broken).toBeUndefined();
      }
    }
  });

  test('is shown to whoever asks for it', async () => {
    const { out } = await run(files, 'normalize', 'a.yaml', '--only-written', '--show-secrets');
    expect(out).not.toContain('<redacted>');
    expect(leaked(out)).toBeDefined();
  });
});
