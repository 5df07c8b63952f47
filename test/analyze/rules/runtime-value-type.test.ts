import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const front = (
  action: string,
  value: string,
) => `layered_runtime: { layers: [{ name: base, static_layer: ${value} }] }
static_resources:
  listeners:
    - name: front
      address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
      filter_chains:
        - filters:
            - name: proxy.filters.network.http_connection_manager
              typed_config:
                "@type": type.googleapis.com/proxy.config.filter.network.http_connection_manager.v2.HttpConnectionManager
                stat_prefix: front
                http_filters: [{ name: proxy.filters.http.router }]
                route_config:
                  virtual_hosts: [{ name: shop, domains: ["*"], routes: [${action}] }]
`;
const share =
  '{ match: { prefix: /, runtime_fraction: { default_value: { numerator: 5 }, runtime_key: shop.share } }, direct_response: { status: 200 } }';
const of = (value: string) => found('runtime-value-type', front(share, value));

describe('values that the field cannot use', () => {
  test.each([
    '{ shop.share: half }',
    '{ shop: { share: -5 } }',
    '{ shop.share: 2.5 }',
    '{ shop.share: true }',
  ])('%s', (value) => {
    const findings = of(value);
    expect(findings.map(({ level }) => level)).toEqual(['warning']);
    expect(findings[0]?.pointer).toMatch(/\/match\/runtime_fraction\/runtime_key$/);
  });
});

describe('values that it can, or that stand elsewhere', () => {
  test.each([
    '{ shop.share: 25 }',
    '{ shop: { share: 0 } }',
    '{ shop.share: "25" }',
    '{ shop.share: { numerator: 25, denominator: HUNDRED } }',
    '{ shop.share: "{ numerator: 25 }" }',
    '{ shop.sharing: half }',
    '{ shop.share: null }',
    '{}',
  ])('%s', (value) => {
    expect(of(value)).toEqual([]);
  });

  test('a route alone knows no runtime', () => {
    expect(found('runtime-value-type', share, 'route.Route')).toEqual([]);
  });
});

test('a bound of an access log', () => {
  const log =
    'access_log: [{ name: proxy.file_access_log, filter: { status_code_filter: { comparison: { op: GE, value: { default_value: 500, runtime_key: shop.bound } } } }, typed_config: { "@type": type.googleapis.com/proxy.config.accesslog.v2.FileAccessLog, path: /tmp/a } }]';
  const levels = (value: string) =>
    found(
      'runtime-value-type',
      front(share, `{ shop.bound: ${value} }`).replace(
        'stat_prefix: front',
        `stat_prefix: front\n                ${log}`,
      ),
    ).map(({ level }) => level);
  expect(levels('many')).toEqual(['warning']);
  expect(levels('404')).toEqual([]);
});
