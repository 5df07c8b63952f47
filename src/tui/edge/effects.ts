/** Does what the reducer wants done. */
import type { Action } from '../action.ts';
import type { Effect } from '../effect.ts';
import { copySequence } from './clipboard.ts';
import { runEditor } from './editor.ts';
import type { ExploreHost, Loaded } from './loaded.ts';
import { migrationWriter } from './migration-writer.ts';
import { Reading } from './reading.ts';
import type { Screen } from './screen.ts';
import type { TakenTerminal } from './terminal.ts';

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

export function doEffects(context: EffectContext): Effects {
  const { host, screen, terminal, of, dispatch } = context;
  const reading = new Reading(context.loaded, host, dispatch);
  const say = (level: 'info' | 'warning' | 'error', text: string): void =>
    dispatch({ kind: 'notice', notice: { level, text } });
  const writer = migrationWriter({
    host,
    migrated: (accepted) => reading.background().ask({ job: 'migrated', accepted }),
    dispatch,
    say,
    reload: (why) => reading.reload(why),
  });
  const edit = async ({ file, line, column }: Effect & { readonly kind: 'edit' }): Promise<void> => {
    // What the editor does to the file is no news.
    reading.unwatch();
    const problem = await terminal.lend(() => runEditor(of.env, { file, line, column }));
    await reading.reload('read again after editing');
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
          return void reading.reload('read again');
        case 'copy': {
          const sequence = copySequence(effect.text);
          if (sequence === undefined) return say('warning', `${effect.what} is too long for the clipboard`);
          of.stdout.write(sequence);
          return say('info', `copied ${effect.what}`);
        }
        case 'edit':
          return void edit(effect);
        case 'ask':
          return reading.background().answer(effect.job);
        case 'write-edits':
          return void writer.write(effect.accepted);
        case 'save-patch':
          return void writer.savePatch(effect.accepted, effect.file);
      }
    },
    begin: () => reading.begin(),
    end: () => reading.end(),
  };
}
