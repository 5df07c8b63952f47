/** Writes what was accepted of a migration: into the files, or as a patch. */

import type { Action } from '../action.ts';
import type { MigratedText } from '../jobs/index.ts';
import { errorText } from './error-text.ts';
import type { ExploreHost } from './loaded.ts';

interface WriterContext {
  readonly host: ExploreHost;
  /** What the accepted edits make of the files. */
  migrated(accepted: readonly string[]): Promise<readonly MigratedText[]>;
  dispatch(...actions: readonly Action[]): void;
  say(level: 'info' | 'warning' | 'error', text: string): void;
  reload(why: string): Promise<void>;
}

export interface MigrationWriter {
  write(accepted: readonly string[]): Promise<void>;
  savePatch(accepted: readonly string[], file: string): Promise<void>;
}

export function migrationWriter({ host, migrated, dispatch, say, reload }: WriterContext): MigrationWriter {
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
