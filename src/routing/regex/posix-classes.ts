/** The named classes, in the C locale. */
import { LAST_BYTE, type Ranges, rangesOf, rangesOfText, unite } from './ranges.ts';

const UPPER = rangesOf([0x41, 0x5a]);
const LOWER = rangesOf([0x61, 0x7a]);
const ALPHA = unite([UPPER, LOWER]);
export const DIGIT: Ranges = rangesOf([0x30, 0x39]);
const ALNUM = unite([ALPHA, DIGIT]);
export const WORD: Ranges = unite([ALNUM, rangesOfText('_')]);
/** White space with the vertical tab, as C has it. */
export const SPACE: Ranges = rangesOf([0x09, 0x0d], [0x20, 0x20]);

/** What C++ and RE2 both name. */
const SHARED: readonly (readonly [name: string, set: Ranges])[] = [
  ['alnum', ALNUM],
  ['alpha', ALPHA],
  ['blank', rangesOfText('\t ')],
  ['cntrl', rangesOf([0, 0x1f], [0x7f, 0x7f])],
  ['digit', DIGIT],
  ['graph', rangesOf([0x21, 0x7e])],
  ['lower', LOWER],
  ['print', rangesOf([0x20, 0x7e])],
  ['punct', rangesOf([0x21, 0x2f], [0x3a, 0x40], [0x5b, 0x60], [0x7b, 0x7e])],
  ['space', SPACE],
  ['upper', UPPER],
  ['xdigit', rangesOf([0x30, 0x39], [0x41, 0x46], [0x61, 0x66])],
];

/** `[[:name:]]` of the C++ library; it reads the names without regard to case. */
export const CPP_CLASSES: ReadonlyMap<string, Ranges> = new Map([
  ...SHARED,
  ['d', DIGIT],
  ['w', WORD],
  ['s', SPACE],
]);

/** `[[:name:]]` of RE2. */
export const RE2_CLASSES: ReadonlyMap<string, Ranges> = new Map([
  ...SHARED,
  ['ascii', rangesOf([0, 0x7f])],
  ['word', WORD],
]);

/** Which bytes continue or begin a word, for \b. */
export const IS_WORD: Uint8Array = new Uint8Array(LAST_BYTE + 1);
for (let i = 0; i + 1 < WORD.length; i += 2) IS_WORD.fill(1, WORD[i], (WORD[i + 1] ?? 0) + 1);
