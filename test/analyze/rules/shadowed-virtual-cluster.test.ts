import { describe, expect, test } from 'vitest';
import { analyzed, found } from '../analyzed.ts';

function shadowed(...clusters: readonly string[]) {
  const list = clusters.map((cluster, index) => `      - { name: v${index}, ${cluster} }`);
  const yaml = `name: front
virtual_hosts:
  - name: rides
    domains: [rides.test]
    require_tls: ALL
    routes: [{ match: { prefix: / }, direct_response: { status: 200 } }]
    virtual_clusters:
${list.join('\n')}
`;
  return found('shadowed-virtual-cluster', yaml, 'RouteConfiguration');
}

describe('a virtual cluster that earlier ones hide', () => {
  test('by one pattern', () => {
    const [finding, ...others] = shadowed(
      'pattern: "/rides/.*"',
      'pattern: "/help"',
      'pattern: "/rides/[0-9]+"',
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      level: 'warning',
      pointer: '/virtual_hosts/0/virtual_clusters/2',
      data: { virtual_host: 'rides', virtual_cluster: 2, by: [0] },
      related: [{ pointer: '/virtual_hosts/0/virtual_clusters/0', message: 'takes all of them' }],
    });
    expect(finding?.message).toContain('"v0" (line 8) before it takes them all');
  });

  test('by several, with methods and headers', () => {
    const [finding] = shadowed(
      'pattern: "/.*", method: GET',
      'headers: [{ name: ":method", exact_match: GET, invert_match: true }]',
      'pattern: "/rides"',
    );
    expect(finding?.data.by).toEqual([0, 1]);
  });

  test.each([
    ['a wider one later', ['pattern: "/rides/[0-9]+"', 'pattern: "/rides/.*"']],
    ['another method', ['pattern: "/rides", method: GET', 'pattern: "/rides", method: PUT']],
    ['any method after one', ['pattern: "/rides", method: GET', 'pattern: "/rides"']],
    ['a query, which the pattern sees', ['pattern: "/rides"', 'pattern: "/rides\\\\?id=.*"']],
    [
      'plain HTTP under require_tls, which is not about it',
      ['headers: [{ name: x-forwarded-proto, exact_match: https }]', 'pattern: "/rides"'],
    ],
  ])('not %s', (_, clusters) => {
    expect(shadowed(...clusters)).toEqual([]);
  });
});

test('a pattern that is no regex is an error and nothing more, and what stands behind it is undecided', () => {
  const yaml = `name: rides
domains: [rides.test]
virtual_clusters:
  - { name: broken, pattern: "/rides(" }
  - { name: all, pattern: "/.*" }
`;
  const findings = analyzed(yaml, 'route.VirtualHost').filter(
    ({ level, rule }) => level === 'error' || rule === 'undecided',
  );
  expect(findings.map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ['invalid-regex', '/virtual_clusters/0/pattern'],
    ['undecided', '/virtual_clusters/1'],
  ]);
});
