/** Extensions that are said to be in a release, or not: held to what its program lists, and to what it answers. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readApi } from '../../scripts/api-union.ts';
import { ofAbsentExtension } from '../../src/model/other-release.ts';
import { prepareProgram } from '../../src/proxy/edge/program.ts';
import { BUILT_IN } from '../../src/schema/built-in-extensions.ts';
import { messageOfType, typeIn } from '../../src/schema/version.ts';
import { PROXY, releaseOf } from './program.ts';

/** Types that only some builds of a release have. */
const SOME_BUILDS: ReadonlySet<string> = new Set(['KillRequest']);

/** Whether a program has an extension: a type that it was built without is none to it, or nobody is registered for it. */
function has(program: string, type: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'cfgtool-extensions-'));
  try {
    const file = join(folder, 'bootstrap.json');
    const config = { name: 'x', typed_config: { '@type': `type.googleapis.com/envoy.${type}` } };
    // The types of tracers are part of the core: there it counts who is registered, elsewhere the place is the wrong one.
    const isTracer = type.startsWith('config.trace.');
    writeFileSync(
      file,
      JSON.stringify(isTracer ? { tracing: { http: config } } : { bootstrap_extensions: [config] }),
    );
    const { stderr } = spawnSync(program, ['--mode', 'validate', '-l', 'error', '-c', file]);
    const said = stderr.toString();
    const unknown = isTracer ? /Didn't find a registered|could not find @type/ : /could not find @type/;
    return !unknown.test(said);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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
  }, 60_000);

  it.each([...BUILT_IN.keys(), 'RoundRobin', 'Compressor', 'ZipkinConfig'])('%s', (table) => {
    expect(has(program, typeIn('v3', table) ?? '')).toBe(!isAbsent(table));
  });

  it('that the program lists are all known, and none is said to be absent', () => {
    expect(all.size).toBeGreaterThan(200);
    const wrong = [...all].filter((type) => {
      const known = messageOfType(type);
      return known === undefined || (known.version === 'v3' && isAbsent(known.id));
    });
    expect(wrong).toEqual([]);
  });

  it('that it does not list are said to be absent where it has no such type', { timeout: 120_000 }, () => {
    const others = roots().filter((type) => !all.has(type));
    const wrong = others.flatMap((type) => {
      const { id = '' } = messageOfType(type) ?? {};
      return SOME_BUILDS.has(id) || has(program, type) === !isAbsent(id) ? [] : [id];
    });
    expect(wrong).toEqual([]);
  });
});
