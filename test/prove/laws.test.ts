/**
 * Verdicts against brute force: small configurations whose hosts, paths, headers, schemes, methods and tokens are enumerated.
 * A refutation has to hold as `trace` says; a proof must have no counter-example among all of these requests, and what
 * is vacuous nobody may meet.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, observedIn } from '../../src/prove/holds.ts';
import { proveAll } from '../../src/prove/prove.ts';
import { routeRequest } from '../../src/routing/route.ts';
import { provingOf } from './proved.ts';
import { configurations, isNeverAsked, properties, requestsFor } from './worlds.ts';

const RUNS = Number(process.env.LAW_RUNS || 200);
/** Another one in each share of a long run. */
const SEED = process.env.LAW_SEED;

test('verdicts agree with every request of a small world', () => {
  const count = { proved: 0, refuted: 0, undecided: 0, vacuous: 0 };
  fc.assert(
    fc.property(configurations, properties, (configuration, property) => {
      const proving = provingOf(JSON.stringify(configuration));
      const [verdict] = proveAll([property], proving);
      if (verdict === undefined) throw new Error('no verdict');
      count[verdict.kind]++;
      if (verdict.kind === 'refuted') {
        expect(holds(property.when, verdict.by.observed)).toBe(true);
        expect(holds(property.must, verdict.by.observed)).toBe(false);
        return;
      }
      if (verdict.kind === 'undecided') return;
      for (const request of requestsFor(configuration)) {
        const routed = routeRequest(proving.routing, request, {}, proving.contextFor);
        if ('problem' in routed) throw new Error(routed.problem);
        if (isNeverAsked(routed)) continue;
        for (const observed of observedIn(routed, proving)) {
          const isMet = holds(property.when, observed) === true;
          if (verdict.kind === 'vacuous') expect(isMet && request).toBe(false);
          else if (isMet) expect([holds(property.must, observed), request]).toEqual([true, request]);
        }
      }
    }),
    { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
  );
  // What is left undecided is the cluster that a header names, and what several clusters would say.
  expect(count.proved).toBeGreaterThan(RUNS / 50);
  expect(count.refuted).toBeGreaterThan(RUNS / 10);
  expect(count.undecided).toBeLessThan(RUNS / 5);
  if (RUNS !== 200) console.log(count);
}, 3_600_000);
