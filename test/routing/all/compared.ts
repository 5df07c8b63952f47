/** Pairs of route lists, the second made from the first as people edit, and what becomes of a request in them. */
import fc from 'fast-check';
import { type Chain, type ComparedList, routeList } from '../../../src/routing/all/index.ts';
import { selectRoutes } from '../../../src/routing/match/select.ts';
import { type Request, seen } from '../../../src/routing/request/request.ts';
import type { Message } from '../../../src/schema/types.ts';
import { matches, regexes, request, takes, WORD, withEachValue } from './lists.ts';

export interface Entry {
  readonly match: object;
  /** Stands for all that the route does. */
  readonly outcome: string;
}

const outcome = fc.constantFrom('a', 'b', 'c');
const fraction = (keys: readonly (string | undefined)[]) =>
  fc.tuple(fc.constantFrom(0, 10, 50, 100), fc.constantFrom(...keys)).map(([numerator, key]) => ({
    runtime_fraction: { default_value: { numerator }, ...(key === undefined ? {} : { runtime_key: key }) },
  }));

function entries(keys: readonly (string | undefined)[]): fc.Arbitrary<Entry> {
  const share = fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fraction(keys) });
  return fc
    .tuple(matches, share, outcome)
    .map(([match, more, does]) => ({ match: { ...match, ...more }, outcome: does }));
}

type Edited = readonly [readonly Entry[], readonly Entry[]];

/** Routes of which most have a fraction, few of them for the same requests. */
function draws(keys: readonly (string | undefined)[]): fc.Arbitrary<Entry> {
  const share = fc.oneof({ weight: 6, arbitrary: fraction(keys) }, { weight: 1, arbitrary: fc.constant({}) });
  const path = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...APART).map((prefix) => ({ prefix })) },
    { weight: 1, arbitrary: fc.constantFrom({ regex: '/[a-c].*' }, { path: '/a1' }) },
  );
  const method = fc
    .constantFrom('GET', 'PUT', undefined)
    .map((value) => (value === undefined ? {} : { headers: [{ name: ':method', exact_match: value }] }));
  return fc
    .tuple(path, method, share, outcome)
    .map(([match, more, drawn, does]) => ({ match: { ...match, ...more, ...drawn }, outcome: does }));
}

const APART = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `/${name}`);

/** Two lists with more draws than may meet at one route, and what they have in common with others. */
export function pairsWithManyDraws(keys: readonly (string | undefined)[]): fc.Arbitrary<Edited> {
  const rest: Entry = { match: { prefix: '/' }, outcome: 'rest' };
  const ends = fc.constantFrom<Entry>(rest, { ...rest, outcome: 'a' });
  const list = fc.array(draws(keys), { minLength: 9, maxLength: 14 });
  return fc.tuple(editedLists(list, draws(keys)), ends, ends).map(
    ([[before, after], one, other]): Edited => [
      [...before, one],
      [...after, other],
    ],
  );
}

/** What comes to them. */
export const requestsApart: fc.Arbitrary<Request> = fc
  .tuple(fc.constantFrom(...APART, '/a1', '/b1', '/z'), fc.constantFrom('GET', 'PUT', 'POST'))
  .map(([path, method]) => request({ path, method }));

/** @param keys runtime keys that a fraction may have */
export function pairsOfLists(keys: readonly (string | undefined)[] = [undefined]): fc.Arbitrary<Edited> {
  const entry = entries(keys);
  const list = fc.array(entry, { minLength: 1, maxLength: 6 });
  const edited = editedLists(list, entry);
  const each = (entries: readonly Entry[]) =>
    entries.map((one) => ({ ...one, match: withEachValue(one.match) }));
  return fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: edited }, { weight: 1, arbitrary: fc.tuple(list, list) }),
      fc.boolean(),
    )
    .map(([[before, after], isEach]): Edited => (isEach ? [each(before), each(after)] : [before, after]));
}

/** A list, and what some edits make of it. */
function editedLists(list: fc.Arbitrary<Entry[]>, entry: fc.Arbitrary<Entry>): fc.Arbitrary<Edited> {
  const edit = fc.tuple(
    fc.constantFrom('move', 'drop', 'insert', 'outcome', 'match'),
    fc.nat(),
    fc.nat(),
    entry,
  );
  return fc.tuple(list, fc.array(edit, { maxLength: 3 })).map(([before, edits]): Edited => {
    const after = [...before];
    for (const [kind, from, to, other] of edits) {
      const at = after.length === 0 ? 0 : from % after.length;
      const here = after[at];
      if (kind === 'insert' || here === undefined) after.splice(to % (after.length + 1), 0, other);
      else if (kind === 'outcome') after[at] = { ...here, outcome: other.outcome };
      else if (kind === 'match') after[at] = { ...here, match: other.match };
      else {
        after.splice(at, 1);
        if (kind === 'move') after.splice(to % (after.length + 1), 0, here);
      }
    }
    return [before, after];
  });
}

export function compared(list: readonly Entry[]): ComparedList {
  const routes = list.map(({ match }) => ({ match }) as Message<'route.Route'>);
  return {
    list: routeList(routes, { regexes, namespace: WORD, base: BASE }),
    outcome: (route) => list[route]?.outcome ?? '',
  };
}

const BASE = [new Map()];

/** The chain that a request meets, by a plain scan. */
export function chainOf(list: readonly Entry[], request: Request): Chain {
  const byChance: number[] = [];
  for (const [at, { match }] of list.entries()) {
    const route = { match } as Message<'route.Route'>;
    if (!takes(route, request)) continue;
    const { runtime_fraction: share } = route.match ?? {};
    if (share === undefined) return { byChance, route: at };
    const numerator = share.default_value?.numerator ?? 0;
    if (share.runtime_key === undefined && numerator === 100) return { byChance, route: at };
    if (share.runtime_key !== undefined || numerator > 0) byChance.push(at);
  }
  return { byChance, route: undefined };
}

/** The share of each outcome. */
export function shares(list: readonly Entry[], request: Request): ReadonlyMap<string, number> {
  const routes = list.map(({ match }) => ({ match }) as Message<'route.Route'>);
  const found = new Map<string, number>();
  for (const { share, route } of selectRoutes(
    routes,
    seen(request, WORD),
    { regexes, namespace: WORD },
    undefined,
  )) {
    const does = route === undefined ? 'no route' : (list[route]?.outcome ?? '');
    found.set(does, (found.get(does) ?? 0) + Math.round(share * 1_000_000));
  }
  return new Map([...found].sort());
}
