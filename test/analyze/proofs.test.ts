/** Whatever the configuration: claims about dead routes hold, and routes without a claim are reached. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analysisRules, subjectOf } from '../../src/analyze/index.ts';
import { openConfiguration } from '../../src/model/index.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { messageSpec } from '../../src/schema/index.ts';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';
import { routes } from '../routing/all/lists.ts';
import { prove, type Tally } from './proofs.ts';

const some = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const fraction = fc.tuple(some(0, 30, 100, 100, 100), some(undefined, 'k', 'l')).map(([numerator, key]) => ({
  default_value: { numerator },
  ...(key === undefined ? {} : { runtime_key: key }),
}));

/** Wide ones, which hide others alone or together. */
const x = (value: object) => ({ prefix: '/', headers: [{ name: 'x', ...value }] });
const wide = some<object>(
  { prefix: '/a' },
  { regex: '/[^b]*' },
  { prefix: '/', tls_context: { presented: true } },
  { prefix: '/a', tls_context: { validated: true } },
  { prefix: '/b', tls_context: { presented: false } },
  x({ exact_match: '1' }),
  x({ exact_match: '1', invert_match: true }),
  x({ invert_match: true }),
);

const withFraction = fc
  .tuple(
    routes,
    fc.array(fc.tuple(fc.option(wide, { freq: 2 }), fc.option(fraction, { freq: 5 })), {
      minLength: 8,
      maxLength: 8,
    }),
  )
  .map(([list, changes]) =>
    list.map(({ match }, index) => ({
      match: {
        ...(changes[index]?.[0] ?? match),
        ...(changes[index]?.[1] ? { runtime_fraction: changes[index][1] } : {}),
      },
      direct_response: { status: 200 },
    })),
  );

const virtualCluster = fc.oneof(
  fc.record({ pattern: some('/a.*', '/.*', '/ab?', '/a\\?.*', 'a', '/[ab].*'), method: some('GET', 'PUT') }),
  fc.record({ pattern: some('/a.*', '/(a|b)', '/.*k=1.*') }),
  fc.record({
    headers: some(
      [{ name: ':path', prefix_match: '/a' }],
      [{ name: 'x', exact_match: '1' }],
      [
        { name: 'x', exact_match: '1' },
        { name: 'x', exact_match: '2' },
      ],
    ),
  }),
);

/** Unlike domains, so that no two are the same. */
const DOMAINS = ['*', '*.test', 'shop.test', 'shop.*', 'a.shop.test', '*.shop.test', 'a.*'];

const configurations = fc
  .tuple(
    fc.array(
      fc.record({
        routes: withFraction,
        require_tls: some('NONE', 'NONE', 'ALL', 'EXTERNAL_ONLY'),
        virtual_clusters: fc.array(virtualCluster, { maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    fc.shuffledSubarray(DOMAINS, { minLength: 3 }),
  )
  .map(([hosts, domains]) => ({
    virtual_hosts: hosts.map((host, index) => ({
      name: `host ${index}`,
      domains: domains.filter((_, at) => at % hosts.length === index),
      ...host,
      virtual_clusters: host.virtual_clusters.map((each, at) => ({ name: `cluster ${at}`, ...each })),
    })),
  }));

/** CFGTOOL_SEED=random for any. */
const seed = process.env.CFGTOOL_SEED ?? '20261121';

describe('generated configurations', () => {
  test('hold every kind of condition that a match knows', () => {
    const found = new Set<string>();
    const gather = (value: unknown, type: string): void => {
      for (const [name, inner] of Object.entries(value as object)) {
        found.add(`${type}.${name}`);
        const written = messageSpec(type)?.fields[name]?.type.replace(/^repeated /, '') ?? '';
        if (messageSpec(written) === undefined) continue;
        for (const each of Array.isArray(inner) ? inner : [inner]) gather(each, written);
      }
    };
    for (const { virtual_hosts: hosts } of fc.sample(configurations, { numRuns: 200, seed: 1 }))
      for (const { routes: list } of hosts) for (const { match } of list) gather(match, 'route.RouteMatch');
    const kinds = MATCHERS.flatMap((type) =>
      compiledMessage(type).fields.map(({ name }) => `${type}.${name}`),
    );
    expect(kinds.length).toBeGreaterThan(25);
    expect(kinds.filter((kind) => !found.has(kind))).toEqual([]);
  });

  test('claims hold, and other routes are reached', () => {
    const tally: Tally = {};
    fc.assert(
      fc.property(configurations, fc.integer(), (configuration, sampling) => {
        const file = sourceFile('front.json', JSON.stringify(configuration), 'named');
        prove(subjectOf([openConfiguration(file, { type: 'RouteConfiguration' })]), sampling, tally);
      }),
      { numRuns: 50, endOnFailure: true, ...(seed === 'random' ? {} : { seed: Number(seed) }) },
    );
    for (const kind of ['alive', 'hidden', 'never', 'by default', 'certificate', 'counting', 'idle'] as const)
      expect(tally[kind], kind).toBeGreaterThan(10);
    expect(tally.undecided ?? 0).toBeLessThan(3);
    expectSampled(tally);
  });
});

const MATCHERS = [
  'route.RouteMatch',
  'route.HeaderMatcher',
  'route.QueryParameterMatcher',
  'type.matcher.StringMatcher',
];

/** Of nearly all that is said to be hidden some samples met the conditions. */
function expectSampled(tally: Tally): void {
  expect((tally.missed ?? 0) / (tally.hidden ?? 1)).toBeLessThan(0.05);
  expect(tally['idle missed'] ?? 0).toBeLessThan(3);
}

test("the project's examples", () => {
  const tally: Tally = {};
  for (const name of readdirSync('examples')) {
    const subject = /\.(?:yaml|json)$/.test(name) ? opened(join('examples', name)) : undefined;
    if (subject !== undefined) prove(subject, 1, tally);
  }
  for (const { id, bad, good } of analysisRules)
    for (const [which, { type, yaml }] of Object.entries({ bad, good })) {
      const file = sourceFile(`${which}.yaml`, yaml, 'named');
      prove(subjectOf([openConfiguration(file, type === undefined ? {} : { type })]), 1, tally);
      if (id === 'shadowed-route') expect(tally.hidden, which).toBeGreaterThan(0);
    }
  expect(tally.alive).toBeGreaterThan(100);
  expect(tally.undecided ?? 0).toBeLessThan(3);
  expectSampled(tally);
});

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const files = existsSync(CORPUS)
  ? readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ya?ml|json)$/.test(name) && !name.includes('.golden.'))
      .sort()
  : [];

describe.skipIf(files.length === 0)('real configurations', () => {
  test('claims hold, and other routes are reached', () => {
    const tally: Tally = {};
    for (const name of files) {
      const subject = opened(join(CORPUS, name));
      if (subject !== undefined) prove(subject, 1, tally);
    }
    expect(tally.alive).toBeGreaterThan(500);
    expect(tally.undecided ?? 0).toBeLessThan(20);
    expectSampled(tally);
  });
});

/** Undefined for what is no configuration of this data model. */
function opened(name: string) {
  try {
    return subjectOf([openConfiguration(sourceFile(name, readFileSync(name, 'utf8'), 'named'))]);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
