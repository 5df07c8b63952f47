/**
 * SHA-256 (FIPS 180-4). node has it too, in a module that takes a fifth of node's own start to load; fingerprints are a
 * few hundred bytes.
 */
import { createHash } from 'node:crypto';

/** The first 32 bits of the fractional parts of the roots of the first primes: square ones, and cube ones. */
const [SQUARE, CUBE] = rootsOfPrimes();

function rootsOfPrimes(): readonly [Int32Array, Int32Array] {
  const primes: number[] = [];
  for (let each = 2; primes.length < 64; each++)
    if (primes.every((prime) => each % prime > 0)) primes.push(each);
  const bits = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);
  return [
    Int32Array.from(primes.slice(0, 8), (prime) => bits(Math.sqrt(prime))),
    Int32Array.from(primes, (prime) => bits(Math.cbrt(prime))),
  ];
}

/** Of longer texts node works out the hash: it is several times faster once it is there. */
const LONGEST = 10_000;
/** After so many shorter ones it is worth loading too. */
const MANY = 1000;
let asked = 0;

/** The hash of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  if (text.length <= LONGEST && asked < MANY) {
    asked++;
    return plainSha256(text);
  }
  return createHash('sha256').update(text).digest('hex');
}

/** The same without node. */
export function plainSha256(text: string): string {
  const state = Int32Array.from(SQUARE);
  const schedule = new Int32Array(64);
  const blocks = padded(text);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let word = 0; word < 16; word++) schedule[word] = blocks.getInt32(at + word * 4);
    digest(schedule, state);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The bytes, a set bit, zeros, and the number of bits in the last 64. */
function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text);
  const whole = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setBigUint64(whole.length - 8, BigInt(bytes.length) * 8n);
  return view;
}

/** Takes one block into the state. The schedule begins with its words. */
function digest(schedule: Int32Array, state: Int32Array): void {
  const word = (index: number): number => schedule[index] ?? 0;
  for (let at = 16; at < 64; at++) {
    const [early, late] = [word(at - 15), word(at - 2)];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    schedule[at] = word(at - 16) + first + word(at - 7) + second;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one =
      (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + (CUBE[at] ?? 0) + word(at)) | 0;
    const other = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + other) | 0;
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + value;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
