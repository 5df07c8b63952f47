import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columns, cut, cutStart, displayWidth, graphemes } from '../../../src/tui/text.ts';

test.each([
  ['abc', 3],
  ['', 0],
  ['猫と犬', 6],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['가', 2],
  ['ｱ', 1],
  ['→│▌', 3],
])('%j takes %d columns', (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

test.each<[string, number, string]>([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 5, 'abcd…'],
  ['猫と犬', 5, '猫と…'],
  ['猫と犬', 4, '猫 …'],
  ['e\u0301a\u0300b', 2, 'e\u0301…'],
  ['abc', 0, ''],
  ['abc', 1, '…'],
])('%j cut to %d is %j', (text, width, expected) => {
  expect(cut(text, width)).toBe(expected);
});

test('of a path the end is kept', () => {
  expect(cutStart('configs/front/proxy.yaml', 12)).toBe('…/proxy.yaml');
  expect(cutStart('猫/proxy.yaml', 12)).toBe('…/proxy.yaml');
});

const text = fc.string({
  unit: fc.constantFrom('a', 'Z', ' ', 'é', 'e\u0301', '猫', '👩‍👩‍👧', '→', '\u0301', 'ｱ'),
});

test('what is cut takes at most the room, and whole characters only', () => {
  fc.assert(
    fc.property(text, fc.nat(12), (long, room) => {
      const shown = cut(long, room);
      expect(displayWidth(shown)).toBeLessThanOrEqual(room);
      if (displayWidth(long) <= room) expect(shown).toBe(room === 0 ? '' : long);
    }),
  );
});

test('pieces of a text side by side are as wide as the text', () => {
  fc.assert(
    fc.property(text, fc.nat(12), (long, at) => {
      const whole = displayWidth(long);
      const left = columns(long, 0, at);
      expect(displayWidth(left)).toBe(Math.min(at, whole));
      expect(graphemes(long).length).toBeGreaterThanOrEqual(0);
    }),
  );
});
