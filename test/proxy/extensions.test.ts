/** Extensions that are said to be in a release, or not: asked of the program. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ofAbsentExtension } from '../../src/model/other-release.ts';
import { BUILT_IN } from '../../src/schema/built-in-extensions.ts';
import { typeIn } from '../../src/schema/version.ts';
import { PROXY, releaseOf } from './program.ts';

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

describe.skipIf(PROXY === undefined)('extensions that its API says something else of', () => {
  const program = PROXY ?? '';
  const release = PROXY === undefined ? '1.40' : releaseOf(program);

  it.each([...BUILT_IN.keys(), 'RoundRobin', 'Compressor', 'ZipkinConfig'])('%s', (table) => {
    const absent = ofAbsentExtension(table, { release, from: 'given' });
    expect(has(program, typeIn('v3', table) ?? '')).toBe(absent === undefined);
  });
});
