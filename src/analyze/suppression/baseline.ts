/**
 * The baseline: findings that were there already and are hidden, by their fingerprints. Those of form 1 were made of the
 * text of the file; what an entry of that form hides is known by its rule, file and message instead.
 */
import { InputError, inputErrorAt } from '../../source/errors.ts';
import { readJson } from '../../source/json.ts';
import { plainValue, ROOT, type SourceTree, startOf, valueUnder } from '../../source/tree.ts';
import type { Finding } from '../finding.ts';

/** The form of the fingerprints that are written; counts up when they are made of something else. */
export const BASELINE_FORM = 2;

export interface Baseline {
  readonly entries: readonly BaselineEntry[];
  /** Its fingerprints are those of an older form. */
  readonly isOlder: boolean;
}

type Listed = Pick<Finding, 'fingerprint' | 'rule' | 'file' | 'message'>;

/** What a baseline hides of the findings of a run. */
export interface Hidden {
  /** Whether a finding is in it; of an older form each entry stands for one finding. */
  hides(finding: Listed): boolean;
  /** Entries that nothing was found for. */
  gone(): readonly BaselineEntry[];
}

export function hiddenBy({ entries, isOlder }: Baseline): Hidden {
  const keyOf = ({ fingerprint, rule, file, message }: Listed): string =>
    isOlder ? JSON.stringify([rule, file, message]) : fingerprint;
  const met = new Map<string, number>();
  const listed = new Map<string, number>();
  for (const entry of entries) listed.set(keyOf(entry), (listed.get(keyOf(entry)) ?? 0) + 1);
  return {
    hides(finding) {
      const key = keyOf(finding);
      const [times, most] = [met.get(key) ?? 0, listed.get(key) ?? 0];
      if (most === 0 || (isOlder && times === most)) return false;
      met.set(key, times + 1);
      return true;
    },
    gone() {
      const left = new Map(met);
      return entries.filter((entry) => {
        const key = keyOf(entry);
        const times = left.get(key) ?? 0;
        if (isOlder) left.set(key, times - 1);
        return times <= 0;
      });
    },
  };
}

export interface BaselineEntry {
  readonly fingerprint: string;
  readonly rule: string;
  readonly file: string;
  readonly message: string;
}

/** The entries for findings, in an order that keeps changes of the file small. */
export function baselineOf(findings: readonly Listed[]): readonly BaselineEntry[] {
  return findings
    .map(({ fingerprint, rule, file, message }) => ({ fingerprint, rule, file, message }))
    .sort((left, right) => compare(left.file, right.file) || compare(left.fingerprint, right.fingerprint));
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Reads a baseline file.
 *
 * @throws InputError where it is none, or one of a later form
 */
export function readBaseline(file: string, text: string): Baseline {
  const hint = 'write it anew with --write-baseline';
  return readListing(file, text, { list: 'baseline', what: 'baseline', form: BASELINE_FORM, hint });
}

/** How a file that lists what is hidden is called, and what it holds. */
export interface Listing {
  /** The key of the list. */
  readonly list: string;
  readonly what: string;
  /** The latest form that is known. */
  readonly form: number;
  readonly hint: string;
}

/** @throws InputError where the text is no such file, or one of a later form */
export function readListing(
  file: string,
  text: string,
  { list, what, form: latest, hint }: Listing,
): Baseline {
  const [tree] = readJson(file, text);
  if (tree === undefined) throw new InputError({ file, problem: `the ${what} holds nothing`, hint });
  const wrong = (problem: string) => inputErrorAt(file, text, startOf(tree, ROOT), problem, hint);
  const entries = listUnder(tree, list);
  if (entries === undefined) throw wrong(`it is no ${what}: it has no list "${list}"`);
  const form = formOf(tree);
  if (form > latest)
    throw wrong(`it was written by a later cfgtool: its form is ${form}, and this one reads up to ${latest}`);
  const read = entries.map((entry) => {
    const { fingerprint, rule, file: of, message } = entry as { readonly [key: string]: unknown };
    if (typeof fingerprint !== 'string' || !/^[0-9a-f]{12}$/.test(fingerprint))
      throw wrong(`it is no ${what}: an entry has no fingerprint of 12 hex digits`);
    return { fingerprint, rule: textOf(rule), file: textOf(of), message: textOf(message) };
  });
  return { entries: read, isOlder: form < latest };
}

/** The first form did not always say which it is. */
function formOf(tree: SourceTree): number {
  const node = valueUnder(tree, ROOT, 'cfgtool');
  const head = node === -1 ? undefined : plainValue(tree, node);
  const isMap = typeof head === 'object' && head !== null && 'format_version' in head;
  return isMap && typeof head.format_version === 'number' ? head.format_version : 1;
}

function listUnder(tree: SourceTree, key: string): readonly object[] | undefined {
  const root = plainValue(tree, ROOT);
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return undefined;
  const node = valueUnder(tree, ROOT, key);
  const value = node === -1 ? undefined : plainValue(tree, node);
  if (!Array.isArray(value)) return undefined;
  return value.map((entry: unknown) => (typeof entry === 'object' && entry !== null ? entry : {}));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
