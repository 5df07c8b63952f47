import { execFileSync, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Interrupt } from '../../../src/commands/many/many-command.ts';
import { BIN, plainEnvironment, temporaryFolder } from '../run.ts';
import { FLEET, linesOf, writeAll, wrongWith } from './fleet.ts';

const folder = temporaryFolder();
const LEGACY = FLEET['a/legacy.yaml'] ?? '';

/** Runs over three inputs and sends the signal while the second one, a pipe that nobody writes to, is waited for. */
async function interrupted(args: readonly string[], signal: NodeJS.Signals, format: string) {
  writeAll(folder.path, { 'one.yaml': LEGACY, 'three.yaml': LEGACY });
  const pipe = join(folder.path, `pipe-${Math.random()}.yaml`);
  execFileSync('mkfifo', [pipe]);
  const command = [BIN, ...args, 'one.yaml', pipe, 'three.yaml', '--format', format];
  const child = spawn(process.execPath, command, {
    cwd: folder.path,
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.on('close', (_, endedBy) => resolve(endedBy));
  });
  // Opens when the run has come to the pipe.
  const writer = await open(pipe, 'w');
  // Longer than a wait that is not listened in.
  await setTimeout(500);
  child.kill(signal);
  const endedBy = await ended;
  await writer.close();
  return { endedBy, out, err };
}

describe('Ctrl-C', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    '14.b5 one %s while a pipe is waited for ends the run with what was done until then',
    async (signal) => {
      const run = await interrupted(['analyze'], signal, 'json');
      expect(run.endedBy).toBe(signal);
      expect(run.err).toContain('interrupted: 2 inputs not looked at');
      const report = JSON.parse(run.out);
      expect(wrongWith('analyze', run.out)).toBeUndefined();
      expect(report).toMatchObject({ partial: true, summary: { files: 1, warning: 1 }, run: { left: 2 } });
    },
  );

  it.each([
    ['text', /partial: the run ended before 2 inputs were looked at\n$/],
    ['markdown', /\*\*partial: /],
    ['github', /::error title=cfgtool::partial: /],
    ['junit', /type="partial"/],
    ['sarif', /"executionSuccessful": false/],
    ['html', /<b>partial: the run ended before 2 inputs were looked at/],
  ])('is said in %s', async (format, mark) => {
    const { out, endedBy } = await interrupted(['analyze'], 'SIGINT', format);
    expect(endedBy).toBe('SIGINT');
    expect(out).toMatch(mark);
  });

  it('of migrate and ndjson, with a last line', async () => {
    const { out, endedBy } = await interrupted(['migrate', '--check'], 'SIGINT', 'ndjson');
    expect(endedBy).toBe('SIGINT');
    const lines = linesOf(out);
    expect(lines).toHaveLength(2);
    expect(lines.at(-1)).toMatchObject({
      partial: true,
      summary: { files: 1, changed: 1 },
      run: { left: 2 },
    });
  });

  it('of --together looks at nothing: of half a configuration nothing certain can be said', async () => {
    const { err, endedBy } = await interrupted(['analyze', '--together'], 'SIGINT', 'json');
    expect(endedBy).toBe('SIGINT');
    expect(err).toContain('not looked at');
  });
});

describe('Interrupt', () => {
  it('listens only in a wait that lasts, and hands the next signal to the system', async () => {
    const listeners = new Map<string, () => void>();
    const interrupt = new Interrupt({
      on: (signal, listener) => listeners.set(signal, listener),
      off: (signal) => listeners.delete(signal),
    });
    expect(await interrupt.waited(Promise.resolve('read'))).toBe('read');
    expect([...listeners]).toEqual([]);
    const waited = interrupt.waited(new Promise(() => {}));
    await expect.poll(() => [...listeners.keys()]).toEqual(['SIGINT', 'SIGTERM']);
    listeners.get('SIGTERM')?.();
    expect(await waited).toBeUndefined();
    expect(interrupt.came).toBe('SIGTERM');
    expect([...listeners]).toEqual([]);
  });
});
