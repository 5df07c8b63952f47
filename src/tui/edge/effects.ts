/** Does what the reducer wants done, and what has to be worked out behind the first frame. */

import type { Action } from '../action.ts';
import type { Effect } from '../effect.ts';
import { backgroundOf } from './background.ts';
import { copySequence } from './clipboard.ts';
import { runEditor } from './editor.ts';
import { errorText } from './error-text.ts';
import type { ExploreHost, Loaded } from './loaded.ts';
import { migrationWriter } from './migration-writer.ts';
import type { Screen } from './screen.ts';
import { sessionOf } from './session-of.ts';
import type { TakenTerminal } from './terminal.ts';
import { type FileWatch, watchFiles } from './watch-files.ts';

export interface EffectContext {
  readonly host: ExploreHost;
  readonly loaded: Loaded;
  readonly screen: Screen;
  readonly terminal: TakenTerminal;
  readonly of: {
    readonly stdout: { write(text: string): unknown };
    readonly env: { readonly [name: string]: string | undefined };
  };
  dispatch(...actions: readonly Action[]): void;
  quit(): void;
}

export interface Effects {
  run(effect: Effect): void;
  /** Starts working things out, and watching the files. */
  begin(): void;
  end(): void;
}

const CHANGED = 'read again, since it changed on disk';

export function doEffects(context: EffectContext): Effects {
  const { host, screen, terminal, of, dispatch } = context;
  let background = backgroundOf(context.loaded, dispatch);
  let watch: FileWatch | undefined;
  let last = context.loaded;
  let reading = 0;
  const say = (level: 'info' | 'warning' | 'error', text: string): void =>
    dispatch({ kind: 'notice', notice: { level, text } });
  const reload = async (why: string): Promise<void> => {
    const turn = ++reading;
    // Parsing a large file takes a second in which no key is answered, so that is said before it begins.
    dispatch({ kind: 'progress', name: 'reading', text: 'reading the files', done: 0, total: 0 });
    try {
      // Watched from before it is read, so that no change in between is missed; a broken file may be mended later.
      await (watch ?? watchAll(last)).settle();
      const loaded = await host.load();
      if (turn !== reading) return;
      background.close();
      dispatch({ kind: 'loaded', session: sessionOf(loaded, host) });
      background = backgroundOf(loaded, dispatch);
      background.begin();
      follow(loaded);
      say('info', why);
    } catch (error) {
      if (turn !== reading) return;
      dispatch({ kind: 'failed', job: 'reading', problem: `not read again: ${errorText(error)}` });
    }
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
  const writer = migrationWriter({
    host,
    migrated: (accepted) => background.ask({ job: 'migrated', accepted }),
    dispatch,
    say,
    reload,
  });
  const edit = async ({ file, line, column }: Effect & { readonly kind: 'edit' }): Promise<void> => {
    // What the editor does to the file is no news.
    watch?.close();
    watch = undefined;
    const problem = await terminal.lend(() => runEditor(of.env, { file, line, column }));
    await reload('read again after editing');
    if (problem !== undefined) say('error', problem);
  };
  return {
    run(effect) {
      switch (effect.kind) {
        case 'quit':
          return context.quit();
        case 'suspend':
          return terminal.suspend();
        case 'redraw':
          return screen.redraw();
        case 'reload':
          return void reload('read again');
        case 'copy': {
          const sequence = copySequence(effect.text);
          if (sequence === undefined) return say('warning', `${effect.what} is too long for the clipboard`);
          of.stdout.write(sequence);
          return say('info', `copied ${effect.what}`);
        }
        case 'edit':
          return void edit(effect);
        case 'ask':
          return background.answer(effect.job);
        case 'write-edits':
          return void writer.write(effect.accepted);
        case 'save-patch':
          return void writer.savePatch(effect.accepted, effect.file);
      }
    },
    begin() {
      background.begin();
      follow(context.loaded);
    },
    end() {
      reading++;
      background.close();
      watch?.close();
      watch = undefined;
    },
  };
}
