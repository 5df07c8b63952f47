/** What is a secret by its looks; in time that grows with the text, and however long one is. */
import { describe, expect, test } from 'vitest';
import {
  isNoSecret,
  secretParts,
  withoutNamedSecrets,
  withoutSecrets,
} from '../../src/source/secret-looks.ts';
import { growth, MOST_GROWTH } from './growth.ts';

const BEGIN = '-----BEGIN RSA PRIVATE KEY-----';
const END = '-----END RSA PRIVATE KEY-----';

describe('private keys', () => {
  test('within a longer text, each to its end', () => {
    expect(withoutSecrets(`a ${BEGIN}\nMI\n${END} b ${BEGIN} IE`)).toBe('a <redacted> b <redacted>');
    expect(withoutSecrets(`a ${BEGIN} MI -----END it`)).toBe('a <redacted>-----END it');
    expect(withoutSecrets(`a ${BEGIN} ${BEGIN} MI ${END} b`)).toBe('a <redacted> b');
  });

  test('as a whole, with blanks around and between', () => {
    const text = `\n${BEGIN}\nMI\n${END}\n\n${BEGIN}\nIE\n${END}\n`;
    expect(secretParts(text)).toEqual([{ start: 0, end: text.length }]);
    expect(secretParts(`${text}a`)).toHaveLength(2);
  });
});

test('blanks around a word that is no secret', () => {
  expect([' true\n', '\ufeffnull ', '~', ' \t'].every(isNoSecret)).toBe(true);
  expect([' true a', 'nul l', 'a '].some(isNoSecret)).toBe(false);
});

test('a name before its sign, wherever it begins', () => {
  for (const line of ['token=abc', '1.token=abc', 'foo:-token: abc', 'x"token": abc', 'a b-token=abc'])
    expect(withoutNamedSecrets(line)).toMatch(/^[^c]*token"?[=:] ?<redacted>$/);
  expect(withoutNamedSecrets('tokens=abc')).toBe('tokens=abc');
});

describe('the work grows with the text', () => {
  test.each<[string, (text: string) => unknown, (size: number) => string]>([
    ['blanks before something', isNoSecret, (size) => `${' '.repeat(size)}x`],
    ['a long word', withoutNamedSecrets, (size) => 'a'.repeat(size)],
    ['a word of many parts', withoutNamedSecrets, (size) => 'a-'.repeat(size)],
    ['keys that do not end', withoutSecrets, (size) => `x ${BEGIN}`.repeat(size)],
    ['keys that end', withoutSecrets, (size) => `x ${BEGIN}${END}`.repeat(size)],
  ])('%s', (_, look, text) => {
    expect(growth(text, look, 20_000)).toBeLessThan(MOST_GROWTH);
  });
});

test('a secret of many megabytes', () => {
  const long = 'a1'.repeat(8_000_000);
  expect(withoutSecrets(`x ${BEGIN}${long}`)).toBe('x <redacted>');
  expect(withoutSecrets(`x Bearer ${long} y`)).toBe('x Bearer <redacted> y');
  expect(withoutSecrets(`{"k":"${long}"}`)).toBe('<redacted>');
});
