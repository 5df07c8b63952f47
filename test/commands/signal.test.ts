/** One SIGTERM or SIGINT ends a run within a second, whether it waits or computes, with nothing half written. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BIN, plainEnvironment, temporaryFolder } from './run.ts';

const folder = temporaryFolder();

/** Takes every command some seconds. */
const LARGE = `virtual_hosts:\n- name: shop\n  domains: ["*"]\n  routes:\n${Array.from(
  { length: 60_000 },
  (_, index) =>
    `  - match: {prefix: /p${index}}\n    route: {cluster: c${index % 7}, request_mirror_policy: {cluster: m}}\n`,
).join('')}`;

/** What is promised; a machine that is busy with something else gets two more tries. */
const MAX_MS = 1000;

/** Runs the program, sends it the signal, and says how it ended and how long that took. */
async function signalled(args: readonly string[], signal: NodeJS.Signals, after: number) {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: folder.path,
    env: plainEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) => {
    child.on('close', (code, endedBy) => resolve(endedBy ?? code));
  });
  await setTimeout(after);
  const sent = performance.now();
  child.kill(signal);
  const endedBy = await ended;
  return { endedBy, ms: performance.now() - sent };
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const WAITING: readonly (readonly string[])[] = [
  ['analyze', '-'],
  ['migrate', '-'],
  ['normalize', '-'],
  ['trace', '-', 'http://a.test/'],
  ['test', 'large.yaml', '-'],
  ['diff', '-', 'large.yaml'],
];
const COMPUTING: readonly (readonly string[])[] = [
  ['analyze', 'large.yaml'],
  ['analyze', '--format', 'ndjson', '--output', 'out.ndjson', 'large.yaml', 'large.yaml'],
  ['analyze', '--fix', 'large.yaml'],
  ['migrate', '--also', 'all', '--write', 'large.yaml'],
  ['normalize', '--output', 'out.yaml', 'large.yaml'],
  ['diff', 'large.yaml', 'other.yaml'],
];

describe('14.b5 one signal ends a run within a second', { retry: 2 }, () => {
  it.concurrent.each(
    WAITING.flatMap((args) => SIGNALS.map((signal) => [args.join(' '), signal, args] as const)),
  )('%s, which waits for standard input, by %s', async (_, signal, args) => {
    if (args.includes('large.yaml')) folder.write('large.yaml', LARGE);
    const { endedBy, ms } = await signalled(args, signal, 900);
    expect(endedBy).toBe(signal);
    expect(ms).toBeLessThan(MAX_MS);
  });

  it.each(COMPUTING.flatMap((args) => SIGNALS.map((signal) => [args.join(' '), signal, args] as const)))(
    '%s, while it computes, by %s',
    async (_, signal, args) => {
      folder.write('large.yaml', LARGE);
      folder.write('other.yaml', LARGE.replaceAll('/p1', '/q1'));
      const { endedBy, ms } = await signalled(args, signal, 700);
      expect(endedBy).toBe(signal);
      expect(ms).toBeLessThan(MAX_MS);
      expect(readFileSync(`${folder.path}/large.yaml`, 'utf8')).toBe(LARGE);
      expect(readdirSync(folder.path).filter((name) => /tmp$|^out/.test(name))).toEqual([]);
    },
  );

  it('and takes with it what was being written', async () => {
    folder.write('front.yaml', 'clusters:\n- name: a\n  hosts: [{pipe: {path: /a}}]\n');
    // The moment in which a file is written is short: many runs, ended at moments spread over it.
    for (let after = 60; after < 360; after += 12) {
      await signalled(['migrate', '--write', 'front.yaml'], 'SIGTERM', after);
      expect(readdirSync(folder.path).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      folder.write('front.yaml', 'clusters:\n- name: a\n  hosts: [{pipe: {path: /a}}]\n');
    }
  });
});
