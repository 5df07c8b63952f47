/** The language server: the texts that an editor has open, what is shown of them, and what it asks. */

import { Worker } from 'node:worker_threads';
import {
  type CancellationToken,
  CodeActionKind,
  CodeLensRefreshRequest,
  type Connection,
  type InitializeParams,
  type InitializeResult,
  type ServerCapabilities,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Baseline } from '../../analyze/suppression/baseline.ts';
import type { PropertyFile } from '../../model/own-rules.ts';
import type { Release } from '../../schema/release.ts';
import type { ApiVersion } from '../../schema/version.ts';
import { NO_SETTINGS, type Settings } from '../../settings/index.ts';
import { InputError } from '../../source/errors.ts';
import type { Diagnostic } from '../diagnostics.ts';
import type { Known, OpenText } from '../document.ts';
import type { Answers, Question } from '../question.ts';
import type { DifferenceWish, TestFile, WorkspaceText } from '../shapes.ts';
import type { Answering } from './answering.ts';
import { isUnanswered, WorkspaceClient, type WorkspaceWorker } from './ask-workspace.ts';
import { COMMANDS } from './commands.ts';
import { connect, type Transport } from './connection.ts';
import { diagnosticOf, SOURCE } from './convert.ts';
import { answerFeatures } from './features.ts';
import { nameOf, uriOf } from './names.ts';

/** What the server needs of the program around it. */
export interface LspHost extends Transport {
  readonly version: string;
  /** @param path of a file; absent for a text that is none */
  settingsFor(path: string | undefined): Promise<Settings>;
  /** Settings are looked up anew from now on. */
  forgetSettings(): void;
  /** Where files of tests of a file would lie. */
  testFilesFor(path: string): Promise<readonly string[]>;
  /**
   * What a file is in the last commit, with what it is called there.
   *
   * @throws InputError where git has no such file
   */
  headText(path: string): Promise<{ readonly name: string; readonly text: string }>;
  /** The text of a file, where it can be read. */
  readText(path: string): Promise<string | undefined>;
  readonly baseline?: Baseline;
  readonly namespace?: string | undefined;
  readonly api?: ApiVersion | undefined;
  readonly release?: Release | undefined;
  /** All texts that are open are one configuration. */
  readonly together?: boolean | undefined;
}

/** Answers until the editor leaves. @returns whether it left as it should */
export async function serve(host: LspHost, start: () => WorkspaceWorker = startWorker): Promise<boolean> {
  const { connection, ended } = connect(host);
  const server = new Server(connection, host, start);
  connection.onInitialize((asked) => server.initialize(asked));
  server.listen();
  try {
    return await ended;
  } finally {
    server.close();
  }
}

/** So long nothing is typed before a text is looked at, in milliseconds. */
const PAUSE = 30;

/** What counts for a text. */
type Counted = Pick<Settings, 'namespace' | 'api' | 'release' | 'rules' | 'own' | 'diff'>;

class Server implements Answering {
  readonly connection: Connection;
  readonly texts = new TextDocuments(TextDocument);
  private readonly host: LspHost;
  private readonly workspace: WorkspaceClient;
  private readonly timers = new Map<string, NodeJS.Timeout>();
  /** What was known of a text when it could be read last. */
  private readonly known = new Map<string, Known>();
  /** The version of each text that the worker has. */
  private readonly sent = new Map<string, number>();
  /** Texts of which something is shown, so that it can be taken away. */
  private readonly shown = new Set<string>();
  /** Where files of tests of some text are, or would be. */
  private readonly tests = new Set<string>();
  /** Files of properties that some text is held to. */
  private readonly properties = new Set<string>();
  private docs: string | undefined;
  private hasEnded = false;
  takesSnippets = false;
  resolvesEdits = false;
  showsDefaults = false;
  showsAnswers = false;
  showsDocuments = false;
  private refreshesLenses = false;

  constructor(connection: Connection, host: LspHost, start: () => WorkspaceWorker) {
    this.connection = connection;
    this.host = host;
    this.workspace = new WorkspaceClient(start, host.baseline);
  }

  initialize({ capabilities, initializationOptions }: InitializeParams): InitializeResult {
    const { completion, codeAction } = capabilities.textDocument ?? {};
    this.takesSnippets = completion?.completionItem?.snippetSupport === true;
    this.resolvesEdits = codeAction?.resolveSupport?.properties.includes('edit') === true;
    this.docs = textOption(initializationOptions, 'docs');
    this.showsDefaults = optionOf(initializationOptions, 'defaults') === true;
    this.showsAnswers = optionOf(initializationOptions, 'answers') === true;
    this.showsDocuments = capabilities.window?.showDocument?.support === true;
    this.refreshesLenses = capabilities.workspace?.codeLens?.refreshSupport === true;
    return { serverInfo: { name: SOURCE, version: this.host.version }, capabilities: CAPABILITIES };
  }

  listen(): void {
    const { connection, texts } = this;
    texts.onDidChangeContent(({ document }) => this.changed(document.uri));
    texts.onDidClose(({ document }) => {
      this.forget(document.uri);
      this.others(document.uri);
    });
    connection.onDidChangeWatchedFiles(() => this.lookAgain());
    connection.onDidChangeConfiguration(() => this.lookAgain());
    answerFeatures(this);
    texts.listen(connection);
    connection.listen();
  }

  close(): void {
    this.hasEnded = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.workspace.close();
  }

  async quick(document: TextDocument): Promise<OpenText> {
    const counted = await this.counted(document.uri);
    const known = this.known.get(document.uri);
    return {
      text: document.getText(),
      options: optionsOf(counted),
      ...(known === undefined ? {} : { known }),
    };
  }

  async ask<Q extends Question>(
    uri: string | undefined,
    question: Q,
    token?: CancellationToken,
  ): Promise<Answers[Q['asked']] | undefined> {
    try {
      if (uri !== undefined) await this.send(uri);
      if (this.host.together) for (const other of this.texts.keys()) await this.send(other);
      return await this.workspace.ask(question, token);
    } catch (error) {
      if (isUnanswered(error)) return undefined;
      throw error;
    }
  }

  async testsFor(uri: string): Promise<readonly TestFile[]> {
    if (!uri.startsWith('file:')) return [];
    const path = nameOf(uri);
    const tests: TestFile[] = [];
    for (const name of await this.host.testFilesFor(path).catch(() => [])) {
      const open = this.texts.get(uriOf(name));
      this.tests.add(uriOf(name));
      const text = open?.getText() ?? (await this.host.readText(name));
      if (text !== undefined) tests.push({ name, text });
    }
    return tests;
  }

  async differenceWish(uri: string, format: DifferenceWish['format']): Promise<DifferenceWish | string> {
    if (!uri.startsWith('file:')) return 'the text is in no file';
    const { version, headText } = this.host;
    try {
      const [before, { diff }] = await Promise.all([headText(nameOf(uri)), this.counted(uri)]);
      return { before, format, ...diff, version };
    } catch (error) {
      if (error instanceof InputError) return error.details.problem;
      throw error;
    }
  }

  get isIdle(): boolean {
    return this.workspace.isIdle;
  }

  /** Settings that cannot be read are told of, and count for nothing. */
  private async counted(uri: string): Promise<Counted> {
    const { namespace, api, release, settingsFor } = this.host;
    const path = uri.startsWith('file:') ? nameOf(uri) : undefined;
    const settings = await settingsFor(path).catch((error: unknown): Counted => {
      this.log(error, 'the settings cannot be read');
      return NO_SETTINGS;
    });
    const [named, version] = [namespace ?? settings.namespace, api ?? settings.api];
    const held = release ?? settings.release;
    return {
      rules: settings.rules,
      own: settings.own,
      diff: settings.diff,
      ...(named && { namespace: named }),
      ...(version && { api: version }),
      ...(held && { release: held }),
    };
  }

  /** Brings the newest version of a text to the worker. */
  private async send(uri: string): Promise<void> {
    const counted = await this.counted(uri);
    const document = this.texts.get(uri);
    if (document === undefined || this.sent.get(uri) === document.version) return;
    this.sent.set(uri, document.version);
    const text: WorkspaceText = {
      name: nameOf(uri),
      text: document.getText(),
      options: optionsOf(counted),
      levels: counted.rules,
      rows: counted.own.rows,
      properties: counted.own.properties.map((each) => this.asWritten(each)),
      holdsProperties: counted.own.properties.some((each) => uriOf(each.name) === uri),
      ...(this.host.together ? { together: true } : {}),
    };
    this.workspace.put(text);
  }

  /** A file of properties as it stands in the editor, where it is open. */
  private asWritten({ name, text }: PropertyFile): PropertyFile {
    const uri = uriOf(name);
    this.properties.add(uri);
    return { name, text: this.texts.get(uri)?.getText() ?? text };
  }

  private lookAgain(): void {
    this.host.forgetSettings();
    this.sent.clear();
    for (const uri of this.texts.keys()) this.later(uri);
    this.refreshLenses();
  }

  private refreshLenses(): void {
    if (!this.refreshesLenses) return;
    this.whileThere(() => void this.connection.sendRequest(CodeLensRefreshRequest.type).catch(() => {}));
  }

  private forget(uri: string): void {
    clearTimeout(this.timers.get(uri));
    this.timers.delete(uri);
    this.known.delete(uri);
    this.sent.delete(uri);
    this.workspace.forget(nameOf(uri));
    this.show(uri, []);
  }

  private changed(uri: string): void {
    if (this.tests.has(uri)) this.refreshLenses();
    if (this.properties.has(uri)) this.lookAgain();
    else this.later(uri);
    this.others(uri);
  }

  /** What is found in a text may follow from the others that belong to it. */
  private others(uri: string): void {
    if (!this.host.together) return;
    for (const other of this.texts.keys()) if (other !== uri) this.later(other);
  }

  /** Looks at a text at once, and while it is being typed on, whenever that pauses. */
  private later(uri: string): void {
    if (this.hasEnded) return;
    const isTyped = this.timers.has(uri);
    clearTimeout(this.timers.get(uri));
    const look = (): void =>
      void this.look(uri).catch((error: unknown) => this.log(error, 'a mistake of cfgtool'));
    const timer = setTimeout(() => {
      this.timers.delete(uri);
      if (isTyped) look();
    }, PAUSE);
    this.timers.set(uri, timer);
    if (!isTyped) look();
  }

  private async look(uri: string): Promise<void> {
    const version = this.texts.get(uri)?.version;
    const shown = await this.ask(uri, { asked: 'show', name: nameOf(uri) });
    // What was found in an older version stands at other places by now, and the newer one is looked at next.
    if (shown === undefined || this.texts.get(uri)?.version !== version) return;
    if (shown.known !== undefined) this.known.set(uri, shown.known);
    this.show(uri, shown.diagnostics, version);
  }

  private show(uri: string, found: readonly Diagnostic[], version?: number): void {
    if (found.length === 0 && !this.shown.has(uri)) return;
    if (found.length === 0) this.shown.delete(uri);
    else this.shown.add(uri);
    const diagnostics = found.map((each) => diagnosticOf(each, uriOf, this.docs));
    const message = { uri, diagnostics, ...(version === undefined ? {} : { version }) };
    this.whileThere(() => void this.connection.sendDiagnostics(message).catch(() => {}));
  }

  private log(error: unknown, otherwise: string): void {
    const text = error instanceof Error ? error.message : otherwise;
    this.whileThere(() => this.connection.console.warn(text));
  }

  /** Does nothing where the editor left meanwhile, with which sending fails. */
  private whileThere(send: () => void): void {
    if (!this.hasEnded) send();
  }
}

function optionsOf({ namespace, api, release }: Counted): WorkspaceText['options'] {
  return { ...(namespace && { namespace }), ...(api && { api }), ...(release && { release }) };
}

function optionOf(options: unknown, name: string): unknown {
  if (typeof options !== 'object' || options === null) return undefined;
  return Object.entries(options).find(([key]) => key === name)?.[1];
}

function textOption(options: unknown, name: string): string | undefined {
  const value = optionOf(options, name);
  return typeof value === 'string' ? value : undefined;
}

/** What the server offers. */
export const CAPABILITIES: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  completionProvider: { triggerCharacters: [':', ' ', '"', '-', '@', '/', '.'] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  renameProvider: { prepareProvider: true },
  foldingRangeProvider: true,
  selectionRangeProvider: true,
  codeLensProvider: {},
  inlayHintProvider: true,
  executeCommandProvider: { commands: Object.values(COMMANDS) },
  codeActionProvider: {
    codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.Refactor, CodeActionKind.SourceFixAll],
    resolveProvider: true,
  },
};

/** Starts the worker thread. Its file stands beside this one, also in a bundle (docs/architecture.md). */
export function startWorker(): Worker {
  // What a worker says would end up in the protocol.
  const worker = new Worker(new URL('./lsp-worker.js', import.meta.url), { stdout: true, stderr: true });
  worker.unref();
  return worker;
}
