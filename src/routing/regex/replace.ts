/** Replacing every hit of a pattern, as RE2's GlobalReplace does. */

import { PatternProblem } from './builder.ts';
import { edgeHolds, OUTSIDE } from './edges.ts';
import type { Meter } from './meter.ts';
import { parseOrdered } from './parse-re2.ts';
import type { Ranges } from './ranges.ts';
import type { Edge, Regex } from './syntax.ts';
import { bytesOf, textOf } from './utf8.ts';

/** Groups above this cannot be named in a substitution. */
const LAST_GROUP = 9;

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
type Substitution = readonly (string | number)[];

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

// The leftmost hit of a pattern in a text, and of those the one that is tried first, with what its groups took.

/** Begin and end of the whole and of each group, −1 where it took nothing. */
type Hit = Int32Array;

const SLOTS = (LAST_GROUP + 1) * 2;

interface Way {
  readonly at: number;
  readonly slots: Int32Array;
}

/**
 * Runs all ways side by side, in their order, so that the work is at most that of the program times the text.
 *
 * @param from where to begin; edges see what stands before
 */
function leftmostHit(
  { code, start }: OrderedProgram,
  bytes: Uint8Array,
  from: number,
  meter: Meter,
): Hit | undefined | 'undecided' {
  let ways: Way[] = [];
  let hit: Hit | undefined;
  const met = new Int32Array(code.length).fill(-1);

  /** Adds a way and all that it leads to without taking a byte, in their order. */
  function follow(into: Way[], entry: number, place: number, slots: Int32Array): void {
    const open: Way[] = [{ at: entry, slots }];
    for (let way = open.pop(); way !== undefined; way = open.pop()) {
      const instruction = code[way.at];
      if (instruction === undefined || met[way.at] === place) continue;
      met[way.at] = place;
      switch (instruction.op) {
        case 'fork':
          open.push(
            { at: instruction.second, slots: way.slots },
            { at: instruction.first, slots: way.slots },
          );
          break;
        case 'note': {
          const changed = way.slots.slice();
          changed[instruction.slot] = place;
          open.push({ at: instruction.next, slots: changed });
          break;
        }
        case 'edge':
          if (edgeHolds(instruction.at, bytes[place - 1] ?? OUTSIDE, bytes[place] ?? OUTSIDE) === true)
            open.push({ at: instruction.next, slots: way.slots });
          break;
        default:
          into.push(way);
      }
    }
  }

  for (let place = from; place <= bytes.length; place++) {
    if (!meter.spend(1 + ways.length)) return 'undecided';
    if (hit === undefined) {
      const slots = new Int32Array(SLOTS).fill(-1);
      slots[0] = place;
      follow(ways, start, place, slots);
    }
    if (ways.length === 0) {
      if (hit !== undefined) return hit;
      continue;
    }
    const next: Way[] = [];
    for (const { at, slots } of ways) {
      const instruction = code[at];
      if (instruction?.op === 'match') {
        hit = slots.slice();
        hit[1] = place;
        // Ways after this one would have been tried later.
        break;
      }
      const byte = bytes[place];
      if (instruction?.op === 'bytes' && byte !== undefined && hasByte(instruction.set, byte))
        follow(next, instruction.next, place + 1, slots);
    }
    ways = next;
  }
  return hit;
}

function hasByte(set: Ranges, byte: number): boolean {
  for (let i = 0; i + 1 < set.length; i += 2)
    if (byte >= (set[i] ?? 0) && byte <= (set[i + 1] ?? 0)) return true;
  return false;
}

// A program that takes the ways through a pattern in their order, and notes where groups begin and end.

type Instruction =
  | { readonly op: 'bytes'; readonly set: Ranges; readonly next: number }
  /** The first way is tried before the second. */
  | { readonly op: 'fork'; first: number; second: number }
  | { readonly op: 'note'; readonly slot: number; readonly next: number }
  | { readonly op: 'edge'; readonly at: Edge; readonly next: number }
  | { readonly op: 'fail' }
  | { readonly op: 'match' };

interface OrderedProgram {
  readonly code: readonly Instruction[];
  readonly start: number;
}

const MAX_INSTRUCTIONS = 100_000;

/**
 * Undefined where the program would be too large, or where something that may be empty is repeated: the versions of
 * RE2 do not agree about those.
 */
function orderedProgram(tree: Regex): OrderedProgram | undefined {
  const code: Instruction[] = [];
  const put = (instruction: Instruction): number => {
    if (code.length >= MAX_INSTRUCTIONS) throw new Unsupported();
    return code.push(instruction) - 1;
  };
  const fork = (one: number, other: number, lazy: boolean): number =>
    put(lazy ? { op: 'fork', first: other, second: one } : { op: 'fork', first: one, second: other });

  /** Written from the end: what leads to `next`. @returns where it begins */
  function lead(part: Regex, next: number): number {
    switch (part.kind) {
      case 'empty':
        return next;
      case 'chars':
        return put({ op: 'bytes', set: part.set, next });
      case 'edge':
        return put({ op: 'edge', at: part.at, next });
      case 'sequence':
        return part.parts.reduceRight((after, each) => lead(each, after), next);
      case 'alternatives':
        return part.choices
          .map((choice) => lead(choice, next))
          .reduceRight((others, choice) => fork(choice, others, false));
      case 'group': {
        if (part.number > LAST_GROUP) return lead(part.body, next);
        const end = put({ op: 'note', slot: part.number * 2 + 1, next });
        return put({ op: 'note', slot: part.number * 2, next: lead(part.body, end) });
      }
      case 'repeat':
        return repeated(part, next);
      default:
        throw new Unsupported();
    }
  }

  function repeated(
    { min, max, body, lazy = false }: Extract<Regex, { kind: 'repeat' }>,
    next: number,
  ): number {
    if (max > 1 && mayBeEmpty(body)) throw new Unsupported();
    let at = next;
    if (max === Number.POSITIVE_INFINITY) {
      const again: Instruction = { op: 'fork', first: next, second: next };
      at = put(again);
      const inside = lead(body, at);
      if (lazy) again.second = inside;
      else again.first = inside;
    } else for (let count = max; count > min; count--) at = fork(lead(body, at), next, lazy);
    for (let count = min; count > 0; count--) at = lead(body, at);
    return at;
  }

  try {
    const end = put({ op: 'match' });
    return { start: lead(tree, end), code };
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

class Unsupported extends Error {}

function mayBeEmpty(tree: Regex): boolean {
  switch (tree.kind) {
    case 'chars':
      return false;
    case 'sequence':
      return tree.parts.every(mayBeEmpty);
    case 'alternatives':
      return tree.choices.some(mayBeEmpty);
    case 'repeat':
      return tree.min === 0 || mayBeEmpty(tree.body);
    case 'group':
      return mayBeEmpty(tree.body);
    default:
      return true;
  }
}
