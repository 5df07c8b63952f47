import { describe, expect, test } from 'vitest';
import { isInRange } from '../../../src/routing/match/headers.ts';
import { namedRoutes, taker, takesRequest, traced } from '../traced.ts';

/** Whether one header matcher holds. */
function holds(matcher: string, headers: object = {}, fields: object = {}): boolean {
  return takesRequest(`{ prefix: /, headers: [${matcher}] }`, { headers, ...fields });
}

describe('header matchers', () => {
  test('fact 20: names ignore case, values do not', () => {
    expect(holds('{ name: X-Tier, exact_match: gold }', { 'x-tier': 'gold' })).toBe(true);
    expect(holds('{ name: x-tier, exact_match: gold }', { 'X-TIER': 'gold' })).toBe(true);
    expect(holds('{ name: x-tier, exact_match: gold }', { 'x-tier': 'Gold' })).toBe(false);
  });

  test('fact 21: a missing header meets no matcher, inverted or not, except inverted presence', () => {
    for (const value of [
      'exact_match: a',
      'regex_match: a',
      'safe_regex_match: { google_re2: {}, regex: a }',
      'range_match: { start: 0, end: 9 }',
      'prefix_match: a',
      'suffix_match: a',
      'exact_match: ""',
    ]) {
      expect(holds(`{ name: x, ${value} }`)).toBe(false);
      expect(holds(`{ name: x, ${value}, invert_match: true }`)).toBe(false);
    }
    expect(holds('{ name: x }')).toBe(false);
    expect(holds('{ name: x, invert_match: true }')).toBe(true);
    expect(holds('{ name: x, present_match: true, invert_match: true }')).toBe(true);
    const both = namedRoutes({
      is: '{ prefix: /, headers: [{ name: x, exact_match: "1" }] }',
      not: '{ prefix: /, headers: [{ name: x, exact_match: "1", invert_match: true }] }',
      absent: '{ prefix: /, headers: [{ name: x, invert_match: true }] }',
    });
    expect([taker(both, { headers: { x: '1' } }), taker(both, { headers: { x: '2' } }), taker(both)]).toEqual(
      ['is', 'not', 'absent'],
    );
    expect(holds('{ name: ":method", exact_match: GET, invert_match: true }', {}, { method: 'PUT' })).toBe(
      true,
    );
  });

  test('fact 22: an empty exact_match is presence, inverted never; present_match false is true', () => {
    expect(holds('{ name: x, exact_match: "" }', { x: 'anything' })).toBe(true);
    expect(holds('{ name: x, exact_match: "", invert_match: true }', { x: 'anything' })).toBe(false);
    expect(holds('{ name: x, exact_match: "", invert_match: true }')).toBe(false);
    expect(holds('{ name: x, present_match: false }', { x: 'a' })).toBe(true);
    expect(holds('{ name: x, present_match: false }')).toBe(false);
  });

  test('fact 23: range_match takes whole decimal integers from start up to, not including, end', () => {
    const negative = (text: string) => isInRange(text, -10, 0);
    expect(['-1', '-10', '-01'].filter(negative)).toEqual(['-1', '-10', '-01']);
    expect(
      ['0', '10.9', 'somestring', '-1somestring', '', '--3', '0x1', '-11', ' -1'].filter(negative),
    ).toEqual([]);
    expect(['5', '+5', '05'].filter((text) => isInRange(text, 5, 6))).toEqual(['5', '+5', '05']);
    expect(isInRange('-0', 0, 1)).toBe(true);
    expect(isInRange('9223372036854775807', '9223372036854775806', '9223372036854775807')).toBe(false);
    expect(isInRange('9223372036854775806', '9223372036854775806', '9223372036854775807')).toBe(true);
    expect(isInRange('9223372036854775808', 0, '9223372036854775807')).toBe(false);
    expect(isInRange('-9223372036854775808', '-9223372036854775808', 0)).toBe(true);
    expect(isInRange('00000000000000000000000000000007', 7, 8)).toBe(true);
    expect(isInRange('99999999999999999999999999', 0, '9223372036854775807')).toBe(false);
    expect(isInRange('3', 5, 5)).toBe(false);
    expect(holds('{ name: x, range_match: { start: -3 } }', { x: '-1' })).toBe(true);
    expect(holds('{ name: x, range_match: { end: 2 } }', { x: '0' })).toBe(true);
    expect(holds('{ name: x, range_match: {} }', { x: '0' })).toBe(false);
    expect(holds('{ name: x, range_match: { start: 1, end: 2 }, invert_match: true }', { x: 'text' })).toBe(
      true,
    );
  });

  test('fact 24: repeated headers are joined with a comma', () => {
    expect(holds('{ name: x, exact_match: "a,b" }', { x: ['a', 'b'] })).toBe(true);
    expect(holds('{ name: x, exact_match: a }', { x: ['a', 'b'] })).toBe(false);
    expect(holds('{ name: x, exact_match: "a,b" }', { x: 'a', X: 'b' })).toBe(true);
  });

  test('fact 25: :authority is compared as sent, :path includes the query, host is never found', () => {
    const asked = { authority: 'Shop.test:80', path: '/a?b' };
    expect(holds('{ name: ":authority", exact_match: "Shop.test:80" }', {}, asked)).toBe(true);
    expect(holds('{ name: ":authority", exact_match: "shop.test:80" }', {}, asked)).toBe(false);
    expect(holds('{ name: ":path", exact_match: "/a?b" }', {}, asked)).toBe(true);
    expect(holds('{ name: host }', {}, asked)).toBe(false);
    expect(holds('{ name: host }', { host: 'shop.test' })).toBe(false);
    expect(holds('{ name: Host, invert_match: true }', {}, asked)).toBe(true);
    expect(holds('{ name: ":scheme", exact_match: https }', {}, { scheme: 'https' })).toBe(true);
  });

  test('fact 26: an empty value is present', () => {
    expect(holds('{ name: x }', { x: '' })).toBe(true);
    expect(holds('{ name: x, invert_match: true }', { x: '' })).toBe(false);
  });

  test('prefix, suffix and both regexes look at the whole value', () => {
    expect(holds('{ name: x, prefix_match: ab }', { x: 'abc' })).toBe(true);
    expect(holds('{ name: x, suffix_match: bc }', { x: 'abc' })).toBe(true);
    expect(holds('{ name: x, suffix_match: ab }', { x: 'abc' })).toBe(false);
    expect(holds('{ name: x, regex_match: "a." }', { x: 'abc' })).toBe(false);
    expect(holds('{ name: x, safe_regex_match: { google_re2: {}, regex: "a.c" } }', { x: 'abc' })).toBe(true);
    expect(holds('{ name: x, regex_match: "a.c", invert_match: true }', { x: 'abc' })).toBe(false);
  });

  test('all of them must hold', () => {
    const two = '{ name: x, exact_match: "1" }, { name: "y", exact_match: "2" }';
    expect(holds(two, { x: '1', y: '2' })).toBe(true);
    expect(holds(two, { x: '1', y: '3' })).toBe(false);
  });

  test('fact 30: gRPC is a content-type of application/grpc, alone or followed by +', () => {
    const grpc = (type: string | undefined, method = 'POST') =>
      takesRequest('{ prefix: /, grpc: {} }', {
        method,
        headers: type === undefined ? {} : { 'content-type': type },
      });
    expect(
      ['application/grpc', 'application/grpc+', 'application/grpc+proto'].every((type) => grpc(type)),
    ).toBe(true);
    const others = [
      'application/grpc-web',
      'application/grpc;x',
      'Application/grpc',
      'text/plain',
      '',
      undefined,
    ];
    expect(others.some((type) => grpc(type))).toBe(false);
    expect(grpc('application/grpc', 'GET')).toBe(true);
  });

  test('fact 132: a route asks what the client shows of a certificate', () => {
    expect(takesRequest('{ prefix: /, tls_context: { presented: true } }')).toBe(false);
    expect(takesRequest('{ prefix: /, tls_context: { validated: true } }')).toBe(false);
    expect(takesRequest('{ prefix: /, tls_context: { presented: false } }')).toBe(true);
    expect(takesRequest('{ prefix: /, tls_context: {} }')).toBe(true);
    const shows = (tls_context: string, client_certificate: object) => {
      const { outcome } = traced(namedRoutes({ it: `{ prefix: /, tls_context: ${tls_context} }` }), {
        client_certificate,
      });
      return outcome.kind === 'undecided' ? outcome.reason : outcome.kind !== 'not_found';
    };
    for (const validated of [true, false]) {
      expect(shows('{ presented: true }', { validated })).toBe(true);
      expect(shows('{ presented: false }', { validated })).toBe(false);
      expect(shows('{ validated: true }', { validated })).toBe(validated);
      expect(shows('{ validated: false }', { validated })).toBe(!validated);
    }
    expect(shows('{ presented: true }', {})).toBe(true);
    expect(shows('{ validated: true }', {})).toMatch(/--client-certificate/);
  });
});

describe('14.3 a condition that nobody here knows', () => {
  const asked = (match: string, fields: object = {}) => {
    const { outcome } = traced(namedRoutes({ it: match, other: '{ prefix: / }' }), fields);
    return outcome.kind === 'undecided' ? outcome.reason : outcome.kind;
  };
  const UNKNOWN = /^route 0: it asks by a field that is unknown or cannot be read$/;

  test('in a header matcher is not presence: undecided where the header is there', () => {
    const match = '{ prefix: /, headers: [{ name: x, novel_match: a }] }';
    expect(asked(match, { headers: { x: 'b' } })).toMatch(UNKNOWN);
    expect(asked(match)).toBe('direct_response');
    const inverted = '{ prefix: /, headers: [{ name: x, novel_match: a, invert_match: true }] }';
    expect(asked(inverted, { headers: { x: 'b' } })).toMatch(UNKNOWN);
    const missing = '{ prefix: /, headers: [{ name: x, treat_missing_as_empty: true, exact_match: a }] }';
    expect(asked(missing)).toMatch(UNKNOWN);
  });

  test('of a route is not taken as met: undecided, unless another one fails', () => {
    expect(asked('{ prefix: /, novel: [{}] }')).toMatch(UNKNOWN);
    expect(asked('{ prefix: /x, novel: [{}] }')).toBe('direct_response');
    expect(asked('{ novel_prefix: /x }')).toMatch(UNKNOWN);
    const query = '{ prefix: /, query_parameters: [{ name: k, string_match: { novel: a } }] }';
    expect(asked(query)).toBe('direct_response');
    expect(asked(query, { path: '/?k=b' })).toMatch(UNKNOWN);
  });
});
