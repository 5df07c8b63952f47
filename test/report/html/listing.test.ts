import { describe, expect, test } from 'vitest';
import {
  codeLine,
  lineId,
  listing,
  type Note,
  planListing,
  startAllowance,
} from '../../../src/report/html/listing.ts';
import { showAll } from '../../../src/results/secrets/redact.ts';
import { lineIndex } from '../../../src/source/lines.ts';

const file = (count: number) => ({
  lines: lineIndex(Array.from({ length: count }, (_, index) => `key${index + 1}: 1\n`).join('')),
  redact: showAll,
});
const note = (line: number, last = line): Note => ({
  level: 'warning',
  line,
  last,
  column: 1,
  html: `<p>${line}</p>`,
});

describe('a plan', () => {
  test('of a short file is all of it, without the end behind the last line break', () => {
    expect(planListing(file(20), [], 'L0', startAllowance()).stretches).toEqual([{ from: 1, to: 20 }]);
  });

  test('of a long file is what is around notes, joined where it touches', () => {
    const plan = planListing(file(9000), [note(500, 510), note(100), note(105)], 'L0', startAllowance());
    expect(plan.stretches).toEqual([
      { from: 96, to: 109 },
      { from: 496, to: 514 },
    ]);
    expect(lineId(plan, 105)).toBe('L0-105');
    expect(lineId(plan, 110)).toBeUndefined();
  });

  test('ends where the page has no more room', () => {
    const allowance = startAllowance();
    const plans = Array.from({ length: 12 }, () => planListing(file(1000), [], 'L0', allowance));
    const shown = plans.flatMap(({ stretches }) => stretches.map(({ from, to }) => to - from + 1));
    expect(shown.reduce((sum, count) => sum + count, 0)).toBe(8000);
    expect(allowance.lines).toBe(0);
  });
});

test('a listing counts what it leaves out, and puts notes below their lines', () => {
  const long = file(9000);
  const html = listing(long, planListing(long, [note(100, 101)], 'L0', startAllowance()));
  expect(html).toContain('95 lines left out');
  expect(html).toContain('8,895 lines left out');
  expect(html).toMatch(
    /<div class="line in warning" id="L0-100">.*\n<p>100<\/p>\n<div class="line in warning" id="L0-101">/,
  );
});

describe('a line', () => {
  test('of code has its key and its comment set apart', () => {
    expect(codeLine('  - name: a # first', showAll)).toBe('  - <b>name</b>: a<i> # first</i>');
    expect(codeLine('# <b>', showAll)).toBe('<i># &lt;b&gt;</i>');
    expect(codeLine("key: 'a # b'", showAll)).toBe('<b>key</b>: &#39;a # b&#39;');
  });

  test('that is very long is shown in parts, and the rest is counted', () => {
    const text = `${'x'.repeat(1000)}HERE${'y'.repeat(1000)}`;
    const html = codeLine(text, showAll, [1001]);
    expect(html).toContain(`${'x'.repeat(60)}HERE${'y'.repeat(176)}<`);
    expect(html).toContain('… 940 characters …');
    expect(html).toContain('… 824 characters …');
  });

  test('loses its secrets before it is cut', () => {
    const secret = 's'.repeat(100);
    const text = `${'x'.repeat(390)} ${secret} ${'y'.repeat(900)}`;
    const html = codeLine(text, (all) => all.replaceAll(secret, '<redacted>'), [391]);
    expect(html).not.toContain('sss');
    expect(html).toContain('&lt;redacted&gt;');
  });
});

test('lines that nobody kept are left out', () => {
  const { lines } = file(20);
  const known = { ...lines, count: 20, has: (line: number) => line > 3 && line < 6 };
  const plan = planListing({ lines: known, redact: showAll }, [], 'L0', startAllowance());
  expect(plan.stretches).toEqual([{ from: 4, to: 5 }]);
});
