/** Files with the same content, under the same settings and flags, share one result. */
import { createHash } from 'node:crypto';
import type { Settings } from '../../settings/index.ts';
import type { Candidate } from '../../source/candidate.ts';

/** A result and the remarks that go to standard error with it. */
export interface Kept<R> {
  readonly result: R;
  readonly notes: readonly string[];
}

/** Where results are looked up by what they depend on. Results come out under the name of the file at hand. */
export interface Sharing<R> {
  /** Everything that a result depends on but the name; undefined where a result is never shared. */
  keyOf(candidate: Candidate, bytes: Uint8Array, settings: Settings): string | undefined;
  find(key: string, name: string): Promise<Kept<R> | undefined>;
  keep(key: string, name: string, kept: Kept<R>): Promise<void>;
  /** The pass is over. */
  end?(): void;
}

/** Results that a run remembers, at most: the oldest go first. */
const MOST_RESULTS = 5000;

/** Results of this run. */
export interface Memory<R> {
  get(key: string): Kept<R> | undefined;
  set(key: string, kept: Kept<R>): void;
}

export function memory<R>(): Memory<R> {
  const kept = new Map<string, Kept<R>>();
  return {
    get(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    set(key, value) {
      kept.set(key, value);
      const oldest = kept.size > MOST_RESULTS ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
    },
  };
}

/**
 * A key of content and everything else that counts.
 *
 * @param words flags and settings, in a fixed order
 */
export function contentKey(contents: readonly Uint8Array[], words: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(words));
  // The lengths keep two contents from running into each other.
  for (const bytes of contents) hash.update(`\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}

/** What of a file counts for its result beside its content: how the name claims to be written, how it was found. */
export function kindWords({ name, found }: Candidate): readonly string[] {
  return [/\.json$/i.test(name) ? 'json' : /\.ya?ml$/i.test(name) ? 'yaml' : '', found];
}

/** Settings as words of a key; maps in the order of their keys. */
export function settingsWords({ namespace, rules, diff }: Settings): readonly unknown[] {
  const sorted = (map: ReadonlyMap<string, string>) =>
    [...map].sort(([one], [other]) => (one < other ? -1 : 1));
  return [namespace ?? null, sorted(rules), sorted(diff.rules), diff.ignore];
}
