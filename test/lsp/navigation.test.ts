/** Names, structure and actions, asked of the real server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  CodeLensRequest,
  DefinitionRequest,
  DocumentHighlightRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  type Hover,
  HoverRequest,
  MarkupContent,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  type SelectionRange,
  SelectionRangeRequest,
  type TextEdit,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { readText } from '../../src/lsp/document.ts';
import { temporaryFolder } from '../commands/run.ts';
import { type Editor, startEditor } from './client.ts';

const folder = temporaryFolder();

const SHOP = `static_resources:
  clusters:
  - name: shop
    connect_timeout: 1s
    hosts:
    - socket_address: { address: 10.0.0.1, port_value: 80 }
  - name: "cart"
    load_assignment: { cluster_name: cart, endpoints: [] }
  listeners:
  - name: front
    address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager
          stat_prefix: front
          route_config:
            name: all
            virtual_hosts:
            - name: site
              domains: ['*']
              routes:
              - match: { prefix: /cart }
                route: { cluster: cart }
              - match: { prefix: / }
                route:
                  weighted_clusters:
                    clusters:
                    - { name: shop, weight: 60 }
                    - { name: cart, weight: 40 }
              - match: { prefix: /late }
                route: { cluster: shop }
          http_filters:
          - name: envoy.filters.http.router
`;

function lineOf(text: string): number {
  return SHOP.slice(0, SHOP.indexOf(text)).split('\n').length - 1;
}

interface Opened {
  readonly editor: Editor;
  readonly uri: string;
  /** The position of the nth place where a text stands. */
  at(
    text: string,
    nth?: number,
  ): {
    readonly textDocument: { readonly uri: string };
    readonly position: { readonly line: number; readonly character: number };
  };
  readonly document: TextDocument;
}

async function opened(name = 'shop.yaml', text = SHOP, capabilities: object = {}): Promise<Opened> {
  const editor = await startEditor({ capabilities });
  const uri = await editor.open(join(folder.path, name), text);
  const document = TextDocument.create(uri, 'yaml', 1, text);
  return {
    editor,
    uri,
    document,
    at(wanted, nth = 0) {
      let offset = -1;
      for (let count = 0; count <= nth; count++) offset = text.indexOf(wanted, offset + 1);
      return { textDocument: { uri }, position: document.positionAt(offset + 1) };
    },
  };
}

function linesOf(places: unknown): readonly number[] {
  const list = Array.isArray(places) ? places : [];
  return list.map(
    (each: { readonly range: { readonly start: { readonly line: number } } }) => each.range.start.line + 1,
  );
}

describe('names', () => {
  test('definition, references and highlights of a cluster', async () => {
    const { editor, at } = await opened();
    const used = at('cart', 4);
    expect(linesOf(await editor.connection.sendRequest(DefinitionRequest.type, used))).toEqual([7]);
    const references = { ...used, context: { includeDeclaration: false } };
    const found = linesOf(await editor.connection.sendRequest(ReferencesRequest.type, references));
    expect(found.toSorted((one, other) => one - other)).toEqual([8, 25, 31]);
    expect(await editor.connection.sendRequest(DocumentHighlightRequest.type, used)).toHaveLength(4);
  });

  test('a cluster is renamed everywhere, and the text opens as before', async () => {
    const { editor, at, uri, document } = await opened();
    const here = at('cart', 4);
    expect(await editor.connection.sendRequest(PrepareRenameRequest.type, here)).toMatchObject({
      placeholder: 'cart',
    });
    const edit = await editor.connection.sendRequest(RenameRequest.type, { ...here, newName: 'cart: 2' });
    const text = TextDocument.applyEdits(document, [...(edit?.changes?.[uri] ?? [])]);
    expect(text).toContain('- name: "cart: 2"\n');
    expect(text).toContain('{ name: "cart: 2", weight: 40 }');
    expect(text).toContain('prefix: /cart }');
    expect(
      readText('a.yaml', text, {}).configuration?.problems.filter(({ level }) => level === 'error'),
    ).toEqual([]);
    expect(text.match(/cart: 2/g)).toHaveLength(4);
  });

  test('nothing is half-renamed', async () => {
    const { editor, at } = await opened();
    const taken = editor.connection.sendRequest(RenameRequest.type, { ...at('cart', 4), newName: 'shop' });
    await expect(taken).rejects.toThrow('there is a cluster "shop" already');
    const inData = SHOP.replace(
      'route: { cluster: shop }',
      'metadata: { filter_metadata: { mesh: { peer: cart } } }\n                route: { cluster: shop }',
    );
    const other = await opened('data.yaml', inData);
    const open = other.editor.connection.sendRequest(RenameRequest.type, {
      ...other.at('"cart"'),
      newName: 'basket',
    });
    await expect(open).rejects.toThrow(/stands in data too.*nothing was renamed/);
  });
});

test('with --together names are followed and renamed over all files that are open', async () => {
  const editor = await startEditor({ args: ['--together'] });
  const routes = `name: all
virtual_hosts:
- name: site
  domains: ['*']
  routes:
  - match: { prefix: / }
    route: { cluster: shop }
`;
  const clusters = 'clusters:\n- name: shop\n  connect_timeout: 1s\n- name: spare\n  connect_timeout: 1s\n';
  const one = await editor.open(join(folder.path, 'routes.yaml'), routes);
  const two = await editor.open(join(folder.path, 'clusters.yaml'), clusters);
  const at = { textDocument: { uri: one }, position: { line: 6, character: 24 } };
  expect(await editor.connection.sendRequest(DefinitionRequest.type, at)).toMatchObject([
    { uri: two, range: { start: { line: 1, character: 8 } } },
  ]);
  const edit = await editor.connection.sendRequest(RenameRequest.type, { ...at, newName: 'store' });
  expect(Object.keys(edit?.changes ?? {}).toSorted()).toEqual([two, one].toSorted());
  // What one file lacks is told when the other one says so.
  await editor.change(two, clusters.replace('name: shop', 'name: store'));
  await expect
    .poll(() => editor.shown.get(one)?.map(({ code }) => code), { timeout: 20_000 })
    .toContain('undefined-cluster');
});

describe('structure', () => {
  test('symbols, folding and selection', async () => {
    const { editor, uri, at } = await opened();
    const symbols = (await editor.connection.sendRequest(DocumentSymbolRequest.type, {
      textDocument: { uri },
    })) as DocumentSymbol[];
    const names = (list: readonly DocumentSymbol[]): unknown =>
      list.map(({ name, children = [] }) => [name, ...(names(children) as unknown[])]);
    expect(names(symbols)).toEqual([
      [
        'Bootstrap',
        [
          'front',
          ['FilterChain 0', ['all', ['site', ['prefix "/cart"'], ['prefix "/"'], ['prefix "/late"']]]],
        ],
        ['shop'],
        ['cart'],
      ],
    ]);
    const found = await editor.connection.sendRequest(WorkspaceSymbolRequest.type, { query: 'SIT' });
    expect(found).toMatchObject([{ name: 'site' }]);
    const folds = await editor.connection.sendRequest(FoldingRangeRequest.type, { textDocument: { uri } });
    expect(folds?.some(({ startLine, endLine }) => startLine === 2 && endLine === 5)).toBe(true);
    const { textDocument, position } = at('cart', 4);
    const [chain] =
      (await editor.connection.sendRequest(SelectionRangeRequest.type, {
        textDocument,
        positions: [position],
      })) ?? [];
    const sizes: number[] = [];
    for (let each: SelectionRange | undefined = chain; each !== undefined; each = each.parent)
      sizes.push(each.range.end.line - each.range.start.line);
    expect(sizes.length).toBeGreaterThan(8);
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
  });

  test('lenses and hovers say who leads where, and whether a route is reached', async () => {
    const { editor, uri, at } = await opened();
    await editor.diagnostics(uri);
    const lenses = await editor.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } });
    expect(lenses?.map(({ command }) => command?.title)).toContain('reached by 1 place, 1 without requests');
    const hover = async (text: string, nth = 0): Promise<string> =>
      markdownOf(await editor.connection.sendRequest(HoverRequest.type, at(text, nth)));
    expect(await hover('cart', 4)).toMatch(/^\*\*cart\*\*: reached by 2 places/);
    expect(await hover('match: { prefix: /late')).toContain(
      '**never reached**: hidden by 1 route 1 (prefix "/")',
    );
    expect(await hover('match: { prefix: /cart')).toMatch(/^takes for example `GET https:\/\/[^`]*\/cart`/);
  });
});

function markdownOf(hover: Hover | null): string {
  return MarkupContent.is(hover?.contents) ? hover.contents.value : '';
}

const RESOLVES = {
  textDocument: { codeAction: { resolveSupport: { properties: ['edit'] }, dataSupport: true } },
};

async function actionsOn(made: Opened, line: number, only?: string[]): Promise<readonly CodeAction[]> {
  const { editor, uri } = made;
  const diagnostics = [...(await editor.diagnostics(uri))].filter(
    ({ range }) => range.start.line <= line && range.end.line >= line,
  );
  const actions = await editor.connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range: { start: { line, character: 0 }, end: { line, character: 0 } },
    context: { diagnostics, ...(only === undefined ? {} : { only }) },
  });
  return (actions ?? []).filter((each): each is CodeAction => 'kind' in each);
}

async function applied(made: Opened, action: CodeAction | undefined): Promise<string> {
  const { editor, uri, document } = made;
  if (action === undefined) throw new Error('no such action');
  const whole =
    action.edit === undefined
      ? await editor.connection.sendRequest(CodeActionResolveRequest.type, action)
      : action;
  return TextDocument.applyEdits(document, [...((whole.edit?.changes?.[uri] ?? []) as TextEdit[])]);
}

/** The same with a dead route that would do what the one before it does. */
const IDLE = SHOP.replace(/prefix: \/late \}\n(.*)shop/, 'prefix: /cart/late }\n$1cart');

describe.each([
  ['resolved', RESOLVES],
  ['made at once', {}],
])('actions, %s', (_, capabilities) => {
  test('a dead route is deleted, or suppressed with a reason', async () => {
    const made = await opened('act.yaml', IDLE, capabilities);
    const actions = await actionsOn(made, lineOf('/late'));
    const deleted = await applied(
      made,
      actions.find(({ title }) => title === 'Delete the route'),
    );
    expect(deleted).not.toContain('/late');
    expect(deleted).toContain('prefix: / }');
    const text = await applied(
      made,
      actions.find(({ title }) => title === 'Suppress shadowed-route here'),
    );
    expect(text).toContain(
      '              # cfgtool-ignore shadowed-route: say why\n              - match: { prefix: /cart/late }',
    );
    await made.editor.change(made.uri, text);
    expect((await made.editor.diagnostics(made.uri)).map(({ code }) => code)).not.toContain('shadowed-route');
  });

  test('a deprecated form is converted here, in the file, and with everything else that is certain', async () => {
    const made = await opened('old.yaml', IDLE, capabilities);
    const here = await applied(
      made,
      (await actionsOn(made, 4)).find(({ title }) => title === 'Convert to the current form'),
    );
    expect(here).not.toContain('    hosts:\n    - socket');
    expect(here).toContain('/late');
    const whole = await applied(
      made,
      (await actionsOn(made, 0)).find(({ title }) => title === 'Migrate the whole file'),
    );
    expect(whole).toBe(here);
    const [all] = await actionsOn(made, 0, ['source.fixAll']);
    const fixed = await applied(made, all);
    expect(fixed).not.toContain('    hosts:\n    - socket');
    expect(fixed).not.toContain('/late');
    expect(readText('a.yaml', fixed, {}).configuration).toBeDefined();
  });
});

test('an example is answered like any other file', async () => {
  const text = readFileSync('examples/front-proxy.yaml', 'utf8');
  const { editor, uri } = await opened('front-proxy.yaml', text);
  const found = await editor.diagnostics(uri);
  expect(found.length).toBeGreaterThan(0);
});
