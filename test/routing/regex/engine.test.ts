import { expect, test } from 'vitest';
import { regexEngine } from '../../../src/routing/regex/engine.ts';

test('each grammar reads its own syntax', () => {
  const { matches } = regexEngine();
  expect(matches('/[[:digit:]]+', 'ecmascript', '/12')).toBe(true);
  expect(matches('/(?!b).*', 'ecmascript', '/a')).toBe(true);
  expect(matches('(?i)/A', 're2', '/a')).toBe(true);
  expect(matches('/a', 're2', '/ab')).toBe(false);
  expect(matches('(?i)/a', 'ecmascript', '/a')).toMatchObject({ invalid: expect.any(String) });
  expect(matches('(', 're2', 'a')).toMatchObject({ invalid: expect.any(String) });
});

test('of all characters two are cases of letters of ASCII', () => {
  const { matches } = regexEngine();
  const others: number[] = [];
  for (let point = 0x80; point <= 0x10ffff; point++)
    if (/^[\0-\x7f]$/iu.test(String.fromCodePoint(point))) others.push(point);
  expect(others).toEqual([0x17f, 0x212a]);
  for (const class_ of ['[ks]', '[a-z]', '[^é]']) {
    expect(matches(`(?i)${class_}+`, 're2', 'KkSs\u017f\u212a'), class_).toBe(true);
    expect(matches(`(?i)${class_}`, 're2', '\u00c9'), class_).toBe(false);
  }
});

test('a question that uses up its budget stays undecided', () => {
  const { matches } = regexEngine({ steps: 10_000 });
  expect(matches('(?:(a+)+)+\\1b', 'ecmascript', 'a'.repeat(60))).toBe('undecided');
  expect(matches('(a+)+', 'ecmascript', 'a'.repeat(60))).toBe(true);
});

test('the clock ends a question too', () => {
  let now = 0;
  const clock = { now: () => (now += 600), milliseconds: 1000 };
  expect(regexEngine({ clock }).matches('(a+)+\\1b', 'ecmascript', 'a'.repeat(90))).toBe('undecided');
});
