/** The hosts of two route configurations in disjoint pieces. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takenHosts } from '../../../src/routing/all/base.ts';
import { startFinding } from '../../../src/routing/all/finder.ts';
import { holds } from '../../../src/routing/all/values.ts';
import { domainIndex, findDomain, withoutPort } from '../../../src/routing/match/hosts.ts';
import type { Message } from '../../../src/schema/types.ts';
import { meter } from './lists.ts';

const indexOf = (hosts: readonly (readonly string[])[], ignoresPort = false) => {
  const configuration: Message<'RouteConfiguration'> = {
    ignore_port_in_host_matching: ignoresPort,
    virtual_hosts: hosts.map((domains, at) => ({ name: `v${at}`, domains: [...domains], routes: [] })),
  };
  return domainIndex(configuration);
};

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const wildcardsOfEachKind = (count: number) =>
  numbers(count).flatMap((at) => [`a${at}.test`, `*.b${at}.test`, `c${at}.*`]);

describe('14.b2 suffixes against prefixes are not multiplied out', () => {
  it.each([10, 1000])('%d names of each kind on both sides are three pieces', (count) => {
    const side = indexOf([wildcardsOfEachKind(count)]);
    const { taken } = takenHosts([side, side]);
    expect(taken.map(({ takers, pieces }) => [takers, pieces.length])).toEqual([[[0, 0], 3]]);
  });

  it.each([10, 1000])('%d wildcards at the front on one side, as many at the end on the other', (count) => {
    const front = indexOf([numbers(count).map((at) => `*.b${at}.test`)]);
    const end = indexOf([numbers(count).map((at) => `c${at}.*`)]);
    const { taken } = takenHosts([front, end]);
    expect(taken.map(({ takers, pieces }) => [takers, pieces.length])).toEqual([
      [[undefined, 0], 1],
      [[0, undefined], 1],
      [[0, 0], 1],
    ]);
  });

  it('as many pairs of virtual hosts as there are tell that these are not all', () => {
    const front = indexOf(numbers(300).map((at) => [`*.b${at}.test`]));
    const end = indexOf(numbers(300).map((at) => [`c${at}.*`]));
    const { taken, isWhole } = takenHosts([front, end]);
    expect(isWhole).toBe(false);
    expect(taken.length).toBeLessThanOrEqual(50_301);
  });
});

const text = fc.string({ unit: fc.constantFrom('a', 'B', '.', ':', ']'), minLength: 1, maxLength: 4 });
const domain = fc.oneof(
  text,
  text.map((each) => `*${each}`),
  text.map((each) => `${each}*`),
  fc.constant('*'),
);
const hosts = fc.array(fc.array(domain, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
const names = fc.array(
  fc.string({ unit: fc.constantFrom('a', 'B', '.', ':', ']'), minLength: 1, maxLength: 6 }),
  {
    minLength: 20,
    maxLength: 20,
  },
);

describe('14.b2 a host is in one piece, that of the virtual hosts that take it on both sides', () => {
  it.each([
    ['the port is part of it', [false, false]],
    ['its port is left aside', [true, true]],
    ['on one side alone', [true, false]],
  ] as const)('%s', (_, [first, second]) => {
    fc.assert(
      fc.property(hosts, hosts, names, (before, after, asked) => {
        const sides = [indexOf(before, first), indexOf(after, second)];
        const takersOf = (host: string) =>
          sides.map((side) => findDomain(side, side.ignoresPort ? withoutPort(host) : host)?.virtualHost);
        const { taken, isWhole } = takenHosts(sides);
        expect(isWhole).toBe(true);
        for (const host of asked) {
          const takers = takersOf(host);
          const found = taken.flatMap((each) =>
            each.pieces.filter((piece) => holds(piece.values(), host)).map(() => each.takers),
          );
          expect([host, found]).toEqual([host, takers.every((each) => each === undefined) ? [] : [takers]]);
        }
        // What is searched for by automata is what a single host is asked for.
        const finder = startFinding();
        for (const { takers, pieces } of taken)
          for (const piece of pieces) {
            const member = finder.member('header :authority', piece.values(), meter());
            if (member.kind === 'text') expect(takersOf(member.text)).toEqual(takers);
            else for (const host of asked) expect(holds(piece.values(), host)).toBe(false);
          }
      }),
      { numRuns: 150 },
    );
  });
});
