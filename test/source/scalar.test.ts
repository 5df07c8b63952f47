/** Scalars as the proxy's reader takes them: a table, each row held to the program where there is one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { bindScalar } from '../../src/model/bind-scalar.ts';
import { yamlScalar } from '../../src/source/edit/print.ts';
import { plainValue } from '../../src/source/tree.ts';
import { readYaml } from '../../src/source/yaml.ts';
import { PROXY } from '../proxy/program.ts';

type Row = readonly [text: string, isText: boolean, bool: boolean | undefined, uint32: number | undefined];

/** What each is where text, a boolean and a whole number stands; undefined where it is refused. */
const ROWS: readonly Row[] = [
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON', 'true', 'True', 'TRUE'].map(
    (word): Row => [word, false, true, undefined],
  ),
  ...['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF', 'false', 'False', 'FALSE'].map(
    (word): Row => [word, false, false, undefined],
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
];

function bound(text: string, scalar: 'string' | 'bool' | 'uint32'): unknown {
  const [tree] = readYaml('a.yaml', `a: ${text}\n`);
  if (tree === undefined) throw new Error('no document');
  const result = bindScalar(tree, 2, scalar, false);
  return 'problem' in result ? undefined : result.value;
}

test.each(ROWS)('%s', (text, isText, bool, uint32) => {
  // Where text stands, words such as y and on are still read as text, which the program refuses.
  if (!/^(?:[yn]|on|off)/i.test(text)) expect(bound(text, 'string') !== undefined).toBe(isText);
  expect(bound(text, 'bool')).toBe(bool);
  expect(bound(text, 'uint32')).toBe(uint32);
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

it.skipIf(PROXY === undefined)('is what the program takes', { timeout: 240_000 }, () => {
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
