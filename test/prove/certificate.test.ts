/** Certificates: what is proved is checked by a checker of its own, and what was tampered with is refused. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CertifiedProperty, certified, checkAll } from '../../src/prove/certificate.ts';
import { holds, observedIn } from '../../src/prove/holds.ts';
import type { Property } from '../../src/prove/property.ts';
import { proveAll } from '../../src/prove/prove.ts';
import { routeRequest } from '../../src/routing/route.ts';
import { opened } from '../opened.ts';
import { groundOf, propertiesIn, regexes } from './proved.ts';
import { configurations, properties, REQUESTS } from './worlds.ts';

const FRONT = readFileSync('examples/prove/front.yaml', 'utf8');
const ACCESS = propertiesIn(readFileSync('examples/prove/access.yaml', 'utf8'));

function certificatesOf(all: readonly Property[], configuration: string): readonly CertifiedProperty[] {
  const ground = groundOf(configuration);
  const verdicts = proveAll(all, ground);
  return all.flatMap((property, at) => {
    const verdict = verdicts[at];
    return (verdict && certified(property, verdict, ground)) ?? [];
  });
}

function checked(
  all: readonly Property[],
  certificates: readonly CertifiedProperty[],
  configuration: string,
) {
  return checkAll(all, certificates, [opened(configuration, { api: 'v3' })]);
}

/** Without the way around, all four hold. */
const CLOSED = FRONT.replace(
  /match: \{ prefix: \/ledger \}\n *route: \{ cluster: office \}/,
  'match: { prefix: /ledger }\n                redirect: { path_redirect: /ledger/ }',
);

describe('certificates', () => {
  const whole = certificatesOf(ACCESS, CLOSED);

  test('are accepted', () => {
    expect(checked(ACCESS, whole, CLOSED).map(({ refused }) => refused)).toEqual(ACCESS.map(() => undefined));
  });

  test('prove nothing of another configuration', () => {
    expect(checked(ACCESS, whole, FRONT).map(({ refused }) => refused)).toEqual([
      undefined,
      undefined,
      expect.stringContaining('may break it'),
      undefined,
    ]);
  });

  test('without a case, with one that is none, or of another property are refused', () => {
    const [first] = whole;
    if (first === undefined) throw new Error('nothing is proved');
    const tampered: readonly CertifiedProperty[] = [
      { ...first, cases: first.cases.slice(1) },
      { ...first, cases: [...first.cases, { at: '9/9/9/9', by: [] }] },
      { ...first, cases: [...first.cases, ...first.cases.slice(0, 1)] },
      { ...first, must: { kind: 'all', of: [] } },
      { ...first, cases: first.cases.map((each) => ({ ...each, by: [7] })) },
    ];
    for (const each of tampered)
      expect(checked(ACCESS.slice(0, 1), [each], CLOSED)[0]?.refused, JSON.stringify(each)).toBeDefined();
    expect(checked(ACCESS.slice(0, 1), [first, first], CLOSED)[0]?.refused).toContain('several');
    expect(checked(ACCESS.slice(0, 1), [], CLOSED)[0]?.refused).toBeDefined();
  });
});

const RUNS = Number(process.env.LAW_RUNS || 200);

test('whatever it accepts, no request of a small world breaks', () => {
  const count = { proved: 0, accepted: 0, forged: 0 };
  fc.assert(
    fc.property(configurations, properties, fc.nat(3), (configuration, property, by) => {
      const text = JSON.stringify(configuration);
      const ground = groundOf(text);
      const [verdict] = proveAll([property], ground);
      if (verdict === undefined) throw new Error('no verdict');
      const made = certified(property, verdict, ground);
      const forgedFrom = certified(
        property,
        { kind: 'proved', taken: new Map(), covered: verdict.covered, assuming: [] },
        ground,
      );
      if (forgedFrom === undefined) throw new Error('no cases');
      // One that nobody proved: every case names routes before it, however few there are.
      const forged = {
        ...forgedFrom,
        cases: forgedFrom.cases.map(({ at }) => {
          const last = /\/(\d+)$/.test(at.slice(at.indexOf('/', 2))) ? Number(at.split('/').at(-1)) : 0;
          return { at, by: at.split('/').length === 4 ? [...Array(Math.min(by, last)).keys()] : [] };
        }),
      };
      const isAccepted = (each: CertifiedProperty | undefined): boolean =>
        each !== undefined && checked([property], [each], text)[0]?.refused === undefined;
      const [isReal, isForged] = [isAccepted(made), isAccepted(forged)];
      if (made !== undefined) count.proved++;
      if (isReal) count.accepted++;
      if (isForged) count.forged++;
      if (!isReal && !isForged) return;
      for (const request of REQUESTS) {
        const routed = routeRequest(ground.routing, request, {}, ground.contextFor);
        if ('problem' in routed) throw new Error(routed.problem);
        for (const observed of observedIn(routed, regexes))
          if (holds(property.when, observed) === true)
            expect([holds(property.must, observed), request]).toEqual([true, request]);
      }
    }),
    { numRuns: RUNS },
  );
  expect(count.accepted).toBeGreaterThan(0);
  if (RUNS !== 200) console.log(count);
}, 3_600_000);
