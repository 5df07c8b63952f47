/** `migrate --write`, killed at any moment: the file is the old one or the new one, whole, and the next run takes it. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BIN, cfgtool, plainEnvironment, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const TIMES = 100;
/** Runs at once. */
const LANES = 4;

/** Large enough that writing takes a moment. */
const OLD = `clusters:\n${Array.from(
  { length: 500 },
  (_, index) =>
    `- name: c${index}  # a comment\n  hosts: [{socket_address: {address: a${index}.test, port_value: 80}}]\n`,
).join('')}`;

/** @returns milliseconds, and whether it was killed */
function writeAndKill(path: string, after: number | undefined): Promise<{ ms: number; killed: boolean }> {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(process.execPath, [BIN, 'migrate', '--write', path], {
      env: plainEnvironment(),
      stdio: 'ignore',
    });
    const timer = after === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), after);
    child.on('close', (_, signal) => {
      clearTimeout(timer);
      resolve({ ms: performance.now() - started, killed: signal === 'SIGKILL' });
    });
  });
}

test('a hundred times, spread over its run time', async () => {
  const path = folder.write('first/front.yaml', OLD);
  const { ms } = await writeAndKill(path, undefined);
  const migrated = readFileSync(path, 'utf8');
  expect(migrated).not.toBe(OLD);
  let killed = 0;
  const seen = new Set<string>();
  const lane = async (number: number): Promise<void> => {
    const inside = join(folder.path, `lane${number}`);
    mkdirSync(inside);
    const file = join(inside, 'front.yaml');
    for (let run = number; run < TIMES; run += LANES) {
      writeFileSync(file, OLD);
      // Lanes slow each other down; the end of the run, where it writes, comes later than it did alone.
      const done = await writeAndKill(file, (run / TIMES) * ms * 2);
      if (done.killed) killed++;
      const text = readFileSync(file, 'utf8');
      expect(text === OLD || text === migrated).toBe(true);
      seen.add(text === OLD ? 'old' : 'new');
    }
    // What a killed run left is no configuration to the next one, which takes the file as ever.
    const left = readdirSync(inside).filter((name) => name !== 'front.yaml');
    for (const name of left) expect(name).toMatch(/^\.front\.yaml\.[0-9a-f]{16}\.tmp$/);
    writeFileSync(file, OLD);
    const next = cfgtool(['migrate', '--write', '--format', 'json', inside]);
    expect(next.code, next.err).toBe(0);
    expect(JSON.parse(next.out).files).toHaveLength(1);
    expect(readFileSync(file, 'utf8')).toBe(migrated);
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
  expect(killed).toBeGreaterThan(TIMES / 4);
  expect([...seen].sort()).toEqual(['new', 'old']);
});
