/** The part of `npm run corpus` about printed requests: given to `trace` as they stand they do what was said of them. */
import { dirname } from 'node:path';
import { type Configuration, openConfiguration } from '../src/model/index.ts';
import { InputError } from '../src/source/errors.ts';
import { sourceFile } from '../src/source/load.ts';
import {
  type Tried,
  triedByAnalyze,
  triedByDiff,
  triedByExplore,
  triedBySuggest,
} from '../test/laws/printed/checking.ts';

export interface RequestsTried {
  /** By the command that prints them: how many were tried, and how many hold. */
  readonly counts: ReadonlyMap<Tried['by'], { readonly tried: number; readonly held: number }>;
  /** Pairs of files that were compared. */
  readonly pairs: number;
  /** Those that do something else. */
  readonly wrong: readonly string[];
}

/** Every request that is printed about the files, and about every two files of one folder. */
export function requestsOf(texts: readonly (readonly [file: string, text: string])[]): RequestsTried {
  const counts = new Map<Tried['by'], { tried: number; held: number }>();
  const wrong: string[] = [];
  const count = (file: string, all: readonly Tried[]): void => {
    for (const { by, request, wrong: why } of all) {
      const known = counts.get(by) ?? { tried: 0, held: 0 };
      counts.set(by, known);
      known.tried++;
      if (why === undefined) known.held++;
      else wrong.push(`${file}: ${by} prints ${JSON.stringify(request)}: ${why}`);
    }
  };
  const folders = new Map<string, (readonly [file: string, configuration: Configuration])[]>();
  for (const [file, text] of texts) {
    const configuration = openedOrNot(file, text);
    if (configuration === undefined) continue;
    for (const tried of [triedByAnalyze, triedBySuggest, triedByExplore]) count(file, tried(configuration));
    const folder = folders.get(dirname(file)) ?? [];
    folders.set(dirname(file), folder);
    folder.push([file, configuration]);
  }
  let pairs = 0;
  for (const folder of folders.values())
    for (const [at, [file, before]] of folder.entries())
      for (const [other, after] of folder.slice(at + 1)) {
        pairs++;
        count(`${file} and ${other}`, triedByDiff([before], [after]));
      }
  return { counts, pairs, wrong };
}

/** Undefined for what is no configuration of this data model. */
function openedOrNot(file: string, text: string): Configuration | undefined {
  try {
    return openConfiguration(sourceFile(file, text, 'named'));
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
