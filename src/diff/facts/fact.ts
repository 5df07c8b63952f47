/** A fact: one place at which two canonical messages differ. */
import type { Kind } from '../change.ts';
import type { Location } from './side.ts';

/** How two forms of the same thing differ. */
export type Cosmetic =
  | 'default-written-out'
  | 'default-left-out'
  | 'deprecated-form'
  | 'other-spelling'
  | 'key-order'
  | 'set-order'
  | 'same-pattern'
  | 'same-value'
  | 'without-effect'
  | 'added-by-proxy'
  | 'fetched-by-proxy'
  | 'api-version';

/** One step of the way from a resource to a value. */
export interface Step {
  readonly up: Step | undefined;
  /** Full name of the table that has the field; empty below data. */
  readonly type: string;
  readonly kind: 'field' | 'entry';
  /** Name of the field, or the text in brackets as the second side has it. */
  readonly name: string;
  /** The text in brackets as the first side has it, where that is another one. */
  readonly before?: string;
  /** What tells the entry apart wherever it stands. */
  readonly content?: () => string;
}

/** An entry's places in the lists of both sides, with the entries that stand beside it. */
export interface Moved {
  readonly positions: readonly [before: number, after: number];
  /** The entries right behind which it stands; none where it stands first. */
  readonly behind: readonly [before: Location | undefined, after: Location | undefined];
  /** The entries right ahead of which it stands; none where it stands last. */
  readonly ahead: readonly [before: Location | undefined, after: Location | undefined];
}

/**
 * @param positions of the entry on both sides
 * @param spotAt the entry at a position of a side, which may lie outside the list
 */
export function movedBetween(
  positions: readonly [before: number, after: number],
  spotAt: (side: 0 | 1, index: number) => Location | undefined,
): Moved {
  const [left, right] = positions;
  return {
    positions,
    behind: [spotAt(0, left - 1), spotAt(1, right - 1)],
    ahead: [spotAt(0, left + 1), spotAt(1, right + 1)],
  };
}

export interface Fact {
  readonly kind: Kind;
  readonly step: Step | undefined;
  readonly before?: Location;
  readonly after?: Location;
  /** Of a moved entry: how it stood and how it stands. */
  readonly moved?: Moved;
  readonly cosmetic?: Cosmetic;
}

/** Dotted names; entries in brackets. */
export function pathText(step: Step | undefined, side: 'before' | 'after'): string {
  const pieces: string[] = [];
  for (let at = step; at !== undefined; at = at.up) {
    if (at.kind === 'entry') pieces.push(`[${side === 'before' ? (at.before ?? at.name) : at.name}]`);
    else pieces.push(at.up === undefined ? at.name : `.${at.name}`);
  }
  return pieces.reverse().join('');
}

/** The path with positions replaced by what tells entries apart. */
export function stablePath(step: Step | undefined): string {
  const pieces: string[] = [];
  for (let at = step; at !== undefined; at = at.up)
    pieces.push(at.kind === 'entry' ? `[${at.content?.() ?? at.name}]` : at.name);
  return pieces.reverse().join('.');
}
