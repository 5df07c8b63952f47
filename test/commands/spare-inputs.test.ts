/** A result is never written over what it is made from, under whichever name that stands. */
import { linkSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cfgtool, LEGACY, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const at = (name: string): string => join(folder.path, name);
const TESTS = 'tests: []\n';

beforeAll(() => {
  folder.write('a.yaml', LEGACY);
  symlinkSync('a.yaml', at('link.yaml'));
  linkSync(at('a.yaml'), at('hard.yaml'));
});
beforeEach(() => {
  folder.write('a.yaml', LEGACY);
  folder.write('b.yaml', LEGACY);
  folder.write('tests.txt', TESTS);
  folder.write('request.json', '{"authority": "a", "path": "/"}');
});

describe('14.b10 refuses to write onto an input, before anything runs', () => {
  test.each([
    ['analyze a.yaml --output a.yaml', '--output'],
    ['analyze a.yaml --output ./link.yaml', '--output'],
    ['analyze link.yaml --output a.yaml', '--output'],
    ['analyze a.yaml --output hard.yaml', '--output'],
    ['analyze . --output b.yaml', '--output'],
    ['analyze *.yaml --output ../PARENT/b.yaml', '--output'],
    ['analyze b.yaml --baseline b.yaml --write-baseline', '--write-baseline'],
    ['analyze b.yaml --baseline tests.txt --output tests.txt', '--output'],
    ['diff a.yaml b.yaml --emit-tests b.yaml', '--emit-tests'],
    ['diff a.yaml b.yaml --output a.yaml', '--output'],
    ['normalize a.yaml --output a.yaml', '--output'],
    ['migrate a.yaml --output a.yaml', '--output'],
    ['migrate a.yaml --format patch --output a.yaml', '--output'],
    ['trace a.yaml --request request.json --output request.json', '--output'],
    ['test a.yaml tests.txt --output tests.txt', '--output'],
    ['report merge a.yaml --output a.yaml', '--output'],
  ])('%s', (line, flag) => {
    const args = line.replace('PARENT', folder.path.split('/').at(-1) ?? '').split(' ');
    const { code, out, err } = cfgtool(args, { cwd: folder.path });
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(new RegExp(`^cfgtool: ${flag} would overwrite .*nothing was done`));
    expect(['a.yaml', 'b.yaml'].map((name) => readFileSync(at(name), 'utf8'))).toEqual([LEGACY, LEGACY]);
    expect(readFileSync(at('tests.txt'), 'utf8')).toBe(TESTS);
  });
});

test('14.b10 a report of the last run among the configurations is written anew', () => {
  for (let run = 0; run < 2; run++) {
    const { code } = cfgtool(['analyze', '.', '--format', 'json', '--output', 'findings.json'], {
      cwd: folder.path,
    });
    expect(code).toBeLessThan(2);
  }
  const explained = cfgtool(['explain', 'Cluster', '--output', 'Cluster'], { cwd: folder.path });
  const again = cfgtool(['explain', 'Cluster', '--output', 'Cluster'], { cwd: folder.path });
  expect([explained.code, again.code]).toEqual([0, 0]);
});
