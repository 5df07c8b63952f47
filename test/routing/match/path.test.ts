import { describe, expect, test } from 'vitest';
import { routesThatTake } from '../../../src/routing/match/select.ts';
import type { Grammar } from '../../../src/routing/regex/regexes.ts';
import { seen } from '../../../src/routing/request/request.ts';
import { context, namedRoutes, requestOf, stubRegexes, taker, takesRequest, traced } from '../traced.ts';

describe('path rules', () => {
  test('fact 12: prefix sees the query and ignores segment borders; path and regex see what is before it', () => {
    expect(takesRequest('{ prefix: "/a?x" }', { path: '/a?x=1' })).toBe(true);
    expect(takesRequest('{ prefix: /sho }', { path: '/shop' })).toBe(true);
    expect(takesRequest('{ path: /a }', { path: '/a?x=1' })).toBe(true);
    expect(takesRequest('{ regex: "/a" }', { path: '/a?x=1?y' })).toBe(true);
    expect(takesRequest('{ safe_regex: { google_re2: {}, regex: "/a" } }', { path: '/a?x=1' })).toBe(true);
  });

  test('fact 13: path hides a prefix with a query, not the other way round; path and regex never meet a ?', () => {
    const pathFirst = namedRoutes({ path: '{ path: /s }', prefix: '{ prefix: "/s?lang=" }' });
    expect(taker(pathFirst, { path: '/s?lang=de' })).toBe('path');
    const prefixFirst = namedRoutes({ prefix: '{ prefix: "/s?" }', path: '{ path: /s }' });
    expect(taker(prefixFirst, { path: '/s' })).toBe('path');
    expect(taker(prefixFirst, { path: '/s?' })).toBe('prefix');
    expect(takesRequest('{ path: "/s?x" }', { path: '/s?x' })).toBe(false);
    expect(takesRequest('{ regex: "/s\\\\?x" }', { path: '/s?x' })).toBe(false);
  });

  test('fact 14: case_sensitive false covers prefix with its query and path, ASCII only; a regex never reads it', () => {
    expect(takesRequest('{ prefix: "/A?Q", case_sensitive: false }', { path: '/a?q=1' })).toBe(true);
    expect(takesRequest('{ path: /Shop, case_sensitive: false }', { path: '/sHOP?x' })).toBe(true);
    expect(takesRequest('{ path: /Shop }', { path: '/shop' })).toBe(false);
    expect(takesRequest('{ path: /Shop, case_sensitive: true }', { path: '/shop' })).toBe(false);
    expect(takesRequest('{ path: /\u00c4, case_sensitive: false }', { path: '/\u00e4' })).toBe(false);
    expect(takesRequest('{ path: "/a[", case_sensitive: false }', { path: '/a{' })).toBe(false);
    expect(takesRequest('{ regex: /Shop, case_sensitive: false }', { path: '/shop' })).toBe(false);
  });

  test('fact 15: regex is a full match in the ECMAScript grammar, safe_regex one in that of RE2', () => {
    const asked: [string, Grammar, string][] = [];
    const regexes = {
      matches: (pattern: string, grammar: Grammar, text: string) => {
        asked.push([pattern, grammar, text]);
        return stubRegexes.matches(pattern, grammar, text);
      },
    };
    expect(takesRequest('{ regex: "/b[io]t" }', { path: '/bit' }, { regexes })).toBe(true);
    expect(takesRequest('{ regex: "/b[io]t" }', { path: '/bot' }, { regexes })).toBe(true);
    expect(takesRequest('{ regex: "/b[io]t" }', { path: '/bite' }, { regexes })).toBe(false);
    expect(takesRequest('{ regex: "/b[io]t" }', { path: '/bit/bot' }, { regexes })).toBe(false);
    expect(takesRequest('{ regex: "/a|/b" }', { path: '/a/b' }, { regexes })).toBe(false);
    takesRequest('{ safe_regex: { google_re2: {}, regex: "/x" } }', { path: '/x' }, { regexes });
    expect(asked.map(([, grammar]) => grammar)).toEqual([...Array(5).fill('ecmascript'), 're2']);
  });

  test('fact 16: nothing is decoded, merged or shortened', () => {
    expect(takesRequest('{ path: "/a b" }', { path: '/a%20b' })).toBe(false);
    expect(takesRequest('{ path: /a/b }', { path: '/a//b' })).toBe(false);
    expect(takesRequest('{ prefix: /secret }', { path: '/open/../secret' })).toBe(false);
  });

  test('fact 17: a path that is empty or does not start with / is 404 before routing', () => {
    const configuration = namedRoutes({ any: '{ prefix: "" }', news: '{ path: news }' });
    for (const path of ['', 'news', '*', '?x=/'])
      expect(traced(configuration, { path })).toMatchObject({
        virtual_host: null,
        route: null,
        outcome: { kind: 'not_found', status: 404 },
      });
    expect(takesRequest('{ prefix: / }', { path: '/' })).toBe(true);
  });

  test('fact 18: an empty prefix takes everything', () => {
    expect(takesRequest('{ prefix: "" }', { path: '/any/thing?x' })).toBe(true);
  });

  test('fact 19: .* and /.* take every path', () => {
    for (const path of ['/', '/a/b?c', '/%0a'])
      for (const regex of ['.*', '/.*']) expect(takesRequest(`{ regex: "${regex}" }`, { path })).toBe(true);
  });

  test('routes are tried in order and the first one that matches is used', () => {
    const configuration = namedRoutes({
      one: '{ prefix: /a }',
      two: '{ path: /a/b }',
      rest: '{ prefix: / }',
    });
    expect(taker(configuration, { path: '/a/b' })).toBe('one');
    expect(taker(configuration, { path: '/b' })).toBe('rest');
    expect(taker(namedRoutes({ one: '{ prefix: /a }' }), { path: '/b' })).toBe('not_found');
  });

  test('every route that could take a request is listed on demand', () => {
    const configuration = namedRoutes({
      a: '{ prefix: /a }',
      b: '{ prefix: /b }',
      c: '{ prefix: /, runtime_fraction: { default_value: { numerator: 5 } } }',
      d: '{ regex: UNDECIDED }',
      e: '{ prefix: / }',
    });
    const request = seen(requestOf({ path: '/a' }), 'proxy');
    expect(routesThatTake(configuration.virtual_hosts?.[0]?.routes ?? [], request, context)).toEqual([
      { route: 0 },
      { route: 2, depends: 'the runtime fraction takes 5 of 100 by the random value' },
      { route: 3, depends: 'the regex "UNDECIDED" was not decided within its budget' },
      { route: 4 },
    ]);
  });
});

describe('regexes without an answer', () => {
  test('make the outcome undecided', () => {
    const configuration = namedRoutes({ open: '{ regex: UNDECIDED }', rest: '{ prefix: / }' });
    expect(traced(configuration).outcome).toMatchObject({
      kind: 'undecided',
      reason: 'route 0: the regex "UNDECIDED" was not decided within its budget',
    });
  });

  test('do not matter where another matcher fails, before or after', () => {
    const failing = '{ regex: UNDECIDED, headers: [{ name: x, exact_match: "y" }] }';
    expect(taker(namedRoutes({ open: failing, rest: '{ prefix: / }' }))).toBe('rest');
    const query =
      '{ prefix: /, headers: [{ name: x, regex_match: UNDECIDED }], query_parameters: [{ name: q }] }';
    expect(taker(namedRoutes({ open: query, rest: '{ prefix: / }' }), { headers: { x: '1' } })).toBe('rest');
    const never = '{ regex: UNDECIDED, runtime_fraction: { default_value: {} } }';
    expect(taker(namedRoutes({ open: never, rest: '{ prefix: / }' }))).toBe('rest');
    const headers = '[{ name: x, regex_match: UNDECIDED }, { name: x, exact_match: z }]';
    expect(takesRequest(`{ prefix: /, headers: ${headers} }`, { headers: { x: '1' } })).toBe(false);
  });

  test('do not matter behind the route that takes the request', () => {
    expect(taker(namedRoutes({ first: '{ prefix: / }', open: '{ regex: UNDECIDED }' }))).toBe('first');
  });

  test('an invalid regex says so', () => {
    expect(traced(namedRoutes({ bad: '{ regex: "(" }' })).outcome).toMatchObject({
      kind: 'undecided',
      reason:
        'route 0: the regex "(" is not valid (a group is not closed), so that the proxy would refuse the configuration',
    });
  });
});
