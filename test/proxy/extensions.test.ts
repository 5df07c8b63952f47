/** Extensions that are said to be in a release, or not: held to what its program lists, and to what it answers. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readApi } from '../../scripts/api-union.ts';
import { ofAbsentExtension } from '../../src/model/other-release.ts';
import { prepareProgram } from '../../src/proxy/edge/program.ts';
import { messageOfType, typeIn } from '../../src/schema/version.ts';
import { PROXY, releaseOf } from './program.ts';

/** Types that only some builds of a release have. */
const SOME_BUILDS: ReadonlySet<string> = new Set(['KillRequest']);

const anyOf = (type: string): object => ({
  name: 'x',
  typed_config: { '@type': `type.googleapis.com/envoy.${type}` },
});

/** What a program says against a bootstrap. */
function saidOf(program: string, bootstrap: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'cfgtool-extensions-'));
  try {
    const file = join(folder, 'bootstrap.json');
    writeFileSync(file, JSON.stringify(bootstrap));
    return spawnSync(program, ['--mode', 'validate', '-l', 'error', '-c', file]).stderr.toString();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a program knows all of these types; those of its core too, whoever is registered for them. */
const knows = (program: string, types: readonly string[]): boolean =>
  !saidOf(program, { bootstrap_extensions: types.map(anyOf) }).includes('could not find @type');

/** The types of configurations that a program lists for its extensions when it starts, without the namespace. */
async function listed(program: string): Promise<readonly string[]> {
  const args = [
    '-c',
    'b.json',
    '--use-dynamic-base-id',
    '--concurrency',
    '1',
    '--admin-address-path',
    'admin',
  ];
  const running = await prepareProgram(program, args);
  try {
    const address = { socket_address: { address: '127.0.0.1', port_value: 0 } };
    writeFileSync(join(running.folder, 'b.json'), JSON.stringify({ admin: { address } }));
    running.start();
    const file = join(running.folder, 'admin');
    for (let left = 300; left > 0 && !existsSync(file); left--)
      await new Promise((resolve) => setTimeout(resolve, 100));
    const dump = await fetch(`http://${readFileSync(file, 'utf8')}/config_dump`);
    return [...(await dump.text()).matchAll(/"envoy\.([\w.]+\.[A-Z]\w*)"/g)].map(([, type = '']) => type);
  } finally {
    await running.stop();
  }
}

/** Messages of extensions that no other message holds: what stands in an Any, if anything does. */
function roots(): readonly string[] {
  const { releases, contrib } = readApi();
  const { messages = {} } = releases.at(-1)?.reference ?? {};
  const held = new Set(
    Object.entries(messages).flatMap(([type, { fields }]) =>
      Object.values(fields).flatMap((field) =>
        [...field.type.matchAll(/[\w.]+/g)].flatMap(([name]) => (name === type ? [] : [name])),
      ),
    ),
  );
  return Object.keys(messages).filter(
    (type) =>
      /^extensions\.[a-z][^A-Z]*\.v3\.[A-Z]\w*$/.test(type) && !held.has(type) && !(type in contrib.messages),
  );
}

describe.skipIf(PROXY === undefined)('extensions', () => {
  const program = PROXY ?? '';
  const release = PROXY === undefined ? '1.40' : releaseOf(program);
  const isAbsent = (table: string): boolean =>
    ofAbsentExtension(table, { release, from: 'given' }) !== undefined;
  let all: ReadonlySet<string> = new Set();
  beforeAll(async () => {
    all = new Set(await listed(program));
  });

  // The types of tracers are part of the core: here it counts who is registered.
  it.each(['DynamicOtConfig', 'LightstepConfig', 'ZipkinConfig'])('%s', (table) => {
    const said = saidOf(program, { tracing: { http: anyOf(typeIn('v3', table) ?? '') } });
    expect(/Didn't find a registered|could not find @type/.test(said)).toBe(isAbsent(table));
  });

  it('that the program lists are all known, and none is said to be absent', () => {
    expect(all.size).toBeGreaterThan(200);
    const wrong = [...all].filter((type) => {
      const known = messageOfType(type);
      return known === undefined || (known.version === 'v3' && isAbsent(known.id));
    });
    expect(wrong).toEqual([]);
  });

  it('that it does not list are said to be absent where it has no such type', () => {
    const others = roots()
      .filter((type) => !all.has(type))
      .map((type) => ({ type, id: messageOfType(type)?.id ?? '' }));
    const absent = others.filter(({ id }) => isAbsent(id));
    expect(absent.length).toBeGreaterThan(10);
    expect(absent.filter(({ type }) => knows(program, [type]))).toEqual([]);
    const there = others.filter(({ id }) => !isAbsent(id) && !SOME_BUILDS.has(id)).map(({ type }) => type);
    // All at once: it looks for types before it looks at what they are for.
    expect(knows(program, there) || there.filter((type) => !knows(program, [type]))).toBe(true);
  });
});
