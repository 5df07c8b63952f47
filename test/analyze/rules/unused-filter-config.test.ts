import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const TYPES = 'type.googleapis.com/envoy.extensions.filters.http';
const filter = (name: string, type: string): string =>
  `{ name: ${name}, typed_config: { "@type": ${TYPES}.${type} } }`;
const ROUTER = filter('router', 'router.v3.Router');
const FAULT = filter('slow', 'fault.v3.HTTPFault');

/** The names that nobody reads, of a virtual host's settings. */
const of = (filters: string, settings: string): readonly string[] =>
  found(
    'unused-filter-config',
    `"@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
stat_prefix: front
http_filters: [${filters}]
route_config: { virtual_hosts: [{ name: v, domains: ["*"], typed_per_filter_config: { ${settings} } }] }
`,
  ).map(({ message }) => message.replace(/^.*; /, ''));

const set = (name: string, type: string): string => `${name}: { "@type": ${TYPES}.${type} }`;

test('version 3 finds settings by the name that a filter was given (1.40 was asked)', () => {
  expect(of(`${FAULT}, ${ROUTER}`, set('slow', 'fault.v3.HTTPFault'))).toEqual([]);
  expect(of(`${FAULT}, ${ROUTER}`, set('envoy.filters.http.fault', 'fault.v3.HTTPFault'))).toEqual([
    'its fault filter is named "slow"',
  ]);
  expect(of(ROUTER, set('slow', 'fault.v3.HTTPFault'))).toEqual([
    'add the filter to http_filters, or remove them',
  ]);
  const optional = `slow: { "@type": type.googleapis.com/envoy.config.route.v3.FilterConfig, config: { "@type": ${TYPES}.fault.v3.HTTPFault } }`;
  expect(of(ROUTER, optional)).toHaveLength(1);
});

test('nothing where another filter may read them', () => {
  const settings = set('slow', 'fault.v3.HTTPFault');
  for (const holder of ['composite.v3.Composite', 'filter_chain.v3.FilterChainConfig'])
    expect(of(`${filter('own', holder)}, ${ROUTER}`, settings), holder).toEqual([]);
  expect(
    of(`{ name: own, typed_config: { "@type": type.googleapis.com/shop.Own } }, ${ROUTER}`, settings),
  ).toEqual([]);
  // A cluster may run it.
  expect(of(ROUTER, set('limit', 'buffer.v3.BufferPerRoute'))).toEqual([]);
  // A fetched one has its name already.
  const fetched = `{ name: slow, config_discovery: { config_source: { ads: {} }, type_urls: [${TYPES}.fault.v3.HTTPFault] } }`;
  expect(of(`${fetched}, ${ROUTER}`, settings)).toEqual([]);
});

const bootstrap = (more: string): readonly unknown[] =>
  found(
    'unused-filter-config',
    `static_resources:
  listeners:
  - name: front
    address: { socket_address: { address: 127.0.0.1, port_value: 80 } }
    filter_chains:
    - filters:
      - name: manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: front
          http_filters: [${ROUTER}]
          rds: { route_config_name: shop, config_source: { ads: {} } }
${more}---
"@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration
name: shop
typed_per_filter_config: { ${set('slow', 'fault.v3.HTTPFault')} }
virtual_hosts: [{ name: v, domains: ["*"] }]
`,
  ).map(({ pointer }) => pointer);

test('fetched routes, where all that use them are known', () => {
  expect(bootstrap('')).toEqual(['/typed_per_filter_config/slow']);
  expect(bootstrap('dynamic_resources: { lds_config: { ads: {} } }\n')).toEqual([]);
});
