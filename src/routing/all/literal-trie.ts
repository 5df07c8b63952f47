/** One of many plain texts as a regex in which common heads stand once, so that reading a byte does not look at each. */
import { alternatives, EMPTY, literal, type Regex, sequence } from '../regex/syntax.ts';
import { bytesOf } from '../regex/utf8.ts';

/** Deeper than this the texts stand beside each other: what walks a tree does so level by level. */
const MAX_DEPTH = 60;

export function oneOfLiterals(texts: readonly string[]): Regex {
  const all = texts.map((text) => String.fromCharCode(...bytesOf(text))).sort();
  return part(all, 0, all.length, 0, 0);
}

/** Of those from one position to before another, which begin with the same bytes up to an offset. */
function part(all: readonly string[], from: number, to: number, offset: number, depth: number): Regex {
  if (depth === MAX_DEPTH) return alternatives(all.slice(from, to).map((text) => bytes(text.slice(offset))));
  const choices: Regex[] = [];
  for (let at = from; at < to; ) {
    const first = all[at] ?? '';
    if (first.length === offset) {
      choices.push(EMPTY);
      while (at < to && all[at]?.length === offset) at++;
      continue;
    }
    const start = at;
    while (at < to && all[at]?.charCodeAt(offset) === first.charCodeAt(offset)) at++;
    const shared = sharedLength(first, all[at - 1] ?? '', offset);
    choices.push(sequence([bytes(first.slice(offset, shared)), part(all, start, at, shared, depth + 1)]));
  }
  return alternatives(choices);
}

function bytes(text: string): Regex {
  return literal(Uint8Array.from(text, (byte) => byte.charCodeAt(0)));
}

/** Sorted texts share what the first and the last of them do. */
function sharedLength(first: string, last: string, from: number): number {
  let length = from;
  while (length < first.length && first.charCodeAt(length) === last.charCodeAt(length)) length++;
  return length;
}
