import { describe, expect, test } from 'vitest';
import { testsIn } from './tests.ts';

const only = (text: string) => {
  const [first, ...others] = testsIn(text);
  if (!first || others.length > 0) throw new Error('one test was expected');
  return first;
};

describe('spellings', () => {
  test('the newest: a list under tests', () => {
    expect(
      only(`tests:
- test_name: a
  input:
    authority: shop.test
    path: /x
    method: POST
    ssl: true
    internal: true
    random_value: 7
    runtime: some.key
    additional_request_headers: [{key: X-A, value: "1"}, {key: x-a, value: "2"}]
    additional_response_headers: [{key: X-B, value: c}]
  validate: {cluster_name: b}
`),
    ).toMatchObject({
      name: 'a',
      line: 2,
      runtime: 'some.key',
      request: {
        method: 'POST',
        authority: 'shop.test',
        path: '/x',
        scheme: 'https',
        internal: true,
        random_value: 7,
        remote_address: '127.0.0.1',
        headers: { 'x-a': '1,2' },
      },
      responseHeaders: new Map([['x-b', 'c']]),
      expectations: [{ kind: 'text', key: 'cluster_name', expected: 'b' }],
      problems: [],
    });
  });

  test('the oldest: a bare list, colons, field for key', () => {
    expect(
      only(`[{"test_name": "a",
  "input": {":authority": "shop.test", ":path": "/x", ":method": "PUT",
    "additional_headers": [{"field": "X-A", "value": "1"}]},
  "validate": {"path_redirect": "", "header_fields": [{"field": "X-B", "value": "2"}],
    "custom_header_fields": [{"field": "X-C", "value": "3"}]}}]`),
    ).toMatchObject({
      request: {
        method: 'PUT',
        authority: 'shop.test',
        path: '/x',
        headers: { 'x-a': '1' },
        random_value: 0,
      },
      expectations: [
        { key: 'path_redirect', expected: '' },
        { key: 'header_fields', name: 'X-B', expected: '2' },
        { key: 'custom_header_fields', name: 'X-C', expected: '3' },
      ],
      problems: [],
    });
  });

  test('lowerCamelCase, as every JSON form of the proxy allows', () => {
    const { expectations, request } = only(
      '{"tests": [{"testName": "a", "input": {"authority": "a", "path": "/", "randomValue": "3"}, "validate": {"clusterName": "b"}}]}',
    );
    expect(expectations).toEqual([{ kind: 'text', key: 'cluster_name', expected: 'b' }]);
    expect(request.random_value).toBe(3);
  });
});

describe('what cannot be understood', () => {
  const INPUT = 'input: {authority: a, path: /}';
  test.each([
    [`- {${INPUT}, validate: {cluster_nam: b}}`, 'validate has no "cluster_nam"; did you mean cluster_name?'],
    [
      `- {${INPUT}, validate: {cluster_name: b}, why: c}`,
      'a test has no "why"; it takes test_name, input, validate',
    ],
    [
      '- {input: {authority: a, path: /, sll: true}, validate: {cluster_name: b}}',
      'an input has no "sll"; did you mean ssl?',
    ],
    [
      '- {input: {authority: a, path: /, ssl: maybe}, validate: {cluster_name: b}}',
      'ssl is true or false, not "maybe"',
    ],
    [`- {${INPUT}, validate: {}}`, 'the test expects nothing: give it at least one key under validate'],
    [`- {${INPUT}, validate: {cluster_name: [b]}}`, 'cluster_name is a text, not a list'],
    ['- {input: {authority: a, path: {b: c}}, validate: {cluster_name: b}}', 'path is a text, not an object'],
    [`- {${INPUT}, test_name: [b], validate: {cluster_name: b}}`, 'test_name is a text, not a list'],
    [`- {${INPUT}, validate: {header_fields: [{key: a, value: {b: c}}]}}`, 'value is a text, not an object'],
    [
      `- {${INPUT}, validate: {request_header_matches: [{name: a, contains_match: [b]}]}}`,
      'contains_match is a text, not a list',
    ],
    [
      '- {input: {authority: a, path: /, ssl: {b: c}}, validate: {cluster_name: b}}',
      'ssl is true or false, not an object',
    ],
    [`- {${INPUT}, validate: {header_fields: [{value: b}]}}`, 'an entry of header_fields has no key'],
  ])('%s', (text, problem) => {
    expect(only(text).problems).toContain(problem);
  });

  test('an unknown part of a header matcher', () => {
    const { problems } = only(`- {${INPUT}, validate: {request_header_matches: [{name: a, exactly: b}]}}`);
    expect(problems[0]).toMatch(/^request_header_matches: .*exactly/);
  });

  test.each([
    ['tests: 1', /no list of tests/],
    ['clusters: []', /a test file has no "clusters"/],
    ['tests: []', /it holds no test/],
    ['- {test_name: a, validate: {}}', /needs an input/],
    ['- {input: {path: /}, validate: {cluster_name: a}}', /no authority/],
    ['- 1', /a test has test_name, input and validate/],
  ])('a file that is none: %s', (text, message) => {
    expect(() => testsIn(text)).toThrow(message);
  });
});
