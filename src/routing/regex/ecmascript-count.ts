/** How often something may repeat, as the C++ library reads it. */
import type { EcmaReader } from './ecmascript-escape.ts';
import { PatternProblem } from './problem.ts';

interface Count {
  readonly min: number;
  readonly max: number;
}

/** Above this the library's own numbers wrap around. */
const MAX_COUNT = 2 ** 31 - 1;

export const SIGNS: ReadonlyMap<string, Count> = new Map([
  ['*', { min: 0, max: Number.POSITIVE_INFINITY }],
  ['+', { min: 1, max: Number.POSITIVE_INFINITY }],
  ['?', { min: 0, max: 1 }],
]);

/** Braces copy what they repeat. */
export function copies(states: number, min: number, max: number): number {
  if (max === Number.POSITIVE_INFINITY) return 1 + min * states + states + 1;
  return 1 + min * states + 1 + (max - min) * (states + 1);
}

/** Reads a count in braces. */
export function braces(reader: EcmaReader, start: number): Count {
  const text = String.fromCharCode(...reader.bytes.subarray(start, start + 40));
  const found = /^\{(\d+)(?:(,)(\d*))?\}/.exec(text);
  if (found === null)
    throw new PatternProblem('has a { that does not begin a count like {2} or {2,3}', start);
  const [all, least = '', comma, most] = found;
  const min = Number(least);
  const max = comma === undefined ? min : most ? Number(most) : Number.POSITIVE_INFINITY;
  if (Math.max(min, max === Number.POSITIVE_INFINITY ? 0 : max) > MAX_COUNT) {
    throw new PatternProblem(`counts further than the library can: ${all}`, start, 'unsupported');
  }
  if (max < min) throw new PatternProblem(`has a count whose ends are in the wrong order: ${all}`, start);
  reader.at += all.length;
  return { min, max };
}
