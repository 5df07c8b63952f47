/** Sets of characters as trees over the bytes of their UTF-8. */

import { startMemo } from './intern.ts';
import { intervalsOf, LAST_CODE_POINT, type Ranges, within } from './ranges.ts';
import { alternatives, charRange, chars, EMPTY, NOTHING, type Regex, sequence } from './syntax.ts';

/** The bytes that continue a character hold six bits each. */
const CONTINUATION = charRange(0x80, 0xbf);
const SIX_BITS = 64;

interface Length {
  readonly low: number;
  readonly high: number;
  /** What the first byte adds to the number made of its free bits. */
  readonly lead: number;
  readonly continuations: number;
}

const LENGTHS: readonly Length[] = [
  { low: 0x80, high: 0x7ff, lead: 0xc0, continuations: 1 },
  { low: 0x800, high: 0xffff, lead: 0xe0, continuations: 2 },
  { low: 0x10000, high: LAST_CODE_POINT, lead: 0xf0, continuations: 3 },
];

/** All that RE2 takes for a character outside ASCII: it lets overlong forms and too large numbers pass. */
const WIDE = alternatives([
  sequence([charRange(0xc2, 0xdf), CONTINUATION]),
  sequence([charRange(0xe0, 0xef), CONTINUATION, CONTINUATION]),
  sequence([charRange(0xf0, 0xf4), CONTINUATION, CONTINUATION, CONTINUATION]),
]);

/** One character of the set. Surrogates are encoded like any other number, as RE2 does. */
export function characterOf(set: Ranges): Regex {
  const ascii = within(set, 0, 0x7f);
  const wide = intervalsOf(set).some(([low, high]) => low <= 0x80 && high === LAST_CODE_POINT)
    ? WIDE
    : alternatives(LENGTHS.map((length) => encoded(within(set, length.low, length.high), length)));
  return alternatives([ascii.length === 0 ? NOTHING : chars(ascii), wide]);
}

/** What follows a first byte is often the same in classes that differ elsewhere. */
const SUFFIXES = startMemo<Regex>(8_000_000);

function encoded(set: Ranges, { lead, continuations }: Length): Regex {
  return set.length === 0 ? NOTHING : suffix(set, continuations, lead);
}

/** `set` is relative to nothing: its highest bits choose the byte, which starts at `base`. */
function suffix(set: Ranges, continuations: number, base: number): Regex {
  const span = SIX_BITS ** continuations;
  if (continuations === 0) {
    return chars(set.map((value) => value + base));
  }
  /** What may follow each first byte. */
  const rests = new Map<number, number[]>();
  for (const [low, high] of intervalsOf(set)) {
    for (let top = Math.floor(low / span); top <= Math.floor(high / span); top++) {
      const rest = rests.get(top) ?? [];
      rests.set(top, rest);
      rest.push(Math.max(low - top * span, 0), Math.min(high - top * span, span - 1));
    }
  }
  // Bytes with the same rest share one branch.
  const branches = new Map<string, { readonly rest: Ranges; readonly bytes: number[] }>();
  for (const [top, rest] of rests) {
    const key = rest.join();
    const branch = branches.get(key) ?? { rest, bytes: [] };
    branches.set(key, branch);
    branch.bytes.push(top + base, top + base);
  }
  return alternatives(
    [...branches.values()].map(({ rest, bytes }) =>
      sequence([
        chars(joined(bytes)),
        isFull(rest, span)
          ? anyOf(continuations)
          : SUFFIXES.of(`${continuations} ${rest.join()}`, () => suffix(rest, continuations - 1, 0x80)),
      ]),
    ),
  );
}

function isFull(set: Ranges, span: number): boolean {
  return set.length === 2 && set[0] === 0 && set[1] === span - 1;
}

function anyOf(continuations: number): Regex {
  return continuations === 0 ? EMPTY : sequence(Array.from({ length: continuations }, () => CONTINUATION));
}

/** Neighbouring bytes become one interval. */
function joined(bytes: readonly number[]): Ranges {
  const set: number[] = [];
  for (const [low, high] of intervalsOf(bytes)) {
    if (set[set.length - 1] === low - 1) set[set.length - 1] = high;
    else set.push(low, high);
  }
  return set;
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bytes that a text is matched as: its UTF-8. A lone surrogate becomes U+FFFD. */
export function bytesOf(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/** The text of UTF-8 bytes, or undefined where they are none. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return DECODER.decode(bytes);
  } catch {
    return undefined;
  }
}
