import { describe, expect, test } from 'vitest';
import { routeConfiguration, traced, withRoutes } from '../traced.ts';

function outcome(limits: string, fields: object = {}, action = 'cluster: a') {
  return traced(
    withRoutes(`- { match: { prefix: / }, route: { ${action}, rate_limits: [${limits}] } }`),
    fields,
  ).outcome;
}

const descriptors = (limits: string, fields: object = {}) => outcome(limits, fields).rate_limit_descriptors;
const generic = (value: string) => `{ actions: [{ generic_key: { descriptor_value: ${value} } }] }`;
const entry = (key: string, value: string) => ({ key, value });

describe('rate limit descriptors', () => {
  test('fact 52: one for each configuration; an action that appends nothing ends its own only', () => {
    const limits = `
      { actions: [{ generic_key: { descriptor_value: a } }, { request_headers: { header_name: X-Tier, descriptor_key: tier } }] },
      ${generic('b')}`;
    expect(descriptors(limits)).toEqual([[entry('generic_key', 'b')]]);
    expect(descriptors(limits, { headers: { 'x-tier': 'gold' } })).toEqual([
      [entry('generic_key', 'a'), entry('tier', 'gold')],
      [entry('generic_key', 'b')],
    ]);
  });

  test('fact 53: an empty header is appended; header_value_match appends when match equals expect_match', () => {
    const header = '{ actions: [{ request_headers: { header_name: x, descriptor_key: k } }] }';
    expect(descriptors(header, { headers: { x: '' } })).toEqual([[entry('k', '')]]);
    const match = (expected: string) =>
      `{ actions: [{ header_value_match: { descriptor_value: v, ${expected} headers: [{ name: x, exact_match: "1" }] } }] }`;
    const hit = [[entry('header_match', 'v')]];
    expect(descriptors(match(''), { headers: { x: '1' } })).toEqual(hit);
    expect(descriptors(match(''))).toEqual([]);
    expect(descriptors(match('expect_match: false,'))).toEqual(hit);
    expect(descriptors(match('expect_match: false,'), { headers: { x: '2' } })).toEqual(hit);
    expect(descriptors(match('expect_match: false,'), { headers: { x: '1' } })).toEqual([]);
  });

  test('fact 54: the virtual host’s apply where the route has none or asks for them; the route’s come first', () => {
    const values = (action: string) =>
      traced(
        withRoutes(
          `- { match: { prefix: / }, route: { cluster: a, ${action} } }`,
          `rate_limits: [${generic('host')}]`,
        ),
      ).outcome.rate_limit_descriptors.map(([first]) => first?.value);
    expect(values('priority: HIGH')).toEqual(['host']);
    expect(values('include_vh_rate_limits: false')).toEqual(['host']);
    expect(values(`rate_limits: [${generic('route')}]`)).toEqual(['route']);
    expect(values(`rate_limits: [${generic('route')}], include_vh_rate_limits: true`)).toEqual([
      'route',
      'host',
    ]);
  });

  test('fact 55: remote_address appends the trusted address, nothing for a peer that is no IP address', () => {
    const limit = '{ actions: [{ remote_address: {} }] }';
    expect(descriptors(limit, { remote_address: '10.0.0.1' })).toEqual([
      [entry('remote_address', '10.0.0.1')],
    ]);
    expect(descriptors(limit, { remote_address: '::1' })).toEqual([[entry('remote_address', '::1')]]);
    expect(descriptors(limit, { remote_address: '@/socket' })).toEqual([]);
    expect(descriptors(limit)).toEqual([]);
    expect(descriptors(limit, { headers: { 'x-forwarded-for': '1.2.3.4, 10.0.0.2' } })).toEqual([
      [entry('remote_address', '10.0.0.2')],
    ]);
  });

  test('source and destination cluster', () => {
    const limit = '{ actions: [{ source_cluster: {} }, { destination_cluster: {} }] }';
    expect(descriptors(limit, { service_cluster: 'edge' })).toEqual([
      [entry('source_cluster', 'edge'), entry('destination_cluster', 'a')],
    ]);
    const byHeader = outcome(limit, { headers: { to: 'z' } }, 'cluster_header: to');
    expect(byHeader.rate_limit_descriptors[0]?.[1]).toEqual(entry('destination_cluster', 'z'));
  });

  test('a descriptor that names the cluster stands beside each cluster while the pick is open', () => {
    const action = 'weighted_clusters: { clusters: [{ name: a, weight: 50 }, { name: b, weight: 50 }] }';
    const limit = '{ actions: [{ destination_cluster: {} }] }';
    const open = outcome(limit, {}, action);
    expect(open.rate_limit_descriptors).toEqual([]);
    expect(open.clusters.map((each) => each.rate_limit_descriptors?.[0]?.[0]?.value)).toEqual(['a', 'b']);
    expect(outcome(limit, { random_value: 70 }, action).rate_limit_descriptors).toEqual([
      [entry('destination_cluster', 'b')],
    ]);
  });

  test('disable_key switches a configuration off', () => {
    const limit = '{ disable_key: "off", actions: [{ generic_key: { descriptor_value: a } }] }';
    expect(descriptors(limit)).toHaveLength(1);
    expect(descriptors(limit, { runtime: { off: true } })).toEqual([]);
    expect(descriptors(limit, { runtime: { off: 0 } })).toHaveLength(1);
    expect(descriptors(limit, { runtime: { 'ratelimit.off.http_filter_enabled': 0 } })).toEqual([]);
  });

  test('an open regex leaves its descriptor open, not the outcome', () => {
    const limit =
      '{ actions: [{ header_value_match: { descriptor_value: v, headers: [{ name: x, regex_match: UNDECIDED }] } }] }';
    expect(outcome(`${limit}, ${generic('b')}`, { headers: { x: '1' } })).toMatchObject({
      kind: 'forward',
      rate_limit_descriptors: [[entry('generic_key', 'b')]],
      undecided: ['rate_limit_descriptors: the regex "UNDECIDED" was not decided within its budget'],
    });
  });

  test('only a forwarded request has any', () => {
    const configuration = withRoutes(
      '- { match: { prefix: / }, redirect: {} }',
      `rate_limits: [${generic('host')}]`,
    );
    expect(traced(configuration).outcome.rate_limit_descriptors).toEqual([]);
  });
});

describe('virtual clusters', () => {
  const configuration = routeConfiguration(`
virtual_hosts:
  - name: all
    domains: ["*"]
    routes: [{ match: { prefix: /a }, route: { cluster: a } }]
    virtual_clusters:
      - { name: post, pattern: "/a/\\\\d+", method: POST }
      - { name: any, pattern: "/a/\\\\d+" }
      - { name: query, pattern: "/a\\\\?q=.*" }
      - { name: headers, headers: [{ name: ":path", prefix_match: /a/h }, { name: ":method", exact_match: PUT }] }
      - { name: open, pattern: UNDECIDED, method: DELETE }`);
  const counted = (fields: object) => traced(configuration, fields).outcome.virtual_cluster;

  test('fact 51: in order, whatever the route, the pattern covering the whole :path with its query', () => {
    expect(counted({ path: '/a/12', method: 'POST' })).toBe('post');
    expect(counted({ path: '/a/12' })).toBe('any');
    expect(counted({ path: '/a/12/more' })).toBeNull();
    expect(counted({ path: '/a/12?x' })).toBeNull();
    expect(counted({ path: '/a?q=1' })).toBe('query');
  });

  test('headers of the full API, all of which must hold', () => {
    expect(counted({ path: '/a/h', method: 'PUT' })).toBe('headers');
    expect(counted({ path: '/a/h' })).toBeNull();
  });

  test('an open pattern is said, and changes nothing else', () => {
    expect(traced(configuration, { path: '/a', method: 'DELETE' }).outcome).toMatchObject({
      kind: 'forward',
      virtual_cluster: null,
      undecided: ['virtual_cluster: the regex "UNDECIDED" was not decided within its budget'],
    });
  });
});
