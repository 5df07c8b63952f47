/** Pairs of configurations by edits after which every request is handled as before. */
import fc from 'fast-check';
import { normalizeConfiguration } from '../../../src/migrate/index.ts';
import { type Host, hosts, routes, type TwoTexts, textOf } from '../../diff/behaviour/configurations.ts';
import { opened } from '../../opened.ts';
import { type Dice, diceOf } from '../../source/edit/dice.ts';

interface WrittenRoute {
  readonly match?: { readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** Both sides of an edit: what it needs may be planted on both. */
interface Both {
  readonly before: readonly Host[];
  readonly after: readonly Host[];
}

/** One edit of the route lists, at a place by chance. @param other some route, for its action */
type Edit = (both: Both, dice: Dice, other: WrittenRoute) => Both;

/** Matches of which no two in a row share a request. */
const DISJOINT: readonly (readonly [object, object])[] = [
  [{ path: '/a' }, { path: '/b' }],
  [{ prefix: '/a' }, { prefix: '/b' }],
  [
    { prefix: '/', headers: [{ name: ':method', exact_match: 'GET' }] },
    { prefix: '/', headers: [{ name: ':method', exact_match: 'PUT' }] },
  ],
  [
    { prefix: '/', headers: [{ name: 'x', present_match: true }] },
    { prefix: '/a', headers: [{ name: 'x', present_match: true, invert_match: true }] },
  ],
  [
    { prefix: '/', query_parameters: [{ name: 'k', value: '1' }] },
    { prefix: '/', query_parameters: [{ name: 'k', value: '2' }] },
  ],
  [{ regex: '/[ab]' }, { path: '/c' }],
];

const swapDisjoint: Edit = (both, dice, other) => {
  const [first, second] = dice.pick(DISJOINT);
  const [one, two] = [
    { ...other, match: first },
    { match: second, route: { cluster: 'one' } },
  ];
  return planted(both, dice, [one, two], [two, one]);
};

/** A route that an earlier one takes everything from. */
const dropDead: Edit = (both, dice, other) =>
  atRoute(both, dice, (route) => {
    if (isDrawn(route)) return undefined;
    const dead = { ...other, match: narrower(route.match, dice) };
    return { before: [route, dead], after: [route] };
  });

const addDead: Edit = (both, dice, other) => {
  const { before, after } = dropDead({ before: both.after, after: both.before }, dice, other);
  return { before: after, after: before };
};

/** One route as two, the first of which takes a part of its requests. */
const split: Edit = (both, dice) =>
  atRoute(both, dice, (route) => {
    const { match = {} } = route;
    if (isDrawn(route)) return undefined;
    const { prefix, ...rest } = match;
    const part = prefix === undefined || dice.once(2) ? narrower(match, dice) : { ...rest, path: prefix };
    return { before: [route], after: [{ ...route, match: part }, route] };
  });

/** Another way to write the same. */
const renameFields: Edit = (both, dice) =>
  atRoute(both, dice, (route) => {
    const { match = {} } = route;
    const { regex, ...rest } = match;
    const said =
      regex === undefined
        ? { case_sensitive: true, ...match }
        : { ...rest, safe_regex: { google_re2: {}, regex } };
    return { before: [route], after: [{ ...route, name: 'respelled', match: said }] };
  });

/** The hosts of one virtual host in two, the other way round. */
const splitHost: Edit = ({ before, after }, dice) => {
  const at = dice.roll(after.length);
  const { domains, ...rest } = after[at] ?? { domains: [], routes: [], more: {} };
  const parts = [
    { ...rest, domains: domains.slice(1) },
    { ...rest, domains: domains.slice(0, 1) },
  ];
  return { before, after: after.toSpliced(at, 1, ...parts) };
};

const reverseHosts: Edit = ({ before, after }) => ({ before, after: after.toReversed() });

function isDrawn({ match }: WrittenRoute): boolean {
  return match?.runtime_fraction !== undefined;
}

function narrower(match: WrittenRoute['match'] = {}, dice: Dice): object {
  const { headers, query_parameters: parameters, ...rest } = match;
  const header = dice.pick([
    { name: ':method', exact_match: 'GET' },
    { name: 'x', prefix_match: '1' },
    { name: 'y', present_match: true },
  ]);
  const all = [...(Array.isArray(headers) ? headers : []), header];
  return { ...rest, ...(parameters === undefined ? {} : { query_parameters: parameters }), headers: all };
}

/** Puts routes into one list, in one place on both sides where nothing else was edited yet. */
function planted(
  { before, after }: Both,
  dice: Dice,
  ones: readonly object[],
  twos: readonly object[],
): Both {
  const host = dice.roll(before.length);
  // At the front nothing that was edited before stands in between.
  const put = (side: readonly Host[], list: readonly object[]) =>
    side.map((each, at) => (at === host ? { ...each, routes: [...list, ...each.routes] } : each));
  return { before: put(before, ones), after: put(after, twos) };
}

/** Puts routes into the place of one that both sides have. */
function atRoute(
  both: Both,
  dice: Dice,
  edit: (
    route: WrittenRoute,
  ) => { readonly before: readonly object[]; readonly after: readonly object[] } | undefined,
): Both {
  const host = dice.roll(both.before.length);
  const list = both.before[host]?.routes ?? [];
  const route = list[dice.roll(Math.max(1, list.length))];
  const made = route === undefined ? undefined : edit(route as WrittenRoute);
  if (made === undefined || !both.after[host]?.routes.includes(route ?? {})) return both;
  const put = (side: readonly Host[], routesOf: readonly object[]) =>
    side.map((each, at) =>
      at === host
        ? { ...each, routes: each.routes.flatMap((other) => (other === route ? routesOf : [other])) }
        : each,
    );
  return { before: put(both.before, made.before), after: put(both.after, made.after) };
}

/** Those after which virtual hosts are no longer in the same place come last. */
const EDITS: readonly Edit[] = [swapDisjoint, dropDead, addDead, split, renameFields];
const LAST_EDITS: readonly Edit[] = [(both) => both, splitHost, reverseHosts];

/** Each domain in one virtual host only, so that it does not depend on their order where it belongs. */
function withOwnDomains(all: readonly Host[]): readonly Host[] {
  const seen = new Set<string>();
  return all.map((host) => {
    const domains = host.domains.filter((domain) => !seen.has(domain));
    for (const domain of domains) seen.add(domain);
    return { ...host, domains };
  });
}

const CLUSTERS = ['one', 'two'];

export const keptPairs: fc.Arbitrary<TwoTexts> = fc
  .tuple(
    fc.array(hosts, { minLength: 1, maxLength: 3 }).map(withOwnDomains),
    fc.array(fc.tuple(fc.constantFrom(...EDITS), routes), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(...LAST_EDITS),
    fc.nat(),
    fc.boolean(),
  )
  .map(([start, edits, last, seed, isNormalized]) => {
    const dice = diceOf(seed);
    let both: Both = { before: start, after: start };
    for (const [edit, other] of edits) both = edit(both, dice, other as WrittenRoute);
    both = last(both, dice, {});
    const [before, after] = [textOf(both.before, CLUSTERS), textOf(both.after, CLUSTERS)];
    return { before, after: isNormalized ? normalized(after) : after };
  });

function normalized(text: string): string {
  const [document] = normalizeConfiguration(opened(text, { api: 'v2' }), {
    onlyWritten: false,
    showSecrets: true,
  });
  return JSON.stringify(document?.value ?? null);
}
