/** The part of `npm run corpus` about printed requests: given to `trace` as they stand they do what was said of them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  /** Those that do something else. */
  readonly wrong: readonly string[];
}

/** Every request that is printed about the files, and about the pairs of files in a folder. */
export function requestsOf(
  texts: readonly (readonly [file: string, text: string])[],
  pairs: string,
): RequestsTried {
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
  for (const [file, text] of texts) {
    const configuration = openedOrNot(file, text);
    if (configuration === undefined) continue;
    for (const tried of [triedByAnalyze, triedBySuggest, triedByExplore]) count(file, tried(configuration));
  }
  for (const [before, after] of pairsIn(pairs)) {
    const sides = [before, after].map((file) => openedOrNot(file, readFileSync(join(pairs, file), 'utf8')));
    const [one, other] = sides;
    if (one !== undefined && other !== undefined) count(before, triedByDiff([one], [other]));
  }
  return { counts, wrong };
}

function pairsIn(folder: string): readonly (readonly [before: string, after: string])[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.includes('.before.'))
    .sort()
    .map((name) => [name, name.replace('.before.', '.after.')] as const);
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
