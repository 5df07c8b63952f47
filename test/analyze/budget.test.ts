/** What is said where the budget of one question, of those after it, or of the whole run has ended. */
import { expect, it } from 'vitest';
import { budgetOf } from '../../src/analyze/budget.ts';
import { subjectOf } from '../../src/analyze/subject.ts';
import { withShareOfWork } from '../../src/routing/regex/meter.ts';
import { analyzed } from './analyzed.ts';

/** `exit3-11.yaml` of the report: no question about such a route is decided within its budget. */
const hostile = (count: number): string =>
  [
    'virtual_hosts:',
    "- {name: v, domains: ['*'], routes: [",
    ...Array.from({ length: count }, (_, at) => `  {match: {regex: '.*a.{30}'}, route: {cluster: a${at}}},`),
    '  ]}',
  ].join('\n');

it.each([1e-7, 1e-5, 1e-4, 1e-3])(
  '14.b1 eleven questions past their budget and more are undecided, with %d of every budget',
  async (share) => {
    const findings = await withShareOfWork(share, async () => analyzed(hostile(16)));
    const undecided = findings.filter(({ rule }) => rule === 'undecided');
    expect(undecided.length).toBeGreaterThan(0);
    for (const { message } of undecided) expect(message).toMatch(/steps|budget|not looked at/);
  },
);

it('14.b1 the eleventh question past its budget gets a short one, and none is asked when the whole is spent', () => {
  const budget = budgetOf(subjectOf([]));
  const limits: number[] = [];
  const spendAll = () =>
    budget.ask((meter) => {
      while (meter.spend(100_000));
      limits.push(meter.spent());
      return meter.exhausted();
    });
  for (let at = 0; at < 10; at++) expect(spendAll()).toMatch(/more than 30000000 steps/);
  expect(spendAll()).toMatch(/more than 300000 steps/);
  let asked = 11;
  while (spendAll() !== undefined) asked++;
  expect(limits.slice(0, 10).every((spent) => spent > 30_000_000)).toBe(true);
  expect(limits.slice(10).every((spent) => spent <= 500_000)).toBe(true);
  expect(asked).toBeLessThan(1100);
});
