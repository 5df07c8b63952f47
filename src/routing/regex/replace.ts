/** Replacing every hit of a pattern, as RE2's GlobalReplace does. */
import { type Hit, leftmostHit } from './leftmost.ts';
import type { Meter } from './meter.ts';
import { LAST_GROUP, type OrderedProgram, orderedProgram } from './ordered-program.ts';
import { parseOrdered } from './parse-re2.ts';
import { PatternProblem } from './problem.ts';
import { bytesOf, textOf } from './text.ts';

/** A pattern made ready for replacing, or why it is not. */
export type Replacing =
  | { readonly program: OrderedProgram; readonly groups: number }
  | { readonly invalid: string }
  | { readonly undecided: string };

/** Reads a pattern of RE2. Never throws. */
export function readReplacing(pattern: string): Replacing {
  try {
    const { tree, groups } = parseOrdered(pattern);
    const program = orderedProgram(tree);
    const shown = JSON.stringify(pattern);
    return program === undefined
      ? { undecided: `the regex ${shown} repeats what may be empty, or is too large, to replace its hits` }
      : { program, groups };
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    return error.kind === 'invalid' ? { invalid: error.message } : { undecided: error.message };
  }
}

/** A substitution taken apart: plain texts, and numbers of groups. */
export type Substitution = readonly (string | number)[];

/** Reads `\0` to `\9` and `\\`; undefined where another backslash stands in it. */
export function readSubstitution(written: string): Substitution | undefined {
  const parts: (string | number)[] = [];
  for (const [part = '', plain, named] of written.matchAll(/([^\\]+)|\\(.?)/gsu)) {
    if (plain !== undefined) parts.push(part);
    else if (named === '\\') parts.push('\\');
    else if (/^[0-9]$/.test(named ?? '')) parts.push(Number(named));
    else return undefined;
  }
  return parts;
}

/**
 * The text with every hit replaced, leftmost first; an empty hit right behind another does not count. Where the
 * substitution names a group that the pattern does not have, nothing is replaced.
 */
export function replaceHits(
  { program, groups }: Extract<Replacing, { program: OrderedProgram }>,
  substitution: Substitution,
  text: string,
  meter: Meter,
): string | 'undecided' {
  const highest = Math.max(0, ...substitution.filter((part) => typeof part === 'number'));
  if (highest > Math.min(groups, LAST_GROUP)) return text;
  const bytes = bytesOf(text);
  const parts: Uint8Array[] = [];
  let at = 0;
  let lastEnd = -1;
  while (at <= bytes.length) {
    const hit = leftmostHit(program, bytes, at, meter);
    if (hit === 'undecided') return hit;
    if (hit === undefined) break;
    const [begin = 0, end = 0] = hit;
    parts.push(bytes.subarray(at, begin));
    if (begin === end && begin === lastEnd) {
      const next = behindCharacter(bytes, begin);
      parts.push(bytes.subarray(begin, next));
      at = next;
      continue;
    }
    parts.push(...substituted(substitution, hit, bytes));
    at = end;
    lastEnd = end;
  }
  if (at < bytes.length) parts.push(bytes.subarray(at));
  // Hits inside a character, as \\C and \\B have them, may leave no text.
  return textOf(Buffer.concat(parts)) ?? 'undecided';
}

function substituted(substitution: Substitution, hit: Hit, bytes: Uint8Array): readonly Uint8Array[] {
  return substitution.map((part) => {
    if (typeof part === 'string') return bytesOf(part);
    const begin = hit[part * 2] ?? -1;
    const end = hit[part * 2 + 1] ?? -1;
    return begin < 0 || end < begin ? new Uint8Array(0) : bytes.subarray(begin, end);
  });
}

function behindCharacter(bytes: Uint8Array, at: number): number {
  let next = at + 1;
  while (((bytes[next] ?? 0) & 0xc0) === 0x80) next++;
  return next;
}
