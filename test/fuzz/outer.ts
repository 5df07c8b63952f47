/** Runs a command as a process of its own, with as much memory as its input allows it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Case } from './case.ts';
import type { Folder } from './folder.ts';
import type { Runner } from './inner.ts';

/** Megabytes of heap: a constant, and a multiple of what is read. */
const MEGABYTES = 160;
const MULTIPLE = 100;
/** Wall-clock; the limits on processor time are stricter. */
const MILLISECONDS = 180_000;

/** @param root the project's folder */
export function outerRunner(root: string, folder: Folder): Runner {
  const { PATH, HOME } = process.env;
  return {
    async run(tried) {
      folder.fill(tried);
      const size = [...tried.files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
      const heap = Math.ceil(MEGABYTES + (MULTIPLE * size) / 1e6);
      const started = performance.now();
      const ended = await processOf(
        [`--max-old-space-size=${heap}`, join(root, 'bin/run.js'), tried.command, ...tried.args],
        { cwd: folder.path, env: { PATH, HOME, CFGTOOL_DEBUG: '1' } },
        tried.signal,
      );
      // A machine that is busy with something else makes the clock run four times as fast as the processor.
      const spent = (performance.now() - started) / 4;
      const end = ended.signal === null ? '' : `\nended by ${ended.signal}`;
      return {
        code: ended.code,
        out: ended.out,
        err: ended.err + end,
        spent,
        ...(ended.lasted === undefined ? {} : { lasted: ended.lasted }),
        ...folder.emptied(tried),
      };
    },
  };
}

interface Ended {
  /** 130 or 143 where the signal that was sent ended it, as a shell has it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
  /** Milliseconds from the signal that was sent to the end. */
  readonly lasted: number | undefined;
}

async function processOf(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  sent: Case['signal'],
): Promise<Ended> {
  const child = spawn(process.execPath, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end();
  let sentAt: number | undefined;
  const timers = [setTimeout(() => child.kill('SIGKILL'), MILLISECONDS)];
  if (sent !== undefined)
    timers.push(
      setTimeout(() => {
        if (child.kill(sent.name)) sentAt = performance.now();
      }, sent.after),
    );
  const [status, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, by) => resolve([code, by]));
  });
  for (const timer of timers) clearTimeout(timer);
  const isOurs = sent !== undefined && signal === sent.name;
  return {
    code: isOurs ? (sent.name === 'SIGINT' ? 130 : 143) : status,
    signal: isOurs ? null : signal,
    out: Buffer.concat(out).toString(),
    err: Buffer.concat(err).toString(),
    lasted: sentAt === undefined ? undefined : performance.now() - sentAt,
  };
}
