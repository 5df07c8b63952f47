/** Bytes to text: UTF-8 and nothing else, with an answer for whatever else is found. */
import { isUtf8 } from 'node:buffer';
import { InputError, inputErrorAt } from './errors.ts';
import { MAX_BYTES } from './limits.ts';

/**
 * The text of a file, a byte order mark kept, so that it is written back.
 *
 * @throws InputError for a file too large, for other encodings and for binary files, at the first offending byte.
 */
export function decode(file: string, bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) throw tooLarge(file);
  const foreign = foreignFormat(bytes);
  if (foreign) throw new InputError({ file, ...foreign });
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!isUtf8(view)) throw notUtf8(file, view);
  const nul = view.indexOf(0);
  const text = view.toString('utf8');
  if (nul === -1) return text;
  const hint = 'remove it, or export the file again: configurations hold text only';
  throw inputErrorAt(file, text, text.indexOf('\0'), 'the text holds a NUL byte', hint);
}

export function tooLarge(file: string): InputError {
  const problem = `this is larger than ${MAX_BYTES / 1_000_000} MB, the most that cfgtool reads at once`;
  return new InputError({ file, problem, hint: 'split it, for example by resource' });
}

const TO_UTF8 = 'convert it first, for example: iconv -f';

function foreignFormat(bytes: Uint8Array): { problem: string; hint: string } | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) {
    return { problem: 'this is UTF-32, not UTF-8', hint: `${TO_UTF8} UTF-32 -t UTF-8` };
  }
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || hasUtf16Rhythm(bytes)) {
    return { problem: 'this looks like UTF-16, not UTF-8', hint: `${TO_UTF8} UTF-16 -t UTF-8` };
  }
  if (first === 0x1f && second === 0x8b) {
    return { problem: 'this is a gzip file', hint: 'unpack it: gunzip -c FILE | cfgtool … -' };
  }
  return undefined;
}

/** UTF-16 without a mark: of the first characters, every second byte is zero and no other one. */
function hasUtf16Rhythm(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length, 64) & ~1;
  if (length < 4) return false;
  const zeros = [0, 0];
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  return (even === 0 && odd * 2 === length) || (odd === 0 && even * 2 === length);
}

function notUtf8(file: string, bytes: Buffer): InputError {
  const at = firstBadByte(bytes);
  const lineStart = bytes.lastIndexOf(10, at - 1) + 1;
  // Only what lies before the bad byte is known to be text; the offending line is shown with its bad bytes replaced.
  const before = bytes.toString('utf8', 0, at);
  const lineEnd = bytes.indexOf(10, at);
  const rest = bytes.toString('utf8', at, lineEnd === -1 ? Math.min(bytes.length, lineStart + 400) : lineEnd);
  const byte = bytes[at] ?? 0;
  const code = byte.toString(16).toUpperCase().padStart(2, '0');
  const latin = byte >= 0xa0 ? `; in Latin-1 it would be "${String.fromCharCode(byte)}"` : '';
  const encoding = byte >= 0xa0 ? 'ISO-8859-1' : 'WINDOWS-1252';
  const cut =
    byte >= 0xc2 && bytes.length - at < 4 && bytes.subarray(at + 1).every((next) => (next & 0xc0) === 0x80);
  return inputErrorAt(
    file,
    before + rest,
    before.length,
    `this is not UTF-8: byte 0x${code} stands where no character can${latin}`,
    cut ? 'the text ends within a character: is the file whole?' : `${TO_UTF8} ${encoding} -t UTF-8`,
  );
}

/** Offset of the first byte that belongs to no UTF-8 character, found by halving. */
function firstBadByte(bytes: Buffer): number {
  let good = 0;
  let bad = bytes.length;
  // Invariant: bytes before `good` are whole characters; a bad byte lies before `bad`.
  while (bad - good > 8) {
    let middle = good + ((bad - good) >> 1);
    // A cut between characters: continuation bytes belong to the left.
    for (let moved = 0; moved < 3 && ((bytes[middle] ?? 0) & 0xc0) === 0x80; moved++) middle++;
    if (isUtf8(bytes.subarray(good, middle))) good = middle;
    else bad = middle;
  }
  for (; good < bytes.length; ) {
    let length = 1;
    while (length <= 4 && !isUtf8(bytes.subarray(good, good + length))) length++;
    if (length > 4) return good;
    good += length;
  }
  return good;
}
