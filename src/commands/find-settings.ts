/** Which `.cfgtool.yaml` counts for a file: the nearest one upwards from it, or the one that `--config` names. */
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isIgnored, NO_SETTINGS, type Settings } from '../settings/index.ts';
import { decode } from '../source/decode.ts';
import { readingFailed, systemCode } from '../source/file-problem.ts';
import type { FileStatus } from '../source/io.ts';
import { processIo } from './io.ts';
import { foreign, isBelieved } from './owner.ts';

export const SETTINGS_FILE = '.cfgtool.yaml';
const MAX_BYTES = 1_000_000;

export interface SettingsFinder {
  /** @param path of a file; absent for standard input and the like, which the working folder stands for */
  for(path: string | undefined): Promise<Settings>;
  /** Whether the settings leave a file out of searches. */
  ignores(path: string): Promise<boolean>;
}

/** The file of settings that counts in a folder, and whose it is. */
interface Nearest {
  readonly file: string;
  readonly owner?: number | undefined;
}

/**
 * @param named the file that `--config` names
 * @param isWriting whether files that settings name may be half-written: of those that cannot be read the name counts
 */
export function settingsFinder(named: string | undefined, isWriting = false): SettingsFinder {
  const byFolder = new Map<string, Promise<Nearest | undefined>>();
  const byFile = new Map<string, Promise<Settings>>();
  const inFolder = (folder: string): Promise<Nearest | undefined> => {
    const known = byFolder.get(folder);
    if (known) return known;
    const found = nearestTo(folder);
    byFolder.set(folder, found);
    return found;
  };
  const nearestTo = async (folder: string): Promise<Nearest | undefined> => {
    const file = join(folder, SETTINGS_FILE);
    const status = await statusOf(file);
    if (status?.kind === 'file') return { file, owner: status.owner };
    const above = dirname(folder);
    return above === folder ? undefined : await inFolder(above);
  };
  const settingsIn = (file: string): Promise<Settings> => {
    const known = byFile.get(file);
    if (known) return known;
    const read = readSettings(file, shownName(file), { isWriting, mayBeClosed: true });
    byFile.set(file, read);
    return read;
  };
  const fixed = named === undefined ? undefined : readSettings(resolve(named), named, { isWriting });
  // Whoever asks first hears of it.
  fixed?.catch(() => {});
  const settingsFor: SettingsFinder['for'] = async (path) => {
    const given = await fixed;
    if (given !== undefined) return given;
    const about = path === undefined ? join(process.cwd(), SETTINGS_FILE) : resolve(path);
    const nearest = await inFolder(dirname(about));
    if (nearest === undefined) return NO_SETTINGS;
    const { file, owner } = nearest;
    if (await isBelieved(owner, about)) return await settingsIn(file);
    // What is not gone by is not read either.
    throw foreign(
      shownName(file),
      'settings',
      '--config FILE takes them all the same, --config /dev/null does without any',
    );
  };
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

/** What is no file, or cannot be looked at, is not there: the one above it counts. */
async function statusOf(path: string): Promise<FileStatus | undefined> {
  try {
    return await processIo.status(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(systemCode(error) ?? '')) return undefined;
    throw readingFailed(shownName(path), error);
  }
}

function shownName(path: string): string {
  return relative(process.cwd(), path) || path;
}

interface Reading {
  readonly isWriting: boolean;
  /** Nobody named it, so that what may not be read is not there. */
  readonly mayBeClosed?: boolean;
}

async function readSettings(
  path: string,
  shown: string,
  { isWriting, mayBeClosed = false }: Reading,
): Promise<Settings> {
  let bytes: Uint8Array;
  try {
    bytes = await processIo.readFile(path, MAX_BYTES);
  } catch (error) {
    if (mayBeClosed && systemCode(error) === 'EACCES') return NO_SETTINGS;
    throw readingFailed(shown, error);
  }
  const { parseSettings } = await import('../settings/parse.ts');
  // Most files name rules of neither kind; their texts are loaded for those that do.
  const text = decode(shown, bytes);
  const [rules, changes] = text.includes('rules')
    ? await Promise.all([
        import('../analyze/index.ts').then(({ ruleIds }) => ruleIds),
        import('../diff/index.ts').then(({ diffRules }) => diffRules()),
      ])
    : [[], []];
  const settings = await withProperties(parseSettings(shown, text, { rules, changes }), path, isWriting);
  if (settings.descriptors.length > 0) {
    const { takeDescriptors } = await import('./descriptors.ts');
    await takeDescriptors(
      settings.descriptors.map((file) => {
        const set = resolve(dirname(path), file);
        return { path: set, shown: shownName(set) };
      }),
    );
  }
  // What a row names has to be there, in the messages of one's own too.
  if (settings.own.rows.length > 0) (await import('../analyze/index.ts')).rowRules(settings.own.rows);
  return settings;
}

/** With the texts of the files of properties. @throws InputError where one cannot be read, or is none */
async function withProperties(settings: Settings, path: string, isWriting: boolean): Promise<Settings> {
  if (settings.properties.length === 0) return settings;
  const { propertyFiles } = await import('./properties.ts');
  const names = settings.properties.map((file) => shownName(resolve(dirname(path), file)));
  return { ...settings, own: { ...settings.own, properties: await propertyFiles(names, isWriting) } };
}
