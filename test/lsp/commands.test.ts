/** Code lenses and what they do, through the protocol alone. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  type CodeLens,
  CodeLensRefreshRequest,
  CodeLensRequest,
  ExecuteCommandRequest,
  ShowDocumentRequest,
  ShowMessageNotification,
} from 'vscode-languageserver-protocol/node';
import { COMMANDS } from '../../src/lsp/edge/commands.ts';
import { temporaryFolder } from '../commands/run.ts';
import { type Editor, startEditor } from './client.ts';

const folder = temporaryFolder();

const TOKEN = 'tok-9fKd83LmQpZx71';
const ROUTES = `virtual_hosts:
- name: shop
  domains: [shop.test]
  routes:
  - match: { prefix: /cart }
    route: { cluster: cart }
  - match: { prefix: /cart/old }
    route: { cluster: cart }
  - match:
      prefix: /admin
      headers: [{ name: authorization, exact_match: ${TOKEN} }]
    route: { cluster: admin }
  - match: { prefix: / }
    route: { cluster: pages }
clusters:
- name: cart
- name: admin
- name: pages
- name: lonely
`;
const TESTS = `tests:
- test_name: cart
  input: { authority: shop.test, path: /cart }
  validate: { cluster_name: cart }
- test_name: old cart
  input: { authority: shop.test, path: /cart/old }
  validate: { cluster_name: old }
- test_name: front page
  input: { authority: shop.test, path: / }
  validate: { cluster_name: pages }
- test_name: another shop
  input: { authority: other.test, path: / }
  validate: { path_redirect: '' }
`;

interface Told {
  readonly editor: Editor;
  readonly messages: string[];
  readonly documents: unknown[];
}

async function started(given: Parameters<typeof startEditor>[0] = {}): Promise<Told> {
  const editor = await startEditor({ root: folder.path, ...given });
  const messages: string[] = [];
  const documents: unknown[] = [];
  editor.connection.onNotification(
    ShowMessageNotification.type,
    ({ message }) => void messages.push(message),
  );
  editor.connection.onRequest(ShowDocumentRequest.type, (asked) => {
    documents.push(asked);
    return { success: true };
  });
  return { editor, messages, documents };
}

async function lensesOn({ editor }: Told, uri: string): Promise<readonly CodeLens[]> {
  return (await editor.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? [];
}

function titlesAt(lenses: readonly CodeLens[], text: string, line: string): readonly string[] {
  const number = text.split('\n').indexOf(line);
  return lenses.filter(({ range }) => range.start.line === number).map(({ command }) => command?.title ?? '');
}

async function run({ editor }: Told, lens: CodeLens | undefined, more: readonly unknown[] = []) {
  const { command = '', arguments: given = [] } = lens?.command ?? {};
  return await editor.connection.sendRequest(ExecuteCommandRequest.type, {
    command,
    arguments: [...given, ...more],
  });
}

describe('lenses', () => {
  test('a request to trace stands at virtual hosts and at routes that have one, tests at routes they come to', async () => {
    const told = await started();
    folder.write('shop.tests.yaml', TESTS);
    const uri = await told.editor.open(join(folder.path, 'shop.yaml'), ROUTES);
    const lenses = await lensesOn(told, uri);
    const at = (line: string) => titlesAt(lenses, ROUTES, line);
    expect(at('- name: shop')).toEqual(['trace a request…']);
    expect(at('  - match: { prefix: /cart }')).toEqual(['trace a request…', '2 tests, 1 fails']);
    expect(at('  - match: { prefix: /cart/old }')).toEqual(['trace a request…']);
    expect(at('  - match: { prefix: / }')).toEqual(['trace a request…', '1 test']);
    expect(at('- name: lonely')).toEqual(['nothing leads here']);
  });

  test('files of tests are those that settings name, too, and the text of one that is open counts', async () => {
    folder.write('named/.cfgtool.yaml', 'tests:\n  "routes/*.yaml": [all.yaml, none.yaml]\n');
    const path = folder.write('named/all.yaml', TESTS);
    const told = await started({ capabilities: { workspace: { codeLens: { refreshSupport: true } } } });
    let refreshed: () => void = () => {};
    const refresh = new Promise<void>((resolve) => {
      refreshed = resolve;
    });
    told.editor.connection.onRequest(CodeLensRefreshRequest.type, () => refreshed());
    const uri = await told.editor.open(join(folder.path, 'named/routes/shop.yaml'), ROUTES);
    const other = await told.editor.open(join(folder.path, 'named/other.yaml'), ROUTES);
    const line = '  - match: { prefix: / }';
    expect(titlesAt(await lensesOn(told, uri), ROUTES, line)).toContain('1 test');
    expect(titlesAt(await lensesOn(told, other), ROUTES, line)).toEqual(['trace a request…']);
    const tests = await told.editor.open(path, TESTS);
    await told.editor.change(tests, TESTS.replace('cluster_name: pages', 'cluster_name: other'));
    await refresh;
    expect(titlesAt(await lensesOn(told, uri), ROUTES, line)).toContain('1 test, 1 fails');
    await told.editor.change(tests, 'tests: [');
    expect(titlesAt(await lensesOn(told, uri), ROUTES, line)).toEqual(['trace a request…']);
  });

  test('properties that the settings name stand at the routes that they speak of, as they are written', async () => {
    const properties = (path: string) => `properties:
- { name: nobody reads the ledger, when: { path: { prefix: ${path} }, host: shop.test }, then: { not: { reaches: { cluster: admin } } } }
- { name: only by GET, when: { reaches: { cluster: pages } }, then: { method: GET } }
`;
    folder.write('held/.cfgtool.yaml', 'properties: access.yaml\n');
    const path = folder.write('held/access.yaml', properties('/admin'));
    const told = await started({ capabilities: { workspace: { codeLens: { refreshSupport: true } } } });
    const uri = await told.editor.open(join(folder.path, 'held/shop.yaml'), ROUTES);
    const lenses = await lensesOn(told, uri);
    const [cart, admin, rest] = ['  - match: { prefix: /cart }', '  - match:', '  - match: { prefix: / }'];
    expect(titlesAt(lenses, ROUTES, cart)).toEqual(['trace a request…']);
    expect(titlesAt(lenses, ROUTES, admin)).toEqual([
      'trace a request…',
      'property "nobody reads the ledger": broken here',
    ]);
    expect(titlesAt(lenses, ROUTES, rest)).toEqual([
      'trace a request…',
      '2 properties: 1 broken here, 1 broken elsewhere',
    ]);
    const lens = lenses.find(({ command }) => command?.title.includes('ledger'));
    expect(lens?.command?.arguments?.[2]).toMatchObject([
      { uri: pathToFileURL(path).href, range: { start: { line: 1 } } },
    ]);

    const access = await told.editor.open(path, properties('/admin'));
    await told.editor.change(access, properties('/cart'));
    expect(titlesAt(await lensesOn(told, uri), ROUTES, cart)).toContain(
      'property "nobody reads the ledger": proved',
    );
    // What is being written is told about where it stands, and counts for nothing.
    await told.editor.change(access, 'properties:\n- { then: { reeches: x } }\n');
    const [wrong] = await told.editor.diagnostics(access);
    expect(wrong?.message).toContain('a condition has no "reeches"');
    expect(titlesAt(await lensesOn(told, uri), ROUTES, cart)).toEqual(['trace a request…']);
  });
});

describe('what they do', () => {
  test('a trace is answered and shown; of a hidden route it tells who takes the request', async () => {
    const told = await started();
    const uri = await told.editor.open(join(folder.path, 'a.yaml'), ROUTES);
    const lenses = await lensesOn(told, uri);
    const traces = lenses.filter(({ command }) => command?.title === 'trace a request…');
    const host = await run(told, traces[0]);
    expect(host).toMatchObject({ request: expect.stringMatching(/^GET (https:\/\/)?shop\.test\/cart/) });
    const hidden = await run(told, traces[2]);
    expect(hidden.text).toMatch(/shop\.test\/cart\/old\S* goes to cluster "cart"/);
    expect(told.messages).toEqual([host.text, hidden.text]);
  });

  test('any other request can be traced, and the first one be asked for', async () => {
    const told = await started({ initializationOptions: { answers: true } });
    const uri = await told.editor.open(join(folder.path, 'b.yaml'), ROUTES);
    const [lens] = (await lensesOn(told, uri)).filter(({ command }) => command?.command === 'cfgtool.trace');
    const position = lens?.range.start;
    const ask = (command: string, ...given: unknown[]) =>
      told.editor.connection.sendRequest(ExecuteCommandRequest.type, { command, arguments: given });
    expect(await ask('cfgtool.exampleRequest', uri, position)).toMatch(/^GET .*shop\.test\/cart$/);
    const { request, text } = await ask('cfgtool.trace', uri, 'POST shop.test/pages');
    expect(request).toBe('POST shop.test/pages');
    expect(text).toContain('goes to cluster "pages"');
    expect(told.messages).toEqual([]);
    await expect(ask('cfgtool.trace', uri, 'POST')).rejects.toThrow('no host is named');
    for (const given of [[], [5], [uri], [uri, 5], ['file:///nowhere.yaml', position]]) {
      await expect(ask('cfgtool.trace', ...given)).rejects.toThrow('it takes');
      await expect(ask('cfgtool.exampleRequest', ...given)).rejects.toThrow('it takes');
    }
    await expect(ask('cfgtool.showPlaces', uri)).rejects.toThrow('it takes');
    await expect(ask('cfgtool.other', uri)).rejects.toThrow();
  });

  test('places are gone to, or listed', async () => {
    const told = await started({ capabilities: { window: { showDocument: { support: true } } } });
    folder.write('c.tests.yaml', TESTS);
    const uri = await told.editor.open(join(folder.path, 'c.yaml'), ROUTES);
    const lenses = await lensesOn(told, uri);
    const by = (title: string) => lenses.find(({ command }) => command?.title === title);
    await run(told, by('1 test'));
    const tests = pathToFileURL(join(folder.path, 'c.tests.yaml')).href;
    expect(told.documents).toMatchObject([{ uri: tests, selection: { start: { line: 7 } } }]);
    await run(told, by('2 tests, 1 fails'));
    expect(told.messages).toEqual([
      `${join(folder.path, 'c.tests.yaml')}:2\n${join(folder.path, 'c.tests.yaml')}:5`,
    ]);
  });

  test('shows no secret, and writes no file', async () => {
    const told = await started();
    const before = readdirSync(folder.path);
    const uri = await told.editor.open(join(folder.path, 'd.yaml'), ROUTES);
    const answers: unknown[] = [];
    const lenses = await lensesOn(told, uri);
    for (const lens of lenses) if (lens.command?.command !== '') answers.push(await run(told, lens));
    const [lens] = lenses.filter(({ command }) => command?.command === 'cfgtool.trace');
    const line = `shop.test/admin?password=geheim-77 -H 'authorization: ${TOKEN}' -H 'cookie: session=abcd-efgh'`;
    answers.push(
      await told.editor.connection.sendRequest(ExecuteCommandRequest.type, {
        command: 'cfgtool.trace',
        arguments: [uri, line],
      }),
    );
    for (const { range } of lenses)
      answers.push(
        await told.editor.connection.sendRequest(ExecuteCommandRequest.type, {
          command: 'cfgtool.exampleRequest',
          arguments: [uri, range.start],
        }),
      );
    const all = JSON.stringify([answers, told.messages, lenses, told.editor.said(), lens]);
    expect(all).toContain('goes to cluster \\"admin');
    for (const secret of [TOKEN, 'geheim-77', 'abcd-efgh']) expect(all).not.toContain(secret);
    expect(readdirSync(folder.path)).toEqual(before);
  });
});

describe('since the last commit', () => {
  const diff = (told: Told, ...given: unknown[]) =>
    told.editor.connection.sendRequest(ExecuteCommandRequest.type, {
      command: 'cfgtool.diffHead',
      arguments: given,
    });
  const changed = ROUTES.replace(
    'prefix: /cart }\n    route: { cluster: cart',
    'prefix: /cart }\n    route: { cluster: pages',
  );

  test('the text as it is open is compared, as text and as a page, without secrets', async () => {
    const path = folder.write('repository/front.yaml', ROUTES);
    commit(join(folder.path, 'repository'));
    const told = await started();
    const uri = await told.editor.open(path, changed);
    const { text } = await diff(told, uri);
    expect(text).toMatch(/GET .*shop\.test\/cart/);
    expect(text).toContain('HEAD:./front.yaml');
    expect(told.messages).toEqual([text]);
    expect((await diff(told)).text).toBe(text);
    told.messages.length = 0;
    const { text: page } = await diff(told, uri, 'html');
    expect(page).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>\n$/);
    expect(page).toContain('&lt;redacted&gt;');
    expect(told.messages).toEqual([]);
    expect(text + page).not.toContain(TOKEN);
    await told.editor.change(uri, ROUTES);
    expect((await diff(told, uri)).text).toBe('equal in meaning\n');
  });

  test('settings of diff count', async () => {
    const path = folder.write('quiet/front.yaml', 'clusters: [{ name: a, connect_timeout: 1s }]\n');
    folder.write('quiet/.cfgtool.yaml', 'diff: { ignore: [Cluster.connect_timeout] }\n');
    commit(join(folder.path, 'quiet'));
    const told = await started();
    const uri = await told.editor.open(path, 'clusters: [{ name: a, connect_timeout: 2s }]\n');
    const { text } = await diff(told, uri);
    expect(text).not.toContain('connect_timeout');
  });

  test('what cannot be compared is told', async () => {
    folder.write('half/front.yaml', 'a: b\n');
    folder.write('half/broken.yaml', 'clusters: [\n');
    commit(join(folder.path, 'half'));
    const told = await started();
    const open = (path: string, text = ROUTES) => told.editor.open(join(folder.path, path), text);
    await expect(diff(told, await open('half/front.yaml'))).rejects.toThrow(
      /HEAD:\.\/front\.yaml is no configuration/,
    );
    await expect(diff(told, await open('half/broken.yaml'))).rejects.toThrow(
      /HEAD:\.\/broken\.yaml cannot be read/,
    );
    await expect(diff(told, await open('half/new.yaml'))).rejects.toThrow(
      /new\.yaml is not in the last commit/,
    );
    await expect(diff(told, await open('outside.yaml'))).rejects.toThrow(/is in no git repository/);
    await expect(diff(told, await open('half/open.yaml', 'a: ['))).rejects.toThrow();
    await expect(diff(told)).rejects.toThrow('it takes');
    await expect(diff(told, pathToFileURL(join(folder.path, 'half/new.yaml')).href, 'pdf')).rejects.toThrow(
      'it takes',
    );
    await expect(diff(told, 'untitled:a')).rejects.toThrow('it takes');
    expect(told.messages).toEqual([]);
  });
});

function commit(path: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args], { cwd: path });
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
}

test('the docs name every command', () => {
  const docs = readFileSync('docs/editors.md', 'utf8');
  for (const name of Object.values(COMMANDS)) expect(docs).toContain(`\`${name}\``);
});
