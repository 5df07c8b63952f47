import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editLine, insertText, type LineInput, lineOf } from '../../src/tui/command-line.ts';
import { graphemes } from '../../src/tui/text.ts';
import { key } from './screen.tsx';

function edited(text: string, ...keys: readonly string[]): LineInput {
  return keys.reduce((line, each) => editLine(line, key(each)) ?? line, lineOf(text));
}

test.each<[string, readonly string[], string, number]>([
  ['ab', ['c'], 'abc', 3],
  ['ab', ['left', 'x'], 'axb', 2],
  ['ab', ['home', 'delete'], 'b', 0],
  ['ab', ['backspace'], 'a', 1],
  ['one two', ['ctrl+w'], 'one ', 4],
  ['one two ', ['ctrl+w'], 'one ', 4],
  ['one two', ['ctrl+a', 'ctrl+k'], '', 0],
  ['one two', ['left', 'ctrl+u'], 'o', 0],
  ['e\u0301a', ['left', 'backspace'], 'a', 0],
  ['猫', ['ctrl+b', 'x'], 'x猫', 1],
  ['a', ['ctrl+e', 'ctrl+f', 'b'], 'ab', 2],
])('%j with %j is %j', (text, keys, expected, cursor) => {
  expect(edited(text, ...keys)).toEqual({ text: expected, cursor });
});

test('keys that are no text change nothing', () => {
  for (const each of ['f1', 'insert', 'up', 'ctrl+x', 'alt+x'])
    expect(editLine(lineOf('a'), key(each))).toBeUndefined();
});

test('pasted line breaks become blanks', () => {
  expect(insertText(lineOf('a'), 'b\r\n\u001b[2Jc')).toEqual({ text: 'ab [2Jc', cursor: 7 });
});

test('the cursor stays within the text, whatever is pressed', () => {
  const keys = [
    'left',
    'right',
    'home',
    'end',
    'backspace',
    'delete',
    'ctrl+w',
    'ctrl+u',
    'ctrl+k',
    'a',
    '\u0301',
    '猫',
    ' ',
  ];
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.constantFrom(...keys)), (text, pressed) => {
      const line = edited(text.replace(/\p{Cc}/gu, ''), ...pressed);
      expect(line.cursor).toBeGreaterThanOrEqual(0);
      expect(line.cursor).toBeLessThanOrEqual(graphemes(line.text).length);
    }),
  );
});
