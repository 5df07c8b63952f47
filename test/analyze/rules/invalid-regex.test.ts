import { describe, expect, test } from 'vitest';
import { patternsIn } from '../../../src/analyze/fields/regex-fields.ts';
import { messages } from '../../../src/schema/index.ts';
import { analyzedInTwo as analyzed, foundInTwo as found } from '../analyzed.ts';

const invalid = (yaml: string, type: string) =>
  found('invalid-regex', yaml, type).map(({ pointer, data }) => `${pointer} ${data.grammar}`);
const re2 = (pattern: string, size?: number): string =>
  `safe_regex: { google_re2: { ${size === undefined ? '' : `max_program_size: ${size}`} }, regex: "${pattern}" }`;

describe('wherever a pattern stands', () => {
  test.each([
    ['route.RouteMatch', 'regex: "/a("', '/regex ecmascript'],
    ['route.RouteMatch', re2('/a('), '/safe_regex/regex re2'],
    ['route.HeaderMatcher', '{ name: x-a, regex_match: "[b-a]" }', '/regex_match ecmascript'],
    [
      'route.HeaderMatcher',
      '{ name: x-a, safe_regex_match: { google_re2: {}, regex: "[b-a]" } }',
      '/safe_regex_match/regex re2',
    ],
    ['route.QueryParameterMatcher', '{ name: id, value: "*", regex: true }', '/value ecmascript'],
    ['route.VirtualCluster', '{ name: rides, pattern: "/rides/(\\\\d+" }', '/pattern ecmascript'],
    ['route.CorsPolicy', 'allow_origin_regex: [".*", "+"]', '/allow_origin_regex/1 ecmascript'],
    [
      'route.CorsPolicy',
      'allow_origin_string_match: [{ safe_regex: { google_re2: {}, regex: "+" } }]',
      '/allow_origin_string_match/0/safe_regex/regex re2',
    ],
    ['type.matcher.StringMatcher', 'regex: "a{2,1}"', '/regex ecmascript'],
    [
      'route.RouteAction',
      '{ cluster: a, regex_rewrite: { pattern: { google_re2: {}, regex: "(" }, substitution: b } }',
      '/regex_rewrite/pattern/regex re2',
    ],
    ['TagSpecifier', '{ tag_name: a, regex: "(" }', '/regex ecmascript'],
  ])('%s %s', (type, yaml, expected) => {
    expect(invalid(yaml, type)).toEqual([expected]);
  });

  test('no table has a field for a pattern that is left out', () => {
    const fields = Object.entries(messages).flatMap(([type, { fields }]) =>
      Object.entries(fields)
        .filter(([, { type: kind }]) => kind === 'string' || kind === 'repeated string')
        .filter(([name, { doc }]) => /regex|pattern/.test(name) || /^(ECMAScript )?regex/i.test(doc))
        .map(([name]) => `${type}.${name}`),
    );
    expect(fields.filter((field) => !(field.slice(0, field.lastIndexOf('.')) in patternsIn))).toEqual([]);
  });
});

describe('each grammar by itself', () => {
  test.each([
    ['(?i)/cart', 'invalid', 'valid'],
    ['/(?=a)a', 'valid', 'invalid'],
    ['/(a)\\\\1', 'valid', 'invalid'],
    ['/\\\\p{L}', 'invalid', 'valid'],
    ['/a{', 'invalid', 'valid'],
    ['/[[:digit:]]+', 'valid', 'valid'],
    ['/a.*', 'valid', 'valid'],
  ])('%s', (pattern, ecmascript, safe) => {
    expect(invalid(`regex: "${pattern}"`, 'route.RouteMatch').length).toBe(ecmascript === 'valid' ? 0 : 1);
    expect(invalid(re2(pattern), 'route.RouteMatch').length).toBe(safe === 'valid' ? 0 : 1);
  });

  test('where the pattern is wrong, and why, is told', () => {
    const [finding] = found('invalid-regex', 'regex: "/items/)"', 'route.RouteMatch');
    expect(finding?.message).toContain('has a ) without its ( (at character 8)');
    expect(finding?.level).toBe('error');
  });
});

describe('the program size of RE2', () => {
  test.each([
    ['a certain excess', '/x{101}', undefined, 1],
    ['of optional parts too', '/(abc){0,40}', undefined, 1],
    ['a lower limit of its own', '/abcdefgh', 5, 1],
    ['a limit that is high enough', '/x{101}', 1000, 0],
    ['a repetition without an end needs no room', '/x*', undefined, 0],
    ['a long choice is not certain', '/(a|b|c|d)*', undefined, 0],
  ])('%s: %s', (_, pattern, size, count) => {
    const findings = found('invalid-regex', re2(pattern, size), 'route.RouteMatch');
    expect(findings.length).toBe(count);
    if (count > 0) expect(findings[0]?.message).toContain('max_program_size allows');
  });

  test('the other grammar has no such limit', () => {
    expect(invalid('regex: "/x{101}"', 'route.RouteMatch')).toEqual([]);
  });
});

test('a value that is no regex is not read as one', () => {
  expect(invalid('{ name: id, value: "*" }', 'route.QueryParameterMatcher')).toEqual([]);
  expect(invalid('{ name: x-a, exact_match: "(" }', 'route.HeaderMatcher')).toEqual([]);
});

test('a pattern for a credential is not shown', () => {
  const [finding] = found(
    'invalid-regex',
    '{ name: authorization, regex_match: "Bearer s3cr3t(" }',
    'route.HeaderMatcher',
  );
  expect(finding?.message).not.toContain('s3cr3t');
});

test('a pattern too deep to be read is undecided', () => {
  const deep = `${'(a'.repeat(2000)}${')*'.repeat(2000)}`;
  const findings = analyzed(`safe_regex: { google_re2: {}, regex: "${deep}" }`, 'route.RouteMatch');
  expect(findings).toMatchObject([{ rule: 'undecided', level: 'info', data: { rule: 'invalid-regex' } }]);
});
