/** One pairing of routes for all that is said of both sides. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../src/diff/index.ts';
import type { PairedHostsOf } from '../../src/diff/paired-routes.ts';
import { pairSides, type SidesPairing } from '../../src/diff/pairing.ts';
import { mergedRoutes } from '../../src/results/picture/of-sides.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { opened } from '../opened.ts';

type Route = readonly [prefix: string, cluster: string];

function side(routes: readonly Route[]) {
  const written = routes.map(([prefix, cluster]) => ({ match: { prefix }, route: { cluster } }));
  return [
    opened(JSON.stringify({ name: 'rc', virtual_hosts: [{ name: 'v', domains: ['*'], routes: written }] })),
  ];
}

/** How a part of a report pairs the routes of both sides; one that is wrong on purpose in some tests. */
type PairingBy = (pairing: SidesPairing, one: readonly Route[], other: readonly Route[]) => PairedHostsOf;

const properly: PairingBy = ({ hostsOf }) => hostsOf;

/** Pairs the first route of a match with the first one of that match, and so on. */
const inOrderOfMatches: PairingBy = ({ hostsOf }, one, other) => {
  const rest = [...other.entries()];
  const pairs = one.flatMap(([prefix], before) => {
    const at = rest.findIndex(([, [match]]) => match === prefix);
    const [found] = at === -1 ? [] : rest.splice(at, 1);
    return found === undefined ? [] : [[before, found[0]] as const];
  });
  const wrong = { routes: () => ({ pairs, moved: new Set<readonly [number, number]>() }) };
  return (side, host) => hostsOf(side, host) && wrong;
};

/** What each part of a report says of the routes. @param by how the picture pairs them */
function reported(one: readonly Route[], other: readonly Route[], by = properly) {
  const [before, after] = [side(one), side(other)];
  const pairing = pairSides(before, after);
  const { changes } = diffConfigurations(before, after, { pairing });
  const behaviour = compareBehaviour(before, after);
  const { routes } = mergedRoutes(findRouting(before), findRouting(after), by(pairing, one, other));
  const [pair] = pairing.resources.pairs.filter(
    ({ before: found }) => found.frame.type === 'route.VirtualHost',
  );
  return {
    moved: changes
      .filter(({ rule }) => rule === 'route-moved')
      .map((change) => [change.before?.value, change.after?.value]),
    changed: changes.filter(({ kind }) => kind === 'changed').map(({ path }) => path),
    harmless: behaviour.reorders.flatMap((each) => each.moved.map((move) => [move.before, move.after])),
    drawn: routes.flatMap(({ before: was, after: is }) => (was && is ? [[was.index, is.index]] : [])).sort(),
    pairs: [...((pair && pairing.routesOf(pair))?.alignment.pairs ?? [])].map((each) => [...each]).sort(),
    elsewhere: routes.filter(
      ({ before: was, after: is }) => was && is && was.route.route?.cluster !== is.route.route?.cluster,
    ).length,
  };
}

const X: Route = ['/x', 'x'];
const [A, B, C]: readonly [Route, Route, Route] = [
  ['/', 'a'],
  ['/', 'b'],
  ['/', 'c'],
];

describe('14.7 equal matches are paired once for the whole report:', () => {
  test('the last of three moved to the front', () => {
    expect(reported([X, A, B, C], [C, X, A, B])).toMatchObject({
      moved: [[3, 0]],
      changed: [],
      harmless: [],
      drawn: [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 0],
      ],
      elsewhere: 0,
    });
  });

  test('a move that no request notices is the one among the changes', () => {
    const dead: Route = ['/x/y', 'x'];
    const { moved, harmless, elsewhere } = reported([X, dead, A], [dead, X, A]);
    expect(harmless).toEqual(moved);
    expect([moved.length, elsewhere]).toEqual([1, 0]);
  });

  /** Whether all parts speak of the same pairs, tried on random orders. */
  const agree = (by: PairingBy, numRuns: number) => {
    const route = fc.tuple(fc.constantFrom('/', '/x', '/x/y'), fc.constantFrom('a', 'b', 'c'));
    const property = fc.property(
      fc.array(route, { maxLength: 7 }),
      fc.array(fc.nat(6), { maxLength: 7 }),
      (routes, order) => {
        const picked = [...new Set(order.filter((at) => at < routes.length))];
        const rest = [...routes.keys()].filter((at) => !picked.includes(at));
        const turned = [...picked, ...rest].map((at) => routes[at] ?? A);
        const { moved, harmless, drawn, pairs, elsewhere, changed } = reported(routes, turned, by);
        expect(drawn).toEqual(pairs);
        expect(pairs).toHaveLength(routes.length);
        expect([elsewhere, changed]).toEqual([0, []]);
        for (const each of harmless) expect(moved).toContainEqual(each);
      },
    );
    return fc.check(property, { numRuns, seed: 7 });
  };

  test('whatever the order, changes, reorders and the picture speak of the same pairs', () => {
    const found = agree(properly, 150);
    expect(found.failed, fc.defaultReportMessage(found) ?? '').toBe(false);
  });

  test('which a picture with a pairing of its own does not', () => {
    expect(agree(inOrderOfMatches, 150).failed).toBe(true);
    expect(reported([X, A, B, C], [C, X, A, B], inOrderOfMatches).elsewhere).toBe(3);
  });
});

test('of route configurations with one name those that say the same belong together, in either version', () => {
  const one = (package_: string, domain: string): string =>
    `{"@type": type.googleapis.com/envoy.${package_}.RouteConfiguration, name: r, virtual_hosts: [{name: v, domains: [${domain}], routes: [{match: {prefix: /}, route: {cluster: a}}]}]}`;
  const [older, newer] = ['api.v2', 'config.route.v3'];
  const side = (...all: readonly string[]) => [opened(`resources: [${all.join(', ')}]\n`)];
  const before = side(one(newer, '"*"'), one(older, 'b.test'), one(newer, '"*"'));
  const lifted = side(one(newer, '"*"'), one(newer, 'b.test'), one(newer, '"*"'));
  const moved = side(one(newer, 'b.test'), one(newer, '"*"'), one(newer, '"*"'));
  for (const after of [lifted, moved]) expect(diffConfigurations(before, after).changes).toEqual([]);
});
