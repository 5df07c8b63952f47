/** Laws of the sets of requests, and of the questions asked of them. */

import fc from 'fast-check';
import {
  type Box,
  contains,
  intersection,
  type Point,
  pointOf,
  subtraction,
} from '../../src/routing/all/box.ts';
import { decide } from '../../src/routing/all/decide.ts';
import { startFinding } from '../../src/routing/all/finder.ts';
import { normalise } from '../../src/routing/all/normalise.ts';
import { overlap } from '../../src/routing/all/overlap.ts';
import { remainderOf } from '../../src/routing/all/remainder.ts';
import { routeList } from '../../src/routing/all/route-list.ts';
import { universeOf } from '../../src/routing/all/universe.ts';
import type { Values } from '../../src/routing/all/values.ts';
import { startCandidates } from '../../src/routing/match/candidates.ts';
import { selectRoutes } from '../../src/routing/match/select.ts';
import { virtualClusterOf } from '../../src/routing/outcome/virtual-cluster.ts';
import { fullMatch } from '../../src/routing/regex/match.ts';
import type { Regex } from '../../src/routing/regex/syntax.ts';
import { seen } from '../../src/routing/request/request.ts';
import { lowerMatch } from '../../src/traffic/predicate.ts';
import { meter, pointOfRequest, regexes, requests, routes, takes, WORD } from '../routing/all/lists.ts';
import { demand, demandSame, type Law, law } from './law.ts';

const context = { regexes, namespace: WORD };

function several(count: number) {
  return fc.array(requests, { minLength: count, maxLength: count });
}

/** Lists that are long enough to be indexed, some of their routes by chance. */
const longLists = fc.array(routes, { minLength: 12, maxLength: 40 }).map((lists) =>
  lists.flat().map(({ match }, index) => {
    const fraction = { runtime_fraction: { default_value: { numerator: index } } };
    return { match: { ...match, ...(index % 5 === 0 ? fraction : {}) } };
  }),
);

const METHODS = ['GET', 'PUT'] as const;

/** Virtual clusters by the same conditions: by headers, of which some ask for a method as well, or by a pattern. */
const longClusters = fc.array(routes, { minLength: 24, maxLength: 40 }).map((lists) =>
  lists.flat().map(({ match }, index) => {
    const { headers = [], regex } = match ?? {};
    const asked = headers.length > 0 ? { headers } : { pattern: regex ?? '/[ab].*' };
    return { name: `v${index}`, ...asked, ...(index % 3 === 0 ? { method: METHODS[index % 2] } : {}) };
  }),
);

/** What trees were found to hold: equal keys are equal languages, and few of them are asked again and again. */
const inTrees = new Map<string, unknown>();

function isInTree(key: string, tree: () => Regex, text: string): unknown {
  const known = inTrees.get(`${key} ${text}`) ?? fullMatch(tree(), text);
  inTrees.set(`${key} ${text}`, known);
  return known;
}

/** Of texts that the dimension can have at all: what is asked for, what comes to mind for the languages, and near it. */
function demandTrees(dimension: string, values: Values, points: readonly Point[]): void {
  const universe = universeOf(dimension);
  const near = (text: string) => [
    text,
    text.slice(1),
    text.slice(0, -1),
    `${text}1`,
    `${text}&k`,
    `a${text}`,
  ];
  const languages = [...values.within, ...values.without];
  const texts = [
    ...points.flatMap((point) => point.get(dimension) ?? []),
    ...languages.flatMap(({ samples }) => samples.slice(0, 2)),
    ...universe.samples,
  ].flatMap(near);
  for (const text of new Set(texts)) {
    demandSame(isInTree(dimension, universe.tree, text), universe.holds(text), `${dimension} can be ${text}`);
    if (!universe.holds(text)) continue;
    for (const language of languages) {
      const tree = language.tree();
      if (tree === undefined) continue;
      const found = isInTree(language.key, () => tree, text);
      demandSame(found, language.holds(text), `${dimension} ${text} in ${language.key}`);
    }
  }
}

export const setLaws: readonly Law[] = [
  law(
    { id: 'candidates', says: 'A long list answers by its index as it does route by route', runs: 300 },
    [longLists, several(16)],
    (list, asked) => {
      const candidates = startCandidates(regexes);
      for (const request of asked) {
        const looked = seen(request, WORD);
        const scanned = selectRoutes(list, looked, context, undefined);
        demandSame(selectRoutes(list, looked, { ...context, candidates }, undefined), scanned, request.path);
      }
    },
  ),
  law(
    {
      id: 'candidates-of-clusters',
      says: 'Many virtual clusters answer by their index as one by one',
      runs: 300,
    },
    [longClusters, several(16)],
    (list, asked) => {
      const candidates = startCandidates(regexes);
      const host = { virtual_clusters: list };
      for (const request of asked) {
        const looked = seen(request, WORD);
        const scanned = virtualClusterOf(host, looked, context, undefined);
        const found = virtualClusterOf(host, looked, { ...context, candidates }, undefined);
        demandSame(found, scanned, `${request.method} ${request.path}`);
      }
    },
  ),
  law(
    {
      id: 'membership',
      says: 'A request is in the set of a route where the one-request matcher takes it',
      runs: 1500,
    },
    [routes, several(4)],
    (list, asked) => {
      for (const route of list) {
        const matcher = normalise(lowerMatch(route.match), regexes);
        for (const request of asked) {
          const expected = takes(route, request);
          if (matcher.box)
            demandSame(contains(matcher.box, pointOfRequest(request, false)), expected, 'by path and query');
          demandSame(
            contains(matcher.targetBox(), pointOfRequest(request, true)),
            expected,
            'by the whole :path',
          );
        }
      }
    },
  ),
  law(
    {
      id: 'trees',
      says: 'A text is in the tree of a language where the one-request matcher finds it in the language',
      runs: 800,
    },
    [routes, several(3)],
    (list, asked) => {
      const points = asked.flatMap((request) => [
        pointOfRequest(request, false),
        pointOfRequest(request, true),
      ]);
      for (const { match } of list) {
        const matcher = normalise(lowerMatch(match), regexes);
        for (const box of [matcher.box ?? new Map(), matcher.targetBox()])
          for (const [dimension, values] of box) demandTrees(dimension, values, points);
      }
    },
  ),
  law(
    {
      id: 'set-algebra',
      says: 'Intersections and subtractions hold what they should; a set minus itself is empty; a witness of A minus B is in A and not in B',
      runs: 2500,
    },
    [routes, requests],
    (list, request) => {
      const [first, second] = list.map((route) => normalise(lowerMatch(route.match), regexes).targetBox());
      if (first === undefined || second === undefined) return;
      const finder = startFinding();
      const point = pointOfRequest(request, true);
      const [inFirst, inSecond] = [contains(first, point) === true, contains(second, point) === true];
      demandSame(contains(intersection(first, second), point), inFirst && inSecond, 'in the intersection');
      demandSame(
        contains(intersection(second, first), point),
        inFirst && inSecond,
        'in it the other way round',
      );
      const rest = subtraction(first, second).filter((box) => contains(box, point));
      demandSame(rest.length, inFirst && !inSecond ? 1 : 0, 'parts of the difference that hold the request');
      const outside = (boxes: readonly Box[], taken: readonly Box[]) =>
        remainderOf(boxes, finder, meter()).outside(taken);
      demandSame(outside([first], [first]).kind, 'none', 'a set minus itself');
      demandSame(outside([first, second], [second, first]).kind, 'none', 'a union minus its parts');
      const going = remainderOf([first, second], finder, meter());
      for (const taken of [[], [second], [second, first], [first]])
        demandSame(
          going.outside(taken).kind,
          outside([first, second], taken).kind,
          'what is left, asked again with other boxes taken away',
        );
      const left = outside([first], [second]);
      if (left.kind === 'point') {
        demandSame(contains(first, left.point), true, 'a witness of A minus B in A');
        demandSame(contains(second, left.point), false, 'a witness of A minus B in B');
      } else if (inFirst && !inSecond) demandSame(left.kind, 'undecided', 'a difference that is not empty');
      const member = pointOf(intersection(first, second), finder, meter());
      if (inFirst && inSecond)
        demand(member.kind !== 'none', () => 'an intersection that is not empty has a member');
    },
  ),
  law(
    {
      id: 'decide',
      says: 'A route that is alive is reached by its witness, one that is not by no request; what hides it hides it together only',
      runs: 2000,
    },
    [routes, several(6)],
    (list, asked) => {
      const prepared = routeList(list, context);
      for (const [index, route] of list.entries()) {
        const verdict = decide(prepared, index, meter());
        if (verdict.kind === 'undecided') continue;
        if (verdict.kind === 'alive') {
          demand(takes(route, verdict.witness), () => `route ${index} does not take its witness`);
          const thief = list.slice(0, index).findIndex((other) => takes(other, verdict.witness));
          demand(thief === -1, () => `route ${thief} takes the witness of route ${index}`);
          continue;
        }
        const hiding = verdict.kind === 'hidden' ? verdict.by : [];
        for (const request of asked)
          if (takes(route, request))
            demand(
              hiding.some((other) => takes(list[other] ?? route, request)),
              () => `${JSON.stringify(request)} comes to route ${index}, ${JSON.stringify(verdict)}`,
            );
        for (const left of hiding) {
          const fewer = [...hiding.filter((other) => other !== left), index].map((at) => list[at] ?? route);
          const without = decide(routeList(fewer, context), fewer.length - 1, meter());
          demandSame(without.kind, 'alive', `route ${index} without route ${left} before it`);
        }
      }
    },
  ),
  law(
    { id: 'overlap', says: 'Routes that overlap have a request to show, others share none', runs: 4000 },
    [routes, requests],
    (list, request) => {
      const [first, second] = list;
      if (first === undefined || second === undefined) return;
      const found = overlap(routeList([first, second], context), 0, 1, meter());
      if (found.kind === 'shared')
        demand(
          takes(first, found.witness) && takes(second, found.witness),
          () => 'both take the shared request',
        );
      else demand(!(takes(first, request) && takes(second, request)), () => 'a request comes to both');
    },
  ),
];
