import { execFileSync, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Interrupt } from '../../../src/commands/many/interrupt.ts';
import { BIN, plainEnvironment, temporaryFolder } from '../run.ts';
import { FLEET, linesOf, writeAll, wrongWith } from './fleet.ts';

const folder = temporaryFolder();
const LEGACY = FLEET['a/legacy.yaml'] ?? '';

/** Runs over three inputs and sends the signals while the second one, a pipe, waits for its content. */
async function interrupted(args: readonly string[], signals: readonly NodeJS.Signals[], format: string) {
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
  const noted = new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk) => {
      err += chunk;
      if (err.includes('stopping after')) resolve();
    });
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  // Opens when the run has come to the pipe.
  const writer = await open(pipe, 'w');
  for (const signal of signals) {
    child.kill(signal);
    await Promise.race([noted, ended]);
  }
  if (signals.length === 1) await writer.writeFile(LEGACY);
  await writer.close();
  return { ...(await ended), out, err };
}

describe('Ctrl-C', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s leaves what was done until then, and ends with %d', async (signal, code) => {
    const run = await interrupted(['analyze'], [signal], 'json');
    expect(run.code).toBe(code);
    expect(run.err).toContain('interrupted: 1 input not looked at');
    const report = JSON.parse(run.out);
    expect(wrongWith('analyze', run.out)).toBeUndefined();
    expect(report).toMatchObject({ partial: true, summary: { files: 2, warning: 2 }, run: { left: 1 } });
  });

  it.each([
    ['text', /partial: the run ended before 1 input was looked at\n$/],
    ['markdown', /\*\*partial: /],
    ['github', /::error title=cfgtool::partial: /],
    ['junit', /type="partial"/],
    ['sarif', /"executionSuccessful": false/],
    ['html', /<b>partial: the run ended before 1 input was looked at/],
  ])('is said in %s', async (format, mark) => {
    const { out, code } = await interrupted(['analyze'], ['SIGINT'], format);
    expect(code).toBe(130);
    expect(out).toMatch(mark);
  });

  it('of migrate and ndjson, with a last line', async () => {
    const { out, code } = await interrupted(['migrate', '--check'], ['SIGINT'], 'ndjson');
    expect(code).toBe(130);
    const lines = linesOf(out);
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toMatchObject({
      partial: true,
      summary: { files: 2, changed: 2 },
      run: { left: 1 },
    });
  });

  it('of --together looks at nothing: of half a configuration nothing certain can be said', async () => {
    const { err, code } = await interrupted(['analyze', '--together'], ['SIGINT'], 'json');
    expect(code).toBe(130);
    expect(err).toContain('not looked at');
  });

  it('ends at once when it comes twice', async () => {
    const run = await interrupted(['analyze'], ['SIGINT', 'SIGINT'], 'json');
    expect(run.signal).toBe('SIGINT');
    expect(run.out).toBe('');
  });
});

describe('Interrupt', () => {
  it('hears the first signal and leaves the second to the system', () => {
    const listeners = new Set<string>();
    const heard: string[] = [];
    const took: { [signal: string]: () => void } = {};
    const interrupt = new Interrupt(
      {
        on: (signal, listener) => {
          listeners.add(signal);
          took[signal] = listener;
        },
        off: (signal) => listeners.delete(signal),
      },
      (signal) => heard.push(signal),
    );
    interrupt.listen();
    expect([...listeners]).toEqual(['SIGINT', 'SIGTERM']);
    took.SIGTERM?.();
    expect(interrupt.came).toBe('SIGTERM');
    expect([...listeners]).toEqual([]);
    expect(heard).toEqual(['SIGTERM']);
  });
});
