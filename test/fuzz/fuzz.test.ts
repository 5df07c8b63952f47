/** A short slice of `npm run fuzz`, the same at every run (docs/reliability.md). */
import { resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fuzzedCommands } from './command-line.ts';
import { makeFolder } from './folder.ts';
import { innerRunner } from './inner.ts';
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

test('what a run prints is taken, so that it can be looked at', async () => {
  const folder = makeFolder();
  const runner = await innerRunner(root, folder);
  const run = (...args: readonly string[]) =>
    runner.run({
      command: 'analyze',
      args,
      files: new Map([['in.yaml', Buffer.from('clusters: [{name: a, tls_context: {}}]')]]),
      marks: [],
    });
  const found = await run('in.yaml', '--format', 'json');
  expect(JSON.parse(found.out)).toMatchObject({ summary: { files: 1 } });
  const refused = await run('nothing.yaml');
  expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining('nothing.yaml') });
  process.chdir(root);
  folder.remove();
});
