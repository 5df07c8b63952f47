/** Files with the same content, under the same settings and flags, share one result. */

import { createHash } from 'node:crypto';
import type { Settings } from '../../settings/index.ts';
import type { Candidate } from '../../source/candidate.ts';
import { descriptorsDigest } from '../descriptors.ts';
import type { Cache, Kept } from './cache.ts';

/** Where results are looked up by what they depend on. Results come out under the name of the file at hand. */
export interface Sharing<R> {
  /** A key of everything that a result depends on but the name. */
  keyOf(candidate: Candidate, bytes: Uint8Array, settings: Settings): string;
  find(key: string, name: string): Promise<Kept<R> | undefined>;
  keep(key: string, kept: Kept<R>): Promise<void>;
  /** The pass is over. */
  end(): Promise<void>;
}

/** Results by key: those of this run, and those of earlier ones where there is a cache. */
export interface Store<R> {
  get(key: string): Promise<Kept<R> | undefined>;
  set(key: string, kept: Kept<R>): Promise<void>;
  end(): Promise<void>;
}

/** @param lasts whether a result is the same on every machine: one that ran out of time is not */
export function storeOf<R>(cache: Cache<R> | undefined, lasts: (result: R) => boolean): Store<R> {
  const known = memory<R>();
  let isGrown = false;
  return {
    async get(key) {
      const mine = known.get(key);
      if (mine !== undefined) return mine;
      const found = await cache?.get(key);
      if (found !== undefined) known.set(key, found);
      return found;
    },
    async set(key, kept) {
      known.set(key, kept);
      if (cache === undefined || !lasts(kept.result)) return;
      isGrown = true;
      await cache.set(key, kept);
    },
    async end() {
      if (isGrown) await cache?.trim();
    },
  };
}

/**
 * Shares the results of single files.
 *
 * @param words command and flags that results depend on, in a fixed order
 */
export function sharing<R>(
  store: Store<R>,
  words: readonly unknown[],
  renamed: (result: R, name: string) => R,
): Sharing<R> {
  return {
    keyOf: (candidate, bytes, settings) =>
      contentKey([bytes], [...words, settingsWords(settings), kindWords(candidate)]),
    async find(key, name) {
      const found = await store.get(key);
      return found && { ...found, result: renamed(found.result, name) };
    },
    keep: (key, kept) => store.set(key, kept),
    end: () => store.end(),
  };
}

/** Bytes that the results a run remembers may take, roughly: the oldest go first. */
const MAX_BYTES = 8_000_000;

/** Results of this run. */
interface Memory<R> {
  get(key: string): Kept<R> | undefined;
  set(key: string, kept: Kept<R>): void;
}

function memory<R>(): Memory<R> {
  const known = new Map<string, { readonly kept: Kept<R>; readonly size: number }>();
  let total = 0;
  const forget = (key: string): void => {
    total -= known.get(key)?.size ?? 0;
    known.delete(key);
  };
  return {
    get(key) {
      const found = known.get(key);
      if (found === undefined) return undefined;
      known.delete(key);
      known.set(key, found);
      return found.kept;
    },
    set(key, kept) {
      forget(key);
      const size = roughSize(kept);
      known.set(key, { kept, size });
      total += size;
      // The last one stays however large it is: copies of a file often follow each other.
      for (const oldest of known.keys()) {
        if (total <= MAX_BYTES || oldest === key) return;
        forget(oldest);
      }
    },
  };
}

/** Bytes of plain data, roughly. */
function roughSize(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 32;
  for (const item of Object.values(value)) size += 8 + roughSize(item);
  return size;
}

/**
 * A key of content and everything else that counts.
 *
 * @param words flags and settings, in a fixed order
 */
export function contentKey(contents: readonly Uint8Array[], words: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify([words, descriptorsDigest()]));
  // The lengths keep two contents from running into each other.
  for (const bytes of contents) hash.update(`\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}

/** What of a file counts for its result beside its content: how the name claims to be written, how it was found. */
export function kindWords({ name, found }: Candidate): readonly string[] {
  return [/\.json$/i.test(name) ? 'json' : /\.ya?ml$/i.test(name) ? 'yaml' : '', found];
}

/** Settings as words of a key; maps in the order of their keys. */
export function settingsWords({ namespace, api, release, rules, own, diff }: Settings): readonly unknown[] {
  const sorted = (map: ReadonlyMap<string, string>) =>
    [...map].sort(([one], [other]) => (one < other ? -1 : 1));
  const rows = own.rows.map(({ file: _, position: __, ...row }) => row);
  const words = [namespace ?? null, api ?? null, release ?? null, sorted(rules), rows, own.properties];
  return [...words, sorted(diff.rules), diff.ignore];
}
