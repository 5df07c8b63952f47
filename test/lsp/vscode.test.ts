/** The extension for Visual Studio Code, as it is packed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Ask, type Editor, runCommand } from '../../editors/vscode/src/commands.ts';
import { serverCommand } from '../../editors/vscode/src/server-command.ts';
import { COMMANDS } from '../../src/lsp/edge/commands.ts';
import { plainEnvironment, temporaryFolder } from '../commands/run.ts';
import { startEditor } from './client.ts';

const folder = temporaryFolder();
let extension = '';
let names: readonly string[] = [];

/** The files of an archive, by its central directory. */
function unpacked(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (
    let at = archive.indexOf('PK\u0001\u0002');
    at !== -1;
    at = archive.indexOf('PK\u0001\u0002', at + 46)
  ) {
    const [size, length] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const data = archive.subarray(start, start + size);
    const isPacked = archive.readUInt16LE(at + 10) === 8;
    files.set(archive.toString('utf8', at + 46, at + 46 + length), isPacked ? inflateRawSync(data) : data);
  }
  return files;
}

beforeAll(() => {
  execFileSync(process.execPath, ['dist/scripts/vscode.js'], { stdio: 'ignore' });
  const files = unpacked(readFileSync('dist/vscode/cfgtool.vsix'));
  names = [...files.keys()];
  for (const [name, content] of files) {
    const path = join(folder.path, 'vsix', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  extension = join(folder.path, 'vsix/extension');
});

test('it holds the client, the server, its licences and nothing of the sources', () => {
  expect(names).toEqual(
    expect.arrayContaining([
      'extension.vsixmanifest',
      'extension/package.json',
      'extension/extension.js',
      'extension/readme.md',
      'extension/THIRD-PARTY.txt',
      'extension/server/bin/run.js',
      'extension/server/dist/cli/program.js',
      'extension/server/dist/cli/lsp-worker.js',
      'extension/server/dist/THIRD-PARTY.txt',
    ]),
  );
  expect(names.filter((name) => /\.ts$|node_modules|playground\.html/.test(name))).toEqual([]);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'))).toMatchObject({
    version,
    main: './extension.js',
  });
  expect(readFileSync(join(extension, 'THIRD-PARTY.txt'), 'utf8')).toContain('vscode-languageclient');
});

test('every setting that the client reads is declared, and no other', () => {
  const manifest = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
  const source = readFileSync('editors/vscode/src/extension.ts', 'utf8');
  const read = [...source.matchAll(/(?:text|get<boolean>)\('(\w+)'/g)].map(([, name]) => `cfgtool.${name}`);
  const declared = Object.keys(manifest.contributes.configuration.properties);
  expect(declared.toSorted()).toEqual([...read, 'cfgtool.trace.server'].toSorted());
});

describe('commands', () => {
  const POSITION = { line: 1, character: 2 };
  const told: unknown[][] = [];
  const asked: unknown[][] = [];
  const editor = (typed: string | undefined): Editor => ({
    showPlaces: async (...given) => void told.push(['places', ...given]),
    askRequest: async (example) => {
      told.push(['request', example]);
      return typed;
    },
    showText: async (...given) => void told.push(['text', ...given]),
    showPage: async (...given) => void told.push(['page', ...given]),
    uri: 'file:///looked-at',
  });
  const ask: Ask = async (command, given) => {
    asked.push([command, ...given]);
    return command === 'cfgtool.exampleRequest' ? 'GET a.test/' : { request: '', text: 'it goes to a' };
  };
  const run = async (command: string, given: unknown[], typed?: string) => {
    told.length = 0;
    asked.length = 0;
    await runCommand(editor(typed), command, given, ask);
    return { told, asked };
  };

  test('places are shown by the editor', async () => {
    expect(await run('cfgtool.showPlaces', ['file:///a', POSITION, []])).toEqual({
      told: [['places', 'file:///a', POSITION, []]],
      asked: [],
    });
  });

  test('what changed since the last commit is a page, of the text that is looked at', async () => {
    expect(await run('cfgtool.diffHead', [])).toEqual({
      told: [['page', 'Compared with HEAD', 'it goes to a']],
      asked: [['cfgtool.diffHead', 'file:///looked-at', 'html']],
    });
  });

  test('every command that is contributed is one of the server, or of the extension itself', () => {
    const manifest = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
    const known: readonly string[] = ['cfgtool.restart', ...Object.values(COMMANDS)];
    const named = [
      ...manifest.contributes.commands,
      ...Object.values<{ readonly command: string }[]>(manifest.contributes.menus).flat(),
    ];
    for (const { command } of named) expect(known).toContain(command);
  });

  test('a request is asked for, with an example that is not typed again', async () => {
    const first = ['cfgtool.exampleRequest', 'file:///a', POSITION];
    const request = ['request', 'GET a.test/'];
    const text = ['text', 'trace', 'it goes to a'];
    expect(await run('cfgtool.trace', ['file:///a', POSITION], 'GET a.test/')).toEqual({
      told: [request, text],
      asked: [first, ['cfgtool.trace', 'file:///a', POSITION]],
    });
    expect(await run('cfgtool.trace', ['file:///a', POSITION], 'GET b.test/')).toEqual({
      told: [request, text],
      asked: [first, ['cfgtool.trace', 'file:///a', 'GET b.test/']],
    });
    expect(await run('cfgtool.trace', ['file:///a', POSITION])).toEqual({
      told: [request],
      asked: [first],
    });
  });
});

describe('the server', () => {
  test('is the one of the extension, with the settings as flags', () => {
    const run = join(extension, 'server/bin/run.js');
    expect(serverCommand({}, extension, '/node')).toEqual({
      command: '/node',
      args: [run, 'lsp'],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    });
    expect(
      serverCommand(
        { together: true, api: 'v3', namespace: 'envoy', baseline: 'b.json', config: 'c.yaml' },
        extension,
        '/node',
      ).args,
    ).toEqual([
      run,
      'lsp',
      '--together',
      '--api',
      'v3',
      '--namespace',
      'envoy',
      '--baseline',
      'b.json',
      '--config',
      'c.yaml',
    ]);
    expect(serverCommand({ program: '/usr/bin/cfgtool' }, extension, '/node')).toEqual({
      command: '/usr/bin/cfgtool',
      args: ['lsp'],
      env: {},
    });
  });

  test('answers where nothing else is installed', async () => {
    const { command, args } = serverCommand({}, extension, process.execPath);
    const editor = await startEditor({ root: folder.path, program: [command, ...args] });
    const uri = await editor.open(
      join(folder.path, 'a.yaml'),
      'clusters:\n- name: shop\n  connect_timeut: 1s\n',
    );
    const shown = await editor.diagnostics(uri);
    expect(shown.map(({ code }) => code)).toContain('unknown-field');
  });

  test.each([
    ['starts with the extension and ends with it', {}, /^started\nstopped\n$/],
    ['that is none is told', { program: '/nowhere/cfgtool' }, /^failed/],
  ])('%s', (_, settings, expected) => {
    const home = join(folder.path, 'editor');
    mkdirSync(join(home, 'node_modules/vscode'), { recursive: true });
    copyFileSync(resolve('test/lsp/vscode-stub.cjs'), join(home, 'node_modules/vscode/index.js'));
    copyFileSync(join(extension, 'extension.js'), join(home, 'extension.js'));
    const script = `const { activate, deactivate } = require(${JSON.stringify(join(home, 'extension.js'))});
activate({ subscriptions: [], extensionPath: ${JSON.stringify(extension)} })
  .then(async () => { console.log('started'); await deactivate(); console.log('stopped'); })
  .catch(() => console.log('failed'))
  .finally(() => process.exit());`;
    const { stdout } = spawnSync(process.execPath, ['-e', script], {
      encoding: 'utf8',
      timeout: 60_000,
      env: plainEnvironment({ SETTINGS: JSON.stringify(settings) }),
    });
    expect(stdout).toMatch(expected);
  });
});
