/** What is lowered asks what was written: on random matches of both versions, repeated headers included. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contains } from '../../src/routing/all/box.ts';
import { normalise } from '../../src/routing/all/normalise.ts';
import { matchesRoute } from '../../src/routing/match/match.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import { type Request, seen } from '../../src/routing/request/request.ts';
import type { Message } from '../../src/schema/types.ts';
import { lowerMatch } from '../../src/traffic/predicate.ts';
import { opened } from '../opened.ts';
import { rawTakes, type Written } from './raw.ts';

const WORD = 'envoy';
const regexes = regexEngine();
const some = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const TEXTS = ['', 'a', 'b', 'ab', 'A', 'a,b', '1', '-7', '/a', '/'] as const;
const text = some(...TEXTS);
const pattern = some('a', 'a.*', '[ab]+', '(a|b)?', '.*b', '\\d+', '/a.*');
const safe = (regex: string) => ({ regex, google_re2: {} });

const conditions = (api: 'v2' | 'v3', kinds: readonly ('exact' | 'prefix' | 'suffix' | 'contains')[]) =>
  fc
    .tuple(
      some(...kinds),
      text.filter((each) => each !== '' || api === 'v2'),
    )
    .map(([kind, each]) => [kind, each] as const);

function stringMatcher(api: 'v2' | 'v3'): fc.Arbitrary<Written> {
  const kinds = ['exact', 'prefix', 'suffix', ...(api === 'v3' ? (['contains'] as const) : [])] as const;
  const plain = conditions(api, kinds).map(([kind, each]): Written => ({ [kind]: each }));
  return fc.oneof(
    plain,
    plain.map((each) => ({ ...each, ignore_case: true })),
    pattern.map((regex): Written => ({ safe_regex: safe(regex) })),
  );
}

function headerCondition(api: 'v2' | 'v3'): fc.Arbitrary<Written> {
  const kinds = ['exact', 'prefix', 'suffix', ...(api === 'v3' ? (['contains'] as const) : [])] as const;
  return fc.oneof(
    conditions(api, kinds).map(([kind, each]): Written => ({ [`${kind}_match`]: each })),
    fc.constant<Written>({ exact_match: '' }),
    pattern.map((regex): Written => ({ safe_regex_match: safe(regex) })),
    ...(api === 'v2' ? [pattern.map((regex): Written => ({ regex_match: regex }))] : []),
    some<Written>({ range_match: { start: -8, end: 2 } }, { range_match: { start: 1, end: 1 } }),
    some<Written>({}, { present_match: true }, { present_match: false }),
    ...(api === 'v3' ? [stringMatcher(api).map((each): Written => ({ string_match: each }))] : []),
  );
}

function header(api: 'v2' | 'v3'): fc.Arbitrary<Written> {
  return fc
    .record({
      name: some('x', 'X', 'y', 'accept', 'host', ':path', ':authority'),
      condition: headerCondition(api),
      invert_match: optional(fc.boolean()),
      treat_missing_header_as_empty: api === 'v3' ? optional(fc.boolean()) : fc.constant(undefined),
    })
    .map(({ condition, ...rest }) => ({ ...rest, ...condition }));
}

function parameter(api: 'v2' | 'v3'): fc.Arbitrary<Written> {
  return fc
    .tuple(
      some('p', 'q', ''),
      fc.oneof(
        some<Written>({}, { present_match: true }, { present_match: false }),
        stringMatcher(api).map((each): Written => ({ string_match: each })),
        ...(api === 'v2'
          ? [
              text.map((value): Written => ({ value })),
              pattern.map((value): Written => ({ value, regex: true })),
            ]
          : []),
      ),
    )
    .map(([name, condition]) => ({ name, ...condition }));
}

function pathRule(api: 'v2' | 'v3'): fc.Arbitrary<Written> {
  const path = some('/', '/a', '/A', '/a/', '/ab', '/a/b');
  return fc
    .tuple(
      fc.oneof(
        some('', '/', '/a', '/A', '/a/b', ...(api === 'v2' ? ['/a?', '/a?p=a'] : [])).map(
          (prefix): Written => ({ prefix }),
        ),
        path.map((each): Written => ({ path: each })),
        some('/.*', '/[aA]', '/a(/.*)?').map((regex): Written => ({ safe_regex: safe(regex) })),
        ...(api === 'v2' ? [some('/.*', '/[aA]').map((regex): Written => ({ regex }))] : []),
        ...(api === 'v3'
          ? [some('/a', '/A', '/a/b').map((each): Written => ({ path_separated_prefix: each }))]
          : []),
      ),
      some(undefined, undefined, true, false),
    )
    .map(([rule, case_sensitive]) => ({
      ...rule,
      ...(case_sensitive === undefined ? {} : { case_sensitive }),
    }));
}

const several = (one: fc.Arbitrary<Written>) => optional(fc.array(one, { minLength: 1, maxLength: 2 }));

function match(api: 'v2' | 'v3'): fc.Arbitrary<Written> {
  const cookie = fc.record({
    name: some('c', 'd'),
    string_match: stringMatcher(api),
    invert_match: fc.boolean(),
  });
  return fc
    .record({
      rule: pathRule(api),
      headers: several(header(api)),
      query_parameters: several(parameter(api)),
      grpc: some(undefined, undefined, {}),
      cookies:
        api === 'v3'
          ? some(undefined, undefined, []).chain((none) =>
              none === undefined ? fc.constant(none) : several(cookie),
            )
          : fc.constant(undefined),
    })
    .map(({ rule, ...rest }) => JSON.parse(JSON.stringify({ ...rule, ...rest })) as Written);
}

const request: fc.Arbitrary<Request> = fc
  .record({
    method: some('GET', 'POST'),
    authority: some('a', 'ab'),
    path: fc
      .tuple(some('/', '/a', '/A', '/ab', '/a/b', '/a/'), some('', '?', '?p=a', '?p', '?q=ab&p=1&p=b', '?=a'))
      .map((each) => each.join('')),
    headers: fc.dictionary(
      some('x', 'y', 'accept', 'host'),
      text.filter((each) => each !== ''),
    ),
    repeated: fc.dictionary(some('x', 'accept'), fc.array(text, { minLength: 2, maxLength: 3 })),
    type: some(undefined, 'application/grpc', 'application/grpc+proto', 'application/grpcx'),
    cookie: some(undefined, 'c=a', ' c=b; d=ab', 'd='),
  })
  .map(({ method, authority, path, headers, repeated, type, cookie }) => ({
    method,
    authority,
    path,
    scheme: 'http',
    internal: false,
    headers: {
      ...headers,
      ...Object.fromEntries(Object.entries(repeated).map(([name, values]) => [name, values.join()])),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(cookie === undefined ? {} : { cookie }),
    },
    repeated,
  }));

/** The match as binding makes it. */
function bound(written: Written, api: 'v2' | 'v3'): Message<'route.RouteMatch'> {
  const route = { match: written, direct_response: { status: 200 } };
  const [root] = opened(JSON.stringify(route), { type: 'route.Route', api }).roots;
  const value = root?.value as Message<'route.Route'> | undefined;
  return value?.match ?? {};
}

/** The values that a dimension of a set has in a request. */
function pointOf(request: Request): Parameters<typeof contains>[1] {
  const looked = seen(request, WORD);
  const point = new Map<string, string | readonly string[] | undefined>([['target', request.path]]);
  for (const name of ['x', 'y', 'accept', 'host', ':authority', 'content-type']) {
    point.set(`header ${name}`, looked.header(name));
    point.set(`values ${name}`, looked.values(name));
  }
  return point;
}

test.each(['v2', 'v3'] as const)('one request at a time, %s', (api) => {
  let taken = 0;
  fc.assert(
    fc.property(match(api), fc.array(request, { minLength: 4, maxLength: 8 }), (written, requests) => {
      const asked = lowerMatch(bound(written, api));
      for (const each of requests) {
        const expected = rawTakes(written, each, api);
        if (expected) taken++;
        expect(matchesRoute(asked, seen(each, WORD), regexes), JSON.stringify([written, each])).toBe(
          expected,
        );
      }
    }),
    { numRuns: 600 },
  );
  expect(taken).toBeGreaterThan(100);
});

test.each(['v2', 'v3'] as const)('as sets of requests, %s', (api) => {
  fc.assert(
    fc.property(match(api), fc.array(request, { minLength: 4, maxLength: 8 }), (written, requests) => {
      const asked = lowerMatch(bound(written, api));
      // Of what it leaves open it says so.
      if (asked.open !== undefined) return;
      const set = normalise(asked, regexes).targetBox();
      for (const each of requests)
        expect(contains(set, pointOf(each)), JSON.stringify([written, each])).toBe(
          rawTakes(written, each, api),
        );
    }),
    { numRuns: 300 },
  );
});
