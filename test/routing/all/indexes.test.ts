/** The indexes agree with looking at every route. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortedLiterals } from '../../../src/routing/all/literals.ts';
import { hides, indexRequired } from '../../../src/routing/all/route-index.ts';
import { looksAtTarget, rangeLeast, routeList } from '../../../src/routing/all/route-list.ts';
import { type SeenRequest, seen } from '../../../src/routing/request/request.ts';
import { regexes, request, requests, routes, takes, WORD } from './lists.ts';

const context = { regexes, namespace: WORD };
const texts = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 5 });

test('every earlier route that takes a request is among the candidates, or one that takes as much comes before', () => {
  fc.assert(
    fc.property(routes, requests, (list, request) => {
      const { index, matchers } = routeList(list, context);
      const candidates = index.candidates(seen(request, WORD));
      expect(candidates).toEqual([...new Set(candidates)].sort((a, b) => a - b));
      for (const [route, each] of list.entries()) {
        if (!takes(each, request) || candidates.includes(route)) continue;
        const { head, isPlain } = matchers[route] ?? {};
        expect(isPlain).toBe(true);
        expect(candidates.some((other) => other < route && matchers[other]?.head.text === head?.text)).toBe(
          true,
        );
      }
    }),
    { numRuns: 3000 },
  );
});

test('14.b4 routes that ask for ranges of one header are told apart by its number, whatever its digits', () => {
  const list = Array.from({ length: 1000 }, (_, at) => ({
    match: { prefix: '/', headers: [{ name: 'h', range_match: { start: at, end: at + 2 } }] },
  }));
  const { index } = routeList(list, context);
  const at = (h: string) => index.candidates(seen(request({ headers: { h } }), WORD));
  expect(at('7')).toEqual([6, 7]);
  expect(at('+0007')).toEqual([6, 7]);
  expect(at('-1')).toEqual([]);
  expect(at('7.5')).toEqual([6, 7]);
  expect(at(`${'0'.repeat(30)}7`)).toEqual([6, 7]);
  expect(at('9007199254740993')).toHaveLength(1000);
  expect(index.candidates(seen(request({}), WORD))).toEqual([]);
});

test('routes that each ask for a header or a query key of their own are told apart by what the request has', () => {
  const list = Array.from({ length: 5000 }, (_, at) => ({
    match:
      at % 2 === 0
        ? { prefix: '/', headers: [{ name: `x-${at}`, exact_match: '1' }] }
        : { prefix: '/', query_parameters: [{ name: `k${at}`, value: '1' }] },
  }));
  const { index } = routeList(list, context);
  const one = seen(request({ path: '/?k7=1&k9=2', headers: { 'x-4': '1', 'x-6': '2', y: '1' } }), WORD);
  let lookups = 0;
  const counting: SeenRequest = {
    ...one,
    rawPath: one.rawPath,
    barePath: one.barePath,
    header: (name) => {
      lookups++;
      return one.header(name);
    },
    values: (name) => {
      lookups++;
      return one.values(name);
    },
    headerNames: () => one.headerNames(),
    queryParameter: (name) => {
      lookups++;
      return one.queryParameter(name);
    },
    queryNames: () => one.queryNames(),
  };
  expect(index.candidates(counting)).toEqual([4, 7]);
  expect(lookups).toBeLessThan(20);
});

test('whether a route is looked at with its query agrees with asking each of those that are', () => {
  fc.assert(
    fc.property(routes, (list) => {
      const prepared = routeList(list, context);
      for (const [route, own] of prepared.matchers.entries()) {
        const one = own.head.text.toLowerCase();
        const meets = prepared.matchers.slice(0, route).some((matcher) => {
          const other = matcher.head.text.toLowerCase();
          return matcher.whole && hides(matcher) && (one.startsWith(other) || other.startsWith(one));
        });
        expect(looksAtTarget(prepared, route)).toBe(own.whole || meets);
      }
    }),
    { numRuns: 3000 },
  );
});

test('sorted literals', () => {
  fc.assert(
    fc.property(fc.uniqueArray(texts), texts, (given, text) => {
      const literals = sortedLiterals(given);
      const heads = given.filter((each) => text.startsWith(each)).sort((a, b) => b.length - a.length);
      expect(literals.texts[literals.longestPrefix(text)]).toBe(heads[0]);
      const behind = literals.texts.slice(literals.from(text), literals.behind(text));
      expect(behind).toEqual(literals.texts.filter((each) => each.startsWith(text)));
      for (const [at, each] of literals.texts.entries()) {
        const shorter = given.filter((other) => each !== other && each.startsWith(other));
        const longest = shorter.sort((a, b) => b.length - a.length)[0];
        expect(literals.texts[literals.parent(at)]).toBe(longest);
      }
    }),
  );
});

test('the least of a range', () => {
  const ranges = fc.tuple(fc.array(fc.nat(50), { maxLength: 20 }), fc.nat(20), fc.nat(20));
  fc.assert(
    fc.property(ranges, ([numbers, from, length]) => {
      const to = Math.min(from + length, numbers.length);
      expect(rangeLeast(numbers).least(from, to)).toBe(Math.min(...numbers.slice(from, to)));
    }),
  );
});

test('required texts are found wherever they stand', () => {
  const long = texts.map((text) => `${text}${'ab'.repeat(20)}${text}`);
  const required = fc.oneof(texts, long).filter((text) => text !== '');
  fc.assert(
    fc.property(fc.array(required, { maxLength: 12 }), fc.oneof(texts, long), (all, text) => {
      const found: number[] = [];
      indexRequired(all.map((each, route) => ({ route, required: each }))).gather(text, found);
      expect(found).toHaveLength(new Set(found).size);
      const cut = all.map((each) => each.slice(0, 24));
      expect(found.sort((a, b) => a - b)).toEqual(
        [...all.keys()].filter((at) => text.includes(cut[at] ?? '')),
      );
    }),
    { numRuns: 2000 },
  );
});
