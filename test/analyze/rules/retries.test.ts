import { describe, expect, test } from 'vitest';
import { analyzedInTwo as analyzed, foundInTwo as found } from '../analyzed.ts';

const policy = (text: string) =>
  analyzed(text, 'route.RetryPolicy').map(({ rule, pointer }) => `${rule} ${pointer}`);
const action = (text: string) =>
  analyzed(`{ cluster: shop, ${text} }`, 'route.RouteAction').map(
    ({ rule, pointer }) => `${rule} ${pointer}`,
  );

describe('unknown-retry-condition', () => {
  test('a near miss is corrected, the other words stay', () => {
    const [finding, ...others] = found(
      'unknown-retry-condition',
      'retry_on: "reset, conect-failure,refused-stream"',
      'route.RetryPolicy',
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      level: 'warning',
      pointer: '/retry_on',
      data: { condition: 'conect-failure', meant: 'connect-failure' },
      fix: {
        operations: [{ op: 'replace', path: '/retry_on', value: 'reset,connect-failure,refused-stream' }],
      },
    });
    expect(finding?.message).toContain('did you mean connect-failure?');
  });

  test.each([['5XX'], ['gateway_error'], ['connect-failures'], ['timeout'], ['503']])('%s', (namespace) => {
    expect(found('unknown-retry-condition', `retry_on: "${namespace}"`, 'route.RetryPolicy').length).toBe(1);
  });

  test('14.10 a blank beside a condition: releases up to 1.13 do not know it, from 1.14 on it works', () => {
    const [finding, ...others] = found(
      'unknown-retry-condition',
      'retry_on: "5xx, reset"\nnum_retries: 1',
      'route.RetryPolicy',
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      level: 'warning',
      data: { conditions: [' reset'] },
      fix: { operations: [{ op: 'replace', path: '/retry_on', value: '5xx,reset' }] },
    });
    expect(finding?.message).toMatch(
      /releases up to 1\.13 .*the condition " reset".*from 1\.14 on this works/,
    );
    expect(found('unknown-retry-condition', 'retry_on: "5xx,reset, "', 'route.RetryPolicy')).toEqual([]);
  });

  test('14.10 blanks in the header that says the same', () => {
    const yaml =
      'match: { prefix: / }\nroute: { cluster: shop }\nrequest_headers_to_add: [{ header: { key: x-envoy-retry-on, value: "5xx , reset" } }]\n';
    expect(found('unknown-retry-condition', yaml, 'route.Route')).toMatchObject([
      { pointer: '/request_headers_to_add/0/header/value', data: { conditions: ['5xx ', ' reset'] } },
    ]);
  });

  test('what is near nothing has no suggestion', () => {
    const [finding] = found('unknown-retry-condition', 'retry_on: always', 'route.RetryPolicy');
    expect(finding?.fix).toBeUndefined();
    expect(finding?.data).toEqual({ condition: 'always' });
  });

  test('the header that says the same', () => {
    const yaml = `match: { prefix: / }
route: { cluster: shop }
request_headers_to_add:
  - header: { key: X-Envoy-Retry-On, value: "connect-failure,resets" }
  - header: { key: x-envoy-retry-grpc-on, value: unavailable }
  - header: { key: x-envoy-retry-grpc-on, value: "%REQ(x-conditions)%" }
  - header: { key: x-other-retry-on, value: resets }
`;
    expect(found('unknown-retry-condition', yaml, 'route.Route')).toMatchObject([
      { pointer: '/request_headers_to_add/0/header/value', data: { condition: 'resets', meant: 'reset' } },
    ]);
  });

  test.each([
    ['5xx'],
    ['gateway-error,reset,connect-failure,retriable-4xx,refused-stream'],
    ['cancelled,deadline-exceeded,internal,resource-exhausted,unavailable'],
    ['envoy-ratelimited'],
    [''],
  ])('known: %s', (text) => {
    expect(found('unknown-retry-condition', `retry_on: "${text}"`, 'route.RetryPolicy')).toEqual([]);
  });
});

describe('useless-retry', () => {
  test('14.12 num_retries: 0 leaves the retries that the request itself asks for', () => {
    const yaml = 'retry_on: 5xx\nnum_retries: 0';
    const [finding] = found('useless-retry', yaml, 'route.RetryPolicy') as readonly { message: string }[];
    expect(finding?.message).toContain(
      'unless the request itself asks for it in x-envoy-retry-on or x-envoy-max-retries',
    );
  });

  test.each([
    ['{ retry_on: connect-failure, num_retries: 0 }', ['useless-retry /num_retries']],
    ['{ retry_on: 5xx, num_retries: 0 }', ['useless-retry /num_retries']],
    [
      '{ retry_on: connect-failure, retriable_status_codes: [409] }',
      ['useless-retry /retriable_status_codes'],
    ],
    ['{ retriable_status_codes: [409] }', ['useless-retry /retriable_status_codes']],
    ['{ retry_on: retriable-status-codes }', ['useless-retry /retry_on']],
    ['{ retry_on: reset, retriable_headers: [{ name: x-again }] }', ['useless-retry /retriable_headers']],
    ['{ retry_on: retriable-headers }', ['useless-retry /retry_on']],
    ['{ retry_on: reset, per_try_timeout: 0s }', ['useless-retry /per_try_timeout']],
    ['{ retry_on: "reset,retriable-status-codes", retriable_status_codes: [409] }', []],
    ['{ retry_on: retriable-headers, retriable_headers: [{ name: x-again }] }', []],
    ['{ num_retries: 0 }', []],
    ['{}', []],
    ['{ retry_on: reset, per_try_timeout: 60s }', []],
  ])('%s', (text, expected) => {
    expect(policy(text)).toEqual(expected);
  });

  test.each([
    ['timeout: 2s, retry_policy: { retry_on: 5xx, per_try_timeout: 3s }', 1],
    ['timeout: 3s, retry_policy: { retry_on: 5xx, per_try_timeout: 3s }', 1],
    ['retry_policy: { retry_on: 5xx, per_try_timeout: 15s }', 1],
    ['retry_policy: { retry_on: 5xx, per_try_timeout: 14.999s }', 0],
    ['timeout: 0s, retry_policy: { retry_on: 5xx, per_try_timeout: 90s }', 0],
    ['timeout: 10s, retry_policy: { retry_on: 5xx, per_try_timeout: 3s }', 0],
    ['timeout: 2s, max_grpc_timeout: 60s, retry_policy: { retry_on: 5xx, per_try_timeout: 3s }', 0],
    ['timeout: 2s, max_stream_duration: {}, retry_policy: { retry_on: 5xx, per_try_timeout: 3s }', 0],
    ['max_stream_duration: {}, retry_policy: { retry_on: 5xx }', 0],
  ])('beside the timeout of its route: %s', (text, count) => {
    expect(action(text)).toEqual(Array(count).fill('useless-retry /retry_policy/per_try_timeout'));
  });

  const host = (timeouts: readonly string[]): string => `name: shop
domains: [shop.test]
retry_policy: { retry_on: connect-failure, per_try_timeout: 5s }
routes:
${timeouts.map((text, index) => `  - { match: { path: /${index} }, route: { cluster: shop, ${text} } }`).join('\n')}
`;
  test('a policy of the virtual host: only where no route leaves it time', () => {
    const useless = (timeouts: readonly string[]) =>
      found('useless-retry', host(timeouts), 'route.VirtualHost').map(({ pointer }) => pointer);
    expect(useless(['timeout: 2s', 'timeout: 5s'])).toEqual(['/retry_policy/per_try_timeout']);
    expect(useless(['timeout: 2s', 'timeout: 7s'])).toEqual([]);
    expect(useless(['timeout: 2s', 'timeout: 7s, retry_policy: {}'])).toEqual([
      '/retry_policy/per_try_timeout',
    ]);
    expect(useless([])).toEqual([]);
  });
});

describe('no-try-timeout', () => {
  test.each([
    ['retry_policy: { retry_on: 5xx }', '(15s)'],
    ['timeout: 3s, retry_policy: { retry_on: "connect-failure,gateway-error" }', '(3s)'],
    ['timeout: 0s, retry_policy: { retry_on: 5xx }', 'no timeout either'],
  ])('%s', (text, words) => {
    const findings = found('no-try-timeout', `{ cluster: shop, ${text} }`, 'route.RouteAction');
    expect(findings).toMatchObject([{ level: 'info', pointer: '/retry_policy' }]);
    expect(findings[0]?.message).toContain(words);
  });

  test.each([
    ['retry_policy: { retry_on: connect-failure }'],
    ['retry_policy: { retry_on: 5xx, per_try_timeout: 1s }'],
    ['retry_policy: { num_retries: 3 }'],
    ['max_grpc_timeout: 0s, retry_policy: { retry_on: 5xx }'],
  ])('not with %s', (text) => {
    expect(action(text)).toEqual([]);
  });
});
