/** What searches ask of the one-request matcher counts on their budget, so that no list keeps them busy for long. */
import { describe, expect, test } from 'vitest';
import { decide, differ, routeList } from '../../../src/routing/all/index.ts';
import { startMeter } from '../../../src/routing/regex/meter.ts';
import type { Regexes } from '../../../src/routing/regex/regexes.ts';
import { regexes, WORD } from './lists.ts';

/** Counts the questions that matchers ask. */
function counting(): { readonly engine: Regexes; readonly asked: () => number } {
  let asked = 0;
  const engine: Regexes = {
    matches: (...question) => {
      asked++;
      return regexes.matches(...question);
    },
  };
  return { engine, asked: () => asked };
}

const ROUTES = 300;
/** Each takes nearly every request, and nothing but the matcher tells which it does not. */
const crowded = (more: object = {}) =>
  Array.from({ length: ROUTES }, (_, at) => ({
    match: {
      prefix: '/',
      headers: [{ name: ':method', regex_match: `Z{${at + 1}}`, invert_match: true }],
      ...more,
    },
  }));
/** Each takes what no other takes, and again nothing but the matcher tells. */
const distinct = (more: object = {}) =>
  Array.from({ length: ROUTES }, (_, at) => ({
    match: { prefix: '/', headers: [{ name: 'x', regex_match: `[ab]{${at + 1}}` }], ...more },
  }));
const half = { runtime_fraction: { default_value: { numerator: 50 } } };

describe.each([100, 10_000, 100_000])('with %i steps', (work) => {
  test('deciding a route', () => {
    const { engine, asked } = counting();
    const list = routeList(crowded(), { regexes: engine, namespace: WORD });
    for (const route of [1, 10, ROUTES - 1]) {
      const before = asked();
      const meter = startMeter({ work });
      decide(list, route, meter);
      expect(asked() - before).toBeLessThanOrEqual(meter.spent());
      expect(meter.spent()).toBeLessThan(work + ROUTES);
    }
  });

  test.each([
    ['lists', crowded(), crowded()],
    ['lists of unlike routes', distinct(), distinct()],
    [
      'lists of unlike routes behind shares',
      [...distinct(half), ...distinct()],
      [...distinct(half), ...distinct()],
    ],
    ['lists in which chance decides', crowded(half), crowded()],
    [
      'shares of the same routes',
      [...crowded(half), { match: { prefix: '/' } }],
      [{ match: { prefix: '/' } }],
    ],
  ])('comparing %s', (_, before, after) => {
    const { engine, asked } = counting();
    const side = (routes: typeof before, outcome: string) => ({
      list: routeList(routes, { regexes: engine, namespace: WORD }),
      outcome: (route: number) => `${outcome} ${route}`,
    });
    const meter = startMeter({ work });
    const found = differ(side(before, 'a'), side(after, 'b'), meter);
    expect(found.equal).toBe(false);
    expect(asked()).toBeLessThanOrEqual(meter.spent());
    expect(meter.spent()).toBeLessThan(work + 4 * ROUTES);
  });
});
