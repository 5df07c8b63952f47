import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const ignored = (yaml: string) =>
  found('ignored-field', yaml, 'Cluster').map(({ pointer, message, level }) => ({ pointer, message, level }));
const pointers = (yaml: string) => ignored(yaml).map(({ pointer }) => pointer);

const HOSTS = `load_assignment:
  endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.0.0.1, port_value: 80 } } } }] }]
`;

describe('fields of name look-ups', () => {
  const fields = `dns_refresh_rate: 30s
dns_failure_refresh_rate: { base_interval: 1s }
respect_dns_ttl: true
dns_lookup_family: V4_ONLY
dns_resolvers: [{ socket_address: { address: 10.0.0.2, port_value: 53 } }]
use_tcp_for_dns_lookups: true
`;
  const all = [
    '/dns_refresh_rate',
    '/dns_failure_refresh_rate',
    '/respect_dns_ttl',
    '/dns_lookup_family',
    '/dns_resolvers',
    '/use_tcp_for_dns_lookups',
  ];

  test.each(['STATIC', 'ORIGINAL_DST', 'EDS'])('do nothing in a cluster of type %s', (type) => {
    expect(pointers(`name: shop\ntype: ${type}\n${fields}`)).toEqual(all);
  });

  test('do nothing where no type is set, which is STATIC', () => {
    expect(pointers(`name: shop\n${fields}`)).toEqual(all);
  });

  test.each(['STRICT_DNS', 'LOGICAL_DNS', 'strict_dns', '1'])('work in %s', (type) => {
    expect(pointers(`name: shop\ntype: ${type}\n${fields}`)).toEqual([]);
  });

  test('may work where an extension finds the hosts, or the type cannot be read', () => {
    expect(pointers(`name: shop\ncluster_type: { name: shop.finder }\n${fields}`)).toEqual([]);
    expect(pointers(`name: shop\ntype: SOME_DNS\n${fields}`)).toEqual([]);
  });

  test('switched off they say what holds anyway', () => {
    const off =
      'name: shop\ntype: STATIC\nrespect_dns_ttl: false\nuse_tcp_for_dns_lookups: false\ndns_resolvers: []\n';
    expect(pointers(off)).toEqual([]);
  });

  test('the finding says why, and its fix removes the field', () => {
    const [finding] = found(
      'ignored-field',
      'name: shop\ntype: EDS\ndns_lookup_family: V4_ONLY\n',
      'Cluster',
    );
    expect(finding).toMatchObject({
      level: 'warning',
      message:
        'dns_lookup_family of the cluster "shop" has no effect: only STRICT_DNS and LOGICAL_DNS clusters look names up, and this one is EDS; remove it, or set what it needs',
      data: { field: 'dns_lookup_family' },
      fix: { operations: [{ op: 'remove', path: '/dns_lookup_family' }] },
    });
  });
});

describe('fields of a cluster that another one overrules', () => {
  test('hosts beside load_assignment', () => {
    const hosts = 'hosts: [{ socket_address: { address: 10.0.0.9, port_value: 80 } }]\n';
    expect(pointers(`name: shop\ntype: STATIC\n${hosts}${HOSTS}`)).toEqual(['/hosts']);
    expect(pointers(`name: shop\ntype: STATIC\n${hosts}`)).toEqual([]);
    expect(pointers(`name: shop\ntype: STATIC\n${hosts}load_assignment: null\n`)).toEqual([]);
  });

  test('hosts of any form in an EDS cluster', () => {
    expect(pointers(`name: shop\ntype: EDS\n${HOSTS}`)).toEqual(['/load_assignment']);
  });

  test('tls_context beside transport_socket', () => {
    expect(pointers('name: shop\ntls_context: {}\ntransport_socket: { name: tls }\n')).toEqual([
      '/tls_context',
    ]);
    expect(pointers('name: shop\ntls_context: {}\n')).toEqual([]);
  });

  test('cleanup_interval outside ORIGINAL_DST', () => {
    expect(pointers('name: shop\ntype: STRICT_DNS\ncleanup_interval: 9s\n')).toEqual(['/cleanup_interval']);
    expect(
      pointers('name: shop\ntype: ORIGINAL_DST\nlb_policy: CLUSTER_PROVIDED\ncleanup_interval: 9s\n'),
    ).toEqual([]);
  });

  test('closing connections on failing health where nothing watches health', () => {
    const closing = 'name: shop\ntype: STATIC\nclose_connections_on_host_health_failure: true\n';
    expect(pointers(closing)).toEqual(['/close_connections_on_host_health_failure']);
    expect(pointers(`${closing}outlier_detection: {}\n`)).toEqual([]);
    expect(pointers(closing.replace('STATIC', 'EDS'))).toEqual([]);
  });
});

describe('load balancing', () => {
  test('subsets without selectors', () => {
    expect(pointers('name: shop\nlb_subset_config: { panic_mode_any: true }\n')).toEqual([
      '/lb_subset_config',
    ]);
  });

  test('default_subset without a policy that falls back to it', () => {
    const subset = (policies: string) =>
      `name: shop\nlb_subset_config: { default_subset: { stage: prod }, ${policies} }\n`;
    expect(pointers(subset('subset_selectors: [{ keys: [stage] }]'))).toEqual([
      '/lb_subset_config/default_subset',
    ]);
    expect(pointers(subset('fallback_policy: ANY_ENDPOINT, subset_selectors: [{ keys: [stage] }]'))).toEqual([
      '/lb_subset_config/default_subset',
    ]);
    expect(
      pointers(subset('fallback_policy: DEFAULT_SUBSET, subset_selectors: [{ keys: [stage] }]')),
    ).toEqual([]);
    expect(
      pointers(subset('subset_selectors: [{ keys: [stage], fallback_policy: DEFAULT_SUBSET }]')),
    ).toEqual([]);
  });

  test('scale_locality_weight alone', () => {
    const scaled = (more: string) =>
      `name: shop\ncommon_lb_config: { locality_weighted_lb_config: {} }\nlb_subset_config: { scale_locality_weight: true, ${more}subset_selectors: [{ keys: [stage] }] }\n`;
    expect(pointers(scaled(''))).toEqual(['/lb_subset_config/scale_locality_weight']);
    expect(pointers(scaled('locality_weight_aware: true, '))).toEqual([]);
  });

  test('what only some policies read', () => {
    const hashing = (policy: string) =>
      `name: shop\nlb_policy: ${policy}\ncommon_lb_config: { consistent_hashing_lb_config: {} }\n`;
    expect(pointers(hashing('ROUND_ROBIN'))).toEqual(['/common_lb_config/consistent_hashing_lb_config']);
    expect(pointers(hashing('MAGLEV'))).toEqual([]);
    expect(pointers(hashing('LOAD_BALANCING_POLICY_CONFIG'))).toEqual([]);
    const zones = (policy: string) =>
      `name: shop\nlb_policy: ${policy}\ncommon_lb_config: { zone_aware_lb_config: {} }\n`;
    expect(pointers(zones('RING_HASH'))).toEqual(['/common_lb_config/zone_aware_lb_config']);
    expect(pointers(zones('RANDOM'))).toEqual([]);
  });

  test('waiting for a health check that never comes', () => {
    const waiting = 'name: shop\ncommon_lb_config: { ignore_new_hosts_until_first_hc: true }\n';
    expect(pointers(waiting)).toEqual(['/common_lb_config/ignore_new_hosts_until_first_hc']);
    const checks =
      'health_checks: [{ timeout: 1s, interval: 5s, healthy_threshold: 1, unhealthy_threshold: 2, tcp_health_check: {} }]\n';
    expect(pointers(waiting + checks)).toEqual([]);
  });
});

test('limits that another setting replaces', () => {
  const breakers = (more: string) =>
    `name: shop\ncircuit_breakers: { thresholds: [{ max_retries: 5${more} }] }\n`;
  expect(pointers(breakers(', retry_budget: {}'))).toEqual(['/circuit_breakers/thresholds/0/max_retries']);
  expect(pointers(breakers(''))).toEqual([]);
  const outliers = (more: string) =>
    `name: shop\noutlier_detection: { consecutive_local_origin_failure: 3${more} }\n`;
  expect(pointers(outliers(''))).toEqual(['/outlier_detection/consecutive_local_origin_failure']);
  expect(pointers(outliers(', split_external_local_origin_errors: true'))).toEqual([]);
});
