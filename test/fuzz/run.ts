/** Tries command lines over mutated configurations, one after the other, each from a seed of its own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Case, caseFrom, type Favour } from './case.ts';
import type { FuzzedCommand } from './command-line.ts';
import { drawFrom } from './draw.ts';
import { makeFolder } from './folder.ts';
import { innerRunner, type Runner } from './inner.ts';
import { minimised } from './minimise.ts';
import { faultOf, type Ran } from './outcome.ts';
import { outerRunner } from './outer.ts';
import { type Seed, seedFrom, seedsIn } from './seeds.ts';
import { faultOfWritten } from './written.ts';

export type Mode = 'inner' | 'process';

export interface FuzzOptions {
  readonly mode: Mode;
  /** Of the first run; each further one has the next. */
  readonly seed: number;
  readonly runs: number;
  readonly command?: FuzzedCommand | undefined;
  /** What every run has. */
  readonly favour?: Favour | undefined;
  /** When to end, on the clock of `performance.now`. */
  readonly end?: number | undefined;
  /** Where failing inputs are kept. */
  readonly keep?: string | undefined;
  /** Whether to go on after a failure. */
  readonly goOn?: boolean | undefined;
  /** Folders of configurations, from the project's folder. */
  readonly folders: readonly string[];
  /** Asked between runs: whether to end early. */
  stops?(): boolean;
  tell(line: string): void;
}

export interface FuzzResult {
  readonly runs: number;
  /** Runs by exit code. */
  readonly codes: ReadonlyMap<number, number>;
  readonly failures: number;
}

export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { mode, seed, runs, command, end, folders, tell } = options;
  const root = resolve('.');
  const keep = options.keep === undefined ? undefined : resolve(options.keep);
  const folder = makeFolder();
  const [small, large] = [false, true].map((wanted) =>
    seedsIn(
      folders.map((each) => join(root, each)),
      wanted,
    ),
  );
  const runner = mode === 'inner' ? await innerRunner(root, folder) : outerRunner(root, folder);
  const reports = await reportsFrom(runner);
  const codes = new Map<number, number>();
  const every = mode === 'inner' ? 5000 : 200;
  let [tried, failures] = [0, 0];
  try {
    for (; tried < runs && (end === undefined || performance.now() < end); tried++) {
      // Signals are heard between two turns only.
      await new Promise((resolve) => setImmediate(resolve));
      if (options.stops?.()) break;
      const draw = drawFrom(seed + tried);
      const chosen = draw.chance(0.02) ? large : small;
      const one = caseFrom(draw, chosen ?? [], reports, command, mode === 'process', options.favour);
      const ran = await runner.run(one);
      codes.set(ran.code ?? -1, (codes.get(ran.code ?? -1) ?? 0) + 1);
      const fault = await faultIn(one, ran, runner);
      if (tried % every === every - 1) tell(`${tried + 1} runs, ${failures} failed`);
      if (fault === undefined) continue;
      failures++;
      const of = `${command === undefined ? '' : ` --command ${command}`}${options.favour === undefined ? '' : ` --only ${options.favour}`}`;
      const budget = one.budget === undefined ? '' : ` (with ${one.budget} of every budget)`;
      const signal = one.signal === undefined ? '' : ` (${one.signal.name} after ${one.signal.after} ms)`;
      tell(`cfgtool ${one.command} ${one.args.map(quoted).join(' ')}${budget}${signal}\n${fault}`);
      tell(`again: npm run fuzz -- --mode ${mode}${of} --seed ${seed + tried} --runs 1`);
      if (keep !== undefined) {
        const kind = kindOf(fault);
        const least = await minimised(
          one,
          async (other) => kindOf(await faultIn(other, await runner.run(other), runner)) === kind,
        );
        tell(`kept in ${save(join(keep, String(seed + tried)), least, fault)}`);
      }
      if (options.goOn !== true) return { runs: tried + 1, codes, failures };
    }
    return { runs: tried, codes, failures };
  } finally {
    process.chdir(root);
    folder.remove();
  }
}

const SAMPLE =
  'clusters: [{name: a, hosts: [{pipe: {path: /a}}], lb_policy: none}, {name: a, connect_timeout: 1}]\n';

/** Reports of a small configuration, for `report merge` to read changed. */
async function reportsFrom(runner: Runner): Promise<readonly Seed[]> {
  const files = new Map([
    ['a.yaml', Buffer.from(SAMPLE)],
    ['b.yaml', Buffer.from(SAMPLE.replace('/a', '/b'))],
  ]);
  const made: Seed[] = [];
  for (const format of ['json', 'ndjson'])
    for (const [command, ...args] of [
      ['analyze', 'a.yaml', 'b.yaml'],
      ['diff', 'a.yaml', 'b.yaml'],
      ['migrate', 'a.yaml'],
    ] as const) {
      const { out } = await runner.run({ command, args: [...args, '--format', format], files, marks: [] });
      made.push(seedFrom(`${command}.${format}`, Buffer.from(out)));
    }
  return made;
}

async function faultIn(tried: Case, ran: Ran, runner: Runner): Promise<string | undefined> {
  return faultOf(tried, ran) ?? (await faultOfWritten(tried, ran, runner));
}

/** The part of a fault that stays the same when its input is made smaller: where in the code, or the kind of fault. */
function kindOf(fault: string | undefined): string | undefined {
  if (fault === undefined) return undefined;
  const place = /\n {4}at (.*)/.exec(fault)?.[1];
  return place ?? fault.slice(0, 30);
}

function quoted(text: string): string {
  return /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function save(folder: string, { command, args, files }: Case, fault: string): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  writeFileSync(
    join(folder, 'command.txt'),
    `cfgtool ${command} ${args.map(quoted).join(' ')}\n\n${fault}\n`,
  );
  return folder;
}
