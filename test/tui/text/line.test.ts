import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth, matched, type Piece, row, spread } from '../../../src/tui/text.ts';
import { THEME_NAMES, themeOf } from '../../../src/tui/theme.ts';

const plain = themeOf('plain');
const bare = (text: string) => stripVTControlCharacters(text);

test('a row has exactly its width, whatever stands in it', () => {
  const piece = fc.string({
    unit: fc.constantFrom('a', '猫', 'e\u0301', '\n', '\u001b', '\u202e', ' ', '👩‍👩‍👧'),
  });
  fc.assert(
    fc.property(
      fc.array(piece),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      (pieces, width, isSelected) => {
        const shown = row(pieces, width, plain, isSelected ? 'selected' : undefined);
        expect(displayWidth(bare(shown))).toBe(width);
        for (const control of ['\n', '\u001b', '\u202e']) expect(bare(shown)).not.toContain(control);
      },
    ),
  );
});

test('what does not fit is cut with a sign, also between pieces', () => {
  expect(bare(row(['abc', 'def'], 6, plain))).toBe('abcdef');
  expect(bare(row(['abc', 'def'], 5, plain))).toBe('abcd…');
  expect(bare(row(['abc', 'def'], 3, plain))).toBe('ab…');
  expect(bare(row(['abc', ''], 3, plain))).toBe('abc');
});

test('what stands at the right stays, what stands at the left gives way', () => {
  expect(bare(spread(['a long name'], [' 12 '], 10, plain))).toBe('a lon… 12 ');
  expect(bare(spread(['abc'], ['much too long'], 8, plain))).toBe('abc     ');
});

test('what was searched is marked wherever it stands, in either case', () => {
  const pieces: readonly Piece[] = matched('/Cart/cart', 'cart', 'dim');
  expect(pieces.filter((piece) => piece[1] === 'match')).toEqual([
    ['Cart', 'match'],
    ['cart', 'match'],
  ]);
  expect(pieces.map((piece) => piece[0]).join('')).toBe('/Cart/cart');
});

test('without colours nothing is coloured, and everything that is said by a colour has a sign of its own', () => {
  const numbers = Object.values(plain.marks).flatMap(([open]) => open.match(/\d+/g) ?? []);
  // Bold, dim, underlined, inverse.
  expect(new Set(numbers)).toEqual(new Set(['1', '2', '4', '7']));
});

test('every theme ends what it begins', () => {
  for (const name of THEME_NAMES)
    for (const [open, close] of Object.values(themeOf(name).marks))
      expect(open.split('\u001b').length).toBe(close.split('\u001b').length);
});
