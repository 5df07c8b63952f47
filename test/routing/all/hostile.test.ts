/** Regular expressions that are made to hurt, in route lists: each question ends within its budget. */
import { describe, expect, test } from 'vitest';
import { decide, routeList } from '../../../src/routing/all/index.ts';
import { matchesRoute } from '../../../src/routing/match/match.ts';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import { startMeter } from '../../../src/routing/regex/meter.ts';
import { seen } from '../../../src/routing/request/request.ts';
import { lowerMatch } from '../../../src/traffic/predicate.ts';

const WORK = 5_000_000;
/** A question looks at its meter between small pieces of work. */
const SLACK = 1_000_000;

/** Written out it has 10,000 positions: it is said to be too large, whatever is asked. */
const TOO_LARGE = '/(.{1,100}){1,100}';
const HOSTILE = [
  '/(a+)+$',
  TOO_LARGE,
  '/(a|b)*a(a|b){14}',
  Array.from({ length: 11 }, (_, index) => `.*x${index}.*y${index}`).join('|'),
];

function decided(regexes: readonly string[]) {
  const routes = regexes.map((regex) => ({ match: { safe_regex: { google_re2: {}, regex } } }));
  const engine = regexEngine();
  const list = routeList(routes, { regexes: engine, namespace: 'proxy' });
  return routes.map((route, index) => {
    const meter = startMeter({ work: WORK });
    const verdict = decide(list, index, meter);
    expect(meter.spent()).toBeLessThan(WORK + SLACK);
    if (verdict.kind === 'alive')
      expect(matchesRoute(lowerMatch(route.match), seen(verdict.witness, 'proxy'), engine)).toBe(true);
    if (verdict.kind === 'undecided') expect(verdict.why).not.toBe('');
    return verdict.kind;
  });
}

describe('deciding hostile patterns ends', () => {
  test.each(HOSTILE)('%s is alive, and hidden behind itself, or both are undecided', (regex) => {
    const [first, second] = decided([regex, regex]);
    if (regex === TOO_LARGE) expect([first, second]).toEqual(['undecided', 'undecided']);
    else expect([first, second]).toEqual(['alive', 'hidden']);
  });

  test('each behind all the others, in both orders, with an answer or undecided', () => {
    for (const order of [HOSTILE, [...HOSTILE].reverse()])
      for (const kind of decided(order)) expect(['alive', 'hidden', 'undecided']).toContain(kind);
  });
});
