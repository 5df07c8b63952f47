/** The files of one side of a pair: read first, opened where their comparison is not known yet. */
import { isDeepStrictEqual } from 'node:util';
import type { Configuration } from '../../model/index.ts';
import { NO_SETTINGS, type Settings } from '../../settings/index.ts';
import type { Candidate } from '../../source/candidate.ts';
import { InputError } from '../../source/errors.ts';
import { listInputs } from '../../source/inputs.ts';
import { isLeftOut, readCandidate, type SourceFile } from '../../source/load.ts';
import type { SettingsFinder } from '../find-settings.ts';
import { processIo } from '../io.ts';
import {
  followed,
  noneOf,
  openCandidate,
  type PassHost,
  type ReadOptions,
  toldBy,
} from '../many/each-input.ts';
import type { WantedFile, WantedPair } from './pairs.ts';

interface ReadFile {
  readonly candidate: Candidate;
  readonly bytes: Uint8Array;
  readonly settings: Settings;
  /** The name to show. */
  readonly name: string;
}

export interface ReadSide {
  readonly files: readonly ReadFile[];
  readonly errors: readonly InputError[];
}

/**
 * The bytes of one side's files, and why some cannot be read.
 *
 * @param isFound whether the files were found in a directory or by git, so that settings may leave them out
 */
export async function readSide(
  wanted: readonly WantedFile[],
  finder: SettingsFinder,
  isFound: boolean,
): Promise<ReadSide> {
  const files: ReadFile[] = [];
  const errors: InputError[] = [];
  for (const { input, shown } of wanted) {
    for (const item of await listInputs([input], processIo)) {
      if (item instanceof InputError) {
        errors.push(item);
        continue;
      }
      if (await isLeftOut(isFound ? { ...item, found: 'searched' } : item, finder.ignores)) continue;
      const bytes = await readCandidate(item, processIo);
      if (bytes instanceof InputError) {
        errors.push(bytes);
        continue;
      }
      const settings = await finder.for(item.kind === 'file' ? item.path : undefined);
      files.push({ candidate: item, bytes, settings, name: shown ?? item.name });
    }
  }
  return { files, errors };
}

export interface OpenedSide {
  readonly opened: readonly Configuration<SourceFile>[];
  readonly errors: readonly InputError[];
  /** Why files are passed over that are no configurations. */
  readonly skipped: readonly string[];
}

/**
 * Opens what was read.
 *
 * @param other the other side, where that was opened before
 * @throws InputError where something was read, and none of it is a configuration although it has to be
 */
export async function openSide(
  side: ReadSide,
  { name, mayBeOther }: WantedPair,
  options: ReadOptions,
  host: PassHost,
  other?: { readonly side: ReadSide; readonly opened: OpenedSide['opened'] },
): Promise<OpenedSide> {
  const opened: Configuration<SourceFile>[] = [];
  const errors: InputError[] = [...side.errors];
  const skipped: string[] = [];
  // What is to be said of a file is said once both sides are read.
  const quiet = { ...host, note: () => {} };
  const [alone, across] = [side, other?.side].map((each) =>
    each?.files.length === 1 ? toldBy(options, each.files[0]?.settings ?? NO_SETTINGS) : undefined,
  );
  const like = alone && across && isDeepStrictEqual(alone, across) ? other?.opened[0] : undefined;
  for (const { candidate, bytes, settings, name: shown } of side.files) {
    const told = toldBy(options, settings);
    const reading = { ...options, ...told, mayBeOther, isOneOfTwo: true };
    const made = openCandidate(candidate, bytes, reading, like);
    if (made instanceof InputError) errors.push(made);
    else if ('reason' in made) {
      host.note(`skipped ${made.shown}`);
      skipped.push(made.reason);
    } else {
      host.opened(made);
      opened.push(shown === made.file.name ? made : { ...made, file: { ...made.file, name: shown } });
      if (options.follow !== true) continue;
      const named = await followed(made, { ...options, ...told, isOneOfTwo: true }, quiet);
      opened.push(...named.others);
      errors.push(...named.errors);
    }
  }
  if (opened.length === 0 && errors.length === 0 && skipped.length > 0 && !mayBeOther)
    throw noneOf([name], skipped.length);
  return { opened, errors, skipped };
}
