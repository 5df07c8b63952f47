/** What looks like another form of the same and is not: the real proxy does something else. */
import { describe, expect, test } from 'vitest';
import { diffOf, lines } from '../sides.ts';

const TYPE = 'type.googleapis.com/envoy.extensions.filters.';
const typed = (name: string, type: string, more = ''): string =>
  `- {name: ${name}, typed_config: {"@type": ${TYPE}${type}${more}}}`;
const GUARD = typed('guard', 'http.rbac.v3.RBAC', ', rules: {}');
const HEALTH = typed('health', 'http.health_check.v3.HealthCheck', ', pass_through_mode: false');
const TLS = typed('tls', 'listener.tls_inspector.v3.TlsInspector');
const PROXY = typed('proxy', 'listener.proxy_protocol.v3.ProxyProtocol');
const ALLOW = typed('allow', 'network.rbac.v3.RBAC', ', stat_prefix: a');
const TCP = typed('tcp', 'network.tcp_proxy.v3.TcpProxy', ', stat_prefix: a, cluster: b');

test.each([
  ['http_filters', GUARD, HEALTH, 'breaking http-filter-moved moved HttpConnectionManager: http_filters'],
  ['listener_filters', TLS, PROXY, 'warning listener-filter-moved moved Listener: listener_filters'],
  ['filters', ALLOW, TCP, 'breaking network-filter-moved moved Listener: filter_chains[0].filters'],
])('a list whose order counts keeps it as a fragment: %s', (field, one, other, change) => {
  for (const head of ['', `${field}:\n`]) {
    const result = diffOf(`${head}${one}\n${other}\n`, `${head}${other}\n${one}\n`);
    expect(lines(result), head).toEqual([change]);
    expect(diffOf(`${head}${one}\n`, `${head}${one}\n${other}\n`).equal).toBe(false);
  }
});

describe('fact 163: values of metadata, filter state and certificates may have line breaks', () => {
  const pattern = (regex: string): string => `{string_match: {safe_regex: {regex: "${regex}"}}}`;
  const principal = (text: string): string =>
    `{rules: {policies: {a: {permissions: [{any: true}], principals: [${text}]}}}}`;
  const metadata = (regex: string): string => `{filter: f, path: [{key: k}], value: ${pattern(regex)}}`;
  const cases: readonly [string, (regex: string) => string, string][] = [
    ['metadata', (regex) => principal(`{metadata: ${metadata(regex)}}`), 'http.rbac.v3.RBAC'],
    [
      'sourced metadata',
      (regex) => principal(`{sourced_metadata: {metadata_matcher: ${metadata(regex)}}}`),
      'http.rbac.v3.RBAC',
    ],
    [
      'lists',
      (regex) =>
        principal(
          `{metadata: {filter: f, path: [{key: k}], value: {list_match: {one_of: ${pattern(regex)}}}}}`,
        ),
      'http.rbac.v3.RBAC',
    ],
    [
      'filter state',
      (regex) => principal(`{filter_state: {key: k, string_match: {safe_regex: {regex: "${regex}"}}}}`),
      'http.rbac.v3.RBAC',
    ],
    [
      'names of a certificate',
      (regex) => principal(`{authenticated: {principal_name: {safe_regex: {regex: "${regex}"}}}}`),
      'http.rbac.v3.RBAC',
    ],
  ];
  const side = (settings: string, type: string): string =>
    `http_filters: [{name: a, typed_config: {"@type": ${TYPE}${type}, ${settings.slice(1, -1)}}}]`;
  test.each(cases)('%s', (_, settings, type) => {
    const dot = side(settings('admin.*'), type);
    expect(diffOf(dot, side(settings('(?s)admin.*'), type)).equal).toBe(false);
    expect(diffOf(side(settings('admin(?:x|y)'), type), side(settings('admin[xy]'), type)).equal).toBe(true);
  });
  test('those of headers and paths have none', () => {
    const header = (regex: string): string =>
      side(
        principal(`{header: {name: x, string_match: {safe_regex: {regex: "${regex}"}}}}`),
        'http.rbac.v3.RBAC',
      );
    expect(diffOf(header('admin.*'), header('(?s)admin.*')).equal).toBe(true);
    const path = (regex: string): string =>
      `prefix: /\nheaders: [{name: ":path", safe_regex_match: {regex: "${regex}"}}]`;
    expect(diffOf(path('/a.*'), path('(?s)/a.*'), { type: 'route.RouteMatch' }).equal).toBe(true);
  });
});

describe('fact 164: a share in other parts takes other requests where one number is drawn for several', () => {
  const share = (text: string): string => `{numerator: ${text.replace('/', ', denominator: ')}}`;
  const cases: readonly [string, (share: string) => string, string][] = [
    ['samplings of traces', (text) => `random_sampling: ${share(text)}`, 'route.Tracing'],
    [
      'fractions of routes',
      (text) => `prefix: /\nruntime_fraction: {default_value: ${share(text)}}`,
      'route.RouteMatch',
    ],
    [
      'mirrors',
      (text) =>
        `cluster: a\nrequest_mirror_policies: [{cluster: b, runtime_fraction: {default_value: ${share(text)}}}]`,
      'route.RouteAction',
    ],
  ];
  test.each(cases)('%s', (_, side, type) => {
    const isEqual = (one: string, other: string): boolean => diffOf(side(one), side(other), { type }).equal;
    expect(isEqual('50/TEN_THOUSAND', '5000/MILLION')).toBe(false);
    expect(isEqual('50/HUNDRED', '5000/TEN_THOUSAND')).toBe(false);
    expect(isEqual('100/HUNDRED', '10000/TEN_THOUSAND')).toBe(true);
    expect(isEqual('0/HUNDRED', '0/MILLION')).toBe(true);
  });
  test('a number of its own is the same share', () => {
    const side = (text: string): string => `filter_enabled: {default_value: ${share(text)}}`;
    const type = 'route.CorsPolicy';
    expect(diffOf(side('50/HUNDRED'), side('5000/TEN_THOUSAND'), { type }).equal).toBe(true);
  });
});

describe('fact 165: what a cluster makes of its limits and hosts', () => {
  const type = 'cluster.CircuitBreakers';
  const isEqual = (one: string, other: string): boolean => diffOf(one, other, { type }).equal;
  test('a limit for each host that is not written is none', () => {
    const hosts = 'per_host_thresholds';
    expect(isEqual('thresholds: []', 'thresholds: [{max_connections: 1024}]')).toBe(true);
    expect(isEqual(`${hosts}: []`, `${hosts}: [{max_connections: 1024}]`)).toBe(false);
    expect(isEqual(`${hosts}: [{}]`, `${hosts}: [{max_connections: 1024}]`)).toBe(false);
    expect(
      isEqual(`${hosts}: [{priority: HIGH}]`, `${hosts}: [{priority: HIGH, max_connections: 1024}]`),
    ).toBe(false);
    const two = ['{max_connections: 1}', '{max_connections: 2}'];
    expect(isEqual(`${hosts}: [${two.join()}]`, `${hosts}: [${two.toReversed().join()}]`)).toBe(false);
  });

  const host = (port: number, more: string): string =>
    `{endpoint: {address: {socket_address: {address: 10.0.0.1, port_value: ${port}}}}, ${more}}`;
  const hosts = (...each: readonly string[]): string =>
    `[${each.map((list) => `{lb_endpoints: [${list}]}`).join()}]`;
  const assignment = (endpoints: string): string => `cluster_name: a\nendpoints: ${endpoints}`;
  const cluster = (endpoints: string, kind = 'STATIC'): string =>
    `name: a\ntype: ${kind}\nload_assignment: {cluster_name: a, endpoints: ${endpoints}}`;

  test('an assignment does not know whether its cluster chooses hosts by their health', () => {
    const [well, unknown] = ['HEALTHY', 'UNKNOWN'].map((health) =>
      hosts(host(1, `health_status: ${health}`)),
    );
    const asked = { type: 'ClusterLoadAssignment' };
    expect(diffOf(assignment(well ?? ''), assignment(unknown ?? ''), asked).equal).toBe(false);
    expect(diffOf(cluster(well ?? ''), cluster(unknown ?? ''), { type: 'Cluster' }).equal).toBe(true);
    const fetched = (endpoints: string | undefined, more = ''): string => {
      const eds = `{"@type": type.googleapis.com/envoy.config.cluster.v3.Cluster, name: a, type: EDS${more}}`;
      const own = `{"@type": type.googleapis.com/envoy.config.endpoint.v3.ClusterLoadAssignment, cluster_name: a, endpoints: ${endpoints}}`;
      return `resources: [${eds}, ${own}]`;
    };
    expect(diffOf(fetched(well), fetched(unknown)).equal).toBe(true);
    const chooses = ', common_lb_config: {override_host_status: {statuses: [HEALTHY]}}';
    expect(diffOf(fetched(well, chooses), fetched(unknown, chooses)).equal).toBe(false);
  });

  const [light, heavy, other] = [
    host(1, 'load_balancing_weight: 1'),
    host(1, 'load_balancing_weight: 2'),
    host(2, ''),
  ];
  test.each([
    ['in a locality', hosts(`${light}, ${heavy}`), hosts(`${heavy}, ${light}`), false],
    ['in two localities', hosts(light, heavy), hosts(heavy, light), false],
    ['of other addresses', hosts(`${light}, ${other}`), hosts(`${other}, ${light}`), true],
  ])('of hosts of one address that are fetched the first one counts: %s', (_, one, two, isSame) => {
    const asked = { type: 'ClusterLoadAssignment' };
    expect(diffOf(assignment(one), assignment(two), asked).equal).toBe(isSame);
  });
  test('of those that stand in a cluster all count', () => {
    const [one, two] = [hosts(`${light}, ${heavy}`), hosts(`${heavy}, ${light}`)];
    expect(diffOf(cluster(one), cluster(two), { type: 'Cluster' }).equal).toBe(true);
  });
});
