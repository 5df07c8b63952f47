/** The baseline: findings that were there already and are hidden, by their fingerprints. */
import { InputError, inputErrorAt } from '../../source/errors.ts';
import { readJson } from '../../source/json.ts';
import { plainValue, ROOT, type SourceTree, startOf, valueUnder } from '../../source/tree.ts';
import type { Finding } from '../finding.ts';

export interface BaselineEntry {
  readonly fingerprint: string;
  readonly rule: string;
  readonly file: string;
  readonly message: string;
}

/** The entries for findings, in an order that keeps changes of the file small. */
export function baselineOf(
  findings: readonly Pick<Finding, 'fingerprint' | 'rule' | 'file' | 'message'>[],
): readonly BaselineEntry[] {
  return findings
    .map(({ fingerprint, rule, file, message }) => ({ fingerprint, rule, file, message }))
    .sort((left, right) => compare(left.file, right.file) || compare(left.fingerprint, right.fingerprint));
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * The entries of a baseline file.
 *
 * @throws InputError where it is none
 */
export function readBaseline(file: string, text: string): readonly BaselineEntry[] {
  const [tree] = readJson(file, text);
  const hint = 'write it anew with --write-baseline';
  if (tree === undefined) throw new InputError({ file, problem: 'the baseline holds nothing', hint });
  const wrong = (problem: string) => inputErrorAt(file, text, startOf(tree, ROOT), problem, hint);
  const entries = listUnder(tree, 'baseline');
  if (entries === undefined) throw wrong('it is no baseline: it has no list "baseline"');
  return entries.map((entry) => {
    const { fingerprint, rule, file: of, message } = entry as { readonly [key: string]: unknown };
    if (typeof fingerprint !== 'string' || !/^[0-9a-f]{12}$/.test(fingerprint))
      throw wrong('it is no baseline: an entry has no fingerprint of 12 hex digits');
    return { fingerprint, rule: textOf(rule), file: textOf(of), message: textOf(message) };
  });
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
