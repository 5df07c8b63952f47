/** Which `.cfgtool.yaml` counts for a file: the nearest one upwards from it, or the one that `--config` names. */
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isIgnored, NO_SETTINGS, type Settings } from '../settings/index.ts';
import { decode } from '../source/decode.ts';
import { InputError } from '../source/errors.ts';
import { readingFailed, systemCode } from '../source/file-problem.ts';
import type { FileStatus } from '../source/io.ts';
import type { NamedFile } from './descriptors.ts';
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
  const parsed = parseSettings(shown, text, { rules, changes });
  const named = (files: readonly string[]): Promise<readonly NamedFile[]> =>
    Promise.all(files.map((file) => fileNamed(file, { path, shown }, mayBeClosed)));
  const [properties, descriptors] = await Promise.all([named(parsed.properties), named(parsed.descriptors)]);
  const settings = await withProperties(parsed, properties, isWriting);
  if (descriptors.length > 0) await (await import('./descriptors.ts')).takeDescriptors(descriptors);
  // What a row names has to be there, in the messages of one's own too.
  if (settings.own.rows.length > 0) (await import('../analyze/index.ts')).rowRules(settings.own.rows);
  return settings;
}

/**
 * A file that settings name. Settings that were found, and not named, may be those of somebody whose change is looked
 * at: what they name lies below their folder or in their repository, so that no other file is quoted in an error.
 *
 * @param wasFound whether they were
 * @throws InputError where it lies elsewhere
 */
async function fileNamed(file: string, settings: NamedFile, wasFound: boolean): Promise<NamedFile> {
  const folder = dirname(settings.path);
  const path = resolve(folder, file);
  if (wasFound && !(await isWithin(path, await repositoryOf(folder))))
    throw new InputError({
      file: settings.shown,
      problem: `it names ${file}, which lies neither below its folder nor in its repository`,
      hint: `--config ${settings.shown} takes such files too`,
    });
  const shown = shownName(path);
  // Names that would stand for something else among inputs: standard input, an address, a revision.
  return { path, shown: shown === '-' || shown.includes(':') ? path : shown };
}

/** The nearest folder upwards that is a work tree of git; the folder itself where none is. */
async function repositoryOf(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    if ((await statusOf(join(at, '.git'))) !== undefined) return at;
    if (dirname(at) === at) return folder;
  }
}

/** Whether a path lies below a folder, also where links lead. */
async function isWithin(path: string, folder: string): Promise<boolean> {
  const [real, top] = await Promise.all([realPathOf(path), realPathOf(folder)]);
  const isBelow = real === undefined ? relative(folder, path) : relative(top ?? folder, real);
  return isBelow !== '..' && !isBelow.startsWith(`..${sep}`) && !isAbsolute(isBelow);
}

async function realPathOf(path: string): Promise<string | undefined> {
  return await processIo.realPath(path).catch(() => undefined);
}

/** With the texts of the files of properties. @throws InputError where one cannot be read, or is none */
async function withProperties(
  settings: Settings,
  files: readonly NamedFile[],
  isWriting: boolean,
): Promise<Settings> {
  if (files.length === 0) return settings;
  const { propertyFiles } = await import('./properties.ts');
  const properties = files.map(({ shown }) => shown);
  return {
    ...settings,
    properties,
    own: { ...settings.own, properties: await propertyFiles(properties, isWriting) },
  };
}
