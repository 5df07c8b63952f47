/** Reports of very many changes. */

import { expect, test } from 'vitest';
import { noPaint } from '../../../src/present/text.ts';
import { diffSides } from '../../../src/report/diff/sides.ts';
import { diffText } from '../../../src/report/diff/text.ts';
import type { ComparedPair } from '../../../src/results/comparison.ts';
import { showAll } from '../../../src/results/secrets/redact.ts';
import { lineIndex } from '../../../src/source/lines.ts';
import { diffOf } from '../../diff/sides.ts';

const host = (cluster: string): string =>
  `name: shop\ndomains: [shop.test]\nroutes: [{ match: { prefix: / }, route: { cluster: ${cluster} } }]\n`;

test('a hundred thousand changes are listed', () => {
  const one = diffOf(host('a'), host('b'));
  const [change] = one.changes;
  if (change === undefined) throw new Error('nothing changed');
  const changes = Array.from({ length: 100_000 }, () => change);
  const pair: ComparedPair = { name: 'a', result: { ...one, changes } };
  const report = { pairs: [pair], files: { before: [], after: [] }, redact: showAll, version: '' };
  for (const text of [diffText(report, noPaint), diffSides(report, noPaint, 100)])
    expect(text.split('\n').length).toBeGreaterThan(100_000);
});

test('a line in which many things change is looked at for secrets once', () => {
  const hosts = (timeout: number): string =>
    JSON.stringify({
      name: 'shop',
      domains: ['shop.test'],
      routes: Array.from({ length: 100 }, (_, index) => ({
        match: { path: `/${index}` },
        route: { cluster: 'a', timeout: `${timeout}s` },
      })),
    });
  const [before, after] = [hosts(1), hosts(2)];
  const result = diffOf(before, after);
  expect(result.changes.length).toBeGreaterThanOrEqual(100);
  let looked = 0;
  const files = {
    before: [{ name: 'a.yaml', lines: lineIndex(before) }],
    after: [{ name: 'b.yaml', lines: lineIndex(after) }],
  };
  const redact = (text: string): string => {
    if (text === before || text === after) looked++;
    return text;
  };
  const shown = diffSides({ pairs: [{ name: 'a', result }], files, redact, version: '' }, noPaint, 100);
  expect(shown.split('\n').filter((line) => line.includes('│')).length).toBe(result.changes.length);
  expect(looked).toBe(2);
});
