/** One run of a command over a shape, as a process of its own that cannot take more than its share of time or memory. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Shape, SlopeCommand } from './shape.ts';

export interface Cost {
  /** Milliseconds of processor time of all threads. */
  readonly cpu: number;
  /** Largest resident set, in bytes. */
  readonly peak: number;
  /** Bytes of all files of the run. */
  readonly size: number;
  readonly code: number;
}

export type Measured = Cost | { readonly ended: string };

/** Megabytes of heap; a shape that needs more fails. */
const HEAP = 1500;
/** Seconds of processor time. */
const SECONDS = 90;
/** Wall-clock, for what waits instead of working; the machine may be busy with something else. */
const MILLISECONDS = 900_000;

export interface Place {
  /** The project's folder. */
  readonly root: string;
  /** A folder for files. */
  readonly work: string;
}

/** Runs a command over a shape of a size. */
export function measure({ root, work }: Place, shape: Shape, command: SlopeCommand, count: number): Measured {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const args = argsOf(shape, command, count, (name, text) => {
    writeFileSync(join(work, name), text);
    return Buffer.byteLength(text);
  });
  const usage = join(work, '.usage.json');
  const { status, signal, stderr } = spawnSync(
    'sh',
    [
      '-c',
      `ulimit -t ${SECONDS} && exec "$@"`,
      'sh',
      process.execPath,
      `--max-old-space-size=${HEAP}`,
      '--import',
      pathToFileURL(join(root, 'dist/bench/usage.js')).href,
      join(root, 'bin/run.js'),
      ...args.words,
    ],
    {
      cwd: work,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, CFGTOOL_BENCH_USAGE: usage },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: MILLISECONDS,
      maxBuffer: 1 << 28,
      killSignal: 'SIGKILL',
    },
  );
  if (status === null) return { ended: `ended by ${signal}, after ${SECONDS} s of processor time at most` };
  if (status > 2) return { ended: `exit code ${status}: ${String(stderr).slice(0, 400)}` };
  const { cpu, peak } = JSON.parse(readFileSync(usage, 'utf8')) as { cpu: number; peak: number };
  return { cpu, peak, size: args.size, code: status };
}

function argsOf(
  shape: Shape,
  command: SlopeCommand,
  count: number,
  write: (name: string, text: string) => number,
): { readonly words: readonly string[]; readonly size: number } {
  const name = `in.${shape.isJson ? 'json' : 'yaml'}`;
  const text = shape.text(count);
  const size = write(name, text);
  switch (command) {
    case 'diff': {
      const after = shape.changed?.(count) ?? `${text}${shape.isJson ? ' ' : '\n# end\n'}`;
      return {
        words: ['diff', name, 'after.yaml', '--format', 'json'],
        size: size + write('after.yaml', after),
      };
    }
    case 'trace':
      return { words: ['trace', name, shape.url?.(count) ?? 'http://a/', '--format', 'json'], size };
    case 'test': {
      if (shape.tests === undefined) return { words: ['test', name, '--suggest'], size };
      return { words: ['test', name, 'tests.yaml'], size: size + write('tests.yaml', shape.tests(count)) };
    }
    case 'migrate':
      return { words: ['migrate', name, '--also', 'all', '--format', 'json'], size };
    case 'analyze':
    case 'validate':
    case 'normalize':
      return { words: [command, name], size };
    case 'prove':
      return { words: ['prove', name, '--standard', '--format', 'json'], size };
    case 'report':
      return { words: ['report', 'merge', name, '--format', 'markdown'], size };
  }
}
