/**
 * Descriptor sets that `--descriptors` and settings name: read here, known from then on. All that a run names hold for
 * all of it, so that what comes of an input does not depend on the others before it.
 */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { knowOwnTables } from '../schema/own.ts';
import { readingFailed } from '../source/file-problem.ts';
import { MAX_SET_BYTES } from '../source/limits.ts';
import { processIo } from './io.ts';

/** A file as it is found, and as it is shown. */
export interface NamedFile {
  readonly path: string;
  readonly shown: string;
}

interface ReadFile extends NamedFile {
  readonly bytes: Uint8Array;
}

/** Given by a flag, which is not read anew. */
let given: readonly NamedFile[] = [];
let used: readonly ReadFile[] = [];

/** @param flag what `--descriptors` says */
export async function takeGivenDescriptors(flag: unknown): Promise<void> {
  if (!Array.isArray(flag)) return;
  given = flag.map((shown) => ({ path: resolve(String(shown)), shown: String(shown) }));
  await takeDescriptors(given);
}

/**
 * Knows the messages of these sets, beside those of earlier calls.
 *
 * @throws InputError where one cannot be read, is none, or says otherwise than another
 */
export async function takeDescriptors(files: readonly NamedFile[]): Promise<void> {
  const known = new Set(used.map(({ path }) => path));
  const added: ReadFile[] = [];
  for (const file of files) {
    if (known.has(file.path)) continue;
    known.add(file.path);
    added.push({ ...file, bytes: await contentOf(file) });
  }
  if (added.length === 0) return;
  const { ownTables } = await import('../descriptors/own-tables.ts');
  const all = [...used, ...added];
  knowOwnTables(ownTables(all.map(({ shown, bytes }) => ({ name: shown, bytes }))));
  used = all;
}

async function contentOf({ path, shown }: NamedFile): Promise<Uint8Array> {
  try {
    return await processIo.readFile(path, MAX_SET_BYTES + 1);
  } catch (error) {
    throw readingFailed(shown, error);
  }
}

/** Sets are read anew when they are next named; those of a flag are named at once. */
export function forgetDescriptors(): void {
  used = used.filter(({ path }) => given.some((file) => file.path === path));
  if (used.length === 0) knowOwnTables();
}

/** The sets that are known, for another thread. */
export function descriptorsInUse(): readonly NamedFile[] {
  return used.map(({ path, shown }) => ({ path, shown }));
}

/** What stands for the content of all sets in the keys of results. */
export function descriptorsDigest(): readonly string[] {
  return used.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')).sort();
}
