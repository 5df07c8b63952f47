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
