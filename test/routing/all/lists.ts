/** Random route lists and requests over small alphabets, for the laws of the all-requests engine. */
import fc from 'fast-check';
import { VERSION } from '../../../src/model/bound.ts';
import type { Text } from '../../../src/routing/all/values.ts';
import { matchesRoute } from '../../../src/routing/match/match.ts';
import { fullMatch } from '../../../src/routing/regex/match.ts';
import { startMeter } from '../../../src/routing/regex/meter.ts';
import { parseRegex } from '../../../src/routing/regex/parse.ts';
import type { Regexes } from '../../../src/routing/regex/regexes.ts';
import { type Request, seen } from '../../../src/routing/request/request.ts';
import { shownBy } from '../../../src/routing/where/certificates.ts';
import type { Message } from '../../../src/schema/types.ts';
import { lowerMatch } from '../../../src/traffic/predicate.ts';

type Route = Message<'route.Route'>;

const trees = new Map<string, ReturnType<typeof parseRegex>>();

export const regexes: Regexes = {
  matches(pattern, grammar, text) {
    const key = `${grammar} ${pattern}`;
    const parsed = trees.get(key) ?? parseRegex(pattern, grammar);
    trees.set(key, parsed);
    return parsed.ok ? fullMatch(parsed.tree, text) : { invalid: parsed.problem };
  },
};

export const WORD = 'proxy';

export function meter(work = 5_000_000) {
  return startMeter({ work });
}

/** A route as binding makes it. */
export function route(match: object): Route {
  return { match } as Route;
}

export function takes({ match }: Route, request: Request): boolean {
  return matchesRoute(lowerMatch(match), seen(request, WORD), regexes) === true;
}

export function request(fields: Partial<Request> = {}): Request {
  const usual = { method: 'GET', authority: 'example.test', path: '/', scheme: 'https', internal: false };
  return { ...usual, headers: {}, ...fields };
}

const PATHS = ['/', '/a', '/A', '/ab', '/a/b', '/b', '/aB', '/a1'];
const VALUES = ['1', '2', '05', 'ab', 'Ab', ''];
const some = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const pathRule = fc.oneof(
  fc.record({ prefix: some(...PATHS, '', '/a?', '/a?k=1', '/?') }),
  fc.record({ path: some(...PATHS, '/a?') }),
  fc.record({ prefix: some(...PATHS, '/A?K=1'), case_sensitive: fc.constant(false) }),
  fc.record({ path: some(...PATHS), case_sensitive: fc.constant(false) }),
  fc.record({
    regex: some('.*', '/a', '/a.*', '/[ab].*', '/a(b|/b)?', '/[^a]*', '(?!/a).*', '/a\\?', '/a\\?.*'),
  }),
  fc.record({
    safe_regex: fc.record({
      regex: some('/a.*', '/[a-z]+', '/.*b', '/(?i:a)', '/.?', '/.*b.*', '/a.*b.*', '.*ab.*'),
    }),
  }),
);

/** What headers with a meaning of their own may be asked for, beside the usual values. */
const OWN_VALUES = new Map([
  [':method', ['GET', 'PUT', 'G']],
  [':path', ['/a', '/a?', '/ab', '/a?k=1']],
  [':authority', ['example.test', 'a.test', 'a']],
  [':scheme', ['https', 'http', 'h']],
  ['x-forwarded-proto', ['https', 'http', 'h']],
  ['content-type', ['application/grpc', 'application/grpc+proto', 'application/']],
]);

const headerMatcher = fc
  .tuple(
    some('x', 'x', 'X', ':method', ':path', 'host', ...OWN_VALUES.keys()),
    fc.constantFrom('exact_match', 'prefix_match', 'suffix_match', 'others'),
    fc.nat(9),
    fc.oneof(
      fc.record({ range_match: some({ start: 1, end: 3 }, { start: 2, end: 9 }, { end: 2 }, {}) }),
      fc.record({ regex_match: some('[0-9]+', '.*', 'ab?', 'GET|PUT', '.+', '(?!2).*') }),
      fc.record({
        safe_regex_match: fc.record({ regex: some('[0-9]', '(?i)ab', '(?:GET|PUT)?', '.*[b1]') }),
      }),
      fc.record({ present_match: fc.boolean() }),
      fc.constant({}),
    ),
    fc.boolean(),
  )
  .map(([name, kind, at, other, inverted]) => {
    const texts = [...(OWN_VALUES.get(name) ?? []), ...VALUES];
    const value = kind === 'others' ? other : { [kind]: texts[at % texts.length] };
    return { name, ...value, ...(inverted ? { invert_match: true } : {}) };
  });

const queryMatcher = fc
  .tuple(
    some('k', 'l', ''),
    fc.oneof(
      fc.record({ value: some('1', '2', '') }),
      fc.record({ value: some('[0-9]+', '.*', '(?!2)[0-9]*', '(?![^1]).*'), regex: fc.constant(true) }),
      fc.record({
        string_match: fc.oneof(
          fc.record({ prefix: some('1', 'a') }),
          fc.record({ suffix: some('1', 'a', '') }),
          fc.record({ regex: some('[0-9]*', 'a|1') }),
          fc.record({ safe_regex: fc.record({ regex: some('[a1]', '(?i)A?') }) }),
          fc.record({ exact: some('A'), ignore_case: fc.constant(true) }),
          fc.record({ suffix: some('A'), ignore_case: fc.constant(true) }),
        ),
      }),
      fc.record({ present_match: fc.boolean() }),
    ),
  )
  .map(([name, rest]) => ({ name, ...rest }));

const few = <T>(each: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<T[]>([]) },
    { weight: 2, arbitrary: each.map((one) => [one]) },
    { weight: 1, arbitrary: fc.tuple(each, each).map((both): T[] => both) },
  );

/** Nine of ten ask about none. */
const certificate = fc
  .tuple(fc.nat(9), some(undefined, true, false), some(undefined, true, false))
  .map(([has, presented, validated]) => {
    const asked = {
      ...(presented === undefined ? {} : { presented }),
      ...(validated === undefined ? {} : { validated }),
    };
    return has === 0 ? { tls_context: asked } : {};
  });

export const matches = fc
  .tuple(pathRule, few(headerMatcher), few(queryMatcher), fc.nat(9), certificate)
  .map(([rule, headers, query, grpc, tls]) => ({
    ...rule,
    ...(headers.length > 0 ? { headers } : {}),
    ...(query.length > 0 ? { query_parameters: query } : {}),
    ...(grpc === 0 ? { grpc: {} } : {}),
    ...tls,
  }));

/** A match whose headers are read as version 3 reads them, each value by itself. */
export function withEachValue<M extends { readonly headers?: readonly object[] }>(match: M): M {
  return match.headers === undefined
    ? match
    : { ...match, headers: match.headers.map((each) => ({ ...each, [VERSION]: 'v3' })) };
}

export const routes = fc
  .tuple(fc.array(matches, { minLength: 2, maxLength: 8 }), fc.boolean())
  .map(([list, isEach]) => list.map((match) => route(isEach ? withEachValue(match) : match)));

const query = fc
  .array(some('k=1', 'k=2', 'l=1', 'l', 'k', 'k=a', 'K=1', '=1', ''), { maxLength: 3 })
  .map((parts) => parts.join('&'));

export const requests: fc.Arbitrary<Request> = fc
  .tuple(
    some(...PATHS, '/c', '/abc'),
    fc.option(query),
    fc.array(some(...VALUES, '3', 'b', '1,2', '-1'), { maxLength: 3 }),
    some('GET', 'PUT'),
    some('example.test', 'example.test', 'a.test', 'a'),
    some('https', 'https', 'http'),
    fc.nat(6),
    some(undefined, undefined, true, false),
  )
  .map(([path, parameters, x, method, authority, scheme, more, validated]) =>
    request({
      method,
      authority,
      scheme,
      path: parameters === null ? path : `${path}?${parameters}`,
      headers: { ...(x.length === 0 ? {} : { x: x.join() }), ...MORE[more] },
      ...(x.length < 2 ? {} : { repeated: { x } }),
      ...(validated === undefined ? {} : { client_certificate: { validated } }),
    }),
  );

const MORE: readonly { readonly [name: string]: string }[] = [
  { 'content-type': 'application/grpc' },
  { 'content-type': 'application/grpc+proto' },
  { 'content-type': 'application/grpc-web' },
  { 'x-forwarded-proto': 'http' },
];

/** A request by its dimensions. */
export function pointOfRequest(asked: Request, whole: boolean): ReadonlyMap<string, Text | undefined> {
  const looked = seen(asked, WORD);
  const header = (name: string): [string, string | undefined] => [`header ${name}`, looked.header(name)];
  const parameter = (key: string): [string, string | undefined] => [
    `query ${key}`,
    looked.queryParameter(key),
  ];
  return new Map<string, Text | undefined>([
    ...(whole
      ? [['target', looked.rawPath] as const]
      : [['path', looked.barePath] as const, parameter('k'), parameter('l'), parameter('')]),
    header('x'),
    ['values x', looked.values('x')],
    header('host'),
    ['certificate', shownBy(asked)],
    ...[...OWN_VALUES.keys()].filter((name) => name !== ':path').map(header),
  ]);
}
