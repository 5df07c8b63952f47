/** The server as editors meet it: a process that speaks the protocol. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type CompletionItem,
  CompletionRequest,
  DiagnosticSeverity,
  DiagnosticTag,
  HoverRequest,
  InlayHintRequest,
  type MarkupContent,
  type TextEdit,
} from 'vscode-languageserver-protocol/node';
import { temporaryFolder } from '../commands/run.ts';
import { type Editor, marked, startEditor } from './client.ts';

const folder = temporaryFolder();

const SHOP = `static_resources:
  clusters:
  - name: shop
    connect_timeout: 1s
    type: STATIC
    load_assignment:
      cluster_name: shop
      endpoints: []
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
            - name: shop
              domains: ['*']
              routes:
              - match: { prefix: / }
                route: { cluster: shop }
              - match: { prefix: /cart }
                route: { cluster: shop }
          http_filters:
          - name: envoy.filters.http.router
`;

describe('diagnostics', () => {
  test('1 findings come with rule, level, tag and related places, and go when the text is fixed', async () => {
    const editor = await startEditor();
    const uri = await editor.open(join(folder.path, 'front.yaml'), SHOP);
    const found = await editor.diagnostics(uri);
    const hidden = found.find(({ code }) => code === 'shadowed-route');
    expect(hidden).toMatchObject({
      source: 'cfgtool',
      severity: DiagnosticSeverity.Warning,
      tags: [DiagnosticTag.Unnecessary],
      range: { start: { line: 25, character: 16 } },
    });
    expect(hidden?.relatedInformation?.[0]?.location).toMatchObject({ uri, range: { start: { line: 23 } } });
    await editor.change(uri, SHOP.replace('- match: { prefix: / }\n', '- match: { prefix: /x }\n'));
    expect((await editor.diagnostics(uri)).map(({ code }) => code)).not.toContain('shadowed-route');
  });

  test('2 a file that cannot be read says so where it is a configuration, and nothing where it is none', async () => {
    const editor = await startEditor();
    const uri = await editor.open(join(folder.path, 'half.yaml'), `${SHOP}  clusters: [\n`);
    expect(await editor.diagnostics(uri)).toMatchObject([
      { code: 'syntax', severity: DiagnosticSeverity.Error },
    ]);
    const other = await editor.open(join(folder.path, 'other.yaml'), 'name: [\n  a: {\n');
    const workflow = await editor.open(
      join(folder.path, 'ci.yaml'),
      'on: push\njobs:\n  build:\n    steps: []\n',
    );
    await editor.change(uri, SHOP);
    await editor.diagnostics(uri);
    expect(editor.shown.get(other)).toBeUndefined();
    expect(editor.shown.get(workflow)).toBeUndefined();
  });

  test('1 settings and comments count', async () => {
    folder.write('.cfgtool.yaml', 'rules:\n  shadowed-route: error\n');
    const editor = await startEditor();
    const uri = await editor.open(join(folder.path, 'front.yaml'), SHOP);
    const found = await editor.diagnostics(uri);
    expect(found.find(({ code }) => code === 'shadowed-route')?.severity).toBe(DiagnosticSeverity.Error);
    const line = '              - match: { prefix: /cart }\n';
    await editor.change(
      uri,
      SHOP.replace(line, `              # cfgtool-ignore shadowed-route: wanted\n${line}`),
    );
    expect((await editor.diagnostics(uri)).map(({ code }) => code)).not.toContain('shadowed-route');
    folder.write('.cfgtool.yaml', '');
  });
});

async function complete(editor: Editor, name: string, written: string): Promise<readonly CompletionItem[]> {
  const { text, position } = marked(written);
  const uri = await editor.open(join(folder.path, name), text);
  const answer = await editor.connection.sendRequest(CompletionRequest.type, {
    textDocument: { uri },
    position,
  });
  return Array.isArray(answer) ? answer : (answer?.items ?? []);
}

function inserted(item: CompletionItem | undefined): string | undefined {
  return (item?.textEdit as TextEdit | undefined)?.newText;
}

describe('completion', () => {
  test('fields that are not set, required ones first, deprecated ones last', async () => {
    const editor = await startEditor();
    const items = await complete(
      editor,
      'a.yaml',
      'clusters:\n- connect_timeout: 1s\n  tls_context: {}\n  ‸\n',
    );
    const labels = items.map(({ label }) => label);
    expect(labels[0]).toBe('name');
    expect(labels).not.toContain('connect_timeout');
    expect(labels).toContain('lb_policy');
    const old = items.findIndex(({ tags }) => tags !== undefined);
    expect(items.slice(old).every(({ tags }) => tags !== undefined)).toBe(true);
    expect(labels.indexOf('hosts')).toBeGreaterThanOrEqual(old);
  });

  test('of a one-of that is set no second member', async () => {
    const editor = await startEditor();
    const items = await complete(
      editor,
      'b.yaml',
      'virtual_hosts:\n- name: a\n  routes:\n  - match: { prefix: /, ‸ }\n',
    );
    const labels = items.map(({ label }) => label);
    expect(labels).not.toContain('path');
    expect(labels).toContain('headers');
  });

  test('values of enums, names of clusters, extensions with their type', async () => {
    const editor = await startEditor();
    const policies = await complete(editor, 'c.yaml', 'clusters:\n- name: a\n  lb_policy: ‸\n');
    expect(policies.map(({ label }) => label)).toContain('LEAST_REQUEST');
    const uri = await editor.open(join(folder.path, 'd.yaml'), SHOP);
    await editor.diagnostics(uri);
    const half = marked(
      SHOP.replace(
        '- match: { prefix: /cart }\n                route: { cluster: shop }',
        '- match:\n                route:\n                  cluster: ‸',
      ),
    );
    await editor.change(uri, half.text);
    const names = await editor.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: half.position,
    });
    expect(Array.isArray(names) && names.map(({ label }) => label)).toEqual(['shop']);
    const filters = await complete(editor, 'e.yaml', SHOP.replace('envoy.filters.http.router', '‸'));
    const rbac = filters.find(({ label }) => label === 'envoy.filters.http.buffer');
    expect(inserted(rbac)).toMatch(
      /^envoy\.filters\.http\.buffer\n {2}typed_config:\n {4}"@type": type\.googleapis\.com\/envoy\.config\.filter\.http\.buffer\.v2\.Buffer\n {4}max_request_bytes: /,
    );
  });

  test('half-written JSON, with quotes', async () => {
    const editor = await startEditor();
    const items = await complete(editor, 'f.json', '{ "clusters": [ { "name": "a", "‸');
    expect(inserted(items.find(({ label }) => label === 'lb_policy'))).toBe('"lb_policy": "$0"');
  });

  test('names and types of version 3', async () => {
    const editor = await startEditor();
    const v3 =
      'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';
    const text = `filter_chains:\n- filters:\n  - name: hcm\n    typed_config:\n      "@type": ${v3}\n      ‸\n`;
    const labels = (await complete(editor, 'g.yaml', text)).map(({ label }) => label);
    expect(labels).toContain('path_with_escaped_slashes_action');
  });
});

async function hover(editor: Editor, name: string, written: string): Promise<string | undefined> {
  const { text, position } = marked(written);
  const uri = await editor.open(join(folder.path, name), text);
  const answer = await editor.connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position });
  return (answer?.contents as MarkupContent | undefined)?.value;
}

describe('hover', () => {
  test('a field with its type, default, limits and fate in the other version', async () => {
    const editor = await startEditor();
    const text = await hover(editor, 'h.yaml', 'clusters:\n- name: a\n  conn‸ect_timeout: 1s\n');
    expect(text).toContain('**Cluster.connect_timeout**');
    expect(text).toContain('*default*: 5s');
    expect(text).toContain('*versions*: both');
  });

  test('a value of an enum, and what follows half-written lines', async () => {
    const editor = await startEditor();
    const text = await hover(
      editor,
      'i.yaml',
      'clusters:\n- name: a\n  hosts: [\n- name: b\n  lb_policy: RING_‸HASH\n',
    );
    expect(text).toContain('**RING_HASH**');
  });

  test('a text inside a ConfigMap', async () => {
    const editor = await startEditor();
    const text = await hover(
      editor,
      'j.yaml',
      `kind: ConfigMap\ndata:\n  a.yaml: |\n    clusters:\n    - name: a\n      lb_poli‸cy: RANDOM\n`,
    );
    expect(text).toContain('**Cluster.lb_policy**');
  });

  test('nothing where nothing is known', async () => {
    const editor = await startEditor();
    expect(await hover(editor, 'k.yaml', 'on: pu‸sh\njobs: {}\n')).toBeUndefined();
  });
});

test('inlay hints: defaults of what is not set, where they are wanted', async () => {
  const wanted = await startEditor({ initializationOptions: { defaults: true } });
  const uri = await wanted.open(join(folder.path, 'hints.yaml'), SHOP);
  const range = { start: { line: 0, character: 0 }, end: { line: 40, character: 0 } };
  const ask = (editor: Editor, at: string) =>
    editor.connection.sendRequest(InlayHintRequest.type, { textDocument: { uri: at }, range });
  const hints = (await ask(wanted, uri)) ?? [];
  const ofCluster = hints.find(({ position }) => position.line === 2);
  expect(ofCluster).toMatchObject({ position: { line: 2, character: '  - name: shop'.length } });
  expect(String(ofCluster?.tooltip)).toContain('lb_policy: ROUND_ROBIN');
  expect(String(ofCluster?.tooltip)).not.toContain('connect_timeout');
  const unwanted = await startEditor();
  expect(await ask(unwanted, await unwanted.open(join(folder.path, 'hints.yaml'), SHOP))).toEqual([]);
});
