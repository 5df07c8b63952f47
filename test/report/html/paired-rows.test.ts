import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commonEnds, commonLines, pairedRows } from '../../../src/report/html/paired-rows.ts';

const line = fc.constantFrom(
  'a: 1',
  'a: 2',
  'b: 1',
  '- match:',
  '  prefix: /cart',
  '  cluster: a-long-cluster',
  '',
);
const file = fc.array(line, { maxLength: 30 });

describe('rows', () => {
  test('hold every line of both sides once, in order', () => {
    fc.assert(
      fc.property(file, file, (before, after) => {
        const rows = pairedRows(before, after);
        expect(rows.flatMap((row) => row.before ?? [])).toEqual(before.map((_, index) => index + 1));
        expect(rows.flatMap((row) => row.after ?? [])).toEqual(after.map((_, index) => index + 1));
      }),
    );
  });

  test('are the same only where the lines are', () => {
    fc.assert(
      fc.property(file, file, (before, after) => {
        for (const row of pairedRows(before, after))
          if (row.isSame) expect(before[(row.before ?? 0) - 1]).toBe(after[(row.after ?? 0) - 1]);
          else expect(before[(row.before ?? 0) - 1]).not.toBe(after[(row.after ?? 0) - 1]);
      }),
    );
  });

  test('of a file and itself are all the same', () => {
    fc.assert(
      fc.property(file, (text) => {
        expect(pairedRows(text, text).every(({ isSame }) => isSame)).toBe(true);
      }),
    );
  });

  test('that moved know of each other', () => {
    fc.assert(
      fc.property(file, file, (before, after) => {
        const rows = pairedRows(before, after);
        for (const { before: from, movedTo } of rows)
          if (movedTo !== undefined) {
            expect(before[(from ?? 0) - 1]?.trim()).toBe(after[movedTo - 1]?.trim());
            expect(rows.find((row) => row.after === movedTo)?.movedFrom).toBe(from);
          }
      }),
    );
  });

  test('put a line beside what it became', () => {
    const before = ['- name: cart', '  timeout: 1s', '  prefix: /cart'];
    const after = ['- name: cart', '  retries: 2', '  timeout: 15s', '  prefix: /cart'];
    expect(pairedRows(before, after)).toEqual([
      { before: 1, after: 1, isSame: true },
      { after: 2, isSame: false },
      { before: 2, after: 3, isSame: false },
      { before: 3, after: 4, isSame: true },
    ]);
  });

  test('name where a block was moved to', () => {
    const route = ['- match: { prefix: /cart/old }', '  route: { cluster: old-cart }'];
    const rest = [
      '- match: { prefix: /a }',
      '  route: { cluster: a }',
      '- match: { prefix: /b }',
      '  route: { cluster: b }',
    ];
    const rows = pairedRows([...rest, ...route], [...route, ...rest]);
    expect(rows.flatMap(({ movedTo }) => movedTo ?? [])).toEqual([1, 2]);
    expect(rows.flatMap(({ movedFrom }) => movedFrom ?? [])).toEqual([5, 6]);
  });
});

describe('lines in common', () => {
  const many = Array.from({ length: 50_000 }, (_, index) => `- match: { prefix: /r${index} }`);

  test('of long files are found around changes at both ends', () => {
    const after = ['new first', ...many.slice(0, 25_000), 'new middle', ...many.slice(25_000), 'new last'];
    expect(commonLines(many, after)).toEqual([
      { before: 0, after: 1, count: 25_000 },
      { before: 25_000, after: 25_002, count: 25_000 },
    ]);
  });

  test('of long files without any end at once', () => {
    expect(
      commonLines(
        many,
        many.map((text) => `${text} #`),
      ),
    ).toEqual([]);
  });

  test('of files with very long lines that differ at their ends', () => {
    const long = (mark: string) =>
      Array.from({ length: 300 }, (_, index) => `${'x'.repeat(20_000)}${index}${mark}`);
    expect(pairedRows(long('a'), long('b')).every(({ isSame }) => !isSame)).toBe(true);
  });

  test('of a reversed file are few, and found', () => {
    expect(commonLines(many, many.toReversed()).length).toBeGreaterThan(0);
  });
});

test('common ends do not overlap', () => {
  expect(commonEnds('aaa', 'aaaa')).toEqual({ head: 3, tail: 0 });
  expect(commonEnds('timeout: 1s', 'timeout: 15s')).toEqual({ head: 10, tail: 1 });
});
