/** A program that takes the ways through a pattern in their order, and notes where groups begin and end. */
import type { Ranges } from './ranges.ts';
import type { Edge, Regex } from './syntax.ts';

export type Instruction =
  | { readonly op: 'bytes'; readonly set: Ranges; readonly next: number }
  /** The first way is tried before the second. */
  | { readonly op: 'fork'; first: number; second: number }
  | { readonly op: 'note'; readonly slot: number; readonly next: number }
  | { readonly op: 'edge'; readonly at: Edge; readonly next: number }
  | { readonly op: 'fail' }
  | { readonly op: 'match' };

export interface OrderedProgram {
  readonly code: readonly Instruction[];
  readonly start: number;
}

/** Groups above this cannot be named in a substitution. */
export const LAST_GROUP = 9;
const MAX_INSTRUCTIONS = 100_000;

/**
 * Undefined where the program would be too large, or where something that may be empty is repeated: the versions of
 * RE2 do not agree about those.
 */
export function orderedProgram(tree: Regex): OrderedProgram | undefined {
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
