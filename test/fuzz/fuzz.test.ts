/** A short slice of `npm run fuzz`, the same at every run (docs/reliability.md). */
import { resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fuzzedCommands } from './command-line.ts';
import { fuzz } from './run.ts';

const root = resolve('.');
afterAll(() => process.chdir(root));

test.each(fuzzedCommands)('%s: nothing goes wrong in 40 runs over the examples', async (command) => {
  const told: string[] = [];
  const done = await fuzz({
    mode: 'inner',
    seed: 1,
    runs: 40,
    command,
    folders: ['examples'],
    tell: (line) => told.push(line),
  });
  expect(told).toEqual([]);
  expect(done).toMatchObject({ runs: 40, failures: 0 });
});
