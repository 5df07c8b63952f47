/**
 * `--jobs`, its threads and the run itself killed at random moments: a dead thread changes nothing of what is printed and
 * written; of a dead run every file is the old one or the new one, whole, and the next run comes to the same.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type Draw, drawFrom } from '../draw.ts';

/** A command as it is killed. */
interface Job {
  readonly args: readonly string[];
  /** Whether what a killed run left behind is taken up by the next one. */
  readonly goesOn?: boolean;
}

export const JOBS: { readonly [name: string]: Job } = {
  'analyze --output': { args: ['analyze', 'all', '--format', 'json', '--output', 'report'] },
  'analyze --cache': {
    args: [
      'analyze',
      'all',
      '--format',
      'ndjson',
      '--output',
      'report',
      '--cache',
      '--cache-location',
      '.cache',
    ],
    goesOn: true,
  },
  'validate --output': { args: ['validate', 'all', '--format', 'json', '--output', 'report'] },
  'diff --output': { args: ['diff', 'all', 'changed', '--format', 'json', '--output', 'report'] },
  'migrate --output': { args: ['migrate', 'all', '--to', 'v3', '--format', 'json', '--output', 'report'] },
  'migrate --write': { args: ['migrate', 'all', '--write'], goesOn: true },
};

export interface KillOptions {
  /** A folder of its own. */
  readonly work: string;
  /** Configurations by name. */
  readonly files: ReadonlyMap<string, string>;
  readonly seed: number;
  readonly runs: number;
  readonly jobs?: readonly string[];
  stops(): boolean;
  tell(line: string): void;
}

/** How often what was killed, and what was wrong afterwards. */
export interface Killed {
  readonly threads: number;
  readonly whole: number;
  readonly failures: readonly string[];
}

interface Ended {
  readonly code: number | null;
  readonly isKilled: boolean;
  readonly out: string;
  readonly err: string;
  readonly files: ReadonlyMap<string, string>;
  readonly ms: number;
}

/** What stands where a report is to be written. */
const BEFORE = 'an older report\n';
const BIN = resolve('bin/run.js');
const TEMPORARY = /(?:^|\/)\.[^/]+\.[0-9a-f]{16}\.tmp$/;

/** Ends threads at moments that the environment names, in milliseconds from when they were made; says how many lived then. */
const HOOK = `const threads = require('node:worker_threads');
if (threads.isMainThread && process.env.KILL_THREADS) {
  const moments = process.env.KILL_THREADS.split(',').map(Number);
  let killed = 0;
  const Plain = threads.Worker;
  threads.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      const after = moments.shift();
      let lives = true;
      this.once('exit', () => { lives = false; });
      if (after !== undefined) setTimeout(() => {
        if (!lives) return;
        killed++;
        this.terminate();
      }, after).unref();
    }
  };
  process.on('exit', () => require('node:fs').writeFileSync(process.env.KILL_COUNT, String(killed)));
}
`;

/** Kills runs at random moments, in turn over the jobs. */
export async function killAtRandom(options: KillOptions): Promise<Killed> {
  const { work, seed, runs, stops, tell } = options;
  const draw = drawFrom(seed);
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, 'hook.cjs'), HOOK);
  const failures: string[] = [];
  let [threads, whole] = [0, 0];
  const chosen = Object.entries(JOBS).filter(([name]) => options.jobs?.includes(name) ?? true);
  const known = new Map<string, { readonly alone: Ended; readonly ms: number }>();
  for (let at = 0; at < runs && !stops(); at++) {
    const [name, job] = chosen[at % chosen.length] ?? draw.pick(chosen);
    let expected = known.get(name);
    if (expected === undefined) {
      fill(options);
      const alone = await run(options, [...job.args, '--jobs', '1'], {});
      fill(options);
      expected = { alone, ms: (await run(options, [...job.args, '--jobs', '3'], {})).ms };
      known.set(name, expected);
    }
    fill(options);
    // In turn, as whole rounds of the jobs.
    const isWhole = Math.floor(at / chosen.length) % 2 === 0;
    const made = isWhole
      ? await wholeKilled(options, job, expected.alone, draw.below(expected.ms))
      : await threadsKilled(options, job, expected.alone, momentsOf(draw, expected.ms));
    if (isWhole) whole += made.killed;
    else threads += made.killed;
    for (const problem of made.problems) {
      const line = `${name}, run ${at} of seed ${seed}: ${problem}`;
      failures.push(line);
      tell(line);
    }
  }
  return { threads, whole, failures };
}

interface Tried {
  readonly killed: number;
  readonly problems: readonly string[];
}

/** Most threads die, and some of those that take their place. */
function momentsOf(draw: Draw, ms: number): readonly number[] {
  return Array.from({ length: 1 + draw.below(5) }, () => draw.below(ms));
}

async function threadsKilled(
  options: KillOptions,
  { args }: Job,
  alone: Ended,
  moments: readonly number[],
): Promise<Tried> {
  const { work } = options;
  const made = await run(options, [...args, '--jobs', '3'], {
    env: {
      NODE_OPTIONS: `--require=${join(work, 'hook.cjs')}`,
      KILL_THREADS: moments.join(),
      KILL_COUNT: join(work, 'killed'),
    },
  });
  const problems: string[] = [];
  for (const what of ['code', 'out', 'err'] as const)
    if (made[what] !== alone[what]) problems.push(`${what} differs after threads were killed`);
  for (const [name, text] of alone.files)
    if (made.files.get(name) !== text) problems.push(`${name} differs after threads were killed`);
  for (const name of made.files.keys())
    if (!alone.files.has(name)) problems.push(`${name} was left behind after threads were killed`);
  return { killed: Number(readFileSync(join(work, 'killed'), 'utf8')), problems };
}

async function wholeKilled(options: KillOptions, job: Job, alone: Ended, after: number): Promise<Tried> {
  const args = [...job.args, '--jobs', '3'];
  const made = await run(options, args, { after });
  const problems = [...made.files].flatMap(([name, text]) => {
    const before = name === 'report' ? BEFORE : options.files.get(inputOf(name));
    if (TEMPORARY.test(name) || text === before || text === alone.files.get(name)) return [];
    return [`${name} is neither the old file nor the new one after the run was killed`];
  });
  for (const name of alone.files.keys())
    if (!made.files.has(name)) problems.push(`${name} is gone after the run was killed`);
  if (job.goesOn === true) {
    const next = await run(options, args, {});
    for (const [name, text] of alone.files)
      if (next.files.get(name) !== text) problems.push(`${name} differs in the run after the killed one`);
  }
  return { killed: made.isKilled ? 1 : 0, problems };
}

/** An input's name in both folders that are compared. */
function inputOf(name: string): string {
  return name.replace(/^all\//, '');
}

/** The folder as it is before a run. */
function fill({ work, files }: KillOptions): void {
  const inside = join(work, 'work');
  rmSync(inside, { recursive: true, force: true });
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(inside, name)), { recursive: true });
    writeFileSync(join(inside, name), text);
  };
  write('report', BEFORE);
  for (const [name, text] of files) {
    write(`all/${name}`, text);
    write(`changed/${name}`, changed(text));
  }
}

function changed(text: string): string {
  return text.replaceAll('timeout: ', 'timeout: 1');
}

interface RunOptions {
  readonly env?: { readonly [name: string]: string };
  /** Milliseconds after which it is killed. */
  readonly after?: number;
}

function run(options: KillOptions, args: readonly string[], { env, after }: RunOptions): Promise<Ended> {
  const cwd = join(options.work, 'work');
  return new Promise((done) => {
    const started = performance.now();
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.err += text;
    });
    const timer = after === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), after);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const ms = performance.now() - started;
      done({ code, isKilled: signal === 'SIGKILL', ...said, files: filesIn(cwd), ms });
    });
  });
}

/** What a run reads and writes; the cache is its own. */
function filesIn(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith('.cache/') && !name.startsWith('changed/'));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
