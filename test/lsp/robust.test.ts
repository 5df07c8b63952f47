/** A client that errs, leaves or dies: no process stays, nothing is told that is secret, and the next question is answered. */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CodeActionRequest,
  CompletionRequest,
  DocumentSymbolRequest,
  ExitNotification,
  HoverRequest,
  LogMessageNotification,
  ReferencesRequest,
  ShowMessageNotification,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { BIN, plainEnvironment, temporaryFolder } from '../commands/run.ts';
import { startEditor } from './client.ts';

const folder = temporaryFolder();

function ended(editor: {
  readonly process: import('node:child_process').ChildProcess;
}): Promise<number | null> {
  return new Promise((resolve) => editor.process.on('exit', resolve));
}

describe('the end', () => {
  test('a closed pipe ends the process silently', async () => {
    const editor = await startEditor();
    await editor.open(join(folder.path, 'a.yaml'), 'clusters: [{ name: a }]\n');
    const gone = ended(editor);
    editor.process.stdin?.end();
    expect(await gone).toBe(0);
    expect(editor.said()).toBe('');
  });

  test('exit without shutdown is told by the code, as the protocol has it', async () => {
    const editor = await startEditor();
    const gone = ended(editor);
    await editor.connection.sendNotification(ExitNotification.type);
    expect(await gone).toBe(1);
  });

  test('a killed editor leaves no process', async () => {
    const script = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, [${JSON.stringify(BIN)}, 'lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdin.write(${JSON.stringify(framed({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { processId: null, capabilities: {} } }))});
      child.stdout.once('data', () => console.log(child.pid));
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['-e', script], { env: plainEnvironment() });
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (data) => resolve(Number(String(data)))),
    );
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(pid), { timeout: 20_000, interval: 100 }).toBe(false);
  });
});

function framed(message: object): string {
  const text = JSON.stringify(message);
  return `Content-Length: ${text.length}\r\n\r\n${text}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('nonsense', () => {
  test.each(['', '{}', '[1, 2', 'Content-Length: 5\r\n\r\nhello', 'Content-Length: -1\r\n\r\n', '\0\0\0'])(
    '%j is read over, and the end of the pipe ends the process',
    (input) => {
      const { status, stderr } = spawnSync(process.execPath, [BIN, 'lsp'], {
        input,
        env: plainEnvironment(),
        encoding: 'utf8',
        timeout: 20_000,
      });
      expect([status, stderr]).toEqual([0, '']);
    },
  );

  test.each(['x', '-1', '99999', '3'])(
    'a message whose length is %s costs no other one its answer',
    async (length) => {
      const editor = await startEditor();
      const uri = await editor.open(join(folder.path, 'a.yaml'), 'clusters:\n- name: a\n');
      editor.process.stdin?.write(
        `Content-Length: ${length}\r\n\r\n${JSON.stringify({ jsonrpc: '2.0', method: 'x' })}`,
      );
      const { connection } = editor;
      expect(
        await connection.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } }),
      ).toBeDefined();
    },
  );

  test('questions that make no sense are refused, and the next one is answered', async () => {
    const editor = await startEditor();
    const uri = await editor.open(join(folder.path, 'a.yaml'), 'clusters:\n- name: a\n  \n');
    const { connection } = editor;
    await expect(connection.sendRequest('no/such', {})).rejects.toThrow();
    await expect(connection.sendRequest('textDocument/hover', {})).rejects.toThrow();
    await expect(connection.sendRequest('textDocument/rename', { textDocument: { uri } })).rejects.toThrow();
    const unmodelled = { textDocument: { uri }, position: { line: 999, character: 999 } };
    expect(await connection.sendRequest(HoverRequest.type, unmodelled)).toBeNull();
    const nowhere = { textDocument: { uri: 'file:///nowhere.yaml' }, position: { line: 0, character: 0 } };
    expect(await connection.sendRequest(HoverRequest.type, nowhere)).toBeNull();
    await connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: 'x' },
      contentChanges: 5,
    });
    const items = await connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: { line: 2, character: 2 },
    });
    expect(Array.isArray(items) && items.length).toBeGreaterThan(10);
  });

  test('a text that changes while it is asked about ends at what its last version says', async () => {
    const editor = await startEditor();
    const uri = await editor.open(join(folder.path, 'a.yaml'), 'clusters: []\n');
    const asked: Promise<unknown>[] = [];
    for (let version = 0; version < 40; version++) {
      await editor.change(
        uri,
        `clusters:\n- name: a${version}\n  lb_policy: ${version === 39 ? 'NONSENSE' : 'RANDOM'}\n`,
      );
      asked.push(editor.connection.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } }));
      const position = { line: 1, character: 9 };
      const context = { includeDeclaration: true };
      asked.push(
        editor.connection.sendRequest(ReferencesRequest.type, { textDocument: { uri }, position, context }),
      );
    }
    expect((await editor.diagnostics(uri)).map(({ code }) => code)).toContain('unknown-enum-value');
    expect((await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});

test('secrets stand in nothing that is answered, shown or logged', async () => {
  const [key, token] = ['s3cr3t-Zq8mXw2LkP', 'tok-9fKd83LmQpZx71'];
  const text = `static_resources:
  secrets:
  - name: tls
    tls_certificate:
      private_key: { inline_string: ${key} }
  clusters:
  - name: token
    conect_timeout: 1s
    lb_policy: KEY
  - name: shop
    metadata: { filter_metadata: { a: { password: ${token} } } }
  listeners:
  - name: front
    filter_chains:
    - filters:
      - name: envoy.http_connection_manager
        config:
          stat_prefix: a
          route_config:
            virtual_hosts:
            - name: site
              domains: ['*']
              routes:
              - match:
                  prefix: /
                  headers: [{ name: authorization, exact_match: ${token} }]
                route: { cluster: shop }
`;
  const editor = await startEditor();
  const { connection } = editor;
  const told: unknown[] = [];
  connection.onNotification(LogMessageNotification.type, (message) => void told.push(message));
  connection.onNotification(ShowMessageNotification.type, (message) => void told.push(message));
  const uri = await editor.open(join(folder.path, 'secret.yaml'), text);
  told.push(await editor.diagnostics(uri));
  const document = TextDocument.create(uri, 'yaml', 1, text);
  for (let offset = 0; offset < text.length; offset += 5) {
    const at = { textDocument: { uri }, position: document.positionAt(offset) };
    told.push((await connection.sendRequest(HoverRequest.type, at))?.contents);
  }
  const range = { start: { line: 0, character: 0 }, end: { line: 40, character: 0 } };
  const actions = await connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range,
    context: { diagnostics: [] },
  });
  told.push(
    actions?.map(({ title }) => title),
    await connection.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } }),
  );
  await editor.change(uri, text.replace('static_resources:', 'static_resources: ['));
  told.push(await editor.diagnostics(uri), editor.said());
  const all = JSON.stringify(told);
  expect(all).toContain('unknown-field');
  expect(all).not.toContain(key);
  expect(all).not.toContain(token);
});

test('no file is written', () => {
  expect(readdirSync(folder.path)).toEqual([]);
});
