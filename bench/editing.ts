/**
 * An editor on a large file, as one measured process: `node editing.js FILE [EDITS]` drives the language server of the built
 * program through the protocol and prints JSON: milliseconds of everything that was asked.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  CompletionRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { analysisRules, analyze, ruleIds, subjectOf } from '../src/analyze/index.ts';
import { openConfiguration } from '../src/model/open.ts';
import { sourceFile } from '../src/source/load.ts';
import { CLI } from './measure.ts';

const WARM = 5;

/** What `analyze` itself does with the file, from its text. */
function coreTimes(name: string, text: string): readonly number[] {
  return Array.from({ length: 5 }, () => {
    const started = performance.now();
    const configuration = openConfiguration(sourceFile(name, text, 'named'));
    analyze(subjectOf([configuration], { now: () => performance.now() }), {
      rules: analysisRules,
      known: ruleIds,
    });
    return performance.now() - started;
  });
}

/** The most memory that a process had, in bytes; 0 where the system does not tell. */
function peakOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

async function editorTimes(file: string, text: string, edits: number) {
  const child = spawn(process.execPath, [CLI, 'lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createProtocolConnection(child.stdout, child.stdin);
  let shown: (version: number) => void = () => {};
  connection.onNotification(PublishDiagnosticsNotification.type, ({ version }) => shown(version ?? 0));
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
  });
  await connection.sendNotification(InitializedNotification.type, {});
  const uri = pathToFileURL(file).href;
  let document = TextDocument.create(uri, 'yaml', 1, text);
  const until = (version: number): Promise<void> =>
    new Promise((resolve) => {
      shown = (each) => {
        if (each === version) resolve();
      };
    });
  const opened = until(1);
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'yaml', version: 1, text },
  });
  await opened;
  const times: { readonly [what in 'diagnostics' | 'completion' | 'hover']: number[] } = {
    diagnostics: [],
    completion: [],
    hover: [],
  };
  const timed = async (into: number[], work: () => Promise<unknown>): Promise<void> => {
    const started = performance.now();
    await work();
    into.push(performance.now() - started);
  };
  // In one route in the middle of the file: another letter in its path.
  const at = document.positionAt(text.indexOf('prefix: ', text.length * 0.75) + 'prefix: "/'.length);
  for (let edit = 0; edit < edits + WARM; edit++) {
    const version = edit + 2;
    const change = { range: { start: at, end: at }, text: 'x' };
    document = TextDocument.update(document, [change], version);
    await timed(times.diagnostics, async () => {
      const seen = until(version);
      await connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [change],
      });
      await seen;
    });
    const position = { line: at.line, character: at.character - 4 };
    await timed(times.completion, () =>
      connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position }),
    );
    await timed(times.hover, () =>
      connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position }),
    );
  }
  const peak = peakOf(child.pid ?? 0);
  await connection.sendRequest(ShutdownRequest.type);
  await connection.sendNotification(ExitNotification.type);
  const { diagnostics, completion, hover } = times;
  return {
    diagnostics: diagnostics.slice(WARM),
    completion: completion.slice(WARM),
    hover: hover.slice(WARM),
    peak,
  };
}

const [file = '', edits = '30'] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
const core = coreTimes(file, text);
console.log(JSON.stringify({ core, ...(await editorTimes(file, text, Number(edits))) }));
process.exit();
