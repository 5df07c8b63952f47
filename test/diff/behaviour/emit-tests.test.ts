import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareBehaviour, emitTests } from '../../../src/diff/behaviour/index.ts';
import { chooseForTest, startFiltering } from '../../../src/routing/expect/filtered.ts';
import { readTests } from '../../../src/routing/expect/read.ts';
import { runTest } from '../../../src/routing/expect/run.ts';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { sourceFile } from '../../../src/source/load.ts';
import { opened } from '../../opened.ts';
import { pairsOfTexts } from './configurations.ts';

const regexes = regexEngine();

test('emitted tests hold after the change', () => {
  let [emitted, left] = [0, 0];
  fc.assert(
    fc.property(pairsOfTexts, (texts) => {
      const after = opened(texts.after);
      const file = emitTests(compareBehaviour([opened(texts.before)], [after]));
      left += file.left.length;
      if (file.tests.length === 0) return;
      const tests = readTests(
        sourceFile('tests.json', JSON.stringify({ tests: file.tests }), 'named'),
        'proxy',
      );
      const routing = findRouting([after]);
      const { clusters } = routing;
      const context = { regexes, namespace: 'proxy', ...(clusters ? { clusters } : {}) };
      for (const each of tests) {
        emitted++;
        const found = chooseForTest(routing, each.request, {});
        if ('problem' in found) throw new Error(found.problem);
        expect([each.problems, runTest(each, found, context, startFiltering(routing, {})).failures]).toEqual([
          [],
          [],
        ]);
      }
    }),
    { numRuns: 400 },
  );
  expect(left / (emitted + left)).toBeLessThan(0.1);
});

test('a test is named after its request and what happens to it', () => {
  const text = (cluster: string) =>
    `virtual_hosts: [{ name: all, domains: ["*"], routes: [{ match: { prefix: /cart }, route: { cluster: ${cluster} } }] }]`;
  const [before, after] = [opened(text('a')), opened(text('b'))];
  expect(emitTests(compareBehaviour([before], [after]))).toEqual({
    left: [],
    tests: [
      {
        test_name: 'GET example.test/cart goes to cluster b',
        input: { authority: 'example.test', path: '/cart', ssl: true },
        validate: { cluster_name: 'b', virtual_host_name: 'all' },
      },
    ],
  });
});
