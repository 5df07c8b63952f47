/** Real configurations beside the project, for the lift: which they are, and what differs between two of them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../../src/diff/index.ts';
import { liftConfiguration } from '../../../src/engine/lift.ts';
import { refusedSides } from '../../../src/engine/refused.ts';
import { type Configuration, openConfiguration } from '../../../src/model/index.ts';
import { messageOfType } from '../../../src/schema/version.ts';
import { InputError } from '../../../src/source/errors.ts';
import { sourceFile } from '../../../src/source/load.ts';

/** From the folder of the project, where tests and scripts run. */
const SHARED = '../shared';
export const CORPUS = join(SHARED, 'corpus');
const CORPUS_V3 = join(SHARED, 'corpus-v3');
export const PAIRS = join(CORPUS_V3, 'pairs');
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

/** The errors for which the proxy refuses the second alone, a line each. */
export function refusedAnew(before: Configuration, after: Configuration): readonly string[] {
  const { added } = refusedSides([before], [after], undefined, () => performance.now());
  return added.map(({ finding: { rule, pointer } }) => `${rule} ${pointer}`);
}

/**
 * What differs between two configurations beside their version, a line each. What a proxy of version 3 refuses in the
 * first does nothing with requests, so that none of these can be handled differently.
 */
export function differences(before: Configuration, after: Configuration): readonly string[] {
  const { changes } = diffConfigurations([before], [after]);
  const refused =
    before.api === 'v3' ? refusedSides([before], [after], undefined, () => performance.now()) : undefined;
  const moved = compareBehaviour([before], [after], { refused }).changes;
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

/**
 * What breaks the law of the lift in one file, a line each: what `migrate` calls equivalent, `diff` calls equal, it is
 * of version 3 when it is read anew, and a second lift changes nothing; so it is for a lift in parts.
 */
export function brokenLaw(name: string, text: string): readonly string[] {
  const open = (each: string): Configuration => openConfiguration(sourceFile(basename(name), each, 'named'));
  const before = open(text);
  return [false, true].flatMap((partial) => {
    const lifted = liftConfiguration(before, { ...LIFT_OPTIONS, partial });
    const say = (what: string): string => `${name}${partial ? ' in parts' : ''}: ${what}`;
    if (!lifted.equivalent) return [say(`would mean something else: ${lifted.difference}`)];
    if (!lifted.changed) return [];
    const after = open(lifted.text);
    const again = liftConfiguration(after, { ...LIFT_OPTIONS, partial });
    const isWhole = lifted.left.length === 0;
    const isUnmarked = lifted.warnings.some((each) => each.startsWith('nothing in the lifted text shows'));
    return [
      ...differences(before, after).map((each) => say(`differs: ${each}`)),
      ...(again.changed ? [say('a second lift changes it')] : []),
      ...(isWhole && again.left.length > 0 ? [say('a second lift leaves something')] : []),
      ...(isWhole && after.api !== 'v3' && !isUnmarked ? [say(`is read as ${after.api}`)] : []),
    ];
  });
}

/** Files of both corpora that hold a configuration, with their texts. */
export function* lawfulFiles(): Generator<readonly [name: string, text: string]> {
  for (const folder of [CORPUS, CORPUS_V3]) {
    if (!existsSync(folder)) continue;
    for (const name of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
      if (!/\.(?:ya?ml|json)$/.test(name)) continue;
      const file = join(folder, name);
      if (read(file) !== undefined) yield [file, readFileSync(file, 'utf8')];
    }
  }
}
