/** The proxy's own unit tests of its filters: each is a case, or says why it cannot be asked. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { UNIT_CASES } from './unit-cases.ts';

const rows = readFileSync('test/routing/filters/unit-tests.tsv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'));

test('each test is listed once, as a case or with a reason', () => {
  expect(new Set(rows.map(([file, name]) => `${file} ${name}`)).size).toBe(rows.length);
  expect(rows.filter(([, , asked = '']) => asked !== 'case' && asked.length < 10)).toEqual([]);
});

test('what is listed as a case is one, and every case is listed', () => {
  const listed = rows.flatMap(([file, name = '', asked]) => (asked === 'case' ? [{ file, name }] : []));
  const ofCases = UNIT_CASES.flatMap(({ file, tests }) => tests.map((name) => ({ file, name })));
  const isSame = (one: { name: string }, full: { name: string }) =>
    full.name === one.name || full.name.endsWith(`.${one.name}`);
  const isListed = (one: (typeof ofCases)[number]) =>
    listed.some((each) => each.file === one.file && isSame(one, each));
  expect(ofCases.filter((each) => !isListed(each))).toEqual([]);
  const isCase = (each: (typeof listed)[number]) =>
    ofCases.some((one) => each.file === one.file && isSame(one, each));
  expect(listed.filter((each) => !isCase(each))).toEqual([]);
  expect(listed.length).toBeGreaterThan(180);
});
