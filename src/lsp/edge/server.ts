/** The language server: what editors ask, answered from the texts that they have open. */

import {
  type Connection,
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Baseline, hiddenBy } from '../../analyze/hiding/baseline.ts';
import type { RuleLevel } from '../../analyze/index.ts';
import type { OpenOptions } from '../../model/open.ts';
import type { ApiVersion } from '../../schema/version.ts';
import type { Settings } from '../../settings/index.ts';
import { completionsAt } from '../completion/complete.ts';
import { type Diagnostic, diagnosticsOf, examine, syntaxDiagnostic } from '../diagnostics.ts';
import { typedPlaceAt } from '../document.ts';
import { fieldHover } from '../hover/field.ts';
import { connect, type Transport } from './connection.ts';
import { completionOf, diagnosticOf, hoverOf, SOURCE } from './convert.ts';
import { Documents, nameOf, uriOf } from './documents.ts';

/** What the server needs of the program around it. */
export interface LspHost extends Transport {
  readonly version: string;
  readonly now: () => number;
  /** @param path of a file; absent for a text that is none */
  settingsFor(path: string | undefined): Promise<Settings>;
  /** Settings are looked up anew from now on. */
  forgetSettings(): void;
  readonly baseline?: Baseline;
  readonly namespace?: string | undefined;
  readonly api?: ApiVersion | undefined;
}

/** Answers until the editor leaves. @returns whether it left as it should */
export async function serve(host: LspHost): Promise<boolean> {
  const { connection, ended } = connect(host);
  const server = new Server(connection, host);
  connection.onInitialize((asked) => server.initialize(asked));
  server.listen();
  return await ended;
}

/** So long nothing is typed before a text is looked at. */
const PAUSE = 40;

class Server {
  private readonly connection: Connection;
  private readonly host: LspHost;
  private readonly texts = new TextDocuments(TextDocument);
  private readonly documents = new Documents();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  /** Texts of which something is shown, so that it can be taken away. */
  private readonly shown = new Set<string>();
  private takesSnippets = false;
  private docs: string | undefined;

  constructor(connection: Connection, host: LspHost) {
    this.connection = connection;
    this.host = host;
  }

  initialize({ capabilities, initializationOptions }: InitializeParams): InitializeResult {
    const { completion } = capabilities.textDocument ?? {};
    this.takesSnippets = completion?.completionItem?.snippetSupport === true;
    this.docs = textOption(initializationOptions, 'docs');
    return {
      serverInfo: { name: SOURCE, version: this.host.version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        completionProvider: { triggerCharacters: [':', ' ', '"', '-', '@', '/', '.'] },
        hoverProvider: true,
      },
    };
  }

  listen(): void {
    const { connection, texts } = this;
    texts.onDidChangeContent(({ document }) => this.look(document.uri));
    texts.onDidClose(({ document }) => this.close(document.uri));
    connection.onDidChangeWatchedFiles(() => {
      this.host.forgetSettings();
      for (const uri of texts.keys()) this.look(uri);
    });
    connection.onCompletion(async ({ textDocument, position }) => {
      const document = texts.get(textDocument.uri);
      if (document === undefined) return [];
      const opened = this.documents.quick(document, await this.options(document.uri));
      return completionsAt(opened, document.offsetAt(position)).map((each, order) =>
        completionOf(document, each, order, this.takesSnippets),
      );
    });
    connection.onHover(async ({ textDocument, position }) => {
      const document = texts.get(textDocument.uri);
      if (document === undefined) return null;
      const opened = this.documents.quick(document, await this.options(document.uri));
      const typed = typedPlaceAt(opened, document.offsetAt(position));
      const hover = typed && fieldHover(opened.text, typed);
      return hover === undefined ? null : hoverOf(document, hover);
    });
    texts.listen(connection);
    connection.listen();
  }

  private async options(uri: string): Promise<OpenOptions> {
    const { host } = this;
    const settings = await this.settings(uri);
    const [word, api] = [host.namespace ?? settings.namespace, host.api ?? settings.api];
    return {
      ...(word === undefined ? {} : { namespace: word }),
      ...(api === undefined ? {} : { api }),
    };
  }

  /** Settings that cannot be read are told of, and count for nothing. */
  private async settings(
    uri: string,
  ): Promise<Pick<Settings, 'namespace' | 'api'> & { readonly rules: ReadonlyMap<string, RuleLevel> }> {
    try {
      return await this.host.settingsFor(uri.startsWith('file:') ? nameOf(uri) : undefined);
    } catch (error) {
      this.connection.console.warn(error instanceof Error ? error.message : String(error));
      return { rules: new Map() };
    }
  }

  private close(uri: string): void {
    clearTimeout(this.timers.get(uri));
    this.timers.delete(uri);
    this.documents.forget(uri);
    this.show(uri, []);
  }

  /** Looks at a text once nothing is typed any more. */
  private look(uri: string): void {
    clearTimeout(this.timers.get(uri));
    this.timers.set(
      uri,
      setTimeout(() => {
        this.timers.delete(uri);
        this.examine(uri).catch((error: unknown) => this.connection.console.error(String(error)));
      }, PAUSE),
    );
  }

  private async examine(uri: string): Promise<void> {
    const [options, { rules }] = [await this.options(uri), await this.settings(uri)];
    const document = this.texts.get(uri);
    if (document === undefined) return;
    const opened = this.documents.whole(document, options);
    const { configuration } = opened;
    if (configuration === undefined) {
      const problem = syntaxDiagnostic(opened);
      this.show(uri, problem === undefined ? [] : [problem], document.version);
      return;
    }
    const { baseline, now } = this.host;
    const examined = examine([configuration], rules, { now });
    const hidden = baseline === undefined ? undefined : hiddenBy(baseline);
    this.show(uri, diagnosticsOf(opened.name, examined, hidden), document.version);
  }

  private show(uri: string, found: readonly Diagnostic[], version?: number): void {
    if (found.length === 0 && !this.shown.has(uri)) return;
    if (found.length === 0) this.shown.delete(uri);
    else this.shown.add(uri);
    const diagnostics = found.map((each) => diagnosticOf(each, uriOf, this.docs));
    void this.connection.sendDiagnostics({ uri, diagnostics, ...(version === undefined ? {} : { version }) });
  }
}

function textOption(options: unknown, name: string): string | undefined {
  if (typeof options !== 'object' || options === null) return undefined;
  const value: unknown = Object.entries(options).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}
