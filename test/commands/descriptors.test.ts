/** Messages of the user's own (`--descriptors`, `descriptors:`), as commands and editors meet them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type CompletionItem,
  CompletionRequest,
  HoverRequest,
  type MarkupContent,
} from 'vscode-languageserver-protocol/node';
import { QUOTA, setOf } from '../descriptors/sets.ts';
import { marked, startEditor } from '../lsp/client.ts';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();

/** A configuration with the extension in a route's filters, and fields of it. */
const front = (fields: string): string => `static_resources:
  listeners:
  - name: front
    address: { socket_address: { address: 0.0.0.0, port_value: 8080 } }
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: front
          route_config:
            virtual_hosts:
            - { name: all, domains: ['*'], routes: [{ match: { prefix: / }, route: { cluster: web } }] }
          http_filters:
          - name: quota
            typed_config:
              "@type": type.googleapis.com/acme.filters.v1.Quota
${fields}
          - name: envoy.filters.http.router
            typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router }
  clusters:
${['web', 'quotas', 'grpc', 'idle']
  .map(
    (name) =>
      `  - { name: ${name}, connect_timeout: 1s, type: EDS, eds_cluster_config: { eds_config: { ads: {} } } }`,
  )
  .join('\n')}
`;
const line = (text: string): string => `              ${text}`;

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder.path, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

interface Found {
  readonly rule: string;
  readonly message: string;
  readonly level: string;
}
const findings = (text: string): readonly Found[] => JSON.parse(text).findings;

const REACHING = front(
  [
    line('domain: shop'),
    line('cluster: quotas'),
    line('service: { envoy_grpc: { cluster_name: grpc } }'),
  ].join('\n'),
);

test('its messages are checked, and clusters that they name are reached', () => {
  const set = written('quota.binpb', setOf(QUOTA));
  const file = written(
    'front.yaml',
    front(
      [
        line('domain: ab'),
        line('ratee: 5'),
        line('fields_of_nobody: 1'),
        line('cluster: quotas'),
        line('service: { envoy_grpc: { cluster_name: grpc } }'),
      ].join('\n'),
    ),
  );
  const { code, out } = cfgtool(['analyze', file, '--descriptors', set, '--format', 'json']);
  expect(code).toBe(1);
  const shown = findings(out).map(({ rule, level, message }) => `${level} ${rule}: ${message}`);
  expect(shown.filter((text) => !text.includes('hosts'))).toEqual([
    'error out-of-range: domain of the Quota has 2 characters, but needs at least 3',
    'error unknown-field: Quota has no field "ratee"; did you mean rate?',
    'error unknown-field: Quota has no field "fields_of_nobody" in the descriptor set that defines it',
    'warning unreachable-cluster: nothing leads to the cluster "idle"; delete it, or lead requests to it',
  ]);
  const without = findings(cfgtool(['analyze', file, '--format', 'json']).out).map(({ rule }) => rule);
  expect(without).toContain('unknown-extension');
  expect(without).not.toContain('unknown-field');
});

test('they are normalized, compared and kept secret', () => {
  const set = written('quota.binpb', setOf(QUOTA));
  const before = written(
    'before.yaml',
    front(
      [line('domain: shop'), line('apiKey: 5up3rs3cr3t'), line('pin: four-two'), line('mode: 2')].join('\n'),
    ),
  );
  const { out } = cfgtool(['normalize', before, '--descriptors', set]);
  const quota = out.slice(out.indexOf('acme.filters.v1.Quota'), out.indexOf('filters.http.router'));
  expect(
    quota
      .split('\n')
      .slice(1, 8)
      .map((text) => text.trim()),
  ).toEqual([
    'mode: ENFORCE',
    'api_key: <redacted>',
    'pin: <redacted>',
    'domain: shop',
    'rate: 0',
    'is_optional: false',
    'disabled: false',
  ]);
  const same = written(
    'same.yaml',
    front(
      [
        line('mode: ENFORCE'),
        line('rate: 0'),
        line('pin: four-two'),
        line('api_key: 5up3rs3cr3t'),
        line('domain: shop'),
      ].join('\n'),
    ),
  );
  expect(cfgtool(['diff', before, same, '--descriptors', set]).code).toBe(0);
  expect(cfgtool(['diff', before, same]).code).toBe(1);
  const other = written(
    'other.yaml',
    front(
      [line('domain: shop'), line('api_key: an0th3r0ne'), line('pin: four-two'), line('mode: LOG')].join(
        '\n',
      ),
    ),
  );
  const diff = cfgtool(['diff', before, other, '--descriptors', set]);
  expect(diff.code).toBe(1);
  expect(diff.out).toContain('api_key');
  expect(diff.out).toContain('ENFORCE');
  for (const secret of ['5up3rs3cr3t', 'four-two', 'an0th3r0ne']) {
    expect(diff.out).not.toContain(secret);
    expect(out).not.toContain(secret);
  }
});

test('a secret in them stays one where it cannot be read, or has another type', () => {
  const set = written('quota.binpb', setOf(QUOTA));
  const file = written(
    'odd.yaml',
    front([line('domain: shop'), line('pin: { hidden: four-two }'), line('code: [zero-nine]')].join('\n')),
  );
  const { out, err, code } = cfgtool(['analyze', file, '--descriptors', set, '--verbose']);
  expect(code).toBe(1);
  expect(out + err).not.toMatch(/four-two|zero-nine/);
});

test('settings name sets as flags do, relative to their folder, in every thread and whatever comes first', () => {
  const root = join(folder.path, 'fleet');
  written('fleet/a/sets/quota.binpb', setOf(QUOTA));
  written('fleet/a/.cfgtool.yaml', 'descriptors: [sets/quota.binpb]\n');
  for (let at = 0; at < 6; at++)
    written(
      `fleet/${at % 2 === 0 ? '0' : 'a'}/f${at}.yaml`,
      front(`${line('domain: shop')}\n${line(`rate${at}: 1`)}`),
    );
  const found = (...args: readonly string[]) =>
    findings(cfgtool(['analyze', '.', '--format', 'json', ...args], { cwd: root }).out).filter(
      ({ rule }) => rule === 'unknown-field',
    );
  const one = found('--jobs', '1');
  expect(one.length).toBe(6);
  expect(found('--jobs', '3')).toEqual(one);
  expect(found('--config', '/dev/null')).toEqual([]);
});

test('results of a cache are not those of another set', () => {
  const cache = ['--cache', '--cache-location', join(folder.path, 'cache')];
  const set = written('changing.binpb', setOf(QUOTA));
  const file = written('cached.yaml', front(`${line('domain: shop')}\n${line('weight: 1')}`));
  const rules = () =>
    findings(cfgtool(['analyze', file, '--descriptors', set, '--format', 'json', ...cache]).out).map(
      ({ rule }) => rule,
    );
  expect(rules()).toContain('unknown-field');
  const quota = QUOTA.messages?.Quota;
  written(
    'changing.binpb',
    setOf({ ...QUOTA, messages: { Quota: { ...quota, fields: { ...quota?.fields, weight: 'uint32' } } } }),
  );
  expect(rules()).not.toContain('unknown-field');
});

test('explain, schema and --type know them', () => {
  const set = written('quota.binpb', setOf(QUOTA));
  const page = cfgtool(['explain', 'acme.filters.v1.Quota.api_key', '--descriptors', set]);
  expect(page.out).toContain('From a descriptor set');
  expect(page.out).toContain('secret    shown as <redacted>');
  expect(cfgtool(['explain', 'Quota.mode', '--descriptors', set]).out).toContain('ENFORCE');
  expect(cfgtool(['explain', 'acme.filters.v1.Quota']).code).toBe(2);
  const schema = JSON.parse(cfgtool(['schema', 'acme.filters.v1.Quota', '--descriptors', set]).out);
  expect(Object.keys(schema.$defs['acme.filters.v1.Quota'].properties)).toContain('old_rate');
  const one = written('one.yaml', 'domain: shop\nratee: 1\n');
  expect(cfgtool(['validate', one, '--descriptors', set, '--type', 'acme.filters.v1.Quota']).out).toContain(
    'did you mean rate?',
  );
});

test('a file that is none ends the run before anything is read', () => {
  const file = written('front.yaml', REACHING);
  const { code, out, err } = cfgtool(['analyze', file, '--descriptors', file]);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('descriptor set');
  const missing = cfgtool(['diff', file, file, '--descriptors', join(folder.path, 'nothing.binpb')]);
  expect([missing.code, missing.err.includes('there is no such file')]).toEqual([2, true]);
});

test('an editor completes and explains them, from settings too', async () => {
  written('edited/sets/quota.binpb', setOf(QUOTA));
  written('edited/.cfgtool.yaml', 'descriptors: sets/quota.binpb\n');
  const editor = await startEditor({ root: join(folder.path, 'edited') });
  const { text, position } = marked(front(`${line('domain: shop')}\n${line('m‸')}`));
  const uri = await editor.open(join(folder.path, 'edited/half.yaml'), text);
  const answer = await editor.connection.sendRequest(CompletionRequest.type, {
    textDocument: { uri },
    position,
  });
  const items: readonly CompletionItem[] = Array.isArray(answer) ? answer : (answer?.items ?? []);
  expect(items.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['mode', 'rate', 'burst', 'limits']),
  );
  const values = marked(front(`${line('domain: shop')}\n${line('mode: ‸')}`));
  await editor.change(uri, values.text);
  const offered = await editor.connection.sendRequest(CompletionRequest.type, {
    textDocument: { uri },
    position: values.position,
  });
  const labels = (Array.isArray(offered) ? offered : (offered?.items ?? [])).map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['OFF', 'LOG', 'ENFORCE']));
  const hovered = marked(front(`${line('domain: shop')}\n${line('ra‸te: 5')}\n${line('ratee: 6')}`));
  await editor.change(uri, hovered.text);
  const hover = await editor.connection.sendRequest(HoverRequest.type, {
    textDocument: { uri },
    position: hovered.position,
  });
  const { value = '' } = (hover?.contents ?? {}) as Partial<MarkupContent>;
  expect(value).toContain('uint32');
  const shown = await editor.diagnostics(uri);
  expect(shown.map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringContaining('did you mean rate?')]),
  );
});
