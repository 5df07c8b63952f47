import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (thresholds: string) =>
  found('duplicate-priority', `name: shop\ncircuit_breakers: { thresholds: [${thresholds}] }\n`, 'Cluster');

test('the later one of a priority, also where it is the default one', () => {
  const findings = of(
    '{ max_requests: 5 }, { priority: HIGH }, { priority: DEFAULT, max_retries: 9 }, { priority: high }',
  );
  expect(findings.map(({ pointer, level }) => [pointer, level])).toEqual([
    ['/circuit_breakers/thresholds/2', 'warning'],
    ['/circuit_breakers/thresholds/3', 'warning'],
  ]);
  expect(findings[0]?.related.map(({ pointer }) => pointer)).toEqual(['/circuit_breakers/thresholds/0']);
});

test.each(['{ max_requests: 5 }, { priority: HIGH }', '{ priority: HIGH }', ''])(
  'nothing about [%s]',
  (thresholds) => {
    expect(of(thresholds)).toEqual([]);
  },
);
