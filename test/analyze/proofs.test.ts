/** Whatever the configuration: claims about dead routes hold, and routes without a claim are reached. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { subjectOf } from '../../src/analyze/index.ts';
import { openConfiguration } from '../../src/model/index.ts';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';
import { routes } from '../routing/all/lists.ts';
import { prove, type Tally } from './proofs.ts';

vi.setConfig({ testTimeout: 300_000 });

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

test('generated configurations', () => {
  const tally: Tally = {};
  fc.assert(
    fc.property(configurations, fc.integer(), (configuration, seed) => {
      const file = sourceFile('front.json', JSON.stringify(configuration), 'named');
      prove(subjectOf([openConfiguration(file, { type: 'RouteConfiguration' })]), seed, tally);
    }),
    { numRuns: 50, endOnFailure: true },
  );
  for (const kind of ['alive', 'hidden', 'never', 'by default', 'counting', 'idle'] as const)
    expect(tally[kind], kind).toBeGreaterThan(10);
  expect(tally.undecided ?? 0).toBeLessThan(3);
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
      const subject = opened(name);
      if (subject !== undefined) prove(subject, 1, tally);
    }
    expect(tally.alive).toBeGreaterThan(500);
    expect(tally.undecided ?? 0).toBeLessThan(20);
  });
});

/** Undefined for what is no configuration of this data model. */
function opened(name: string) {
  try {
    return subjectOf([
      openConfiguration(sourceFile(name, readFileSync(join(CORPUS, name), 'utf8'), 'named')),
    ]);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
