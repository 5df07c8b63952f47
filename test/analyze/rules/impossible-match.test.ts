import { describe, expect, test } from 'vitest';
import { foundInTwo as found } from '../analyzed.ts';

const TYPE = 'RouteConfiguration';

function host(match: string, { domains = '["*.shop.test"]', tls = 'NONE', more = '' } = {}): string {
  return `name: front
virtual_hosts:
  - name: shop
    domains: ${domains}
    require_tls: ${tls}
    routes: [{ match: ${match}, direct_response: { status: 200 } }]
${more}`;
}

const impossible = (match: string, more?: Parameters<typeof host>[1]) =>
  found('impossible-match', host(match, more), TYPE);
const headers = (...list: readonly string[]) =>
  `{ prefix: /, headers: [${list.map((each) => `{ ${each} }`).join(', ')}] }`;

describe('a route that contradicts itself, or what a request can be', () => {
  test.each([
    ['a query in a path', '{ path: "/s?x=1" }', 'is compared without its query'],
    [
      'a query in a regex',
      '{ safe_regex: { google_re2: {}, regex: "/s\\\\?x" } }',
      'is compared without its query',
    ],
    ['no slash at the head', '{ prefix: cart }', 'every path begins with /'],
    ['a blank', '{ path: "/my cart" }', 'no path holds a blank'],
    ['the Host header', headers('name: Host, exact_match: a.shop.test'), 'keeps Host as :authority'],
    [
      'an empty range',
      headers('name: "n", range_match: { start: 5, end: 5 }'),
      'the end of a range is not in it',
    ],
    ['no method', headers('name: ":method", invert_match: true'), 'it is there in every request'],
    [
      'two values of one header',
      headers('name: "y", exact_match: "1"', 'name: x, exact_match: "1"', 'name: X, exact_match: "2"'),
      'such that header x is "1" and header X is "2";',
    ],
    [
      'two values of one parameter',
      '{ prefix: /, query_parameters: [{ name: k, value: "1" }, { name: k, value: "2" }] }',
      'query parameter "k" is "1" and query parameter "k" is "2"',
    ],
    [
      'matchers of texts',
      headers(
        'name: ":method", string_match: { exact: GET }',
        'name: ":method", string_match: { prefix: P, ignore_case: true }',
      ),
      'such that the method is "GET" and the method begins with "P" in any letter case;',
    ],
    [
      'a text that is held and not',
      headers(
        'name: ":authority", string_match: { contains: a }',
        'name: ":authority", string_match: { contains: a }, invert_match: true',
      ),
      'such that header :authority contains "a" and header :authority does not contain "a";',
    ],
    [
      'gRPC of another type',
      headers('name: content-type, exact_match: text/html').replace('{ ', '{ grpc: {}, '),
      'the request is gRPC',
    ],
  ])('%s', (_, match, words) => {
    const [finding, ...others] = impossible(match);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      level: 'warning',
      pointer: '/virtual_hosts/0/routes/0',
      data: { virtual_host: 'shop', route: 0, certain: true },
    });
    expect(finding?.message).toContain(words);
  });

  test('what never comes to its virtual host', () => {
    const [tls] = impossible(headers('name: x-forwarded-proto, exact_match: http'), { tls: 'ALL' });
    expect(tls?.message).toContain('require_tls ALL of virtual host "shop" redirects all such requests');
    const [domain] = impossible(headers('name: ":authority", exact_match: other.test'));
    expect(domain?.message).toContain('no host that comes to virtual host "shop" by its domains');
  });

  test('a fraction of 0 %, with a key by default only', () => {
    const none = (key = '') => `{ prefix: /, runtime_fraction: { default_value: { numerator: 0 }${key} } }`;
    expect(impossible(none())).toMatchObject([{ level: 'warning', data: { certain: true } }]);
    expect(impossible(none(', runtime_key: beta'))).toMatchObject([
      { level: 'info', data: { certain: false } },
    ]);
    const both = none(', runtime_key: beta').replace('prefix: /', 'prefix: cart');
    expect(impossible(both)).toMatchObject([{ level: 'warning', data: { certain: true } }]);
  });

  test.each([
    ['a prefix with a query', '{ prefix: "/s?x=1" }'],
    ['an empty prefix', '{ prefix: "" }'],
    ['one value written twice', headers('name: x, exact_match: "1"', 'name: X, exact_match: "1"')],
    ['a header that must be missing', headers('name: x, invert_match: true')],
    ['plain HTTP where TLS is for others only', headers('name: x-forwarded-proto, exact_match: http')],
    ['a host below the domain', headers('name: ":authority", exact_match: a.shop.test')],
    [
      'gRPC with a suffix',
      headers('name: content-type, exact_match: application/grpc+proto').replace('{ ', '{ grpc: {}, '),
    ],
    ['a fraction of 1 %', '{ prefix: /, runtime_fraction: { default_value: { numerator: 1 } } }'],
  ])('not %s', (_, match) => {
    expect(impossible(match)).toEqual([]);
  });

  test('neither a match without a path rule nor a virtual host that nothing comes to: others say so', () => {
    expect(impossible('{ headers: [{ name: x }] }')).toEqual([]);
    expect(impossible('{ prefix: / }', { domains: '["a b"]' })).toEqual([]);
  });
});

describe('virtual clusters', () => {
  const clusters = (...list: readonly string[]) =>
    found(
      'impossible-match',
      host('{ prefix: / }', {
        more: `    virtual_clusters: [${list.map((each) => `{ name: it, ${each} }`).join(', ')}]\n`,
      }),
      TYPE,
    );

  test('a pattern without the slash at its head, conditions that contradict each other', () => {
    expect(clusters('pattern: "rides/[0-9]+"')).toMatchObject([
      {
        pointer: '/virtual_hosts/0/virtual_clusters/0',
        data: { virtual_host: 'shop', virtual_cluster: 0, certain: true },
      },
    ]);
    expect(
      clusters('headers: [{ name: ":method", exact_match: GET }, { name: ":method", exact_match: PUT }]'),
    ).toHaveLength(1);
  });

  test('not a pattern with a query, which it sees', () => {
    expect(clusters('pattern: "/rides\\\\?id=[0-9]+"', 'pattern: ".*"')).toEqual([]);
  });
});
