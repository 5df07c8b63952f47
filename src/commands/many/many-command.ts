/** What commands that work through many files have in common: progress, an end in between, shards, results in parts. */
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { Flags } from '@oclif/core';
import { progressLine } from '../../report/terminal.ts';
import { counted } from '../../source/counted.ts';
import { BaseCommand } from '../base.ts';
import { milliseconds } from '../clock.ts';
import { descriptorsInUse } from '../descriptors.ts';
import type { Outcome } from '../exit.ts';
import { standardError } from '../start/output.ts';
import type { Terminal } from '../terminal.ts';
import { type Entries, fileCache, MAX_BYTES, userCacheFolder } from './cache.ts';
import type { Pass, PassHost, ReadCount } from './each-input.ts';
import { workerPort } from './pool/as-worker.ts';
import type { Pool } from './pool/pool.ts';
import { type Store, storeOf } from './sharing.ts';

export const manyFlags = {
  shard: Flags.string({
    helpValue: 'I/N',
    description:
      'Take only share I of N of the inputs; cfgtool report merge joins the reports of all shares (docs/scale.md).',
  }),
  cache: Flags.boolean({
    description:
      'Keep results, secrets hidden, and take those of earlier runs for files that did not change.',
  }),
  'cache-location': Flags.string({
    helpValue: 'DIR',
    description: "The folder of --cache, instead of the user's own.",
    dependsOn: ['cache'],
  }),
  jobs: Flags.integer({
    helpValue: 'N',
    min: 1,
    max: 256,
    description:
      'Threads that inputs are worked in: by default as many as processors, where each gets 100 inputs. The result is the same.',
  }),
  quiet: Flags.boolean({
    char: 'q',
    description: 'No progress and no remarks on standard error, only what went wrong.',
  }),
};

/** Fewer inputs are read before another thread has started. */
const WORTH_A_THREAD = 100;

export abstract class ManyCommand extends BaseCommand {
  private talks = false;
  private readonly progress = progressOf(this.argv);
  private readonly interrupt = new Interrupt(process);

  protected override openTerminal(streams: Terminal): Terminal {
    return this.progress === undefined ? streams : besideProgress(streams, this.progress);
  }

  protected override note(text: string): void {
    // What a worker has to say about its inputs it tells the run.
    if (!isQuiet(this.argv) && workerPort() === undefined) super.note(text);
  }

  /** A note that is written under `--quiet` too. */
  private tell(text: string): void {
    super.note(text);
  }

  protected override passHost(): PassHost {
    return {
      ...super.passHost(),
      waited: (reading) => (this.talks ? reading : this.interrupt.waited(reading)),
      at: (done, total, name) => {
        if (!this.talks) this.progress?.at(done, total, name);
      },
      pool: (tasks) => this.poolFor(tasks),
    };
  }

  protected override async eachPart<R>(pass: Pass<R>): Promise<ReadCount> {
    const worker = this.asWorker();
    if (worker !== undefined) {
      const { serveFiles } = await import('./pool/serve.ts');
      return await serveFiles(pass, worker.host, worker.port);
    }
    return await this.withProgress(() => super.eachPart(pass));
  }

  /** Where this command is a worker of a run: whom it serves, and who runs its passes. */
  protected asWorker(): { readonly host: PassHost; readonly port: MessagePort } | undefined {
    const port = workerPort();
    return port && { host: super.passHost(), port };
  }

  /** Set by commands whose inputs may be worked in several threads: what `--jobs` says. */
  protected jobs: number | undefined;

  private async poolFor<T, O>(tasks: ReadonlyMap<number, T>): Promise<Pool<O> | undefined> {
    const wanted = this.jobs ?? Math.min(availableParallelism(), Math.floor(tasks.size / WORTH_A_THREAD));
    const count = Math.min(wanted, tasks.size);
    if (count < 2) return undefined;
    const { startPool } = await import('./pool/pool.ts');
    const { root, version } = this.config;
    return startPool(
      count,
      { command: this.id ?? '', argv: this.argv, root, version, descriptors: descriptorsInUse() },
      tasks,
    );
  }

  /**
   * Results of this run and of earlier ones.
   *
   * @param lasts whether a result is the same on every machine
   */
  protected storeOf<R>(flags: CacheFlags, entries: Entries<R>, lasts: (result: R) => boolean): Store<R> {
    const isCached = flags.cache === true && flags['show-secrets'] !== true;
    const folder = flags['cache-location'] ?? userCacheFolder(process.env, process.platform);
    return storeOf(isCached ? fileCache({ folder, most: MAX_BYTES }, entries) : undefined, lasts);
  }

  /** What results depend on beside the inputs, whatever the command: the program itself. */
  protected programWords(): readonly unknown[] {
    const { version, root } = this.config;
    return [this.id ?? '', version, ...stampOf(join(root, 'dist/cli/program.js'))];
  }

  /** For a run that talks with the user: Ctrl-C ends it as it always did, and nothing is drawn in between. */
  protected cannotBeInterrupted(): void {
    this.talks = true;
  }

  /** Runs something that shows how far it is. */
  protected async withProgress<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.progress?.clear();
    }
  }

  protected get isInterrupted(): boolean {
    return this.interrupt.came !== undefined;
  }

  /** The outcome of the run, the interruption included; says how many inputs were left. */
  protected ended(outcome: Outcome, left: number): Outcome {
    const signal = this.interrupt.came;
    if (signal === undefined) return outcome;
    this.tell(`interrupted: ${counted(left, 'input')} not looked at`);
    return { ...outcome, interrupted: signal };
  }
}

/** Flags that say what is kept. */
interface CacheFlags {
  readonly cache?: boolean | undefined;
  readonly 'cache-location'?: string | undefined;
  readonly 'show-secrets'?: boolean | undefined;
}

/** A build of the same version may be another program. */
function stampOf(program: string): readonly number[] {
  const status = statSync(program, { throwIfNoEntry: false });
  return status === undefined ? [] : [status.size, status.mtimeMs];
}

/** Flags are looked at before they are parsed: remarks may come at once. */
function isQuiet(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? argv.length : end).some((each) => each === '--quiet' || each === '-q');
}

function progressOf(argv: readonly string[]): ProgressDisplay | undefined {
  if (!standardError.isDevice || isQuiet(argv) || process.env.TERM === 'dumb') return undefined;
  // Most runs end before there is anything to draw.
  const stream = {
    write: (text: string): void => {
      if (standardError.isTerminal) standardError.stream.write(text);
    },
    width: () => standardError.stream.columns || 80,
  };
  return new ProgressDisplay(stream, milliseconds);
}

/** Draws how far a run has come, on a line of standard error that goes away before anything else is written. */
interface ProgressStream {
  write(text: string): void;
  /** Columns of the terminal, which change while the run lasts. */
  width(): number;
}

/** Milliseconds between two drawings. */
const BETWEEN = 100;
/** A run is drawn when it lasts so long; one over many inputs sooner. */
const PATIENCE = 1000;
const MANY = 20;
const PATIENCE_WITH_MANY = 300;
const CLEAR = '\r\u001b[K';

export class ProgressDisplay {
  private readonly stream: ProgressStream;
  private readonly now: () => number;
  private started: number | undefined;
  private drawnAt = Number.NEGATIVE_INFINITY;
  /** What stands on the terminal now. */
  private line = '';

  constructor(stream: ProgressStream, now: () => number) {
    this.stream = stream;
    this.now = now;
  }

  /** So many inputs are done, and this one comes next. */
  at(done: number, total: number, name: string): void {
    const now = this.now();
    this.started ??= now;
    const elapsed = now - this.started;
    if (total < 2 || elapsed < (total >= MANY ? PATIENCE_WITH_MANY : PATIENCE)) return;
    if (now - this.drawnAt < BETWEEN) return;
    this.drawnAt = now;
    this.draw(progressLine({ done, total, elapsed, name }, this.stream.width()));
  }

  /** Writes a text of lines where the progress stands; the progress moves below it. */
  above(write: () => void): void {
    if (this.line !== '') this.stream.write(CLEAR);
    write();
    if (this.line !== '') this.stream.write(this.line);
  }

  /** Takes the line away. */
  clear(): void {
    if (this.line !== '') this.stream.write(CLEAR);
    this.line = '';
  }

  /** Written over the line before: clearing it first would flicker. */
  private draw(line: string): void {
    this.stream.write(`\r${line}\u001b[K`);
    this.line = line;
  }
}

/** A terminal whose notes, and whose results where they are seen, do not run into the progress. */
export function besideProgress(streams: Terminal, progress: ProgressDisplay): Terminal {
  return {
    get resultPaint() {
      return streams.resultPaint;
    },
    get notePaint() {
      return streams.notePaint;
    },
    get resultIsSeen() {
      return streams.resultIsSeen;
    },
    get columns() {
      return streams.columns;
    },
    note: (text) => progress.above(() => streams.note(text)),
    async result(text) {
      if (streams.resultIsSeen) progress.clear();
      await streams.result(text);
    },
  };
}

// Ctrl-C and SIGTERM while an input is waited for (a pipe that nobody writes to, a slow disk): the run goes on to its
// report with what it has. At any other moment the system ends the process at once, since JavaScript that is busy hears
// no signal.

type StopSignal = 'SIGINT' | 'SIGTERM';

interface SignalSource {
  on(signal: StopSignal, listener: () => void): unknown;
  off(signal: StopSignal, listener: () => void): unknown;
}

/**
 * A shorter wait is not listened in: a signal that came when the listener goes away again would be lost, and files that
 * are there are read in less.
 */
const MIN_WAIT_MS = 50;

export class Interrupt {
  /** The signal that came, if any. */
  came: StopSignal | undefined;
  private readonly source: SignalSource;

  constructor(source: SignalSource) {
    this.source = source;
  }

  /** What the work comes to; nothing where a signal came first, in which case the work may never end. */
  async waited<T>(work: Promise<T>): Promise<T | undefined> {
    let end = (): void => {};
    const signalled = new Promise<undefined>((resolve) => {
      const timer = setTimeout(() => {
        const take = (signal: StopSignal) => () => {
          this.came = signal;
          release();
          resolve(undefined);
        };
        const listeners = { SIGINT: take('SIGINT'), SIGTERM: take('SIGTERM') };
        const release = (): void => {
          this.source.off('SIGINT', listeners.SIGINT);
          this.source.off('SIGTERM', listeners.SIGTERM);
        };
        this.source.on('SIGINT', listeners.SIGINT);
        this.source.on('SIGTERM', listeners.SIGTERM);
        end = release;
      }, MIN_WAIT_MS);
      end = () => clearTimeout(timer);
    });
    try {
      return await Promise.race([work, signalled]);
    } finally {
      end();
    }
  }
}
