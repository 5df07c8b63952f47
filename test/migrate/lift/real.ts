/** Real configurations beside the project, for the lift: which they are, and what differs between two of them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../../src/diff/index.ts';
import { type Configuration, openConfiguration } from '../../../src/model/index.ts';
import { messageOfType } from '../../../src/schema/version.ts';
import { InputError } from '../../../src/source/errors.ts';
import { sourceFile } from '../../../src/source/load.ts';

/** From the folder of the project, where tests and scripts run. */
const SHARED = '../shared';
export const CORPUS = join(SHARED, 'corpus');
export const PAIRS = join(SHARED, 'corpus-v3/pairs');
export const EVOLUTION = join(SHARED, 'corpus-v3/evolution');
export const LIFT_OPTIONS = { partial: false, keepTransport: false } as const;

/** The files of the corpus that hold this model, or may. */
export function corpusFiles(): readonly string[] {
  if (!existsSync(CORPUS)) return [];
  return (readdirSync(CORPUS, { recursive: true }) as string[])
    .filter((name) => /\.(?:ya?ml|json)$/.test(name) && !/\.golden\.|^v1_negative|^invalid/.test(name))
    .sort();
}

/** The names of two files a line, as a list of pairs has them. */
export function pairsOf(folder: string): readonly (readonly [before: string, after: string])[] {
  const [, ...lines] = readFileSync(join(folder, 'PAIRS.tsv'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [before = '', after = ''] = line.split('\t');
    return [before, after];
  });
}

export function opened(file: string, text: string, api: 'v2' | 'v3'): Configuration {
  return openConfiguration(sourceFile(basename(file), text, 'named'), { api });
}

/** A file that holds a configuration; undefined for any other. */
export function read(file: string, api: 'v2' | 'v3' = 'v2'): Configuration | undefined {
  try {
    return opened(file, readFileSync(file, 'utf8'), api);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** What differs between two configurations beside their version, a line each. */
export function differences(before: Configuration, after: Configuration): readonly string[] {
  const { changes } = diffConfigurations([before], [after]);
  const moved = compareBehaviour([before], [after]).changes;
  const spoken = changes
    .filter(({ level }) => level !== 'cosmetic')
    .map(({ rule, path }) => `${rule} ${path}`.trim());
  return [...new Set(spoken), ...(moved.length === 0 ? [] : [`requests: ${moved.length}`])];
}

/** The types of version 2 that a text names. */
export function olderTypes(text: string): readonly string[] {
  return [...text.matchAll(/type\.googleapis\.com\/\w+\.([\w.]+)/g)]
    .map(([, type = '']) => type)
    .filter((type) => messageOfType(type)?.version === 'v2');
}
