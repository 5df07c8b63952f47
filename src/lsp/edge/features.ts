/** What editors ask, each answered by asking the workspace, and what is written at the position. */

import {
  type CodeAction,
  CodeActionKind,
  type Command,
  DocumentHighlightKind,
  type DocumentSymbol,
  ErrorCodes,
  FoldingRangeKind,
  type Location,
  ResponseError,
  type SelectionRange,
  SymbolKind,
  type TextDocumentPositionParams,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { lookup } from '../../source/lookup.ts';
import type { Action, ActionMaker } from '../actions/actions.ts';
import { completionsAt } from '../completion/complete.ts';
import { typedPlaceAt } from '../document.ts';
import { fieldHover, reachKindOf } from '../hover/field.ts';
import type { Lens, Place, PlacedChange, SymbolTree } from '../shapes.ts';
import type { Answering } from './answering.ts';
import { answerCommands, COMMANDS } from './commands.ts';
import { completionOf, hoverOf, rangeOf } from './convert.ts';
import { nameOf, uriOf } from './names.ts';

export function answerFeatures(server: Answering): void {
  answerWriting(server);
  answerNames(server);
  answerStructure(server);
  answerActions(server);
  answerCommands(server);
}

/** The text and offset of a position. */
function at(server: Answering, { textDocument, position }: TextDocumentPositionParams) {
  const document = server.texts.get(textDocument.uri);
  if (document === undefined) return undefined;
  const { uri } = textDocument;
  return { document, uri, name: nameOf(uri), offset: document.offsetAt(position) };
}

function answerWriting(server: Answering): void {
  const { connection } = server;
  connection.onCompletion(async (asked) => {
    const here = at(server, asked);
    if (here === undefined) return [];
    const opened = await server.quick(here.document);
    return completionsAt(opened, here.offset).map((each, order) =>
      completionOf(here.document, each, order, server.takesSnippets),
    );
  });
  connection.onHover(async (asked, token) => {
    const here = at(server, asked);
    if (here === undefined) return null;
    const { document, uri, name, offset } = here;
    const opened = await server.quick(document);
    const typed = typedPlaceAt(opened, offset);
    const hover = typed && fieldHover(opened.text, typed);
    // What a field means is known at once; nobody waits for more.
    if (typed === undefined || hover === undefined) return null;
    const kind = server.isIdle ? reachKindOf(typed) : undefined;
    const reach = kind && (await server.ask(uri, { asked: 'reach', name, offset, kind }, token));
    const text = reach === undefined ? hover.text : `${reach}\n\n---\n\n${hover.text}`;
    return hoverOf(document, { ...hover, text });
  });
}

function locationOf({ file, range }: Place): Location {
  return { uri: uriOf(file), range: rangeOf(range) };
}

function answerNames(server: Answering): void {
  const { connection } = server;
  connection.onDefinition(async (asked, token) => {
    const here = at(server, asked);
    if (here === undefined) return null;
    const { uri, name, offset } = here;
    const places = await server.ask(uri, { asked: 'definition', name, offset }, token);
    return places?.map(locationOf) ?? null;
  });
  connection.onReferences(async ({ context, ...asked }, token) => {
    const here = at(server, asked);
    if (here === undefined) return null;
    const { uri, name, offset } = here;
    const withDefinitions = context.includeDeclaration;
    const places = await server.ask(uri, { asked: 'references', name, offset, withDefinitions }, token);
    return places?.map(locationOf) ?? null;
  });
  connection.onDocumentHighlight(async (asked, token) => {
    const here = at(server, asked);
    if (here === undefined) return null;
    const { uri, name, offset } = here;
    const places = await server.ask(uri, { asked: 'references', name, offset, withDefinitions: true }, token);
    const own = places?.filter(({ file }) => file === name) ?? [];
    return own.map(({ range }) => ({ range: rangeOf(range), kind: DocumentHighlightKind.Text }));
  });
  connection.onPrepareRename(async (asked, token) => {
    const here = at(server, asked);
    if (here === undefined) return null;
    const { uri, name, offset } = here;
    const found = await server.ask(uri, { asked: 'renamable', name, offset }, token);
    return found === undefined ? null : { range: rangeOf(found.range), placeholder: found.name };
  });
  connection.onRenameRequest(async ({ newName, ...asked }, token) => {
    const here = at(server, asked);
    if (here === undefined) return null;
    const { uri, name, offset } = here;
    const files = await server.ask(uri, { asked: 'rename', name, offset, to: newName }, token);
    if (typeof files === 'string') throw new ResponseError(ErrorCodes.InvalidRequest, files);
    return files === undefined
      ? null
      : { changes: Object.fromEntries(files.map(({ file, changes }) => [uriOf(file), editsOf(changes)])) };
  });
}

function editsOf(changes: readonly PlacedChange[]): TextEdit[] {
  return changes.map(({ range, text }) => ({ range: rangeOf(range), newText: text }));
}

const KINDS: { readonly [type: string]: SymbolKind } = {
  Bootstrap: SymbolKind.Module,
  Listener: SymbolKind.Interface,
  FilterChain: SymbolKind.Struct,
  RouteConfiguration: SymbolKind.Namespace,
  VirtualHost: SymbolKind.Class,
  Route: SymbolKind.Method,
  Cluster: SymbolKind.Object,
  ClusterLoadAssignment: SymbolKind.Array,
  Secret: SymbolKind.Key,
};

function symbolOf({ type, name, range, nameRange, children }: SymbolTree): DocumentSymbol {
  return {
    name,
    detail: type,
    kind: lookup(KINDS, type) ?? SymbolKind.Object,
    range: rangeOf(range),
    selectionRange: rangeOf(nameRange),
    children: children.map(symbolOf),
  };
}

function answerStructure(server: Answering): void {
  const { connection } = server;
  connection.onDocumentSymbol(async ({ textDocument: { uri } }, token) => {
    const symbols = await server.ask(uri, { asked: 'symbols', name: nameOf(uri) }, token);
    return symbols?.map(symbolOf) ?? null;
  });
  connection.onWorkspaceSymbol(async ({ query }, token) => {
    const found = await server.ask(undefined, { asked: 'find', wanted: query }, token);
    return (
      found?.map(({ type, name, file, nameRange }) => ({
        name,
        kind: lookup(KINDS, type) ?? SymbolKind.Object,
        containerName: type,
        location: { uri: uriOf(file), range: rangeOf(nameRange) },
      })) ?? null
    );
  });
  connection.onFoldingRanges(async ({ textDocument: { uri } }, token) => {
    const folds = await server.ask(uri, { asked: 'folds', name: nameOf(uri) }, token);
    return (
      folds?.map(({ first, last }) => ({
        startLine: first - 1,
        endLine: last - 1,
        kind: FoldingRangeKind.Region,
      })) ?? null
    );
  });
  connection.onSelectionRanges(async ({ textDocument, positions }, token) => {
    const chains: SelectionRange[] = [];
    for (const position of positions) {
      const here = at(server, { textDocument, position });
      if (here === undefined) return null;
      const { uri, name, offset } = here;
      const ranges = (await server.ask(uri, { asked: 'around', name, offset }, token)) ?? [];
      const chain = ranges.reduceRight<SelectionRange | undefined>(
        (parent, range) => ({ range: rangeOf(range), ...(parent === undefined ? {} : { parent }) }),
        undefined,
      );
      chains.push(chain ?? { range: { start: position, end: position } });
    }
    return chains;
  });
  connection.languages.inlayHint.on(async ({ textDocument: { uri }, range: { start, end } }, token) => {
    if (!server.showsDefaults) return [];
    const lines = { first: start.line + 1, last: end.line + 1 };
    const hints = await server.ask(uri, { asked: 'hints', name: nameOf(uri), ...lines }, token);
    return (hints ?? []).map(({ position, fields }) => ({
      position: { line: position.line - 1, character: position.column - 1 },
      label: shortHint(fields),
      tooltip: `not set, so by default:\n${fields.join('\n')}`,
      paddingLeft: true,
    }));
  });
  connection.onCodeLens(async ({ textDocument: { uri } }, token) => {
    const tests = await server.testsFor(uri);
    const lenses = await server.ask(uri, { asked: 'lenses', name: nameOf(uri), tests }, token);
    return lenses?.map((lens) => ({ range: rangeOf(lens.range), command: commandOf(uri, lens) })) ?? null;
  });
}

function commandOf(uri: string, { range, title, places }: Lens): Command {
  const { start } = rangeOf(range);
  if (places === undefined) return { title, command: COMMANDS.trace, arguments: [uri, start] };
  // Nothing to be done is an empty name in the protocol.
  if (places.length === 0) return { title, command: '' };
  return { title, command: COMMANDS.places, arguments: [uri, start, places.map(locationOf)] };
}

const ACTION_KINDS: { readonly [kind in Action['kind']]: string } = {
  quickfix: CodeActionKind.QuickFix,
  refactor: CodeActionKind.Refactor,
  'fix all': CodeActionKind.SourceFixAll,
};

/** What an action needs to be made, as editors hand it back. */
interface ActionData {
  readonly uri: string;
  readonly maker: ActionMaker;
}

function answerActions(server: Answering): void {
  const { connection } = server;
  connection.onCodeAction(async ({ textDocument: { uri }, range, context }, token) => {
    const question = { name: nameOf(uri), first: range.start.line + 1, last: range.end.line + 1 };
    const offered = (await server.ask(uri, { asked: 'actions', ...question }, token)) ?? [];
    const { only } = context;
    const wanted = offered.filter(({ kind }) => isWanted(ACTION_KINDS[kind], only));
    const actions: CodeAction[] = [];
    for (const { title, kind, maker, about, isPreferred } of wanted) {
      const diagnostics = context.diagnostics.filter(({ data }) => about.includes(fingerprintIn(data)));
      const action = {
        title,
        kind: ACTION_KINDS[kind],
        ...(diagnostics.length === 0 ? {} : { diagnostics }),
        ...(isPreferred ? { isPreferred } : {}),
      };
      if (server.resolvesEdits) actions.push({ ...action, data: { uri, maker } satisfies ActionData });
      else {
        const edit = await editOf(server, { uri, maker });
        if (typeof edit !== 'string') actions.push({ ...action, edit });
      }
    }
    return actions;
  });
  connection.onCodeActionResolve(async (action) => {
    if (!isActionData(action.data)) return action;
    const edit = await editOf(server, action.data);
    if (typeof edit !== 'string') return { ...action, edit };
    connection.window.showWarningMessage(`${action.title}: ${edit}`);
    return { ...action, disabled: { reason: edit } };
  });
}

/** Editors ask for kinds of actions by what they begin with; for "all" only where they say so. */
function isWanted(kind: string, only: readonly string[] | undefined): boolean {
  if (only === undefined) return kind !== CodeActionKind.SourceFixAll;
  return only.some((each) => kind === each || kind.startsWith(`${each}.`) || each.startsWith(`${kind}.`));
}

/** The edit of an action, or why there is none. */
async function editOf(server: Answering, { uri, maker }: ActionData): Promise<WorkspaceEdit | string> {
  const changes = await server.ask(uri, { asked: 'act', name: nameOf(uri), maker });
  if (changes === undefined) return 'nobody waited for it';
  return typeof changes === 'string' ? changes : { changes: { [uri]: editsOf(changes) } };
}

function fingerprintIn(data: unknown): string {
  const isHeld = typeof data === 'object' && data !== null && 'fingerprint' in data;
  return isHeld && typeof data.fingerprint === 'string' ? data.fingerprint : '';
}

function isActionData(data: unknown): data is ActionData {
  if (typeof data !== 'object' || data === null || !('uri' in data) || !('maker' in data)) return false;
  const { uri, maker } = data;
  return typeof uri === 'string' && typeof maker === 'object' && maker !== null && 'kind' in maker;
}

/** So many fields are shown at once; all of them where somebody points at the hint. */
const MAX_FIELDS = 3;

function shortHint(fields: readonly string[]): string {
  const more = fields.length - MAX_FIELDS;
  return `${fields.slice(0, MAX_FIELDS).join(', ')}${more > 0 ? `, ${more} more` : ''}`;
}
