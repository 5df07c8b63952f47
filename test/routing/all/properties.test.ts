import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { contains, intersection, pointOf, pointOutside, subtraction } from '../../../src/routing/all/box.ts';
import { decide, routeList } from '../../../src/routing/all/decide.ts';
import { startFinding } from '../../../src/routing/all/finder.ts';
import { normalise } from '../../../src/routing/all/normalise.ts';
import { meter, pointOfRequest, regexes, requests, routes, takes, WORD } from './lists.ts';

vi.setConfig({ testTimeout: 60_000 });

const context = { regexes, word: WORD };
const finder = startFinding();

test('membership and the one-request matcher agree', () => {
  fc.assert(
    fc.property(routes, fc.array(requests, { minLength: 4, maxLength: 4 }), (list, asked) => {
      for (const route of list) {
        const matcher = normalise(route.match, regexes);
        for (const request of asked) {
          const expected = takes(route, request);
          if (matcher.box) expect(contains(matcher.box, pointOfRequest(request, false))).toBe(expected);
          expect(contains(matcher.targetBox(), pointOfRequest(request, true))).toBe(expected);
        }
      }
    }),
    { numRuns: 1500 },
  );
});

test('boxes are a set algebra', () => {
  fc.assert(
    fc.property(routes, requests, (list, request) => {
      const [first, second] = list.map((route) => normalise(route.match, regexes).targetBox());
      if (first === undefined || second === undefined) return;
      const point = pointOfRequest(request, true);
      const [inFirst, inSecond] = [contains(first, point), contains(second, point)];
      expect(contains(intersection(first, second), point)).toBe(inFirst && inSecond);
      const rest = subtraction(first, second).filter((box) => contains(box, point));
      expect(rest).toHaveLength(inFirst && !inSecond ? 1 : 0);
      expect(pointOutside([first], [first], finder, meter()).kind).toBe('none');
      const left = pointOutside([first], [second], finder, meter());
      if (left.kind === 'point') {
        expect(contains(first, left.point)).toBe(true);
        expect(contains(second, left.point)).toBe(false);
      } else if (inFirst && !inSecond) expect(left.kind).toBe('undecided');
      const member = pointOf(intersection(first, second), finder, meter());
      if (inFirst && inSecond) expect(member.kind).not.toBe('none');
    }),
    { numRuns: 2500 },
  );
});

describe('deciding', () => {
  test('alive routes are reached by their witness, hidden ones by no request', () => {
    let decided = 0;
    let open = 0;
    fc.assert(
      fc.property(routes, fc.array(requests, { minLength: 6, maxLength: 6 }), (list, asked) => {
        const prepared = routeList(list, context);
        for (const [index, route] of list.entries()) {
          const verdict = decide(prepared, index, meter());
          const earlier = list.slice(0, index);
          decided++;
          if (verdict.kind === 'undecided') open++;
          else if (verdict.kind === 'alive') {
            expect(takes(route, verdict.witness)).toBe(true);
            expect(earlier.some((other) => takes(other, verdict.witness))).toBe(false);
          } else {
            const hiding = verdict.kind === 'hidden' ? verdict.by : [];
            for (const request of asked)
              if (takes(route, request))
                expect(hiding.some((other) => takes(list[other] ?? route, request))).toBe(true);
            for (const left of hiding) {
              const fewer = [...hiding.filter((other) => other !== left), index].map(
                (at) => list[at] ?? route,
              );
              expect(decide(routeList(fewer, context), fewer.length - 1, meter()).kind).toBe('alive');
            }
          }
        }
      }),
      { numRuns: 2000 },
    );
    expect(open / decided).toBeLessThan(0.001);
  });
});
