/** How often something may repeat, as RE2 reads it. */
import type { Re2Reader } from './re2-escape.ts';

export interface Count {
  readonly min: number;
  readonly max: number;
  readonly length: number;
}

export const SIGNS: ReadonlyMap<string, Count> = new Map([
  ['*', { min: 0, max: Number.POSITIVE_INFINITY, length: 1 }],
  ['+', { min: 1, max: Number.POSITIVE_INFINITY, length: 1 }],
  ['?', { min: 0, max: 1, length: 1 }],
]);

/** The count in braces that stands there; anything else in braces is plain text. Leading zeros make no count. */
export function countAt({ chars }: Re2Reader, at: number): Count | undefined {
  const found = /^\{(0|[1-9]\d{0,8})(?:(,)(0|[1-9]\d{0,8})?)?\}/.exec(chars.slice(at, at + 24).join(''));
  if (found === null) return undefined;
  const [all, least, comma, most] = found;
  const min = Number(least);
  return {
    min,
    max: comma === undefined ? min : Number(most ?? Number.POSITIVE_INFINITY),
    length: all.length,
  };
}
