/** The proxy's own program: started in a folder of its own, ended by its process id, and never left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plain } from '../plain.ts';

/** The proxy did not start, refused its configuration or ended; the message says what it said. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
}

/** The program runs as long as its parent holds standard input open, however that ends; then the folder goes too. */
const GUARD = `exec 3<&0
"$@" </dev/null 3<&- & program=$!
{ read -r _ <&3; kill -9 "$program"; rm -rf "$FOLDER"; } 2>/dev/null &
exec 3<&-
wait "$program"`;

/** What it may say before the rest is dropped. */
const MOST_SAID = 1 << 20;

export interface Program {
  /** What it has said so far. */
  said(): string;
  /** Its exit code once it has ended by itself. */
  code(): number | undefined;
  readonly ended: Promise<number>;
  /** Ends it, and removes its folder. */
  stop(): Promise<void>;
}

/** @param folder is removed when the program stops */
function run(program: string, args: readonly string[], folder: string): Program {
  const child = spawn('/bin/sh', ['-c', GUARD, 'sh', program, ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, FOLDER: folder },
    cwd: folder,
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    if (said.length < MOST_SAID) said += chunk.toString();
  });
  let code: number | undefined;
  const ended = endOf(child).then((each) => {
    code = each;
    child.stdin?.destroy();
    return each;
  });
  return {
    said: () => said,
    code: () => code,
    ended,
    stop: async () => {
      child.stdin?.destroy();
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const PLAIN_FLAGS = ['--disable-hot-restart', '--concurrency', '1', '--log-level', 'warning'];

/** A folder that only this user can look into: configurations may hold secrets. */
export const runFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'cfgtool-proxy-'));

export interface Started {
  readonly program: Program;
  /** `127.0.0.1:PORT` */
  readonly admin: string;
}

/** How often files and ports are looked at while something is waited for, and the longest that may take. */
export const LOOK_MS = 10;
const READY_MS = 20_000;

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Starts the proxy and waits until it takes requests. @throws ProxyError with what it said */
export async function startProgram(path: string, bootstrap: Plain, folder: string): Promise<Started> {
  const file = join(folder, 'bootstrap.json');
  const adminFile = join(folder, 'admin');
  await writeFile(file, JSON.stringify(bootstrap), { mode: 0o600 });
  const flags = [...PLAIN_FLAGS, '--file-flush-interval-msec', '10', '--admin-address-path', adminFile];
  const program = run(path, ['-c', file, ...flags], folder);
  const until = performance.now() + READY_MS;
  try {
    for (;;) {
      if (program.code() !== undefined) throw new ProxyError(complaintOf(program.said(), path));
      const admin = await readFile(adminFile, 'utf8').catch(() => '');
      if (admin !== '' && (await isLive(admin))) return { program, admin };
      if (performance.now() > until)
        throw new ProxyError(`it was not ready after ${READY_MS / 1000} seconds: ${lastOf(program.said())}`);
      await pause(LOOK_MS);
    }
  } catch (error) {
    await program.stop();
    throw error;
  }
}

async function isLive(admin: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://${admin}/ready`, { signal: AbortSignal.timeout(1000) });
    return (await answer.text()).trim() === 'LIVE';
  } catch {
    return false;
  }
}

export interface Validated {
  readonly isValid: boolean;
  /** What it complained of; empty where it is valid. */
  readonly complaint: string;
  /** Its warnings, a line each. */
  readonly warnings: readonly string[];
}

const VALIDATE_MS = 30_000;

/** What `--mode validate` says of a configuration. @throws ProxyError where the program does not run */
export async function validateBy(path: string, bootstrap: Plain | string): Promise<Validated> {
  const folder = await runFolder();
  const text = typeof bootstrap === 'string' ? bootstrap : JSON.stringify(bootstrap);
  const file = join(folder, typeof bootstrap === 'string' ? 'bootstrap.yaml' : 'bootstrap.json');
  await writeFile(file, text, { mode: 0o600 });
  const program = run(path, ['-c', file, '--mode', 'validate', ...PLAIN_FLAGS], folder);
  const code = await Promise.race([program.ended, pause(VALIDATE_MS)]);
  const said = program.said();
  await program.stop();
  if (code === undefined) throw new ProxyError(`it did not answer in ${VALIDATE_MS / 1000} seconds`);
  if (code === 127 || code === 126) throw new ProxyError(`${path} cannot be run`);
  const warnings = said.split('\n').filter((line) => line.includes('[warning]'));
  return { isValid: code === 0, complaint: code === 0 ? '' : complaintOf(said, path), warnings };
}

/** The last thing that it said, which is why it ended. */
function complaintOf(said: string, path: string): string {
  if (said === '' || /not found|Permission denied|cannot execute/i.test(said.slice(0, 400)))
    return `${path} cannot be run`;
  return lastOf(said);
}

function lastOf(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const complaints = lines.filter((line) => /\[(?:critical|error)\]/.test(line));
  const line = complaints.find((each) => /error initializing|error /i.test(each)) ?? lines.at(-1) ?? '';
  return line.replace(/^(?:\[[^\]]*\])+\s*(?:\[[^\]]*\]\s*)?/, '').trim();
}
