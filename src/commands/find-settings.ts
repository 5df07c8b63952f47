/** Which `.cfgtool.yaml` counts for a file: the nearest one upwards from it, or the one that `--config` names. */
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isIgnored, NO_SETTINGS, type Settings } from '../settings/index.ts';
import { decode } from '../source/decode.ts';
import { readingFailed, systemCode } from '../source/file-problem.ts';
import { processIo } from './io.ts';

export const SETTINGS_FILE = '.cfgtool.yaml';
const MAX_BYTES = 1_000_000;

export interface SettingsFinder {
  /** @param path of a file; absent for standard input and the like, which the working folder stands for */
  for(path: string | undefined): Promise<Settings>;
  /** Whether the settings leave a file out of searches. */
  ignores(path: string): Promise<boolean>;
}

/** @param named the file that `--config` names */
export function settingsFinder(named: string | undefined): SettingsFinder {
  const byFolder = new Map<string, Promise<Settings>>();
  const inFolder = (folder: string): Promise<Settings> => {
    const known = byFolder.get(folder);
    if (known) return known;
    const found = nearestTo(folder);
    byFolder.set(folder, found);
    return found;
  };
  const nearestTo = async (folder: string): Promise<Settings> => {
    const own = await readSettings(join(folder, SETTINGS_FILE), true);
    if (own !== undefined) return own;
    const above = dirname(folder);
    return above === folder ? NO_SETTINGS : await inFolder(above);
  };
  const fixed = named === undefined ? undefined : readSettings(resolve(named), false, named);
  // Whoever asks first hears of it.
  fixed?.catch(() => {});
  const settingsFor: SettingsFinder['for'] = async (path) =>
    (await fixed) ?? (await inFolder(path === undefined ? process.cwd() : dirname(resolve(path))));
  return {
    for: settingsFor,
    async ignores(path) {
      const { ignore, file } = await settingsFor(path);
      if (ignore.length === 0 || file === undefined) return false;
      return isIgnored(
        relative(dirname(resolve(file)), resolve(path))
          .split(sep)
          .join('/'),
        ignore,
      );
    },
  };
}

async function readSettings(path: string, mayBeAbsent: boolean, name = path): Promise<Settings | undefined> {
  let bytes: Uint8Array;
  const shown = name === path ? relative(process.cwd(), path) || path : name;
  try {
    bytes = await processIo.readFile(path, MAX_BYTES);
  } catch (error) {
    if (mayBeAbsent && ['ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR'].includes(systemCode(error) ?? ''))
      return undefined;
    throw readingFailed(shown, error);
  }
  const { parseSettings } = await import('../settings/parse.ts');
  // Most files name rules of neither kind; their texts are loaded for those that do.
  const text = decode(shown, bytes);
  const [rules, changes] = text.includes('rules')
    ? await Promise.all([
        import('../analyze/index.ts').then(({ ruleIds }) => ruleIds),
        import('../diff/index.ts').then(({ diffRules }) => diffRules().map(({ id }) => id)),
      ])
    : [[], []];
  return parseSettings(shown, text, { rules, changes });
}
