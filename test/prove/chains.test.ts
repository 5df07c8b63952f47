/**
 * Verdicts against requests to chains of HTTP filters of all kinds, with what routes say for them: nothing that is
 * proved may be broken by one that the one-request model (held to the real proxy by `--mode filters`) follows.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chainRequest, chains } from '../../scripts/proxy/generate-filters.ts';
import { properties } from '../../scripts/proxy/generate-properties.ts';
import { holds, observedIn } from '../../src/prove/holds.ts';
import { proveAll } from '../../src/prove/prove.ts';
import { routeRequest } from '../../src/routing/route.ts';
import { provingOf } from './proved.ts';

const RUNS = Number(process.env.LAW_RUNS || 25);
const SEED = Number(process.env.LAW_SEED || 1);
const REQUESTS = 400;

test('no request to a chain of filters breaks what is proved', () => {
  const count = { proved: 0, refuted: 0, undecided: 0, vacuous: 0 };
  fc.assert(
    fc.property(
      chains(1),
      properties,
      fc.array(chainRequest(1), { minLength: REQUESTS, maxLength: REQUESTS }),
      (configuration, all, requests) => {
        const proving = provingOf(JSON.stringify(configuration));
        const verdicts = proveAll(all, proving);
        const observed = requests.flatMap((request) => {
          const routed = routeRequest(proving.routing, request, {}, proving.contextFor);
          return 'problem' in routed ? [] : observedIn(routed, proving);
        });
        for (const [at, { when, must }] of all.entries()) {
          const verdict = verdicts[at];
          if (verdict === undefined) throw new Error('no verdict');
          count[verdict.kind]++;
          if (verdict.kind === 'refuted') expect(holds(must, verdict.by.observed)).toBe(false);
          if (verdict.kind !== 'proved' && verdict.kind !== 'vacuous') continue;
          for (const each of observed) {
            if (holds(when, each) !== true) continue;
            const isBroken = verdict.kind === 'vacuous' || holds(must, each) === false;
            if (isBroken) expect([verdict, when, must, each.request, each.branch.outcome]).toEqual([]);
          }
        }
      },
    ),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  expect(count.proved).toBeGreaterThan(RUNS / 5);
  if (RUNS !== 25) console.log(SEED, count);
}, 3_600_000);
