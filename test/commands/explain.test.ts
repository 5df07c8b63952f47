/** `explain` and `schema` as processes; `npm test` builds them first. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../bin/run.js', import.meta.url));

function run(...argv: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...argv], {
    encoding: 'utf8',
    // The schema of files has a few megabytes.
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}

describe('explain', () => {
  test('a field', () => {
    const { status, stdout, stderr } = run('explain', 'Cluster.hosts');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('Cluster.hosts  (field, deprecated)\n');
    expect(stdout).toContain('use load_assignment');
  });

  test('everything, without a name', () => {
    const { status, stdout } = run('explain');
    expect(status).toBe(0);
    expect(stdout).toContain('required-field');
    expect(stdout).toContain('hosts-to-load-assignment');
    expect(stdout).toContain('Cluster.LbPolicy');
  });

  test('colours when they are asked for', () => {
    expect(run('explain', 'Cluster.hosts', '--color').stdout).toContain('\u001b[1mCluster.hosts\u001b[22m');
  });

  test('an unknown name ends with 2 and suggestions', () => {
    const { status, stdout, stderr } = run('explain', 'Cluster.hoste');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('nothing named Cluster.hoste');
    expect(stderr).toContain('did you mean Cluster.hosts?');
  });

  test('a name that many things have ends with 2 and their names', () => {
    const { status, stderr } = run('explain', 'regex');
    expect(status).toBe(2);
    expect(stderr).toContain('route.RouteMatch.regex');
  });
});

describe('schema', () => {
  test('of files', () => {
    const { status, stdout, stderr } = run('schema');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
  });

  test('of one message, into a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cfgtool-'));
    try {
      const path = join(folder, 'schema.json');
      expect(run('schema', 'VirtualHost', '--output', path)).toEqual({
        status: 0,
        stdout: '',
        stderr: `${path}: written\n`,
      });
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ $ref: '#/$defs/route.VirtualHost' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test.each([
    ['Clustre', 'did you mean Cluster?'],
    ['RetryPolicy', 'core.RetryPolicy, route.RetryPolicy'],
  ])('%s ends with 2', (name, hint) => {
    const { status, stdout, stderr } = run('schema', name);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(hint);
  });
});
