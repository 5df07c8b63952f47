/** The files that are explored: read again when asked for or when they change on disk, and worked out each time. */
import type { Action } from '../action.ts';
import { note } from '../notice.ts';
import { type Background, backgroundOf } from './background.ts';
import { errorText } from './error-text.ts';
import type { ExploreHost, Loaded } from './loaded.ts';
import { sessionOf } from './session-of.ts';
import { type FileWatch, watchFiles } from './watch-files.ts';

export interface Reading {
  /** What works things out of the files as they were read last. */
  background(): Background;
  reload(why: string): Promise<void>;
  /** Starts working things out, and watching the files. */
  begin(): void;
  /** What is done to the files until they are read again is no news. */
  unwatch(): void;
  end(): void;
}

const CHANGED = 'read again, since it changed on disk';
const ANSWERED_OTHERWISE = 'read again, since the proxy answers otherwise';

export function startReading(
  first: Loaded,
  host: ExploreHost,
  dispatch: (...actions: readonly Action[]) => void,
): Reading {
  let background = backgroundOf(first, dispatch);
  let watch: FileWatch | undefined;
  let last = first;
  let turns = 0;
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  /** Whether what is shown could not be read again. */
  let hasFailed = false;
  const unwatch = (): void => {
    watch?.close();
    watch = undefined;
  };
  /** Many things touch a file without changing what it says. */
  const changed = async (): Promise<void> => {
    if (await host.isCurrent(last)) dispatch({ kind: 'current' });
    else await reload(CHANGED);
  };
  const watchAll = ({ side, before }: Loaded): FileWatch => {
    watch?.close();
    const files = [side, before].flatMap((each) => each?.configurations ?? []);
    const paths = files.flatMap(({ file }) => file.path ?? []);
    watch = watchFiles(paths, () => void changed());
    return watch;
  };
  const follow = (loaded: Loaded): void => {
    last = loaded;
    const own = watchAll(loaded);
    // It may have changed since it was read, before anybody watched.
    void own.settle().then(async () => {
      if (watch === own && !(await host.isCurrent(loaded)) && watch === own) await reload(CHANGED);
    });
  };
  const reload = async (why: string): Promise<void> => {
    const turn = ++turns;
    // Parsing a large file takes a second in which no key is answered, so that is said before it begins.
    dispatch({ kind: 'progress', name: 'reading', text: 'reading the files', done: 0, total: 0 });
    try {
      // Watched from before it is read, so that no change in between is missed; a broken file may be fixed later.
      await (watch ?? watchAll(last)).settle();
      const loaded = await host.load();
      if (turn !== turns) return;
      hasFailed = false;
      background.close();
      dispatch({ kind: 'loaded', session: sessionOf(loaded, host) });
      background = backgroundOf(loaded, dispatch);
      background.begin();
      follow(loaded);
      dispatch({ kind: 'notice', notice: note(why) });
    } catch (error) {
      if (turn !== turns) return;
      hasFailed = true;
      dispatch({ kind: 'failed', job: 'reading', problem: `not read again: ${errorText(error)}` });
    }
  };
  const poll = (): void => {
    const { polling } = host;
    if (polling === undefined) return;
    timer = setTimeout(() => {
      void (async () => {
        const [asked, turn] = [last, turns];
        const isCurrent = await polling.isCurrent(asked);
        // A proxy that answers again as it did before it failed is read again all the same, so that this is seen.
        if ((!isCurrent || hasFailed) && turn === turns) await reload(ANSWERED_OTHERWISE);
        if (!isEnded) poll();
      })();
    }, polling.seconds * 1000);
  };
  return {
    background: () => background,
    reload,
    begin() {
      background.begin();
      follow(first);
      poll();
    },
    unwatch,
    end() {
      turns++;
      isEnded = true;
      clearTimeout(timer);
      background.close();
      unwatch();
    },
  };
}
