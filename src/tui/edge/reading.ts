/**
 * What is explored: how the command reads and writes it, the threads that work things out of it (one begins behind the
 * first frame with everything that takes long, the other answers questions), and reading it again when it changes.
 */
import type { Configuration } from '../../model/index.ts';
import { redaction, showAll } from '../../results/secrets/redact.ts';
import type { SourceFile } from '../../source/load.ts';
import type { JobInput } from '../jobs/input.ts';
import type { Answers, Job } from '../jobs/job.ts';
import type { MigratedText } from '../jobs/migration.ts';
import { sideOf } from '../model/side.ts';
import type { Action, ShownJob } from '../state.ts';
import type { Answer, Session } from '../view.ts';
import { Cancelled, errorText, jobClient } from './ask-worker.ts';
import { type FileWatch, watchFiles } from './watch-files.ts';

/** One input as it was read. */
export interface LoadedSide {
  /** As the person named it. */
  readonly name: string;
  readonly configurations: readonly Configuration<SourceFile>[];
}

export interface Loaded {
  readonly side: LoadedSide;
  readonly before?: LoadedSide;
  /** The same for the worker. */
  readonly input: JobInput;
}

/** Running proxies among the inputs, which are asked again and again. */
export interface Polling {
  readonly seconds: number;
  /** Whether each of them still answers what was read; also false where one does not answer. */
  isCurrent(loaded: Loaded): Promise<boolean>;
}

export interface ExploreHost {
  /** Reads the inputs. @throws InputError where one cannot be read */
  load(): Promise<Loaded>;
  /** Whether every file on disk still holds the text that was read. */
  isCurrent(loaded: Loaded): Promise<boolean>;
  /** Writes migrated files in place with all checks of `migrate --write`. @returns what went wrong, a line each */
  write(files: readonly MigratedText[]): Promise<readonly string[]>;
  /** Writes a file that may not be there yet. @throws InputError */
  save(path: string, text: string): Promise<void>;
  /** Milliseconds. */
  now(): number;
  /** Absent where nothing is asked again. */
  readonly polling?: Polling | undefined;
}

// A session from what was read.

export function sessionOf({ side, before }: Loaded, { now }: Pick<ExploreHost, 'now'>): Session {
  const clock = { now };
  return {
    side: sideOf(side.name, side.configurations, clock),
    ...(before === undefined ? {} : { before: sideOf(before.name, before.configurations, clock) }),
  };
}

// What is worked out in other threads: one begins behind the first frame with everything that takes long, the other answers questions, so that nobody waits for the first one to end.

interface Background {
  /** Starts working out secrets, differences, findings and edits, in this order. */
  begin(): void;
  ask<J extends Job>(job: J): Promise<Answers[J['job']]>;
  /** Asks, and hands the answer to the views. */
  answer(job: Job): void;
  /** Drops everything; nothing more is dispatched. */
  close(): void;
}

function backgroundOf({ input }: Loaded, dispatch: (action: Action) => void): Background {
  const [thorough, quick] = [jobClient(input), jobClient(input)];
  const workOut = async (): Promise<void> => {
    await step({ job: 'secrets' }, 'secrets', 'looking for secrets', (secrets) => {
      dispatch({ kind: 'secrets', redact: secrets === undefined ? showAll : redaction(secrets).redact });
    });
    if (input.before !== undefined)
      await step({ job: 'comparison' }, 'diff', 'comparing', (answer) => {
        dispatch({ kind: 'answered', answer: { job: 'comparison', answer } });
      });
    await step({ job: 'analysis' }, 'analysis', 'analyzing', (analysis) =>
      dispatch({ kind: 'analysed', analysis }),
    );
    await step({ job: 'edits' }, 'edits', 'planning the migration', (answer) => {
      dispatch({ kind: 'answered', answer: { job: 'edits', answer } });
    });
  };
  /** One job with its progress line; what fails is told, and does not stop the others. */
  const step = async <J extends Job>(
    job: J,
    name: ShownJob['name'],
    title: string,
    take: (answer: Answers[J['job']]) => void,
  ): Promise<void> => {
    dispatch({ kind: 'progress', name, text: title, done: 0, total: 0 });
    try {
      const answer = await thorough.ask(job, (text, done, total) =>
        dispatch({ kind: 'progress', name, text: `${title}: ${text}`, done, total }),
      );
      take(answer);
    } catch (error) {
      if (error instanceof Cancelled) throw error;
      dispatch({ kind: 'failed', job: name, problem: `${title} failed: ${errorText(error)}` });
    }
  };
  return {
    begin: () => void workOut().catch(() => {}),
    ask: (job) => quick.ask(job),
    answer: (job) =>
      void quick.ask(job).then(
        (answer) => dispatch({ kind: 'answered', answer: { job: job.job, answer } as Answer }),
        (error: unknown) => {
          if (error instanceof Cancelled) return;
          dispatch({ kind: 'answered', answer: { job: 'failed', of: job.job, problem: errorText(error) } });
        },
      ),
    close() {
      thorough.close();
      quick.close();
    },
  };
}

// The files that are explored: read again when asked for or when they change on disk, and worked out each time.

const CHANGED = 'read again, since it changed on disk';
const ANSWERED_OTHERWISE = 'read again, since the proxy answers otherwise';

export class Reading {
  private readonly host: ExploreHost;
  private readonly dispatch: (...actions: readonly Action[]) => void;
  private worker: Background;
  private watch: FileWatch | undefined;
  private last: Loaded;
  private turns = 0;
  private timer: NodeJS.Timeout | undefined;
  private isEnded = false;
  /** Whether what is shown could not be read again. */
  private hasFailed = false;

  constructor(first: Loaded, host: ExploreHost, dispatch: (...actions: readonly Action[]) => void) {
    this.host = host;
    this.dispatch = dispatch;
    this.last = first;
    this.worker = backgroundOf(first, dispatch);
  }

  /** What works things out of the files as they were read last. */
  background(): Background {
    return this.worker;
  }

  /** Starts working things out, and watching the files. */
  begin(): void {
    this.worker.begin();
    this.follow(this.last);
    this.poll();
  }

  /** What is done to the files until they are read again is no news. */
  unwatch(): void {
    this.watch?.close();
    this.watch = undefined;
  }

  end(): void {
    this.turns++;
    this.isEnded = true;
    clearTimeout(this.timer);
    this.worker.close();
    this.unwatch();
  }

  async reload(why: string): Promise<void> {
    const { host, dispatch } = this;
    const turn = ++this.turns;
    // Parsing a large file takes a second in which no key is answered, so that is said before it begins.
    dispatch({ kind: 'progress', name: 'reading', text: 'reading the files', done: 0, total: 0 });
    try {
      // Watched from before it is read, so that no change in between is missed; a broken file may be fixed later.
      await (this.watch ?? this.watchAll(this.last)).settle();
      const loaded = await host.load();
      if (turn !== this.turns) return;
      this.hasFailed = false;
      this.worker.close();
      dispatch({ kind: 'loaded', session: sessionOf(loaded, host), why });
      this.worker = backgroundOf(loaded, dispatch);
      this.worker.begin();
      this.follow(loaded);
    } catch (error) {
      if (turn !== this.turns) return;
      this.hasFailed = true;
      dispatch({ kind: 'failed', job: 'reading', problem: `not read again: ${errorText(error)}` });
    }
  }

  private watchAll({ side, before }: Loaded): FileWatch {
    this.watch?.close();
    const files = [side, before].flatMap((each) => each?.configurations ?? []);
    const paths = files.flatMap(({ file }) => file.path ?? []);
    this.watch = watchFiles(paths, () => void this.changed());
    return this.watch;
  }

  /** Many things touch a file without changing what it says. */
  private async changed(): Promise<void> {
    if (await this.host.isCurrent(this.last)) this.dispatch({ kind: 'current' });
    else await this.reload(CHANGED);
  }

  private follow(loaded: Loaded): void {
    this.last = loaded;
    const own = this.watchAll(loaded);
    const isOwn = (): boolean => this.watch === own;
    // It may have changed since it was read, before anybody watched.
    void own.settle().then(async () => {
      if (isOwn() && !(await this.host.isCurrent(loaded)) && isOwn()) await this.reload(CHANGED);
    });
  }

  /** Asks again after a while, where what is shown runs. */
  private poll(): void {
    const { polling } = this.host;
    if (polling === undefined) return;
    const asked = async (): Promise<void> => {
      const { last, turns } = this;
      const isCurrent = await polling.isCurrent(last);
      // A proxy that answers again as it did before it failed is read again all the same, so that this is seen.
      if ((!isCurrent || this.hasFailed) && turns === this.turns) await this.reload(ANSWERED_OTHERWISE);
      if (!this.isEnded) this.poll();
    };
    this.timer = setTimeout(() => void asked(), polling.seconds * 1000);
  }
}
