import { describe, expect, test } from 'vitest';
import { analyzedInTwo as analyzed } from '../analyzed.ts';

const rules = (yaml: string, type: string) =>
  analyzed(yaml, type).map(({ rule, level, pointer }) => [rule, level, pointer]);

describe('empty-matcher', () => {
  test.each([
    ['route.HeaderMatcher', '{ name: x-a, prefix_match: "" }', '/prefix_match'],
    ['route.HeaderMatcher', '{ name: x-a, suffix_match: "" }', '/suffix_match'],
    ['type.matcher.StringMatcher', '{ prefix: "" }', '/prefix'],
    ['type.matcher.StringMatcher', '{ suffix: "" }', '/suffix'],
  ])('%s %s', (type, yaml, pointer) => {
    expect(rules(yaml, type)).toEqual([['empty-matcher', 'error', pointer]]);
  });

  test('deep inside a route configuration, in the spelling of the file', () => {
    const yaml = `virtualHosts:
  - name: shop
    domains: [shop.test]
    routes:
      - match: { prefix: /, headers: [{ name: x-a, prefixMatch: "" }] }
        route: { cluster: shop }
`;
    expect(rules(yaml, 'RouteConfiguration')).toEqual([
      ['empty-matcher', 'error', '/virtualHosts/0/routes/0/match/headers/0/prefixMatch'],
    ]);
  });

  test.each([
    ['route.HeaderMatcher', '{ name: x-a, prefix_match: a }'],
    ['route.HeaderMatcher', '{ name: x-a, present_match: true }'],
    ['route.HeaderMatcher', '{ name: x-a, prefix_match: null }'],
    ['type.matcher.StringMatcher', '{ exact: "" }'],
    // An empty prefix of a path takes every request.
    ['route.RouteMatch', '{ prefix: "" }'],
  ])('not in %s %s', (type, yaml) => {
    expect(rules(yaml, type).filter(([rule]) => rule === 'empty-matcher')).toEqual([]);
  });
});

describe('presence-only', () => {
  test.each([
    ['route.HeaderMatcher', '{ name: x-a, exact_match: "" }', '/exact_match'],
    ['route.HeaderMatcher', '{ name: x-a, present_match: false }', '/present_match'],
    ['route.HeaderMatcher', '{ name: x-a, present_match: false, invert_match: true }', '/present_match'],
  ])('%s %s', (type, yaml, pointer) => {
    expect(rules(yaml, type)).toEqual([['presence-only', 'warning', pointer]]);
  });

  test('an empty value of a query parameter', () => {
    const yaml = '{ name: id, value: "" }';
    expect(rules(yaml, 'route.QueryParameterMatcher')).toContainEqual(['presence-only', 'warning', '/value']);
  });

  test.each([
    ['route.HeaderMatcher', '{ name: x-a }'],
    ['route.HeaderMatcher', '{ name: x-a, exact_match: "0" }'],
    ['route.QueryParameterMatcher', '{ name: id }'],
    ['route.QueryParameterMatcher', '{ name: id, string_match: { exact: "" } }'],
  ])('not in %s %s', (type, yaml) => {
    expect(rules(yaml, type)).toEqual([]);
  });
});
