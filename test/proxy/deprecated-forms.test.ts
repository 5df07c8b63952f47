/**
 * Deprecated forms of version 3, held to the real proxy: it takes each example with a warning, and what is made of it
 * without. A file is named after its migration; those that end with `-left` hold what stays, with a reason. A real proxy
 * reads its own word only, so the examples carry that.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../src/diff/index.ts';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { type Configuration, openConfiguration } from '../../src/model/index.ts';
import { sourceFile } from '../../src/source/load.ts';
import { PROXY } from './program.ts';

const FOLDER = fileURLToPath(new URL('deprecated/', import.meta.url));
const NAMES = readdirSync(FOLDER).map((file) => file.replace(/[.]yaml$/, ''));

const read = (name: string): string => readFileSync(`${FOLDER}${name}.yaml`, 'utf8');

function opened(text: string): Configuration {
  return openConfiguration(sourceFile('example.yaml', text, 'named'), { api: 'v3', namespace: 'envoy' });
}

const migrated = (text: string) => migrateConfiguration(opened(text), { older: false });

const remaining = (text: string): readonly string[] =>
  opened(text).problems.flatMap(({ rule, pointer }) => (rule === 'deprecated-field' ? [pointer] : []));

describe('16.3 examples of deprecated forms', () => {
  it('are there for every migration of version 3', () => {
    const lacking = migrations.filter(
      ({ id, versions }) => versions?.includes('v3') && !NAMES.some((name) => name.startsWith(id)),
    );
    expect(lacking.map(({ id }) => id)).toEqual([]);
  });

  it.each(NAMES)('%s', (name) => {
    const before = read(name);
    const result = migrated(before);
    expect(result.equivalent).toBe(true);
    expect(remaining(before)).not.toEqual([]);
    if (name.endsWith('-left')) {
      expect(result.left.length).toBeGreaterThan(0);
      return;
    }
    expect(result.applied.some(({ migration }) => name.startsWith(migration))).toBe(true);
    expect(result.left).toEqual([]);
    expect(remaining(result.text)).toEqual([]);
    expect(migrated(result.text).changed).toBe(false);
    const [older, newer] = [opened(before), opened(result.text)];
    const changes = diffConfigurations([older], [newer]).changes.filter(({ level }) => level !== 'cosmetic');
    expect(changes.map(({ rule, path }) => `${rule} ${path}`)).toEqual([]);
    expect(compareBehaviour([older], [newer]).changes).toEqual([]);
  });
});

/** What the proxy says to a configuration: whether it takes it, and of which deprecated fields it warns. */
function validated(folder: string, text: string): Promise<{ taken: boolean; warned: readonly string[] }> {
  const file = join(folder, 'bootstrap.yaml');
  writeFileSync(file, text);
  return new Promise((resolve) => {
    execFile(PROXY ?? '', ['--mode', 'validate', '-c', file], (error, out, err) => {
      const warned = [...`${out}${err}`.matchAll(/Using [\w -]*deprecated option '([^']+)'/g)];
      resolve({ taken: error === null, warned: warned.map(([, field = '']) => field) });
    });
  });
}

describe.skipIf(PROXY === undefined)('16.3 deprecated forms at the real proxy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deprecated-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(NAMES)('%s', async (name) => {
    const before = read(name);
    const asWritten = await validated(folder, before);
    expect(asWritten.taken).toBe(true);
    // Of what it starts only with a proxy that serves it says nothing.
    expect(asWritten.warned.length).toBeGreaterThan(0);
    const after = await validated(folder, migrated(before).text);
    expect(after.taken).toBe(true);
    expect(after.warned.length > 0).toBe(name.endsWith('-left'));
  });
});
