import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inputErrorAt } from '../../src/source/errors.ts';
import { lineBreakBefore, lineIndex, nextLineStart } from '../../src/source/lines.ts';

test('a position is the number of line breaks before it, and the distance to the last one', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', 'é', '😀') });
  fc.assert(
    fc.property(text, fc.nat(), (content, some) => {
      const offset = some % (content.length + 1);
      const before = content.slice(0, offset).split('\n');
      const { line, column } = lineIndex(content).position(offset);
      expect(line).toBe(before.length);
      expect(column).toBe((before[before.length - 1] ?? '').length + 1);
    }),
  );
});

test('lines are those of the text, without their breaks', () => {
  const lines = lineIndex('a\r\n\nb');
  expect([0, 1, 2, 3, 4].map((number) => lines.line(number))).toEqual(['', 'a', '', 'b', '']);
  expect(lines.count).toBe(3);
  expect(lines.range({ start: 0, end: 5 })).toEqual({
    start: { line: 1, column: 1 },
    end: { line: 3, column: 2 },
  });
});

test('an error shows the line, the one before it and a mark below the column', () => {
  const error = inputErrorAt('in.yaml', 'one\ntwo: [\nthree', 9, 'no', 'do this');
  expect(`${error.message}\n${error.details.excerpt}`).toMatchInlineSnapshot(`
    "in.yaml:2:6: no
    1 | one
    2 | two: [
      |      ^"
  `);
});

test('of a long line an error shows the part around the column', () => {
  const { excerpt = '' } = inputErrorAt(
    'in.yaml',
    `${'x'.repeat(5000)}!${'y'.repeat(5000)}`,
    5000,
    'no',
  ).details;
  const [line = '', mark = ''] = excerpt.split('\n');
  expect(line.length).toBeLessThan(120);
  expect(line[mark.indexOf('^')]).toBe('!');
});

test('every line break of YAML ends a line, and is what stands before the next one', () => {
  const text = 'a\rb\r\nc\n\n\rd';
  const found: [number, string][] = [];
  for (let at = 0; at < text.length; ) {
    at = nextLineStart(text, at);
    found.push([at, lineBreakBefore(text, at)]);
  }
  expect(found).toEqual([
    [2, '\r'],
    [5, '\r\n'],
    [7, '\n'],
    [8, '\n'],
    [9, '\r'],
    [10, ''],
  ]);
  expect(lineBreakBefore(text, 0)).toBe('');
});
