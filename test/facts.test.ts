/** Facts about clusters and about reading, which no test of routing is about; and that every fact has a test. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { analyzed, analyzedInTwo, found } from './analyze/analyzed.ts';
import { diffOf } from './diff/sides.ts';
import { formOf } from './migrate/normal-form.ts';

const HOSTS =
  'hosts: [{ socket_address: { address: 10.0.0.1, port_value: 80 } }, { pipe: { path: /run/a } }]';
const ASSIGNMENT =
  'load_assignment: { cluster_name: shop, endpoints: [{ lb_endpoints: [{ endpoint: { address: { pipe: { path: /run/b } } } }] }] }';

function cluster(...lines: readonly string[]): string {
  return ['name: shop', ...lines].map((line) => `${line}\n`).join('');
}

function form(...lines: readonly string[]): { readonly [key: string]: unknown } {
  return formOf(cluster(...lines), { type: 'Cluster', onlyWritten: true }) as { [key: string]: unknown };
}

/** Errors about the cluster by rule. */
function errors(...lines: readonly string[]): readonly string[] {
  return analyzed(cluster('connect_timeout: 1s', ...lines), 'Cluster')
    .filter(({ level }) => level === 'error')
    .map(({ rule }) => rule);
}

function differs(before: string, after: string): boolean {
  const { changes } = diffOf(cluster(before), cluster(after), { type: 'Cluster' });
  return changes.length > 0;
}

describe('clusters', () => {
  test('fact 56: load_assignment wins over hosts, which are one locality; its weight matters where localities are weighed', () => {
    expect(form(HOSTS, ASSIGNMENT)).toEqual(form(ASSIGNMENT));
    const { endpoints } = form(HOSTS).load_assignment as { endpoints: { lb_endpoints: unknown[] }[] };
    expect(endpoints.map(({ lb_endpoints: all }) => all.length)).toEqual([2]);
    const weighed = 'common_lb_config: { locality_weighted_lb_config: {} }';
    const localities = (...lines: readonly string[]) =>
      (form(...lines).load_assignment as { endpoints: { load_balancing_weight?: number }[] }).endpoints;
    expect(localities(HOSTS, weighed)[0]?.load_balancing_weight).toBe(1);
  });

  test('fact 57: transport_socket wins over tls_context, of which an empty one still means TLS', () => {
    const socket = 'transport_socket: { name: tls }';
    expect(form(socket, 'tls_context: { sni: a.test }')).toEqual(form(socket));
    expect(form('tls_context: {}').transport_socket).toMatchObject({ name: 'tls' });
    expect(differs('tls_context: {}', 'type: STATIC')).toBe(true);
  });

  test('fact 61: ORIGINAL_DST goes with CLUSTER_PROVIDED or ORIGINAL_DST_LB and takes no hosts; the latter with it alone', () => {
    for (const policy of ['CLUSTER_PROVIDED', 'ORIGINAL_DST_LB'])
      expect(errors('type: ORIGINAL_DST', `lb_policy: ${policy}`)).toEqual([]);
    expect(errors('type: ORIGINAL_DST')).toEqual(['mismatched-lb-policy']);
    expect(errors('type: ORIGINAL_DST', 'lb_policy: CLUSTER_PROVIDED', HOSTS)).toEqual(['unexpected-hosts']);
    expect(errors('lb_policy: ORIGINAL_DST_LB', HOSTS)).toEqual(['mismatched-lb-policy']);
  });

  test('fact 62: a missing connect_timeout is no error', () => {
    const levels = analyzed(cluster(HOSTS), 'Cluster').map(({ level }) => level);
    expect(levels).not.toContain('error');
  });

  test('fact 63: nothing is said against max_requests_per_connection 0, which is not taken for its absence either', () => {
    expect(errors('max_requests_per_connection: 0', HOSTS)).toEqual([]);
    expect(form('max_requests_per_connection: 0').max_requests_per_connection).toBe(0);
    expect(form()).not.toHaveProperty('max_requests_per_connection');
  });

  test('fact 66: equal intervals of a refresh rate, and in version 2 a dns_refresh_rate of 1 ms, are left alone', () => {
    const rate = (base: string, most: string) =>
      errors(
        'type: STRICT_DNS',
        `dns_failure_refresh_rate: { base_interval: ${base}, max_interval: ${most} }`,
      );
    expect(rate('5s', '5s')).toEqual(rate('5s', '6s'));
    expect(rate('5s', '4s')).toContain('invalid-interval');
    // The limits of version 3 ask for more than 1 ms.
    const rules = (say: typeof analyzed, ...lines: readonly string[]) =>
      say(cluster('type: STRICT_DNS', 'connect_timeout: 1s', ...lines), 'Cluster').map(({ rule }) => rule);
    const shortest = 'dns_refresh_rate: 0.001s';
    expect(rules(analyzedInTwo, shortest)).toEqual(rules(analyzedInTwo));
    expect(rules(analyzed, shortest)).toContain('out-of-range');
  });
});

describe('reading', () => {
  test('fact 64: names in either case, enums by number, numbers as texts, null as absent; data in a Struct as it stands', () => {
    const one = form(
      'connectTimeout: 0.250s',
      'lb_policy: 3',
      'max_requests_per_connection: "5"',
      'type: null',
    );
    expect(one).toMatchObject({
      connect_timeout: '0.25s',
      lb_policy: 'RANDOM',
      max_requests_per_connection: 5,
    });
    expect(one).not.toHaveProperty('type');
    const data = form('metadata: { filter_metadata: { mine: { connectTimeout: null, a: "1" } } }').metadata;
    expect(data).toEqual({ filter_metadata: { mine: { connectTimeout: null, a: '1' } } });
    const key = (text: string) =>
      formOf(`inline_bytes: "${text}"`, { type: 'core.DataSource', showSecrets: true });
    expect(key('-_8')).toEqual(key('+/8='));
  });

  test('fact 65: a false that is written counts as set in a one-of', () => {
    const action = 'cluster: a\nhost_rewrite: b.test\nauto_host_rewrite: false\n';
    expect(analyzed(action, 'route.RouteAction').filter(({ level }) => level === 'error')).not.toEqual([]);
    const alone = analyzed('cluster: a\nauto_host_rewrite: false\n', 'route.RouteAction');
    expect(alone.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('fact 67: settings of filters in both maps, and an upgrade type twice, are found', () => {
    const both =
      'name: shop\ndomains: [shop.test]\nper_filter_config: { a.b: {} }\ntyped_per_filter_config: { a.b: { "@type": type.googleapis.com/a.B } }\n';
    expect(found('mixed-filter-config', both, 'route.VirtualHost')).toHaveLength(1);
    const twice = 'cluster: a\nupgrade_configs: [{ upgrade_type: websocket }, { upgrade_type: WebSocket }]\n';
    expect(found('duplicate-upgrade', twice, 'route.RouteAction')).toHaveLength(1);
  });
});

/** Those of version 3 stand in a table. */
const FACTS = Math.max(
  ...[...readFileSync('docs/routing.md', 'utf8').matchAll(/^\| (\d+) \|/gm)].map(([, fact]) => Number(fact)),
);

test('every fact has a test that is named after it', () => {
  const named = new Set<number>();
  for (const name of readdirSync('test', { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.test.ts'))
      for (const [, list = ''] of readFileSync(`test/${name}`, 'utf8').matchAll(
        /(?:test|it|describe)(?:\.each)?\([^\n]*?\bfacts? (\d+(?:(?:, | and | to )\d+)*)/g,
      )) {
        const [from = 0, to = from] = list.split(' to ').map(Number);
        if (list.includes(' to ')) for (let fact = from; fact <= to; fact++) named.add(fact);
        else for (const fact of list.split(/, | and /)) named.add(Number(fact));
      }
  const all = Array.from({ length: FACTS }, (_, at) => at + 1);
  expect(all.filter((fact) => !named.has(fact))).toEqual([]);
});
