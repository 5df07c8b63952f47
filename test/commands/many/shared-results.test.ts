/** Files with the same content share one result: under another name it is what that file alone would have got. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cfgtool, temporaryFolder } from '../run.ts';

const folder = temporaryFolder();

beforeAll(() => {
  for (const name of readdirSync('examples').filter((each) => /\.(?:ya?ml|json)$/.test(each))) {
    const text = readFileSync(join('examples', name), 'utf8');
    const changed = text.replaceAll('timeout: ', 'timeout: 1').replaceAll('cluster: ', 'cluster: other_');
    // The first of two is worked on, the second gets its result.
    for (const twice of [`a-${name}`, `b-${name}`]) {
      folder.write(`both/before/${twice}`, text);
      folder.write(`both/after/${twice}`, changed);
    }
    folder.write(`one/before/b-${name}`, text);
    folder.write(`one/after/b-${name}`, changed);
  }
});

test.each([
  ['diff', ['before', 'after']],
  ['diff', ['before', 'before']],
  ['analyze', ['before']],
  ['analyze', ['after']],
  ['migrate', ['before', '--to', 'v3']],
])(
  '%s %j',
  (command, given) => {
    const of = (where: string) =>
      cfgtool([command, ...given, '--format', 'ndjson', '--jobs', '1'], { cwd: join(folder.path, where) })
        .out.split('\n')
        .filter((line) => /"file":"(?:\w+\/)?b-/.test(line));
    expect(of('one').length).toBeGreaterThan(7);
    expect(of('both')).toEqual(of('one'));
  },
  120_000,
);

test.each([['analyze'], ['migrate', '--to', 'v3']])(
  'in any order of the inputs: %s %s %s',
  (command, ...flags) => {
    const names = readdirSync(join(folder.path, 'both/before'));
    const linesOf = (inputs: readonly string[]) =>
      cfgtool([command, ...inputs, ...flags, '--format', 'ndjson', '--jobs', '1'], {
        cwd: join(folder.path, 'both/before'),
      })
        .out.split('\n')
        .filter((line) => line.includes('"file":'));
    const straight = linesOf(names);
    expect(straight.length).toBeGreaterThan(7);
    expect(linesOf(names.toReversed()).toSorted()).toEqual(straight.toSorted());
  },
  120_000,
);
