import { expect, test } from 'vitest';
import { words } from '../../../src/tui/text/words.ts';

test.each([
  ['a  b\tc', ['a', 'b', 'c']],
  [`'a b' "c d" e\\ f`, ['a b', 'c d', 'e f']],
  [`a"b"'c'`, ['abc']],
  [`"a\\"b\\c" ''`, ['a"b\\c', '']],
  ['$(id) `id` ; rm', ['$(id)', '`id`', ';', 'rm']],
  ['', []],
])('words of %j', (command, expected) => {
  expect(words(command)).toEqual(expected);
});
