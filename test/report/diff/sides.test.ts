/** Both sides beside each other leave out nothing that text says. */
import { expect, test } from 'vitest';
import { compareSides } from '../../../src/engine/compare.ts';
import type { DiffReport } from '../../../src/present/difference.ts';
import { noPaint } from '../../../src/present/text.ts';
import { diffSides } from '../../../src/report/diff/sides.ts';
import { diffText } from '../../../src/report/diff/text.ts';
import type { ComparedPair } from '../../../src/results/comparison.ts';
import { showAll } from '../../../src/results/secrets/redact.ts';
import { sideOf } from '../../diff/sides.ts';

const clock = { now: () => 0, milliseconds: 1_000_000 };

function compared(before: string, after: string): ComparedPair {
  return compareSides([sideOf(before, 'a.yaml')], [sideOf(after, 'b.yaml')], { clock }).pair;
}

function reportOf(...pairs: readonly ComparedPair[]): DiffReport {
  return { pairs, files: { before: [], after: [] }, redact: showAll, version: '' };
}

const routes = (...all: readonly string[]): string =>
  `name: r\nvirtual_hosts: [{ name: v, domains: ["*"], routes: [${all.join(', ')}] }]\n`;
const route = (path: string, cluster: string): string =>
  `{ match: { path: "${path}" }, route: { cluster: ${cluster} } }`;

/** The lines of text that are about no single change. */
function beyondChanges(report: DiffReport): readonly string[] {
  const bare = report.pairs.map((pair) => ({ ...pair, result: { ...pair.result, changes: [] } }));
  const [, ...lines] = diffText({ ...report, pairs: bare }, noPaint)
    .trimEnd()
    .split('\n');
  return lines;
}

test.each([
  ['requests', routes(route('/a', 'old')), routes(route('/a', 'new'))],
  ['parts that are not decided', routes('{ match: { prefix: / }, route: { cluster_header: x } }'), routes()],
  [
    'errors of both sides',
    'clusters: [{ name: a, connect_timeout: 0s }]',
    'clusters: [{ name: a, connect_timeout: 0s, lb_policy: RANDOM }]',
  ],
  ['a route configuration that is gone', routes(route('/a', 'old')), 'clusters: []'],
])('%s', (_, before, after) => {
  const report = reportOf(compared(before, after));
  const beyond = beyondChanges(report);
  expect(beyond.length).toBeGreaterThan(2);
  expect(diffSides(report, noPaint, 160).split('\n')).toEqual(expect.arrayContaining([...beyond]));
});

test('requests stand below the changes', () => {
  const shown = diffSides(
    reportOf(compared(routes(route('/a', 'old')), routes(route('/a', 'new')))),
    noPaint,
    160,
  );
  expect(shown.indexOf('route-target-changed')).toBeLessThan(
    shown.indexOf('Requests that are handled differently'),
  );
  expect(shown).toContain('+ goes to cluster "new"');
});

test('each pair has the names of its files, and many groups are limited as in text', () => {
  const pair = compared(routes(route('/a', 'old')), routes(route('/a', 'new')));
  const behaviour = pair.behaviour;
  const [moved] = behaviour?.changes ?? [];
  if (behaviour === undefined || moved === undefined) throw new Error('no request is handled differently');
  const changes = Array.from({ length: 70 }, () => ({ ...moved, stands_for: 'many words '.repeat(40) }));
  const many = reportOf({ ...pair, behaviour: { ...behaviour, changes } }, pair);
  const lines = diffSides(many, noPaint, 400).split('\n');
  expect(lines.filter((line) => line === '--- a.yaml')).toHaveLength(2);
  expect(lines.filter((line) => line === '+++ b.yaml')).toHaveLength(2);
  expect(lines).toContain('  and 20 more groups; --format json lists them all');
  const groups = lines.filter((line) => line.includes('many words'));
  expect(Math.max(...groups.map((line) => line.length))).toBeLessThanOrEqual(100);
});
