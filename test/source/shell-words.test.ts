import { expect, test } from 'vitest';
import { shellWords } from '../../src/source/shell-words.ts';

test.each([
  ['a  b\tc', ['a', 'b', 'c']],
  [`'a b' "c d" e\\ f`, ['a b', 'c d', 'e f']],
  [`a"b"'c'`, ['abc']],
  [`"a\\"b\\c" ''`, ['a"b\\c', '']],
  ['$(id) `id` ; rm', ['$(id)', '`id`', ';', 'rm']],
  ['', []],
])('words of %j', (command, expected) => {
  expect(shellWords(command)).toEqual(expected);
});
