/**
 * Rows about `diff` as a whole process: two large files with 1 % changed and one insertion at the front, and two that say
 * the same, beside a process that reads one of them with js-yaml's `load`; and what other tools make of the same two files.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load as parsed } from 'js-yaml';
import type { PeerReport } from './compare.ts';
import { type GenerateOptions, generateBootstrap } from './generate.ts';
import {
  CLI,
  cpuOf,
  inTurn,
  median,
  mega,
  peakOf,
  READ,
  type Row,
  ratio,
  runProcess,
  told,
  wallOf,
} from './measure.ts';

const BYTES = 10e6;
const ROUNDS = 11;
/** A comparison that takes longer, or needs more memory, than these is given up. */
const PATIENCE = 60_000;
const MEGABYTES = 4000;
const DYFF = 'go install github.com/homeport/dyff/cmd/dyff@latest';
const PEERS = ['fast-json-patch', 'microdiff', 'jsondiffpatch'] as const;

/** @param work a folder for files */
export function diffRows(work: string): readonly Row[] {
  return [
    ...rowsOf(work, { bytes: BYTES, legacyEvery: 10 }),
    ...rowsOf(work, { bytes: BYTES, legacyEvery: 0, api: 'v3' }),
  ];
}

function rowsOf(work: string, options: GenerateOptions): readonly Row[] {
  const [before, after] = [join(work, 'before.yaml'), join(work, 'after.yaml')];
  const text = generateBootstrap(options);
  writeFileSync(before, text);
  writeFileSync(after, changed(text));
  const report = join(work, 'report.json');
  const diff = (behaviour: string) => [
    ...[CLI, 'diff', before, after, '--behaviour', behaviour],
    ...['--format', 'json', '--output', report],
  ];
  const other = join(work, 'other.json');
  writeFileSync(other, JSON.stringify(parsed(text), null, 1));
  const { facts, behaviour, same, load } = inTurn(
    work,
    {
      facts: diff('none'),
      behaviour: diff('all'),
      same: [CLI, 'diff', before, other, '--format', 'json', '--output', join(work, 'same.json')],
      load: [READ, 'load', before],
    },
    ROUNDS,
  );
  const { changes, moved } = reportOf(report);
  console.log(
    `two files of ${mega(BYTES)}${options.api === undefined ? '' : ' of version 3'}, 1 % changed: js-yaml load of one ${told(load)}, diff without behaviour ${told(facts)}, ` +
      `with ${told(behaviour)}, on the clock ${median(behaviour.map(wallOf)).toFixed(0)} and of load ${median(load.map(wallOf)).toFixed(0)} ms: ${changes} changes, ${moved} groups of requests, ${mega(statSync(report).size)} of JSON`,
  );
  if (options.api === undefined) tellPeers(work, before, after);
  const what = `two 10 MB files${options.api === undefined ? '' : ' of version 3'}, 1 % changed, one insertion at the front`;
  return [
    ...besideDyff(work, what, diff('all'), before, after),
    {
      what: `${what}: facts and judgement / js-yaml load of one (whole processes)`,
      ratio: ratio(facts, load, cpuOf),
      bound: 4,
    },
    { what: `${what}: with behaviour / the same`, ratio: ratio(behaviour, load, cpuOf), bound: 6 },
    {
      what: `${what}: with behaviour / the same, in time on the clock`,
      ratio: ratio(behaviour, load, wallOf),
      bound: 3,
    },
    {
      what: `two 10 MB files${options.api === undefined ? '' : ' of version 3'} that say the same, in YAML and in JSON / js-yaml load of one`,
      ratio: ratio(same, load, cpuOf),
      bound: 1.3,
    },
    {
      what: `${what}: peak memory of facts and judgement / of js-yaml load of one`,
      ratio: ratio(facts, load, peakOf),
      bound: 2.2,
    },
    {
      what: `${what}: peak memory with behaviour / the same`,
      ratio: ratio(behaviour, load, peakOf),
      bound: 2.2,
    },
  ];
}

/** Beside dyff, a program in Go that compares YAML by names: measured where it is installed, on the clock, since it takes several threads. */
function besideDyff(
  work: string,
  what: string,
  diff: readonly string[],
  before: string,
  after: string,
): readonly Row[] {
  const dyff = (): number => {
    const started = performance.now();
    const { status } = spawnSync('dyff', ['between', '--omit-header', before, after], {
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return status === 0 ? performance.now() - started : Number.NaN;
  };
  if (Number.isNaN(dyff())) {
    console.log(`beside dyff: not measured, for it is not here (${DYFF})`);
    return [];
  }
  const rounds = Array.from({ length: 5 }, () => ({ ours: runProcess(work, diff).wall, dyff: dyff() }));
  console.log(`dyff: ${median(rounds.map((round) => round.dyff)).toFixed(0)} ms on the clock`);
  return [
    {
      what: `${what}: with behaviour / dyff, in time on the clock`,
      ratio: median(rounds.map((round) => round.ours / round.dyff)),
      bound: 0.7,
    },
  ];
}

/** Every hundredth cluster has another timeout, every hundredth route another prefix; a cluster and a route are new. */
function changed(text: string): string {
  const counts = { timeouts: 0, prefixes: 0 };
  const lines = text.split('\n').map((line) => {
    if (line.includes('connect_timeout: 0.25s') && ++counts.timeouts % 100 === 0)
      return line.replace('0.25s', '0.5s');
    if (/^ +(?:path_separated_)?prefix: /.test(line) && ++counts.prefixes % 100 === 0)
      return line.replace(/"$/, 'x"');
    return line;
  });
  const route = lines.findIndex((line) => /^ +- match:/.test(line));
  const indent = ' '.repeat(lines[route]?.indexOf('-') ?? 0);
  lines.splice(
    route,
    0,
    `${indent}- match: { prefix: /inserted }`,
    `${indent}  route: { cluster: cluster_1 }`,
  );
  const cluster = lines.findIndex((line) => line.startsWith('  - name: cluster_0'));
  lines.splice(cluster, 0, '  - name: inserted', '    connect_timeout: 0.25s', '    type: STATIC');
  return lines.join('\n');
}

function reportOf(file: string): { readonly changes: number; readonly moved: number } {
  const { changes, behaviour } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly changes: readonly unknown[];
    readonly behaviour?: { readonly changes?: readonly unknown[] };
  };
  return { changes: changes.length, moved: behaviour?.changes?.length ?? 0 };
}

/** What other tools say, each in a process of its own; not bounded. */
function tellPeers(work: string, before: string, after: string): void {
  const started = performance.now();
  const { stdout } = spawnSync('diff', ['-u', before, after], { encoding: 'utf8', maxBuffer: 1 << 30 });
  const hunks = stdout.split('\n').filter((line) => line.startsWith('@@')).length;
  console.log(
    `diff -u: ${(performance.now() - started).toFixed(0)} ms, ${hunks} hunks, ${mega(stdout.length)}`,
  );
  const program = join(import.meta.dirname, 'compare.js');
  for (const peer of PEERS) {
    const { status, stdout: told } = spawnSync(
      process.execPath,
      [`--max-old-space-size=${MEGABYTES}`, program, peer, before, after],
      { encoding: 'utf8', timeout: PATIENCE, cwd: work },
    );
    if (status !== 0) {
      console.log(`${peer}: no answer within ${PATIENCE / 1000} s and ${MEGABYTES} MB`);
      continue;
    }
    const { cpu, entries, bytes } = JSON.parse(told) as PeerReport;
    console.log(
      `${peer} on the parsed values: ${cpu.toFixed(0)} ms, ${entries} entries, ${mega(bytes)} of JSON`,
    );
  }
}
