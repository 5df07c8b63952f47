/** Names of the keys that a terminal sends as a sequence (xterm, rxvt, the Linux console, `CSI u`). */
import type { KeyPress } from '../events.ts';

const BY_LETTER: ReadonlyMap<string, string> = new Map([
  ['A', 'up'],
  ['B', 'down'],
  ['C', 'right'],
  ['D', 'left'],
  ['F', 'end'],
  ['H', 'home'],
  ['P', 'f1'],
  ['Q', 'f2'],
  ['R', 'f3'],
  ['S', 'f4'],
  ['M', 'enter'],
]);

const BY_NUMBER: ReadonlyMap<number, string> = new Map([
  [1, 'home'],
  [2, 'insert'],
  [3, 'delete'],
  [4, 'end'],
  [5, 'pageup'],
  [6, 'pagedown'],
  [7, 'home'],
  [8, 'end'],
  [11, 'f1'],
  [12, 'f2'],
  [13, 'f3'],
  [14, 'f4'],
  [15, 'f5'],
  [17, 'f6'],
  [18, 'f7'],
  [19, 'f8'],
  [20, 'f9'],
  [21, 'f10'],
  [23, 'f11'],
  [24, 'f12'],
]);

/** Keys that `CSI u` names by the code of a control character. */
const BY_CODE: ReadonlyMap<number, string> = new Map([
  [8, 'backspace'],
  [9, 'tab'],
  [13, 'enter'],
  [27, 'escape'],
  [127, 'backspace'],
]);

/** `ESC O letter`. */
export function keyOfSs3(letter: string): KeyPress | undefined {
  return named(BY_LETTER.get(letter), 1);
}

/** `ESC [ parameters final`; undefined for what is no key. */
export function keyOfCsi(parameters: string, final: string): KeyPress | undefined {
  if (parameters.startsWith('[')) return named({ A: 'f1', B: 'f2', C: 'f3', D: 'f4', E: 'f5' }[final], 1);
  const [first = 1, modifiers = 1] = parameters.split(';').map((part) => Number.parseInt(part, 10) || 1);
  if (final === 'Z') return named('tab', 2);
  if (final === '~') return named(BY_NUMBER.get(first), modifiers);
  if (final === 'u') return unicode(first, modifiers);
  return named(BY_LETTER.get(final), modifiers);
}

function unicode(code: number, modifiers: number): KeyPress | undefined {
  const name = BY_CODE.get(code);
  if (name !== undefined) return named(name, modifiers);
  if (code < 0x20 || code > 0x10ffff) return undefined;
  const key = named(String.fromCodePoint(code), modifiers);
  return key === undefined ? undefined : { ...key, shift: false };
}

/** @param modifiers one more than the sum of 1 Shift, 2 Alt, 4 Ctrl, as xterm counts */
function named(name: string | undefined, modifiers: number): KeyPress | undefined {
  if (name === undefined) return undefined;
  const held = modifiers - 1;
  return { name, shift: (held & 1) !== 0, alt: (held & 2) !== 0, ctrl: (held & 4) !== 0 };
}
