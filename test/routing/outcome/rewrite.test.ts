import { describe, expect, test } from 'vitest';
import { stubRegexes, traced, withRoutes } from '../traced.ts';

function sent(match: string, action: string, fields: object, more = {}) {
  return traced(withRoutes(`- { match: ${match}, route: { cluster: a, ${action} } }`), fields, more).outcome;
}

describe('path', () => {
  test('fact 35: prefix_rewrite replaces exactly the matched text, remainder and query byte for byte', () => {
    const path = (match: string, rewrite: string, asked: string) =>
      sent(match, `prefix_rewrite: "${rewrite}"`, { path: asked }).path;
    expect(path('{ prefix: /shop }', '/', '/shop/x')).toBe('//x');
    expect(path('{ prefix: /shop }', '/', '/shops')).toBe('/s');
    expect(path('{ prefix: /shop/ }', '/', '/shop/x?q=%20')).toBe('/x?q=%20');
    expect(path('{ prefix: /SHOP, case_sensitive: false }', '/new', '/shop/x')).toBe('/new/x');
    expect(path('{ prefix: "/a?b" }', '/c', '/a?b=1')).toBe('/c=1');
    expect(path('{ path: /shop }', '/new', '/shop?q')).toBe('/new?q');
    expect(path('{ regex: "/s.*" }', '/new', '/shop/x?q')).toBe('/new?q');
    expect(path('{ prefix: /shop }', '', '/shop/x')).toBe('/shop/x');
  });

  test('is the request’s own where nothing rewrites it', () => {
    expect(sent('{ prefix: / }', 'timeout: 1s', { path: '/a?b' })).toMatchObject({
      path: '/a?b',
      host: 'shop.test',
    });
  });

  test('regex_rewrite replaces every hit before the query', () => {
    const rewrite =
      'regex_rewrite: { pattern: { google_re2: {}, regex: "/v(\\\\d)" }, substitution: "/version\\\\1" }';
    expect(sent('{ prefix: / }', rewrite, { path: '/v1/v2?/v3' }).path).toBe('/version1/version2?/v3');
  });

  test('regex_rewrite stays open where the engine cannot replace', () => {
    const { matches } = stubRegexes;
    const rewrite = 'regex_rewrite: { pattern: { google_re2: {}, regex: "x" }, substitution: "y" }';
    expect(sent('{ prefix: / }', rewrite, {}, { regexes: { matches } })).toMatchObject({
      kind: 'forward',
      path: null,
      undecided: ['path: the regex "x" was not decided within its budget'],
    });
  });
});

test('steps tell what the proxy changes', () => {
  const action = 'prefix_rewrite: /new, host_rewrite: other.test';
  const configuration = withRoutes(
    `- { match: { prefix: /old }, route: { cluster: a, ${action} } }`,
    'include_request_attempt_count: true',
  );
  const { steps } = traced(configuration, { path: '/old/x' }, { explain: true, namespace: 'envoy' });
  expect(steps.slice(-3).map(({ what, why }) => `${what}: ${why}`)).toEqual([
    'path rewrite: :path becomes "/new/x", x-envoy-original-path keeps the old one unless the router suppresses its headers',
    'host rewrite: the host becomes "other.test"',
    'attempt count: x-envoy-attempt-count says which attempt it is',
  ]);
});

describe('host', () => {
  test('fact 36: host_rewrite replaces the whole value, port included', () => {
    expect(sent('{ prefix: / }', 'host_rewrite: other.test', { authority: 'shop.test:8080' }).host).toBe(
      'other.test',
    );
  });

  test('auto_host_rewrite leaves the request’s host and says so', () => {
    const auto = sent('{ prefix: / }', 'auto_host_rewrite: true', {});
    expect(auto).toMatchObject({ host: 'shop.test', auto_host_rewrite: true });
    expect(sent('{ prefix: / }', 'auto_host_rewrite: false', {})).not.toHaveProperty('auto_host_rewrite');
  });

  test('auto_host_rewrite has no effect where no host that may be taken has a name', () => {
    const nameless = new Set(['a']);
    const steps = traced(
      withRoutes('- { match: { prefix: / }, route: { cluster: a, auto_host_rewrite: true } }'),
      {},
      { nameless, explain: true },
    );
    expect(steps.outcome).not.toHaveProperty('auto_host_rewrite');
    expect(steps.steps).toContainEqual(
      expect.objectContaining({
        what: 'host rewrite',
        matched: false,
        why: expect.stringMatching(/hosts with a hostname, or found through DNS/),
      }),
    );
    const split = (more: object) =>
      traced(
        withRoutes(
          '- { match: { prefix: / }, route: { weighted_clusters: { clusters: [{ name: a, weight: 50 }, { name: b, weight: 50 }] }, auto_host_rewrite: true } }',
        ),
        more,
        { nameless },
      ).outcome;
    expect(split({ random_value: 1 })).not.toHaveProperty('auto_host_rewrite');
    expect(split({ random_value: 99 })).toHaveProperty('auto_host_rewrite', true);
    expect(split({})).toHaveProperty('auto_host_rewrite', true);
  });

  test('auto_host_rewrite_header takes a header, unless it is missing or empty', () => {
    const host = (headers: object) =>
      sent('{ prefix: / }', 'auto_host_rewrite_header: X-Host', { headers }).host;
    expect(host({ 'x-host': 'other.test' })).toBe('other.test');
    expect([host({}), host({ 'x-host': '' })]).toEqual(['shop.test', 'shop.test']);
  });
});
