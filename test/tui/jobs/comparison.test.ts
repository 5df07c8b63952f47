import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exploreComparison } from '../../../src/tui/jobs/comparison.ts';
import { openedInput } from '../opened.ts';

const front = readFileSync('examples/front-proxy.yaml', 'utf8');
const silent = (): void => {};

test('a file and itself differ in nothing', () => {
  const diff = exploreComparison(openedInput({ 'b.yaml': front }, { 'a.yaml': front }), silent);
  expect(diff.moves).toEqual([]);
  expect(diff.changes).toEqual([]);
  expect(diff.verdict).toContain('equal in meaning');
});

test('changes and moved requests, with their places on both sides, fit to be sent', () => {
  const after = front.replace('cluster: basket', 'cluster: bank').replace('2.5s', '9s');
  const diff = exploreComparison(openedInput({ 'b.yaml': after }, { 'a.yaml': front }), silent);
  expect(diff.moves.map(({ destinations }) => destinations)).toContainEqual({
    before: expect.stringContaining('cluster "basket"'),
    after: expect.stringContaining('cluster "bank"'),
  });
  const line = (text: string, wanted: string) =>
    text.split('\n').findIndex((each) => each.includes(wanted)) + 1;
  const timeout = diff.changes.find(({ text }) => text.includes('9s'));
  expect(timeout?.before?.file).toBe('a.yaml');
  expect(timeout?.before?.range.start.line).toBe(line(front, '2.5s'));
  expect(timeout?.after?.range.start.line).toBe(line(after, '9s'));
  expect(structuredClone(diff)).toEqual(diff);
});

test('differences in form only are listed too, at their level', () => {
  const after = front.replace('type: strict_dns', 'type: strict_dns\n    lb_policy: ROUND_ROBIN');
  const diff = exploreComparison(openedInput({ 'b.yaml': after }, { 'a.yaml': front }), silent);
  expect(diff.changes.map(({ level, rule }) => [level, rule])).toEqual([['cosmetic', 'default-written-out']]);
});
