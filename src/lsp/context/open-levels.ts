/** The maps and lists that are open while a text is gone through, and what was seen of each. */
import type { Entry, Level } from './place.ts';

interface OpenEntry {
  key: string;
  start: number;
  holds: Entry['holds'];
  text?: string;
  inner?: OpenEntry[];
}

export interface OpenMap {
  readonly kind: 'map';
  readonly column?: number;
  readonly entries: OpenEntry[];
  /** The entry that was begun last. */
  current?: OpenEntry;
}

export interface OpenList {
  readonly kind: 'list';
  readonly column?: number;
  index: number;
  /** What the entry holds that was begun last. */
  holds: Entry['holds'];
}

export type OpenLevel = OpenMap | OpenList;

/** What the innermost level's key or entry holds is a map or list that begins now. */
export function openLevel(
  stack: OpenLevel[],
  kind: OpenLevel['kind'],
  column: number | undefined,
): OpenLevel {
  const entries: OpenEntry[] = [];
  const around = stack[stack.length - 1];
  if (around?.kind === 'map' && around.current !== undefined) {
    around.current.holds = kind;
    if (kind === 'map') around.current.inner = entries;
  } else if (around?.kind === 'list') around.holds = kind;
  const at = column === undefined ? {} : { column };
  const level: OpenLevel =
    kind === 'map' ? { kind, entries, ...at } : { kind, index: 0, holds: 'nothing', ...at };
  stack.push(level);
  return level;
}

/** The innermost level's key or entry holds a scalar. */
export function noteScalar(stack: readonly OpenLevel[], text: string): void {
  const around = stack[stack.length - 1];
  if (around?.kind === 'list') around.holds = 'scalar';
  else if (around?.current !== undefined) {
    around.current.holds = 'scalar';
    around.current.text = text;
  }
}

export function beginEntry(map: OpenMap, key: string, start: number): void {
  map.current = { key, start, holds: 'nothing' };
  map.entries.push(map.current);
}

/** Whether something stands already under the innermost level's key or entry. */
export function isFilled(level: OpenLevel): boolean {
  const holds = level.kind === 'list' ? level.holds : level.current?.holds;
  return holds !== undefined && holds !== 'nothing';
}

/** The open levels as they are now; keys that follow are seen in them still. @param atKey of the innermost map */
export function levelsNow(stack: readonly OpenLevel[], atKey: boolean): readonly Level[] {
  return stack.map((level, depth): Level => {
    const at = level.column === undefined ? {} : { column: level.column };
    if (level.kind === 'list') return { kind: 'list', index: level.index, ...at };
    const isAsked = atKey && depth === stack.length - 1;
    const key = isAsked || level.current === undefined ? {} : { key: level.current.key };
    return { kind: 'map', entries: level.entries, ...at, ...key };
  });
}
