/** Scalars as the proxy's reader takes them: a table, each row held to the program where there is one. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { bindScalar } from '../../src/model/bind-scalar.ts';
import { yamlScalar } from '../../src/source/edit/print.ts';
import { plainValue, untypedValue } from '../../src/source/tree.ts';
import { readYaml } from '../../src/source/yaml.ts';
import { PROXY } from '../proxy/program.ts';

type Row = readonly [text: string, isText: boolean, bool: boolean | undefined, uint32: number | undefined];

/** What each is where text, a boolean and a whole number stands; undefined where it is refused. */
const ROWS: readonly Row[] = [
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON', 'true', 'True', 'TRUE'].map(
    (namespace): Row => [namespace, false, true, undefined],
  ),
  ...['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF', 'false', 'False', 'FALSE'].map(
    (namespace): Row => [namespace, false, false, undefined],
  ),
  ['tRUE', true, true, undefined],
  ['yES', true, true, undefined],
  ['oFF', true, undefined, undefined],
  ['"yes"', true, true, undefined],
  ['"1"', true, true, 1],
  ['"on"', true, undefined, undefined],
  ['0777', false, undefined, 511],
  ['0644', false, undefined, 420],
  ['0x1F', false, undefined, 31],
  ['+12', false, undefined, 12],
  ['"0777"', true, undefined, 777],
  ['"0x1F"', true, undefined, 31],
  ['089', true, undefined, 89],
  ['-010', false, undefined, undefined],
  ['0', false, undefined, 0],
  ['1', false, undefined, 1],
  ['1.10', true, undefined, undefined],
  ['5.0', true, undefined, 5],
  ['1e3', true, undefined, 1000],
  ['1_000', true, undefined, undefined],
  ['0o17', true, undefined, undefined],
  ['0b11', true, undefined, undefined],
  ['.inf', true, undefined, undefined],
  ['2147483647', false, undefined, 2147483647],
  ['2147483648', true, undefined, 2147483648],
  ['4294967296', true, undefined, undefined],
  ['!!str y', false, true, undefined],
  ['!!str 5', false, undefined, 5],
  ['!!str "yes"', false, true, undefined],
  ['! 5', true, undefined, 5],
  ['2021-01-01', true, undefined, undefined],
  ['12:30', true, undefined, undefined],
];

function bound(text: string, scalar: 'string' | 'bool' | 'uint32'): unknown {
  const [tree] = readYaml('a.yaml', `a: ${text}\n`);
  if (tree === undefined) throw new Error('no document');
  const result = bindScalar(tree, 2, scalar, false);
  return 'problem' in result ? undefined : result.value;
}

test.each(ROWS)('%s', (text, isText, bool, uint32) => {
  expect(bound(text, 'string') !== undefined).toBe(isText);
  expect(bound(text, 'bool')).toBe(bool);
  expect(bound(text, 'uint32')).toBe(uint32);
});

/** What each is where nobody says what should stand there, as in metadata. */
const UNTYPED: readonly (readonly [text: string, value: unknown])[] = [
  ...ROWS.map(([text, isText, bool, uint32]): readonly [string, unknown] => [
    text,
    isText ? text.replace(/^(?:!\S* )?"?(.*?)"?$/, '$1') : (bool ?? uint32 ?? -8),
  ]),
  ['0x1FFFFFFFFF', '137438953471'],
  ['~', null],
  ['Null', null],
];

test.each(UNTYPED)('untyped %s', (text, value) => {
  const [tree] = readYaml('a.yaml', `a: ${text}\n`);
  expect(tree && untypedValue(tree, 2)).toBe(value);
});

it.skipIf(PROXY === undefined)('untyped values are those of its dump', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scalars-'));
  const [file, address] = [join(folder, 'a.yaml'), join(folder, 'admin')];
  const entries = UNTYPED.map(([text], at) => `k${at}: ${text}`).join(', ');
  const admin = '{address: {socket_address: {address: 127.0.0.1, port_value: 0}}}';
  writeFileSync(file, `{admin: ${admin}, node: {id: a, cluster: b, metadata: {${entries}}}}\n`);
  const args = ['-c', file, '--admin-address-path', address, '--use-dynamic-base-id', '-l', 'off'];
  const program = spawn(PROXY ?? '', args, { stdio: 'ignore' });
  try {
    const at = (): string => (existsSync(address) ? readFileSync(address, 'utf8') : '');
    await expect.poll(at, { timeout: 30_000 }).toMatch(/:\d+$/);
    const dump: unknown = await (await fetch(`http://${at()}/config_dump`)).json();
    const metadata = Object.fromEntries(UNTYPED.map(([, value], index) => [`k${index}`, value]));
    const has = (around: object): unknown => expect.objectContaining(around);
    const own = has({ bootstrap: has({ node: has({ metadata }) }) });
    expect(dump).toEqual({ configs: expect.arrayContaining([own]) });
  } finally {
    program.kill();
    rmSync(folder, { recursive: true });
  }
});

test('what is printed of a text is read as that text, and of any value as that value', () => {
  for (const [text] of ROWS) {
    expect(bound(yamlScalar(text), 'string')).toBe(text);
    const [tree] = readYaml('a.yaml', `${text}\n`);
    const value = tree && plainValue(tree, 0);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const [again] = readYaml('a.yaml', `${yamlScalar(value)}\n`);
    expect(again && plainValue(again, 0), text).toEqual(value);
  }
});

it.skipIf(PROXY === undefined)('is what the program takes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scalars-'));
  const file = join(folder, 'a.yaml');
  const takes = (cluster: string, field: string): boolean => {
    const rest = `name: c, connect_timeout: 1s, type: STATIC${field}`;
    writeFileSync(file, `{node: {id: a, cluster: ${cluster}}, static_resources: {clusters: [{${rest}}]}}\n`);
    return spawnSync(PROXY ?? '', ['--mode', 'validate', '-c', file, '-l', 'off']).status === 0;
  };
  const keepalive = (value: string) =>
    `, upstream_connection_options: {tcp_keepalive: {keepalive_probes: ${value}}}`;
  try {
    for (const [text, isText, bool, uint32] of ROWS) {
      expect(takes(text, ''), `text ${text}`).toBe(isText);
      expect(takes('b', `, respect_dns_ttl: ${text}`), `bool ${text}`).toBe(bool !== undefined);
      expect(takes('b', keepalive(text)), `uint32 ${text}`).toBe(uint32 !== undefined);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
