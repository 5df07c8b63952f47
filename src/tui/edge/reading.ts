/** The files that are explored: read again when asked for or when they change on disk, and worked out each time. */
import type { Action } from '../action.ts';
import { type Background, backgroundOf } from './background.ts';
import { errorText } from './error-text.ts';
import type { ExploreHost, Loaded } from './loaded.ts';
import { sessionOf } from './session-of.ts';
import { type FileWatch, watchFiles } from './watch-files.ts';

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
