/** Whether the laws of comparing behaviour would notice: comparisons that are wrong on purpose break them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { differingAspects } from '../../src/diff/behaviour/outcomes/replay.ts';
import { diffConfigurations, hasOwnReason } from '../../src/diff/index.ts';
import type { Configuration } from '../../src/model/index.ts';
import { pairsOfTexts } from '../diff/behaviour/configurations.ts';
import { opened } from '../opened.ts';
import { keptPairs } from './behaviour/kept-edits.ts';
import { servedBy, startReplaying } from './behaviour/replaying.ts';
import { behaviourLawsOf, type Compare, newerLawsOf } from './behaviour-laws.ts';

type Data = { readonly [key: string]: unknown };

/** A comparison that sees every value of a configuration as something else, and so some of them as the same. */
function seeing(see: (key: string, value: unknown, holder: Data) => unknown): Compare {
  const seen = ({ file, api }: Configuration): Configuration =>
    opened(
      JSON.stringify(JSON.parse(file.text), function (this: Data, key: string, value: unknown) {
        return see(key, value, this);
      }),
      { api: api === 'v3' ? 'v3' : 'v2' },
    );
  return (before, after) => compareBehaviour([seen(before)], [seen(after)]);
}

/** Sees no field of the name. */
function blindTo(...names: readonly string[]): Compare {
  return seeing((key, value) => (names.includes(key) ? undefined : value));
}

/** Sees the texts in a field in another way. */
function misreading(names: readonly string[], read: (text: string) => string): Compare {
  return seeing((key, value) => (names.includes(key) && typeof value === 'string' ? read(value) : value));
}

const properly: Compare = (before, after) => compareBehaviour([before], [after]);

const wrong: readonly (readonly [string, Compare])[] = [
  [
    'says that all is equal',
    (before, after) => ({ ...properly(before, after), equal: true, changes: [], undecided: [] }),
  ],
  ['sees no header matchers', blindTo('headers')],
  ['sees no inverted matchers', blindTo('invert_match')],
  ['sees no query parameters', blindTo('query_parameters')],
  ['sees no runtime fractions', blindTo('runtime_fraction')],
  ['sees no require_tls', blindTo('require_tls')],
  ['sees no rewriting', blindTo('prefix_rewrite')],
  ['sees no retry policies', blindTo('retry_policy')],
  ['sees no added headers', blindTo('request_headers_to_add')],
  ['sees no virtual clusters', blindTo('virtual_clusters')],
  ['sees no hash policies', blindTo('hash_policy')],
  ['sees no clusters', blindTo('clusters')],
  ['takes all paths in any letter case', seeing((key, value) => (key === 'match' ? folded(value) : value))],
  ['takes each path in its own letter case', blindTo('case_sensitive')],
  ['takes no slash at the end', misreading(['prefix', 'path'], (text) => text.replace(/(?<=.)\/$/, ''))],
  ['takes no query in a prefix', misreading(['prefix'], (text) => text.replace(/\?.*$/, ''))],
  ['takes a dot for a letter', misreading(['regex'], (text) => text.replaceAll('.*', 'b*'))],
  [
    'takes no ports of domains',
    seeing((key, value) =>
      key === 'domains' ? (value as string[]).map((each) => each.split(':')[0]) : value,
    ),
  ],
  [
    'takes routes in the order of their texts',
    seeing((key, value) =>
      key === 'routes'
        ? (value as object[]).toSorted((one, two) => (JSON.stringify(one) < JSON.stringify(two) ? -1 : 1))
        : value,
    ),
  ],
  [
    'forgets the last change',
    (before, after) => {
      const found = properly(before, after);
      return { ...found, changes: found.changes.slice(0, -1) };
    },
  ],
  [
    'forgets all but one pair of routes of a change',
    (before, after) => {
      const found = properly(before, after);
      const changes = found.changes.map((each) => ({ ...each, routePairs: each.routePairs.slice(0, 1) }));
      return { ...found, changes };
    },
  ],
];

function folded(match: unknown): unknown {
  return { ...(match as object), case_sensitive: false };
}

/** Says of each request how it really fares, and nothing of those that fare alike: only what it misses is wrong then. */
function truthful(compare: Compare): Compare {
  return (before, after) => {
    const found = compare(before, after);
    const { both } = startReplaying(servedBy(before), servedBy(after));
    const changes = found.changes.flatMap((change) => {
      const ways = both(change.request);
      const aspects = differingAspects(ways.before, ways.after);
      const [was, is] = [ways.before.trace, ways.after.trace].map(({ outcome, route }) => ({
        outcome,
        route,
      }));
      return aspects.length === 0
        ? []
        : [{ ...change, aspects, before: { ...change.before, ...was }, after: { ...change.after, ...is } }];
    });
    return { ...found, changes };
  };
}

/** What a law says of the first pair for which they do not hold; with this seed it comes early. */
function firstFailure(compare: Compare, law = 'behaviour-covered'): string | undefined {
  const covered = behaviourLawsOf(compare).find(({ id }) => id === law);
  return covered?.check({ seed: 2, numRuns: covered.runs, endOnFailure: true }).failure?.report;
}

describe('requests show that a comparison is wrong which', () => {
  test.each(wrong)('%s', (_, compare) => {
    expect(firstFailure(truthful(compare))).toContain('is handled differently');
  });
});

describe('requests of version 3 show that a comparison is wrong which', () => {
  test.each<readonly [string, Compare]>([
    ['sees no negation', seeing((key, value) => (key === 'predicate' ? bare(value) : value))],
    ['sees nothing beside the first branch', blindTo('on_no_match')],
    ['takes the port for a part of every host', blindTo('ignore_port_in_host_matching')],
    ['takes the host for what picks virtual hosts', blindTo('vhost_header')],
    ['sees paths with their parameters', blindTo('ignore_path_parameters_in_path_matching')],
    ['sees no copies', blindTo('request_mirror_policies')],
    [
      'takes the keys of maps for their beginnings',
      seeing((key, value) => (key === 'matcher_tree' ? byPrefix(value) : value)),
    ],
  ])('%s', (_, compare) => {
    const [covered] = newerLawsOf(truthful(compare));
    const { failure } = covered?.check({ seed: 2, numRuns: covered.runs, endOnFailure: true }) ?? {};
    expect(failure?.report).toContain('is handled differently');
  });
});

function bare(predicate: unknown): unknown {
  return (predicate as Data).not_matcher ?? predicate;
}

function byPrefix(tree: unknown): unknown {
  const { exact_match_map: map, ...rest } = tree as Data;
  return map === undefined ? tree : { ...rest, prefix_match_map: map };
}

/** Tells a change in other words. */
function inWords(tell: (words: string) => string): Compare {
  return (before, after) => {
    const found = properly(before, after);
    return { ...found, changes: found.changes.map((each) => ({ ...each, standsFor: tell(each.standsFor) })) };
  };
}

describe('words show that they are wrong where they', () => {
  test.each([
    [
      'claim all of what differs for some only',
      (words: string) => words.replace(/^(?!all)(.*), as far as their .*? differs/, 'all $1'),
    ],
    ['name no exceptions', (words: string) => words.replace(/ except those .*?(?=,|$)/, '')],
    [
      'leave out what other routes take',
      (words: string) => words.replace(/ that no (?:earlier )?route .*?(?=,|$)/, ''),
    ],
    ['leave out the hosts', (words: string) => words.replace(/ to \S+(?= (?:for|below|whose|with))/, '')],
    ['leave out the hosts that others take', (words: string) => words.replace(/ except [*a-z].*?test/, '')],
    ['leave out headers', (words: string) => words.replace(/ with header \S+ = "1"/, '')],
    ['leave out parameters', (words: string) => words.replace(/ with query parameter \S+ = "1"/, '')],
    ['leave out letter case', (words: string) => words.replaceAll(' in any letter case', '')],
    ['leave out TLS', (words: string) => words.replace(/ (?:over|without) TLS(?: or from inside)?/, '')],
  ])('%s', (_, tell) => {
    expect(firstFailure(inWords(tell), 'behaviour-words')).toMatch(
      /is handled as before, but fits|does not fit/,
    );
  });
});

test('requests show that routes whose change is said to go unnoticed are noticed', () => {
  const unnoticed: Compare = (before, after) => ({ ...properly(before, after), isSettled: () => true });
  expect(firstFailure(unnoticed, 'behaviour-settled')).toContain('but no request is said to notice');
});

test('enough routes that came, went or moved go unnoticed', () => {
  const said = fc.sample(pairsOfTexts, { seed: 4, numRuns: 400 }).flatMap((texts) => {
    const [before, after] = [[opened(texts.before)], [opened(texts.after)]];
    const { isSettled } = compareBehaviour(before, after);
    return diffConfigurations(before, after, { isSettled }).changes.filter(hasOwnReason);
  });
  const rules = said.map(({ rule }) => rule);
  for (const rule of ['route-added', 'route-removed', 'route-moved'])
    expect(rules.filter((each) => each === rule).length, rule).toBeGreaterThan(3);
});

test('a request that is reported has to be handled differently', () => {
  const harmless: Compare = (before, after) => {
    const found = properly(before, after);
    const changes = found.changes.map((each) => ({
      ...each,
      request: { ...each.request, authority: 'no.such.host' },
    }));
    return { ...found, changes };
  };
  expect(firstFailure(harmless)).toMatch(/differs in|the outcome (?:before|after):/);
});

test('most pairs are decided, and enough of them are equal', () => {
  const shares = [keptPairs, pairsOfTexts].map((pairs) => {
    const results = fc
      .sample(pairs, { numRuns: 200, seed: 1 })
      .map(({ before, after }) => properly(opened(before), opened(after)));
    const share = (isMeant: (result: (typeof results)[number]) => boolean) =>
      results.filter(isMeant).length / results.length;
    return { equal: share(({ equal }) => equal), open: share(({ undecided }) => undecided.length > 0) };
  });
  const [kept, edited] = shares;
  expect(kept?.equal).toBeGreaterThan(0.9);
  expect(edited?.equal).toBeGreaterThan(0.05);
  for (const each of shares) expect(each.open).toBeLessThan(0.2);
});
