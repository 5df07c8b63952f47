/** Completion and hover of the release that a text is held to. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CompletionRequest, HoverRequest, type MarkupContent } from 'vscode-languageserver-protocol/node';
import { temporaryFolder } from '../commands/run.ts';
import { marked, startEditor } from './client.ts';

const folder = temporaryFolder();

const DETECTION = `clusters:
- name: cart
  connect_timeout: 1s
  type: EDS
  typed_extension_protocol_options:
    x: { "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions }
  outlier_detection:
    interval: 5s
    ‸
`;
const HTTP2 = `clusters:
- name: cart
  connect_timeout: 1s
  http2_protocol_options:
    max_con‸current_streams: 100
`;

async function asked(release: string | undefined) {
  const editor = await startEditor(release === undefined ? {} : { args: ['--release', release] });
  const detection = marked(DETECTION);
  const uri = await editor.open(join(folder.path, 'front.yaml'), detection.text);
  const answer = await editor.connection.sendRequest(CompletionRequest.type, {
    textDocument: { uri },
    position: detection.position,
  });
  const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
  const http2 = marked(HTTP2);
  const other = await editor.open(join(folder.path, 'filters.yaml'), http2.text);
  const hover = await editor.connection.sendRequest(HoverRequest.type, {
    textDocument: { uri: other },
    position: http2.position,
  });
  const { value = '' } = (hover?.contents ?? {}) as Partial<MarkupContent>;
  return { items, hover: value };
}

test('an older one has its fields and its defaults', async () => {
  const { items, hover } = await asked('1.35');
  const labels = items.map(({ label }) => label);
  expect(labels).toContain('always_eject_one_host');
  expect(labels).not.toContain('detect_degraded_hosts');
  expect(hover).toContain('*default*: 2147483647');
});

test('the newest one says since when', async () => {
  const { items, hover } = await asked(undefined);
  const field = items.find(({ label }) => label === 'detect_degraded_hosts');
  expect(JSON.stringify(field?.documentation)).toContain('since release 1.38');
  expect(hover).toContain('*default*: 1024 (before release 1.36: 2147483647)');
});
