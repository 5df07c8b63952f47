/** What can be told from an expression's outside: a plain text at its head, or one that must stand somewhere in it. */
import { keyOf } from './key.ts';
import { RE2_DOT } from './parse-re2.ts';
import { complement, LAST_BYTE } from './ranges.ts';
import { EVERYTHING, type Regex, repeat, sequence } from './syntax.ts';
import { textOf } from './text.ts';

export type Shape =
  /** One text and no other. */
  | { readonly kind: 'exact'; readonly text: string }
  /**
   * The text and whatever follows: any bytes, bytes without line ends (`.*` of the C++ library, which leaves out \n
   * and \r), or characters without \n (`.*` of RE2, which leaves out what is no UTF-8).
   */
  | { readonly kind: 'prefix'; readonly text: string; readonly rest: 'bytes' | 'line' | 'characters' }
  /** The text, which may be empty, and then something that the tail matches. */
  | { readonly kind: 'head'; readonly text: string; readonly tail: Regex };

const star = (body: Regex): string => keyOf(repeat(body, 0, Number.POSITIVE_INFINITY));
const RESTS: ReadonlyMap<string, 'bytes' | 'line' | 'characters'> = new Map([
  [keyOf(EVERYTHING), 'bytes'],
  [star({ kind: 'chars', set: complement([0x0a, 0x0a, 0x0d, 0x0d], LAST_BYTE) }), 'line'],
  [star(RE2_DOT), 'characters'],
]);

/** The plain text at the head of an expression, and what is left. */
export function literalHead(tree: Regex): Shape {
  const parts = partsOf(tree);
  let length = 0;
  while (length < parts.length && singleByte(parts[length]) !== undefined) length++;
  const { text, bytes } = wholeCharacters(parts.slice(0, length));
  const tail = bytes === 0 ? tree : sequence(parts.slice(bytes));
  if (tail.kind === 'empty') return { kind: 'exact', text };
  const rest = RESTS.get(keyOf(tail));
  return rest === undefined ? { kind: 'head', text, tail } : { kind: 'prefix', text, rest };
}

/**
 * The text of an expression that takes all texts which hold it somewhere, such as `.*admin.*`; line ends and what is no
 * UTF-8 left aside, as with a prefix. Undefined for any other expression.
 */
export function heldText(tree: Regex): string | undefined {
  const parts = partsOf(tree);
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined || parts.length < 3) return undefined;
  if (!RESTS.has(keyOf(first)) || !RESTS.has(keyOf(last))) return undefined;
  const inner = literalHead(sequence(parts.slice(1, -1)));
  return inner.kind === 'exact' ? inner.text : undefined;
}

/** The longest text that stands in everything the expression matches, for sorting out; undefined without one. */
export function requiredLiteral(tree: Regex): string | undefined {
  let best = '';
  const consider = (run: readonly Regex[]): void => {
    const { text } = wholeCharacters(run);
    if (text.length > best.length) best = text;
  };
  const walk = (part: Regex): void => {
    if (part.kind === 'group' || (part.kind === 'repeat' && part.min > 0)) walk(part.body);
    else if (singleByte(part) !== undefined) consider([part]);
    if (part.kind !== 'sequence') return;
    let run: Regex[] = [];
    for (const inner of part.parts) {
      if (singleByte(inner) !== undefined) run.push(inner);
      else if (inner.kind !== 'edge' && inner.kind !== 'lookahead') {
        consider(run);
        run = [];
        walk(inner);
      }
    }
    consider(run);
  };
  walk(tree);
  return best === '' ? undefined : best;
}

function partsOf(tree: Regex): readonly Regex[] {
  if (tree.kind === 'sequence') return tree.parts;
  return tree.kind === 'empty' ? [] : [tree];
}

function singleByte(part: Regex | undefined): number | undefined {
  return part?.kind === 'chars' && part.set.length === 2 && part.set[0] === part.set[1]
    ? part.set[0]
    : undefined;
}

/** As much of a run of single bytes as is text: it may begin or end inside a character. */
function wholeCharacters(run: readonly Regex[]): { readonly text: string; readonly bytes: number } {
  const all = Uint8Array.from(run, (part) => singleByte(part) ?? 0);
  for (let end = all.length; end > Math.max(0, all.length - 4); end--) {
    const text = textOf(all.subarray(0, end));
    if (text !== undefined) return { text, bytes: end };
  }
  const ascii = all.findIndex((byte) => byte >= 0x80);
  const bytes = ascii < 0 ? all.length : ascii;
  return { text: textOf(all.subarray(0, bytes)) ?? '', bytes };
}
