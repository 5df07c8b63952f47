/** Keys that stand twice, in YAML and in JSON: each row held to the program where there is one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { INVALID } from '../../src/model/bound.ts';
import { openConfiguration } from '../../src/model/index.ts';
import { sourceFile } from '../../src/source/load.ts';
import { PROXY } from '../proxy/program.ts';

const MANAGER =
  'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';
const ROUTER = 'type.googleapis.com/envoy.extensions.filters.http.router.v3.Router';

function cluster(fields: string): string {
  return `{"static_resources":{"clusters":[{"name":"c","type":"STATIC",${fields}}]}}`;
}

function manager(
  fields: string,
  match = '"prefix":"/"',
  action = '"direct_response":{"status":200}',
): string {
  const routes = `[{"match":{${match}},${action}}]`;
  const hosts = `"virtual_hosts":[{"name":"v","domains":["*"],"routes":${routes}}]`;
  const http = `"http_filters":[{"name":"r","typed_config":{"@type":"${ROUTER}"}}]`;
  const typed = `{"@type":"${MANAGER}","stat_prefix":"x",${fields}"route_config":{"name":"r",${hosts}},${http}}`;
  const address = '{"socket_address":{"address":"127.0.0.1","port_value":0}}';
  const chains = `[{"filters":[{"name":"h","typed_config":${typed}}]}]`;
  return `{"static_resources":{"listeners":[{"name":"l","address":${address},"filter_chains":${chains}}]}}`;
}

/** Each with whether JSON that has it is refused; YAML is always taken. */
const ROWS: readonly (readonly [what: string, text: string, isRefused: boolean])[] = [
  ['a scalar', cluster('"connect_timeout":"1s","connect_timeout":"2s"'), false],
  ['two spellings', cluster('"connect_timeout":"1s","connectTimeout":"2s"'), false],
  ['a message', cluster('"upstream_connection_options":{},"upstream_connection_options":{}'), false],
  ['an enum', cluster('"lb_policy":"RANDOM","lb_policy":"MAGLEV"'), false],
  [
    'a wrapper',
    cluster('"per_connection_buffer_limit_bytes":1,"per_connection_buffer_limit_bytes":2'),
    false,
  ],
  ['a list', '{"static_resources":{"clusters":[],"clusters":[{"name":"c","type":"STATIC"}]}}', false],
  ['a member of a one-of', cluster('"type":"STATIC"'), true],
  ['free data', '{"node":{"id":"a","cluster":"b","metadata":{"a":{"b":1,"b":2}}}}', true],
  ['a map', cluster('"metadata":{"filter_metadata":{"a":{"x":1},"a":{"x":2}}}'), true],
  ['runtime', '{"layered_runtime":{"layers":[{"name":"a","static_layer":{"k":1,"k":2}}]}}', true],
  ['a scalar of an extension', manager('"stat_prefix":"y",'), false],
  ['a list of an extension', manager('"http_filters":[],'), false],
  ['the type of an extension', manager(`"@type":"${MANAGER}",`), true],
  ['a matcher', manager('', '"prefix":"/","prefix":"/a"'), true],
  [
    'an action',
    manager('', undefined, '"direct_response":{"status":200},"direct_response":{"status":201}'),
    true,
  ],
];

/** Of YAML nobody reads the first of two values, and JSON is read as it stands. */
const WRONG: typeof ROWS = [
  [
    'a first message',
    cluster('"upstream_connection_options":{"tcp_keepalive":1},"upstream_connection_options":{}'),
    true,
  ],
  [
    'a first list',
    '{"static_resources":{"clusters":[{"name":["c"]}],"clusters":[{"name":"c","type":"STATIC"}]}}',
    true,
  ],
  ['a first scalar', cluster('"connect_timeout":"soon","connect_timeout":"2s"'), true],
];

test.each(WRONG)('%s that cannot be read', (_, text) => {
  const errors = (name: string) =>
    openConfiguration(sourceFile(name, text, 'named'), { api: 'v3' }).problems.filter(
      ({ level }) => level === 'error',
    );
  expect(errors('a.json')).toHaveLength(1);
  expect(errors('a.yaml')).toEqual([]);
});

function levels(name: string, text: string): readonly string[] {
  const { problems } = openConfiguration(sourceFile(name, text, 'named'), { api: 'v3' });
  return problems.filter(({ rule }) => rule === 'duplicate-key').map(({ level }) => level);
}

test.each(ROWS)('%s', (_, text, isRefused) => {
  expect(levels('a.json', text)).toEqual([isRefused ? 'error' : 'warning']);
  expect(levels('a.yaml', text)).toEqual(['warning']);
});

it.skipIf(PROXY === undefined)('the program says the same', () => {
  const folder = mkdtempSync(join(tmpdir(), 'twice-'));
  try {
    for (const [what, text, isRefused] of [...ROWS, ...WRONG])
      for (const kind of ['json', 'yaml'] as const) {
        const file = join(folder, `a.${kind}`);
        writeFileSync(file, text);
        const { status } = spawnSync(PROXY ?? '', ['--mode', 'validate', '-c', file, '-l', 'off']);
        expect(status === 0, `${what} in ${kind}`).toBe(kind === 'yaml' || !isRefused);
      }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('what counts', () => {
  const value = (name: string, text: string): unknown =>
    openConfiguration(sourceFile(name, text, 'named'), { api: 'v3', type: 'envoy.config.cluster.v3.Cluster' })
      .roots[0]?.value;
  const spelled = '{"name":"c","type":"STATIC","connect_timeout":"1s","connectTimeout":"2s"}';

  test('the last of one spelling, and in JSON of two', () => {
    const twice = '{"name":"c","type":"STATIC","connect_timeout":"1s","connect_timeout":"2s"}';
    for (const [name, text] of [
      ['a.yaml', twice],
      ['a.json', twice],
      ['a.json', spelled],
    ] as const)
      expect(value(name, text)).toMatchObject({ connect_timeout: '2s' });
  });

  test('a value that can be read leaves nothing of an earlier one that cannot', () => {
    const open = value('a.yaml', '{"name":["c"],"name":"c","type":"STATIC"}');
    expect(open).toMatchObject({ name: 'c' });
    expect(Reflect.ownKeys(open as object)).not.toContain(INVALID);
  });

  test('nothing is certain of two spellings in YAML, and of two lists in JSON', () => {
    const open = value('a.yaml', spelled);
    expect(open).not.toHaveProperty('connect_timeout');
    expect(open).toMatchObject({ [INVALID]: { connect_timeout: '2s' } });
    const lists = '{"name":"c","type":"STATIC","health_checks":[{}],"health_checks":[]}';
    expect(value('a.json', lists)).toMatchObject({ [INVALID]: { health_checks: [] } });
    expect(value('a.yaml', lists)).toMatchObject({ health_checks: [] });
  });
});
