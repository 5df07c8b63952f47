/** Where the characters of a quoted text stand as it is written, with escapes, doubled quotes and folded lines. */

/**
 * For each character of the text, and for its end, its offset in the written form.
 *
 * @param written with its quotes, as YAML or JSON has them
 * @param length of the text that it stands for
 * @returns undefined where the two do not fit together
 */
export function writtenOffsets(written: string, length: number): Uint32Array | undefined {
  const offsets = new Uint32Array(length + 1);
  const end = written.length - 1;
  const isDouble = written.startsWith('"');
  let at = 1;
  let count = 0;
  /** Up to here stand blanks that no line break follows, so that they are looked at once only. */
  let blanks = 0;
  while (at < end) {
    const sign = at < blanks ? ONE : isDouble ? doubleQuoted(written, at) : singleQuoted(written, at);
    if (sign === ONE && at >= blanks) blanks = blanksEnd(written, at);
    const { width, stands } = sign;
    if (count + stands > length) return undefined;
    for (let each = 0; each < stands; each++) offsets[count++] = at;
    at += width;
  }
  if (count !== length || at !== end) return undefined;
  offsets[count] = end;
  return offsets;
}

function blanksEnd(written: string, at: number): number {
  let end = at;
  while (written.charAt(end) === ' ' || written.charAt(end) === '\t') end++;
  return end;
}

/** What is written at a place. */
interface Sign {
  /** Characters that it takes. */
  readonly width: number;
  /** Characters that it stands for. */
  readonly stands: number;
}

const ONE: Sign = { width: 1, stands: 1 };
/** A line break within quotes goes without the blanks around it; further ones stand for themselves. */
const FOLD = /[ \t]*(?:\r\n?|\n)([ \t\r\n]*)/y;
/** A break behind a backslash stands for nothing. */
const JOIN = /\\(?:\r\n?|\n)([ \t\r\n]*)/y;

function doubleQuoted(written: string, at: number): Sign {
  if (written.charAt(at) !== '\\') return folded(FOLD, written, at, 1) ?? ONE;
  switch (written.charAt(at + 1)) {
    case 'x':
      return { width: 4, stands: 1 };
    case 'u':
      return { width: 6, stands: 1 };
    case 'U':
      return { width: 10, stands: Number.parseInt(written.slice(at + 2, at + 10), 16) > 0xffff ? 2 : 1 };
    default:
      return folded(JOIN, written, at, 0) ?? { width: 2, stands: 1 };
  }
}

function singleQuoted(written: string, at: number): Sign {
  if (written.startsWith("''", at)) return { width: 2, stands: 1 };
  return folded(FOLD, written, at, 1) ?? ONE;
}

/** @param alone what a single break stands for */
function folded(pattern: RegExp, written: string, at: number, alone: number): Sign | undefined {
  if (!/[\\ \t\r\n]/.test(written.charAt(at))) return undefined;
  pattern.lastIndex = at;
  const found = pattern.exec(written);
  if (found === null) return undefined;
  const more = found[1]?.match(/\r\n?|\n/g)?.length ?? 0;
  return { width: found[0].length, stands: more === 0 ? alone : more };
}
