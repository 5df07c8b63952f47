import { expect, test } from 'vitest';
import { excerpt, noPaint } from '../../../src/present/text.ts';
import { showAll } from '../../../src/results/secrets/redact.ts';

const shown = (text: string, column: number): readonly string[] =>
  excerpt(
    { count: 1, line: () => text },
    { start: { line: 1, column }, end: { line: 1, column: column + 1 } },
    { paint: noPaint, redact: showAll, width: 40 },
  );

test('of a long line the part with the place is shown, whatever stands before it', () => {
  expect(shown(`${'a'.repeat(100)}HERE${'b'.repeat(100)}`, 101)).toEqual([
    `> 1 │ ${'a'.repeat(11)}HERE${'b'.repeat(19)}`,
  ]);
  expect(shown(`${'\u001b'.repeat(100)}HERE${'b'.repeat(100)}`, 101)[0]).toHaveLength(40);
});

test('14.b4 only what is shown of a long line is looked at', () => {
  const text = `{${'"name": "c",\t'.repeat(100_000)}}`;
  const start = performance.now();
  for (let column = 1; column < 1000; column++) shown(text, column * 1000);
  expect(performance.now() - start).toBeLessThan(2000);
});
