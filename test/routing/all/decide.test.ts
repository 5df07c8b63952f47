import { describe, expect, test } from 'vitest';
import { decide, routeList, type Verdict } from '../../../src/routing/all/index.ts';
import { meter, regexes, route, takes, WORD } from './lists.ts';

/** What becomes of the last of some matches. */
function last(...matches: readonly object[]): Verdict {
  const routes = matches.map(route);
  const verdict = decide(routeList(routes, { regexes, namespace: WORD }), routes.length - 1, meter());
  if (verdict.kind === 'alive') {
    const certain = routes.filter(({ match }) => match?.runtime_fraction === undefined);
    const takers = certain.filter((each) => takes(each, verdict.witness));
    expect(takers.every((each) => each === routes.at(-1))).toBe(true);
  }
  return verdict;
}

const hiddenBy = (...by: readonly number[]) => ({ kind: 'hidden', by, byDefault: false });
const alive = (witness: object) => ({ kind: 'alive', witness });

const X = (value: object) => ({ headers: [{ name: 'x', ...value }] });

describe('paths', () => {
  test('a prefix hides longer ones, paths and regexes below it', () => {
    expect(last({ prefix: '/a' }, { prefix: '/a/b' })).toEqual(hiddenBy(0));
    expect(last({ prefix: '/a' }, { path: '/a' })).toEqual(hiddenBy(0));
    expect(last({ prefix: '/a' }, { regex: '/a[0-9]+' })).toEqual(hiddenBy(0));
    expect(last({ regex: '/.*' }, { prefix: '/a' })).toEqual(hiddenBy(0));
    expect(last({ prefix: '/a/b' }, { prefix: '/a' })).toMatchObject(alive({ path: '/a' }));
    expect(last({ path: '/a' }, { prefix: '/a' })).toMatchObject(alive({ path: '/aa' }));
  });

  test('a regex for a text somewhere hides what has that text, and nothing else', () => {
    const admin = { safe_regex: { regex: '/.*admin.*' } };
    expect(last(admin, { prefix: '/x/admin' })).toEqual(hiddenBy(0));
    expect(last(admin, { path: '/admins' })).toEqual(hiddenBy(0));
    expect(last(admin, { safe_regex: { regex: '/[a-z]+/.*admin[0-9]' } })).toEqual(hiddenBy(0));
    expect(last(admin, { ...admin, ...X({ exact_match: '1' }) })).toEqual(hiddenBy(0));
    expect(last(admin, { safe_regex: { regex: '/.*admi.*' } })).toMatchObject({ kind: 'alive' });
    expect(last({ safe_regex: { regex: '/a.*admin.*' } }, { prefix: '/x/admin' })).toMatchObject({
      kind: 'alive',
    });
    // Here the text may begin within the head.
    expect(last({ safe_regex: { regex: '/.*/x.*' } }, { prefix: '/x' })).toMatchObject({ kind: 'alive' });
    expect(
      last({ safe_regex: { regex: '/.*/x.*' } }, { safe_regex: { regex: '.*/x[0-9].*' } }),
    ).toMatchObject({ kind: 'alive' });
    expect(last({ safe_regex: { regex: '/ab.*b.*' } }, { safe_regex: { regex: '/ab[0-9]*' } })).toMatchObject(
      { kind: 'alive' },
    );
  });

  test('several routes hide one together, and each of them is needed', () => {
    expect(
      last({ regex: '/[a-m].*' }, { path: '/zoo' }, { regex: '/[n-z].*' }, { regex: '/[a-z]+' }),
    ).toEqual(hiddenBy(0, 2));
  });

  test('the earliest routes that suffice are named', () => {
    const both = [
      { prefix: '/', ...X({ exact_match: '1' }) },
      { prefix: '/', ...X({ exact_match: '1', invert_match: true }) },
    ];
    expect(
      last(...both, { prefix: '/', ...X({ invert_match: true }) }, { prefix: '/' }, { prefix: '/a' }),
    ).toEqual(hiddenBy(0, 1, 2));
  });

  test('letter case', () => {
    expect(last({ prefix: '/Shop', case_sensitive: false }, { prefix: '/sHop/x' })).toEqual(hiddenBy(0));
    expect(last({ prefix: '/shop' }, { path: '/shop', case_sensitive: false })).toMatchObject({
      kind: 'alive',
    });
    expect(last({ prefix: '/1' }, { path: '/1', case_sensitive: false })).toEqual(hiddenBy(0));
  });

  test('fact 13: a path hides a prefix with a query, not the other way round', () => {
    expect(last({ path: '/s' }, { prefix: '/s?lang=' })).toEqual(hiddenBy(0));
    expect(last({ prefix: '/s?' }, { path: '/s' })).toMatchObject(alive({ path: '/s' }));
    expect(last({ path: '/s?x' })).toMatchObject({ kind: 'never' });
    expect(last({ regex: '/s\\?x' })).toMatchObject({ kind: 'never' });
  });

  test('a prefix with a query and conditions on its parameters are looked at together', () => {
    const k1 = { query_parameters: [{ name: 'k', value: '1' }] };
    expect(last({ path: '/s', ...k1 }, { prefix: '/s?k=1&' })).toEqual(hiddenBy(0));
    expect(last({ path: '/s', ...k1 }, { prefix: '/s?k=1' })).toMatchObject(alive({ path: '/s?k=1a' }));
  });

  test('fact 17: nothing comes to a path without a slash at its head', () => {
    expect(last({ path: 'news' })).toMatchObject({ kind: 'never' });
    expect(last({ prefix: '' }, { prefix: '/' })).toEqual(hiddenBy(0));
    expect(last({ prefix: '/' }, { prefix: '' })).toEqual(hiddenBy(0));
  });
});

describe('headers and query parameters', () => {
  const is = { prefix: '/', ...X({ exact_match: '1' }) };
  const isNot = { prefix: '/', ...X({ exact_match: '1', invert_match: true }) };
  const absent = { prefix: '/', ...X({ invert_match: true }) };

  test('fact 21: x == 1 and x != 1 leave requests without x; x absent closes the gap', () => {
    expect(last(is, isNot, { prefix: '/a' })).toMatchObject(alive({ path: '/a', headers: {} }));
    expect(last(is, isNot, absent, { prefix: '/a' })).toEqual(hiddenBy(0, 1, 2));
    const method = (more: object) => ({
      prefix: '/',
      headers: [{ name: ':method', exact_match: 'GET', ...more }],
    });
    expect(last(method({}), method({ invert_match: true }), { path: '/a' })).toEqual(hiddenBy(0, 1));
  });

  test('fact 23: ranges are wider than digits', () => {
    const range = (start: number, end: number) => ({ prefix: '/', ...X({ range_match: { start, end } }) });
    expect(last(range(0, 5), range(5, 10), range(3, 8))).toEqual(hiddenBy(0, 1));
    expect(last(range(0, 5), range(6, 10), range(3, 8))).toMatchObject(alive({ headers: { x: '5' } }));
    expect(last({ prefix: '/', ...X({ regex_match: '\\d+' }) }, range(5, 6))).toMatchObject({
      kind: 'alive',
    });
    expect(last(range(5, 5))).toMatchObject({ kind: 'never' });
  });

  test('fact 25: a matcher on host finds nothing', () => {
    expect(last({ prefix: '/', headers: [{ name: 'Host', exact_match: 'a' }] })).toMatchObject({
      kind: 'never',
    });
  });

  test('fact 28: one key has one value', () => {
    const k = (value: string) => ({ name: 'k', value });
    expect(last({ prefix: '/', query_parameters: [k('1'), k('2')] })).toMatchObject({ kind: 'never' });
    expect(
      last({ prefix: '/', query_parameters: [k('')] }, { prefix: '/', query_parameters: [k('1')] }),
    ).toEqual(hiddenBy(0));
  });

  test('gRPC is a content type', () => {
    const grpc = { prefix: '/', headers: [{ name: 'content-type', prefix_match: 'application/grpc' }] };
    expect(last(grpc, { prefix: '/a', grpc: {} })).toEqual(hiddenBy(0));
    expect(last({ prefix: '/', grpc: {} }, grpc)).toMatchObject({ kind: 'alive' });
  });
});

describe('what no request can have', () => {
  const key = (name: string, value: string) => ({
    prefix: '/',
    query_parameters: [{ name, value, regex: true }],
  });
  const header = (name: string, pattern: string) => ({
    prefix: '/',
    headers: [{ name, regex_match: pattern }],
  });

  test.each([
    ['a blank in a path', { path: '/a b' }],
    ['a control character in a path', { prefix: '/a\u0001' }],
    ['a ? in a path', { regex: '/a[?]b' }],
    ['a path without a slash at its head', { regex: 'a.*' }],
    ['a & in a parameter', key('k', 'a&b?')],
    ['a blank in a parameter', key('k', 'a b')],
    ['a & in a key', key('a&b', '.*')],
    ['a = in a key', key('a=b', '.*')],
    ['a line break in a header', header('x', 'a\\nb')],
    ['an empty method', header(':method', '')],
    ['a blank in a method', header(':method', 'GET .*')],
    ['a scheme that begins with a digit', header(':scheme', '1.*')],
    ['no method', { prefix: '/', headers: [{ name: ':method', invert_match: true }] }],
    ['no scheme', { prefix: '/', headers: [{ name: 'x-forwarded-proto', invert_match: true }] }],
  ])('%s', (_, match) => {
    expect(last(match)).toEqual({ kind: 'never', why: 'no request meets its conditions', byDefault: false });
  });

  test('an empty authority is none of these', () => {
    expect(last(header(':authority', ''))).toMatchObject(alive({ authority: '' }));
  });

  test('a = in a parameter is none of these', () => {
    expect(last(key('k', '='))).toMatchObject(alive({ path: '/?k==' }));
  });
});

describe('a route of which it is not known what it takes', () => {
  test.each([
    [{ prefix: '/', dynamic_metadata: [{ filter: 'a' }] }, 'asks about dynamic metadata, which filters set'],
    [
      { prefix: '/', headers: [{ name: 'x', string_match: { exact: 'a' } }] },
      'asks by a field that is unknown or cannot be read',
    ],
    [{ prefix: '/', path: '/a' }, 'asks for the path in several ways'],
  ])('%j hides nothing for certain', (match, why) => {
    const behind = { prefix: '/b', ...X({ present_match: true }) };
    expect(last(match, behind)).toEqual({ kind: 'undecided', why: `route 0 ${why}` });
    // Another one that hides it alone, before or behind, is enough.
    expect(last({ prefix: '/b' }, match, behind)).toEqual(hiddenBy(0));
    expect(last(match, { prefix: '/b' }, behind)).toEqual(hiddenBy(1));
    expect(last(match, { prefix: '/b', ...X({ exact_match: '1' }) }, behind).kind).toBe('undecided');
  });

  test('is not said to take no request', () => {
    expect(last({ path_separated_prefix: '/a' })).toEqual({
      kind: 'undecided',
      why: 'it asks by a field that is unknown or cannot be read',
    });
    expect(last({}).kind).toBe('never');
  });
});

test('what a client shows of a certificate is part of a request', () => {
  const shows = (validated: boolean) => ({ client_certificate: { validated } });
  const by = (tls_context: object) => ({ prefix: '/', tls_context });
  for (const asks of [{ presented: true }, { validated: true }]) {
    expect(last(by(asks))).toMatchObject(alive(shows(true)));
    expect(last(by(asks), { prefix: '/a' })).toMatchObject(alive({ path: '/a' }));
  }
  expect(last(by({ presented: false }), { prefix: '/' })).toMatchObject(alive(shows(true)));
  expect(last(by({ validated: true }), by({ presented: true }))).toMatchObject(alive(shows(false)));
  expect(last(by({ presented: true }), by({ presented: false }), { prefix: '/a' })).toMatchObject({
    kind: 'hidden',
    by: [0, 1],
  });
  expect(last(by({ presented: false, validated: true })).kind).toBe('never');
});

describe('runtime fractions (fact 34)', () => {
  const fraction = (numerator: number, key?: string) => ({
    prefix: '/',
    runtime_fraction: { default_value: { numerator }, ...(key === undefined ? {} : { runtime_key: key }) },
  });

  test('what is between hides nothing; all of it hides, with a key by default', () => {
    expect(last(fraction(50), { prefix: '/a' })).toMatchObject({ kind: 'alive' });
    expect(last(fraction(100), { prefix: '/a' })).toEqual(hiddenBy(0));
    expect(last(fraction(100, 'k'), { prefix: '/a' })).toEqual({ kind: 'hidden', by: [0], byDefault: true });
    expect(last(fraction(100, 'k'), { prefix: '/' }, { prefix: '/a' })).toEqual(hiddenBy(1));
  });

  test('a fraction of 0 takes nothing, with a key by default', () => {
    expect(last(fraction(0))).toMatchObject({ kind: 'never', byDefault: false });
    expect(last(fraction(0, 'k'))).toMatchObject({ kind: 'never', byDefault: true });
  });
});

describe('what cannot be decided says why', () => {
  test('back references, invalid patterns, small budgets', () => {
    expect(last({ regex: '/(a|b)\\1.*' }, { prefix: '/' })).toMatchObject({ kind: 'alive' });
    expect(last({ regex: '/(' }, { path: '/a' })).toMatchObject({ kind: 'undecided' });
    expect(last({ path: '/' }, { regex: '/(' }, { prefix: '/' })).toMatchObject({ kind: 'undecided' });
    const routes = [{ regex: '/(a|b)*a(a|b){14}' }, { regex: '/(a|b){20,}' }].map(route);
    expect(decide(routeList(routes, { regexes, namespace: WORD }), 1, meter(50)).kind).toBe('undecided');
  });
});

describe('14.3 what nobody knows shows no request', () => {
  const strange = { prefix: '/a', headers: [{ name: 'x', value: '(a', regex: true }] };

  test('a route that asks by it is not said to be alive, nor is one that it could take requests of', () => {
    expect(last(strange)).toEqual({
      kind: 'undecided',
      why: 'it asks by a field that is unknown or cannot be read',
    });
    expect(last(strange, { path: '/a' })).toMatchObject({ kind: 'undecided' });
    expect(last(strange, { path: '/b' })).toMatchObject({ kind: 'alive' });
  });

  test('routes that hide another one before it still do', () => {
    expect(last(strange, { prefix: '/a' }, { path: '/a' })).toEqual(hiddenBy(1));
  });
});

describe('words and names', () => {
  test('a regex that defeats the engine is named as it is written', () => {
    expect(last({ prefix: '/', ...X({ regex_match: '(a|b)\\1c' }) })).toMatchObject({
      kind: 'undecided',
      why: expect.stringMatching(/^the regex "\(a\|b\)\\\\1c" cannot/),
    });
  });

  test('a header with a name that objects know is a header like others', () => {
    const match = { prefix: '/', headers: [{ name: '__proto__', exact_match: '1' }] };
    const verdict = last(match);
    expect(verdict.kind === 'alive' && Object.entries(verdict.witness.headers)).toEqual([['__proto__', '1']]);
    expect(last(match, match)).toEqual(hiddenBy(0));
  });
});
