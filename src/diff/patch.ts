/**
 * The RFC 6902 patch between two sides: applied to the normalized form of the first it gives that of the second. Lists
 * are aligned, so that one insertion at the front is one operation.
 */
import { normalizeConfiguration } from '../migrate/index.ts';
import { contentKey } from '../model/content.ts';
import type { Configuration } from '../model/open.ts';
import { type Data, isMap } from '../source/data.ts';
import { sameData } from '../source/edit/same-data.ts';
import { lookup } from '../source/lookup.ts';
import { escapeSegment } from '../source/pointer.ts';
import { align } from './facts/align.ts';

export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: Data }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move'; readonly from: string; readonly path: string };

export interface Patch {
  /** What it applies to: the normalized document of the first side; the list of them where a side has several. */
  readonly base: Data;
  readonly operations: readonly PatchOperation[];
}

/**
 * The patch between the normalized forms of two sides, containers included: documents are taken in the order of the
 * files, and one that is of another kind on the other side is replaced as a whole.
 *
 * @param showSecrets key material as it is instead of `<redacted>` on both sides
 */
export function patchBetween(
  before: readonly Configuration[],
  after: readonly Configuration[],
  { showSecrets = false }: { readonly showSecrets?: boolean } = {},
): Patch {
  const forms = (side: readonly Configuration[]): readonly Data[] =>
    side.flatMap((each) =>
      normalizeConfiguration(each, { onlyWritten: false, showSecrets }).map(({ value }) => value),
    );
  const [ones, twos] = [forms(before), forms(after)];
  const isSingle = ones.length === 1 && twos.length === 1;
  const base = isSingle ? (ones[0] ?? null) : ones;
  const operations: PatchOperation[] = [];
  patchValue(base, isSingle ? (twos[0] ?? null) : twos, '', operations, 0);
  return { base, operations };
}

/** Deeper than this, values are replaced as wholes. */
const DEEPEST = 200;
/** Of more moved entries than this, each is taken out and put in again. */
const MAX_MOVES = 50;

function patchValue(one: Data, two: Data, path: string, operations: PatchOperation[], depth: number): void {
  if (sameData(one, two)) return;
  if (depth < DEEPEST && isMap(one) && isMap(two)) patchMap(one, two, path, operations, depth);
  else if (depth < DEEPEST && Array.isArray(one) && Array.isArray(two))
    patchList(one, two, path, operations, depth);
  else operations.push({ op: 'replace', path, value: two });
}

type DataMap = { readonly [key: string]: Data };

function patchMap(
  one: DataMap,
  two: DataMap,
  path: string,
  operations: PatchOperation[],
  depth: number,
): void {
  for (const key of Object.keys(one))
    if (!Object.hasOwn(two, key)) operations.push({ op: 'remove', path: `${path}/${escapeSegment(key)}` });
  for (const [key, value] of Object.entries(two)) {
    const at = `${path}/${escapeSegment(key)}`;
    const old = lookup(one, key);
    if (old === undefined) operations.push({ op: 'add', path: at, value });
    else patchValue(old, value, at, operations, depth + 1);
  }
}

function patchList(
  one: readonly Data[],
  two: readonly Data[],
  path: string,
  operations: PatchOperation[],
  depth: number,
): void {
  const lists = [one, two] as const;
  const alignment = align({
    counts: [one.length, two.length],
    same: (left, right) => sameData(one[left], two[right]),
    keys: [
      (side, index) => contentKey(lists[side][index]),
      (side, index) => nameOf(lists[side][index]),
      (side, index) => matchOf(lists[side][index]),
    ],
    nearby: (side, index) => kindOf(lists[side][index]),
  });
  const pairs = alignment.pairs.filter((pair) => !alignment.moved.has(pair));
  const moved = [...alignment.moved];
  const isMoving = moved.length <= MAX_MOVES;
  const out = [...alignment.removed, ...(isMoving ? [] : moved.map(([left]) => left))];
  for (const index of out.sort((a, b) => b - a)) operations.push({ op: 'remove', path: `${path}/${index}` });
  if (isMoving && moved.length > 0) moveEntries(alignment.pairs, alignment.moved, path, operations);
  const into = [...alignment.added, ...(isMoving ? [] : moved.map(([, right]) => right))];
  for (const index of into.sort((a, b) => a - b))
    operations.push({ op: 'add', path: `${path}/${index}`, value: two[index] ?? null });
  for (const [left, right] of isMoving ? alignment.pairs : pairs)
    patchEntry(one[left] ?? null, two[right] ?? null, `${path}/${right}`, operations, depth);
}

/** Patches an entry, or replaces it where that is shorter. */
function patchEntry(one: Data, two: Data, path: string, operations: PatchOperation[], depth: number): void {
  if (sameData(one, two)) return;
  const inside: PatchOperation[] = [];
  patchValue(one, two, path, inside, depth + 1);
  const isShorter = inside.length > 4 && contentKey(inside).length > contentKey(two).length;
  if (isShorter) operations.push({ op: 'replace', path, value: two });
  else for (const operation of inside) operations.push(operation);
}

/** Moves entries one by one to where they stand among those that both lists have. */
function moveEntries(
  pairs: readonly (readonly [number, number])[],
  moved: ReadonlySet<readonly [number, number]>,
  path: string,
  operations: PatchOperation[],
): void {
  const now = pairs.map(([left]) => left);
  const target = [...pairs].sort((a, b) => a[1] - b[1]);
  for (const [at, pair] of target.entries()) {
    if (!moved.has(pair)) continue;
    const from = now.indexOf(pair[0]);
    now.splice(from, 1);
    const before = target[at - 1];
    const to = before === undefined ? 0 : now.indexOf(before[0]) + 1;
    now.splice(to, 0, pair[0]);
    if (from !== to) operations.push({ op: 'move', from: `${path}/${from}`, path: `${path}/${to}` });
  }
}

/** Fields by which people know entries of lists. */
const NAMES = ['name', 'cluster_name', 'key', 'priority', 'upgrade_type', 'endpoint', 'header', 'locality'];

function nameOf(value: Data | undefined): string | undefined {
  if (value === undefined || !isMap(value)) return undefined;
  const parts = NAMES.flatMap((name) => (value[name] === undefined ? [] : [name, contentKey(value[name])]));
  return parts.length === 0 ? undefined : parts.join('\n');
}

function matchOf(value: Data | undefined): string | undefined {
  return value !== undefined && isMap(value) && value.match !== undefined
    ? contentKey(value.match)
    : undefined;
}

/** Entries are patched into each other only where they are of one kind. */
function kindOf(value: Data | undefined): string {
  return Array.isArray(value) ? 'list' : value !== undefined && isMap(value) ? 'map' : 'scalar';
}
