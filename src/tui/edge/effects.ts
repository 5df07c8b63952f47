/** Does what the reducer wants done, writing what was accepted of a migration among it. */

import type { MigratedText } from '../jobs/migration.ts';
import type { Action } from '../state.ts';
import type { Effect } from '../view.ts';
import { errorText } from './ask-worker.ts';
import { copySequence, runEditor } from './editor.ts';
import { type ExploreHost, type Loaded, Reading } from './reading.ts';
import type { Screen } from './screen.ts';
import type { TakenTerminal } from './terminal.ts';

interface EffectContext {
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

// Writes what was accepted of a migration: into the files, or as a patch.

interface WriterContext {
  readonly host: ExploreHost;
  /** What the accepted edits make of the files. */
  migrated(accepted: readonly string[]): Promise<readonly MigratedText[]>;
  dispatch(...actions: readonly Action[]): void;
  say(level: 'info' | 'warning' | 'error', text: string): void;
  reload(why: string): Promise<void>;
}

interface MigrationWriter {
  write(accepted: readonly string[]): Promise<void>;
  savePatch(accepted: readonly string[], file: string): Promise<void>;
}

function migrationWriter({ host, migrated, dispatch, say, reload }: WriterContext): MigrationWriter {
  /** The files to write, or undefined where nothing may be written, which was said. */
  const checked = async (accepted: readonly string[]): Promise<readonly MigratedText[] | undefined> => {
    try {
      const files = await migrated(accepted);
      const wrong = files.find(({ equivalent }) => !equivalent);
      if (wrong === undefined) return files;
      say('error', `nothing was written: ${wrong.file} would mean something else: ${wrong.difference ?? ''}`);
    } catch (error) {
      say('error', `nothing was written: ${errorText(error)}`);
    }
    return undefined;
  };
  return {
    async write(accepted) {
      const files = await checked(accepted);
      if (files === undefined) return;
      const stuck = files.find(({ path }) => path === undefined);
      if (stuck !== undefined) {
        say('error', `nothing was written: ${stuck.file} is no file on disk; save a patch instead`);
        return;
      }
      const problems = await host.write(files);
      const written = files.map(({ file }) => file);
      dispatch({ kind: 'answered', answer: { job: 'written', files: written, problems } });
      const [problem] = problems;
      const edits = files.reduce((sum, each) => sum + each.edits, 0);
      if (problem !== undefined) say('error', problem);
      else await reload(`${edits} edit${edits === 1 ? '' : 's'} written to ${written.join(', ')}`);
    },
    async savePatch(accepted, file) {
      const files = await checked(accepted);
      if (files === undefined) return;
      try {
        await host.save(file, files.map(({ patch }) => patch).join(''));
        const hidden = files.some(({ hidesSecrets }) => hidesSecrets);
        if (hidden) say('warning', `saved to ${file}; secrets are hidden in it, so that it does not apply`);
        else say('info', `saved to ${file}; git apply ${file} makes the changes`);
      } catch (error) {
        say('error', errorText(error));
      }
    },
  };
}
