/** Laws of what `--fix` takes away and of what `migrate` converts: no request notices. */
import fc from 'fast-check';
import { fixFile } from '../../src/analyze/fixes/fix.ts';
import { takesAway } from '../../src/analyze/fixes/unnoticed.ts';
import { analysisRules, analyze, type Finding, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { replay } from '../../src/replay/index.ts';
import { traceRequest } from '../../src/routing/trace.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { opened } from '../opened.ts';
import { regexes, routes } from '../routing/all/lists.ts';
import { diceOf } from '../source/edit/dice.ts';
import { literalsOf } from './behaviour/literals.ts';
import { startSampling } from './behaviour/sampler.ts';
import { demand, demandSame, type Law, law } from './law.ts';
import { plainEffects } from './plain-effects.ts';

const some = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

/** Few keys, so that fields often share one. */
const key = some('k', 'k.a', 'l', '');
const share = fc.record({ numerator: some(0, 1, 50, 100), denominator: some('HUNDRED', 'TEN_THOUSAND') });
const fraction = fc.record({ default_value: share, runtime_key: key });
const stored = some<unknown>(0, 5, 50, 5000, 20_000, '50', 0.5, 'x', true, {
  numerator: 5,
  denominator: 'TEN_THOUSAND',
});

const cors = fc.record(
  {
    allow_origin: some([], ['https://a.test'], ['*', 'https://b.test']),
    allow_origin_regex: some([], ['https://[a-z]+']),
    allow_origin_string_match: some<readonly object[]>([], [{ exact: 'https://c.test' }]),
    allow_methods: some('', 'GET', 'GET, PUT'),
    allow_headers: some('x-h'),
    expose_headers: some('', 'x-e'),
    max_age: some('60'),
    allow_credentials: fc.boolean(),
    enabled: fc.boolean(),
  },
  { requiredKeys: [] },
);
const switchedCors = fc
  .tuple(cors, maybe(fraction))
  .map(([{ enabled, ...rest }, filter_enabled]) =>
    filter_enabled === undefined
      ? enabled === undefined
        ? rest
        : { ...rest, enabled }
      : { ...rest, filter_enabled },
  );

const retry = fc.record({ retry_on: some('5xx', 'reset') });
const limits = some<readonly object[]>(
  [{ actions: [{ remote_address: {} }] }],
  [{ actions: [{ generic_key: { descriptor_value: 'g' } }] }],
);
const mirror = fc.record(
  { cluster: some('m', 'n'), runtime_key: key, runtime_fraction: fraction },
  { requiredKeys: ['cluster'] },
);

const action = fc.record(
  {
    cluster: some('a', 'b'),
    cors: switchedCors,
    retry_policy: retry,
    rate_limits: limits,
    include_vh_rate_limits: fc.boolean(),
    request_mirror_policy: mirror,
  },
  { requiredKeys: ['cluster'] },
);
const split = fc.tuple(some([40, 60], [0, 100], [50, 50]), key).map(([weights, prefix]) => ({
  weighted_clusters: {
    clusters: weights.map((weight, index) => ({ name: 'ab'[index], weight })),
    ...(prefix === '' ? {} : { runtime_key_prefix: prefix }),
  },
}));

const host = fc
  .tuple(
    routes,
    fc.array(fc.tuple(fc.oneof({ weight: 4, arbitrary: action }, split), maybe(fraction)), {
      minLength: 8,
      maxLength: 8,
    }),
    fc.record({ cors: switchedCors, retry_policy: retry, rate_limits: limits }, { requiredKeys: [] }),
  )
  .map(([list, more, own]) => ({
    ...own,
    routes: list.map(({ match }, index) => {
      const [does, taken] = more[index] ?? [{ cluster: 'a' }, undefined];
      return { match: { ...match, ...(taken ? { runtime_fraction: taken } : {}) }, route: does };
    }),
  }));

const withoutUndefined = (value: unknown): string => JSON.stringify(value);

/** Bootstraps whose routes have names of their own, with values in their runtime. */
export const bootstraps = fc
  .tuple(
    fc.array(host, { minLength: 1, maxLength: 2 }),
    fc.dictionary(some('k', 'l', 'k.a', 'k.b'), stored, { maxKeys: 3 }),
    fc.boolean(),
  )
  .map(([hosts, values, isNested]) => {
    const virtual_hosts = hosts.map((each, at) => ({
      ...each,
      name: `h${at}`,
      domains: at === 0 ? ['a.test'] : ['*'],
      routes: each.routes.map((route, index) => ({ name: `r${at}-${index}`, ...route })),
    }));
    const layers = Object.entries(values).map(([name, value], index) => ({
      name: `s${index}`,
      static_layer: isNested && name === 'k.a' ? { k: { a: value } } : { [name]: value },
    }));
    const manager = {
      stat_prefix: 'x',
      http_filters: [{ name: 'envoy.cors' }, { name: 'envoy.rate_limit' }, { name: 'envoy.router' }],
      route_config: { name: 'all', virtual_hosts },
    };
    const socket_address = { address: '0.0.0.0', port_value: 80 };
    return withoutUndefined({
      layered_runtime: { layers },
      static_resources: {
        listeners: [
          {
            address: { socket_address },
            filter_chains: [{ filters: [{ name: 'envoy.http_connection_manager', config: manager }] }],
          },
        ],
      },
    });
  });

/** So many requests are drawn beside those that replay finds itself. */
const SAMPLES = 40;

/** That no request tells two texts apart: by replay, and by what a second reading of plain values says of the route. */
function demandUnnoticed(before: string, after: string, seed: number): void {
  const [one, other] = [opened(before, { api: 'v2' }, 'a.json'), opened(after, { api: 'v2' }, 'a.json')];
  demandSame(replay(one, other, { everything: true }).difference, undefined, 'replayed');
  const [old, now] = [plainEffects(before), plainEffects(after)];
  for (const [name, effect] of now) demandSame(effect, old.get(name), `what route ${name} does`);
  const sides = [one, other].map((side) => findRouting([side]).routes[0]?.routeConfiguration ?? {});
  const sample = startSampling(literalsOf(sides), diceOf(seed));
  for (let index = 0; index < SAMPLES; index++) {
    const request = sample();
    const [first, second] = sides.map((side) => {
      const { outcome, route } = traceRequest(side, request, { namespace: 'envoy', regexes });
      if (outcome.kind !== 'random') return [[1, route?.name]];
      return outcome.branches.map((branch) => [branch.share.toFixed(6), branch.route?.name]);
    });
    demandSame(first, second, `the routes of ${JSON.stringify(request)}`);
  }
}

/** What a command makes of a text; throws where what it says of it is wrong. */
export type Rewrite = (text: string) => string;

const fixes: Rewrite = (text) => {
  const configuration = opened(text, { api: 'v2' }, 'a.json');
  const { findings } = analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds });
  const idle = findings.filter((finding: Finding) => takesAway(finding));
  const fixed = fixFile(configuration, idle, false);
  const wrong = [...fixed.noticed].map(({ message }) => message);
  demandSame(wrong, [], 'called without effect');
  return fixed.text;
};

const migrates =
  (also: readonly string[]): Rewrite =>
  (text) => {
    const migration = migrateConfiguration(opened(text, { api: 'v2' }, 'a.json'), { older: false, also });
    demand(migration.equivalent, () => `not equivalent: ${migration.difference}`);
    return migration.text;
  };

/** Every list that is not there, as an empty one, in the messages below that are written. */
function withEmptyLists(message: object, type: string): object {
  const written = new Map(Object.entries(message));
  for (const field of new Set(compiledMessage(type).bySpelling.values())) {
    const { name, shape, element } = field;
    const value: unknown = written.get(name);
    if (shape === 'list' && value === undefined) written.set(name, []);
    if (element.kind !== 'message' || shape === 'map') continue;
    const below = (each: unknown): unknown =>
      typeof each === 'object' && each !== null ? withEmptyLists(each, element.name) : each;
    if (value !== undefined) written.set(name, Array.isArray(value) ? value.map(below) : below(value));
  }
  return Object.fromEntries(written);
}

const emptyLists: Rewrite = (text) =>
  JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    key === 'route_config' && typeof value === 'object' && value !== null
      ? withEmptyLists(value, 'RouteConfiguration')
      : value,
  );

/** The law that no request notices a rewriting. */
export function unnoticed(about: Pick<Law, 'id' | 'says' | 'runs'>, rewrites: readonly Rewrite[]): Law {
  return law(
    { ...about, slow: 40 },
    [bootstraps, fc.constantFrom(...rewrites), fc.nat()],
    (text, rewrite, seed) => demandUnnoticed(text, rewrite(text), seed),
  );
}

export const replayLaws: readonly Law[] = [
  unnoticed(
    {
      id: 'fix-unnoticed',
      says: 'What --fix takes away no request notices, and nothing that one would notice is called without effect',
      runs: 150,
    },
    [fixes],
  ),
  unnoticed(
    {
      id: 'migrate-replayed',
      says: 'No request notices what migrate converts, runtime values of the file and optional migrations included',
      runs: 200,
    },
    [migrates([]), migrates(['all'])],
  ),
  unnoticed({ id: 'empty-lists', says: 'An empty list says as much as none', runs: 150 }, [emptyLists]),
];
