import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type BehaviourResult, compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { differingAspects, type Replayed, replay } from '../../../src/diff/behaviour/outcomes/replay.ts';
import type { Configuration } from '../../../src/model/index.ts';
import { findRouting, type Request, regexEngine } from '../../../src/routing/index.ts';
import { opened } from '../../opened.ts';
import { pairsOfTexts, requests } from './configurations.ts';

vi.setConfig({ testTimeout: 180_000 });

const regexes = regexEngine();

function startReplaying(configuration: Configuration): (request: Request) => Replayed {
  const { routes, clusters } = findRouting([configuration]);
  const [found] = routes;
  if (found === undefined) throw new Error('there is no route configuration');
  const context = { regexes, word: 'proxy', ...(clusters ? { clusters } : {}) };
  return (request) => replay({ found, context }, request);
}

/** Whether the change of a request is among those reported. */
function isReported({ changes }: BehaviourResult, before: Replayed, after: Replayed): boolean {
  const differing = differingAspects(before, after);
  const of = ({ trace }: Replayed) => ({
    virtualHost: trace.virtual_host_index ?? undefined,
    route: trace.route?.index,
    isDrawn: trace.outcome.kind === 'random',
  });
  const [first, second] = [of(before), of(after)];
  const pairs = changes.flatMap((change) => change.routePairs);
  const found = pairs.some(
    (pair) =>
      pair.before.virtualHost === first.virtualHost &&
      pair.after.virtualHost === second.virtualHost &&
      (first.isDrawn || pair.before.route === first.route) &&
      (second.isDrawn || pair.after.route === second.route),
  );
  const counted = changes.some(({ aspects }) => aspects.includes('virtual_cluster'));
  if (differing.length === 1 && differing[0] === 'virtual_cluster') return counted;
  return found && (counted || !differing.includes('virtual_cluster'));
}

test('equal means that no request differs; what sampling finds is reported; what is reported differs', () => {
  let [open, all, equal] = [0, 0, 0];
  fc.assert(
    fc.property(pairsOfTexts, fc.array(requests, { minLength: 12, maxLength: 12 }), (texts, sampled) => {
      const [before, after] = [opened(texts.before), opened(texts.after)];
      const found = compareBehaviour([before], [after]);
      const [was, is] = [startReplaying(before), startReplaying(after)];
      all++;
      if (found.undecided.length > 0) open++;
      if (found.equal) equal++;
      for (const change of found.changes) {
        const [first, second] = [was(change.request), is(change.request)];
        expect(change.aspects.length).toBeGreaterThan(0);
        expect(differingAspects(first, second)).toEqual(expect.arrayContaining([...change.aspects]));
        expect(first.trace.outcome).toEqual(change.before.outcome);
        expect(second.trace.route).toEqual(change.after.route);
      }
      for (const request of sampled) {
        const [first, second] = [was(request), is(request)];
        if (differingAspects(first, second).length === 0) continue;
        expect(found.equal).toBe(false);
        if (found.undecided.length === 0)
          expect([request, isReported(found, first, second)]).toEqual([request, true]);
      }
    }),
    { numRuns: 1200 },
  );
  expect(equal / all).toBeGreaterThan(0.05);
  expect(open / all).toBeLessThan(0.2);
});

test('a configuration behaves as itself; swapping sides mirrors the changes', () => {
  fc.assert(
    fc.property(pairsOfTexts, (texts) => {
      const [before, after] = [opened(texts.before), opened(texts.after)];
      expect(compareBehaviour([before], [opened(texts.before)])).toMatchObject({
        equal: true,
        changes: [],
        undecided: [],
        reorders: [],
      });
      const there = compareBehaviour([before], [after]);
      const back = compareBehaviour([after], [before]);
      if (there.undecided.length + back.undecided.length > 0) return;
      const pairsOf = ({ changes }: BehaviourResult, one: 'before' | 'after', other: 'before' | 'after') =>
        changes
          .flatMap(({ routePairs }) => routePairs.map((pair) => JSON.stringify([pair[one], pair[other]])))
          .sort();
      expect(pairsOf(back, 'after', 'before')).toEqual(pairsOf(there, 'before', 'after'));
    }),
    { numRuns: 400 },
  );
});
