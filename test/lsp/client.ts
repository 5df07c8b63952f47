/** An editor: drives the real server process through the protocol. */
import { type ChildProcess, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { afterEach } from 'vitest';
import {
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  ShutdownRequest,
} from 'vscode-languageserver-protocol/node';
import { BIN, plainEnvironment } from '../commands/run.ts';

export interface Editor {
  readonly connection: ProtocolConnection;
  readonly process: ChildProcess;
  readonly capabilities: InitializeResult['capabilities'];
  open(path: string, text: string): Promise<string>;
  /** Replaces the whole text. */
  change(uri: string, text: string): Promise<void>;
  /** What is shown of a text from its version on; waits for it. */
  diagnostics(uri: string): Promise<readonly Diagnostic[]>;
  /** Everything that was shown so far, by its text. */
  readonly shown: ReadonlyMap<string, readonly Diagnostic[]>;
  /** What the server wrote beside the protocol. */
  said(): string;
  leave(): Promise<number | null>;
}

const running: Editor[] = [];
afterEach(async () => {
  for (const editor of running.splice(0)) await editor.leave();
});

export async function startEditor({
  root,
  args = [],
  program = [process.execPath, BIN, 'lsp'],
  initializationOptions,
  capabilities = {},
}: {
  readonly root?: string;
  readonly args?: readonly string[];
  /** The server with its first arguments. */
  readonly program?: readonly string[];
  readonly initializationOptions?: object;
  readonly capabilities?: object;
} = {}): Promise<Editor> {
  const [command = '', ...own] = program;
  const child = spawn(command, [...own, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: plainEnvironment(),
    ...(root === undefined ? {} : { cwd: root }),
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said += data.toString();
  });
  const gone = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const connection = createProtocolConnection(child.stdout, child.stdin);
  const shown = new Map<string, readonly Diagnostic[]>();
  const versions = new Map<string, number>();
  const waiting = new Map<string, ((found: readonly Diagnostic[]) => void)[]>();
  const fresh = new Map<string, number>();
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics, version }) => {
    shown.set(uri, diagnostics);
    fresh.set(uri, version ?? 0);
    if ((version ?? 0) !== versions.get(uri)) return;
    for (const take of waiting.get(uri)?.splice(0) ?? []) take(diagnostics);
  });
  connection.listen();
  const { capabilities: offered } = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: root === undefined ? null : pathToFileURL(root).href,
    workspaceFolders: root === undefined ? null : [{ uri: pathToFileURL(root).href, name: 'test' }],
    capabilities: {
      textDocument: { completion: { completionItem: { snippetSupport: true } } },
      ...capabilities,
    },
    ...(initializationOptions === undefined ? {} : { initializationOptions }),
  });
  await connection.sendNotification(InitializedNotification.type, {});
  const editor: Editor = {
    connection,
    process: child,
    capabilities: offered,
    shown,
    async open(path, text) {
      const uri = pathToFileURL(path).href;
      versions.set(uri, 1);
      const languageId = path.endsWith('.json') ? 'json' : 'yaml';
      await connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId, version: 1, text },
      });
      return uri;
    },
    async change(uri, text) {
      const version = (versions.get(uri) ?? 0) + 1;
      versions.set(uri, version);
      await connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      });
    },
    async diagnostics(uri) {
      const known = shown.get(uri);
      if (known !== undefined && fresh.get(uri) === versions.get(uri)) return known;
      return await new Promise((resolve) => {
        waiting.set(uri, [...(waiting.get(uri) ?? []), resolve]);
      });
    },
    said: () => said,
    async leave() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      const code = await gone;
      connection.dispose();
      return code;
    },
  };
  running.push(editor);
  return editor;
}

/** A text with a mark (`|` after a backslash-free `^`), and where that stands. */
export function marked(text: string): {
  readonly text: string;
  readonly position: Position;
  readonly offset: number;
} {
  const offset = text.indexOf('‸');
  const before = text.slice(0, offset).split('\n');
  return {
    text: text.replace('‸', ''),
    offset,
    position: { line: before.length - 1, character: before[before.length - 1]?.length ?? 0 },
  };
}
