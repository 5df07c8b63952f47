/** The proxy's own program: started in a folder of its own, ended by its process id, and never left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Plain } from '../plain.ts';

/** The proxy did not start, refused its configuration or ended; the message says what it said. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
}

/**
 * Makes a folder, says which, waits until that is filled, then runs the program in it, as long as its parent holds
 * standard input open, however the parent ends; then the folder goes too. No signal ends the guard: one that goes to
 * the whole group (a terminal that closes) would leave the program without it, and a parent that is gone before it
 * has read the folder's name would leave the folder. A program that is being killed may still write a file into it.
 */
const GUARD = `trap '' HUP INT QUIT TERM PIPE
folder=$(mktemp -d "$0/cfgtool-proxy-XXXXXX") || exit 125
echo "$folder"
cd "$folder" && read -r _ || { rm -rf "$folder"; exit 125; }
exec 3<&0
"$@" </dev/null >/dev/null 3<&- & program=$!
{ read -r _ <&3; kill -9 "$program"; for _ in 1 2 3 4 5; do rm -rf "$folder" && break; sleep 1; done; } >/dev/null 2>&1 &
exec 3<&-
wait "$program"`;

/** What it may say before the rest is dropped. */
const MAX_SAID = 1 << 20;

/** The program with a folder of its own, into which only this user can look: configurations may hold secrets. */
export interface Program {
  readonly folder: string;
  /** Starts it; names of files in its arguments are those in its folder. */
  start(): void;
  /** What it has said so far. */
  said(): string;
  /** Its exit code once it has ended by itself. */
  code(): number | undefined;
  readonly ended: Promise<number>;
  /** Ends it, and removes its folder. */
  stop(): Promise<void>;
}

/** @throws ProxyError where there is no room for a folder */
export async function prepareProgram(path: string, args: readonly string[]): Promise<Program> {
  const child = spawn('/bin/sh', ['-c', GUARD, tmpdir(), path, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (said.length < MAX_SAID) said += chunk.toString();
  });
  // It may end before it is told to start.
  child.stdin.on('error', () => {});
  let code: number | undefined;
  const ended = endOf(child).then((each) => {
    code = each;
    child.stdin.destroy();
    return each;
  });
  const folder = await Promise.race([firstLine(child.stdout), ended]);
  if (typeof folder !== 'string') throw new ProxyError(`no folder can be made for it: ${said.trim()}`);
  return {
    folder,
    start: () => void child.stdin.write('\n'),
    said: () => said,
    code: () => code,
    ended,
    stop: async () => {
      child.stdin.destroy();
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

function firstLine(stream: Readable): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const end = text.indexOf('\n');
      if (end !== -1) resolve(text.slice(0, end));
    });
  });
}

function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const PLAIN_FLAGS = ['--disable-hot-restart', '--concurrency', '1', '--log-level', 'warning'];
const BOOTSTRAP = 'bootstrap.json';
const ADMIN = 'admin';

/** Where the proxy's answers to one configuration are found. */
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

/** The proxy, which is started by {@link startProgram}. */
export function prepareProxy(path: string): Promise<Program> {
  const flags = [...PLAIN_FLAGS, '--file-flush-interval-msec', '10', '--admin-address-path', ADMIN];
  return prepareProgram(path, ['-c', BOOTSTRAP, ...flags]);
}

/** Starts the proxy and waits until it takes requests. @throws ProxyError with what it said */
export async function startProgram(program: Program, path: string, bootstrap: Plain): Promise<Started> {
  const { folder } = program;
  const until = performance.now() + READY_MS;
  await writeFile(join(folder, BOOTSTRAP), JSON.stringify(bootstrap), { mode: 0o600 });
  program.start();
  for (;;) {
    if (program.code() !== undefined) throw new ProxyError(complaintOf(program.said(), path));
    const admin = await readFile(join(folder, ADMIN), 'utf8').catch(() => '');
    if (admin !== '' && (await isLive(admin))) return { program, admin };
    if (performance.now() > until)
      throw new ProxyError(`it was not ready after ${READY_MS / 1000} seconds: ${lastOf(program.said())}`);
    await pause(LOOK_MS);
  }
}

/** The ports of the listeners by their names; a listener at port 0 has one that was free. @param admin as started */
export async function portsOf(admin: string): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`http://${admin}/listeners`, { signal: AbortSignal.timeout(5000) });
  const lines = (await answer.text()).split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf('::')), Number(line.slice(line.lastIndexOf(':') + 1))]),
  );
}

async function isLive(admin: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://${admin}/ready`, { signal: AbortSignal.timeout(1000) });
    return (await answer.text()).trim() === 'LIVE';
  } catch {
    return false;
  }
}

/** The last thing that it said, which is why it ended. */
function complaintOf(said: string, path: string): string {
  if (said === '' || /not found|Permission denied|cannot execute/i.test(said.slice(0, 400)))
    return `${path} cannot be run`;
  return lastOf(said);
}

function lastOf(said: string): string {
  // The proxy's texts of messages begin with a notice that they are no format to rely on, and may go over lines.
  const [, quoted] =
    /error `(?:goo\.gle\/debug\w+\s*)?([\s\S]*?)(?:: \{"admin":[\s\S]*)?` initializing config/.exec(said) ??
    [];
  if (quoted !== undefined) return quoted.replace(/\s+/g, ' ');
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const line = lines.findLast((each) => /\[(?:critical|error)\]/.test(each)) ?? lines.at(-1) ?? '';
  return line.replace(/^(?:\[[^\]]*\])+\s*(?:\[[^\]]*\]\s*)?/, '').trim();
}
