/** Entries of lists that say nothing, since an earlier one of the same list says it already. */
import { INVALID, isObject } from '../model/bound.ts';
import { compiledMessage } from '../schema/compiled.ts';
import { messages } from '../schema/index.ts';

const THRESHOLDS = 'cluster.CircuitBreakers';

/** Sets in which the proxy refuses what stands there twice. */
const REFUSED_TWICE = new Set(['domains', 'virtual_hosts', 'upgrade_configs']);

/** Whether an entry of a list may say nothing. */
export function mayRepeat(type: string, field: string): boolean {
  if (type === THRESHOLDS) return field === 'thresholds';
  if (!isOfRouting(type)) return false;
  const table = compiledMessage(type).byName.get(field);
  return table?.shape === 'list' && table.spec.order === 'set' && !REFUSED_TWICE.has(field);
}

const isOfRouting = (type: string): boolean => type.startsWith('route.') || type === 'RouteConfiguration';

const lists = new Map<string, readonly string[]>();

/** The lists of a message whose entries may say nothing. */
export function repeatingLists(type: string): readonly string[] {
  let names = lists.get(type);
  if (names === undefined) {
    const mayHave = type === THRESHOLDS || isOfRouting(type);
    names = mayHave
      ? compiledMessage(type).fields.flatMap(({ name }) => (mayRepeat(type, name) ? [name] : []))
      : [];
    lists.set(type, names);
  }
  return names;
}

/** The messages that have such lists. */
export function repeatingTypes(): readonly string[] {
  return Object.keys(messages).filter((type) => repeatingLists(type).length > 0);
}

/**
 * The positions of entries that say nothing, each with that of the one that counts: the first of the thresholds for a
 * priority, the first of equal entries in a set.
 */
export function repeatedEntries(type: string, field: string, entries: unknown): ReadonlyMap<number, number> {
  const repeated = new Map<number, number>();
  if (!Array.isArray(entries) || entries.length < 2 || !mayRepeat(type, field)) return repeated;
  const first = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    const key = keyOf(type, field, entry);
    const earlier = key === undefined ? undefined : first.get(key);
    if (earlier !== undefined) repeated.set(index, earlier);
    else if (key !== undefined) first.set(key, index);
  }
  return repeated;
}

function keyOf(type: string, field: string, entry: unknown): string | undefined {
  if (type === THRESHOLDS) return isObject(entry) ? String(entry.priority ?? 'DEFAULT') : undefined;
  if (isObject(entry) && entry[INVALID] !== undefined) return undefined;
  // Header names are the same in any letter case.
  return typeof entry === 'string' && field.includes('headers') ? entry.toLowerCase() : JSON.stringify(entry);
}
