/** What is said of a file is said in its own namespace. */
import { expect, test } from 'vitest';
import { withNamespace } from '../../src/model/namespace.ts';
import { analysed } from './analysed.ts';
import { Screen, sideOfText } from './screen.tsx';

const TEXT = `static_resources:
  listeners:
  - name: l
    address: {socket_address: {address: 0.0.0.0, port_value: 80}}
    filter_chains:
    - filters:
      - name: WORD.filters.network.http_connection_manager
        config:
          stat_prefix: a
          http_filters: [{name: WORD.filters.http.router}]
          route_config: {virtual_hosts: [{name: v, domains: ['*'], routes: [{match: {prefix: /}, route: {cluster: c}}]}]}
  clusters:
  - name: c
    type: ORIGINAL_DST
    lb_policy: CLUSTER_PROVIDED
    connect_timeout: 1s
    original_dst_lb_config: {use_http_header: true}
`;

test.each(['envoy', 'acme', 'proxy'])('14.12 findings and their help speak of x-%s-…', (namespace) => {
  const side = sideOfText('a.yaml', TEXT.replaceAll('WORD', namespace));
  const shown = new Screen({ side, ...analysed(side) }, { columns: 160, rows: 60 });
  const frame = shown.type(':findings client-chosen-destination').press('enter', 'j').frame();
  expect(frame).toContain('Why it matters');
  const names = [...frame.matchAll(/\bx-(\w+)-original-dst-host/g)].map(([, found]) => found);
  expect(names.length).toBeGreaterThan(0);
  expect(new Set(names)).toEqual(new Set([namespace]));
});

test('only names are changed', () => {
  const text = 'the proxy. It reads x-proxy-retry-on and proxy.lb; a proxy-like word, reverse.proxy.lb';
  expect(withNamespace(text, 'envoy')).toBe(
    'the proxy. It reads x-envoy-retry-on and envoy.lb; a proxy-like word, reverse.proxy.lb',
  );
  expect(withNamespace(text, 'proxy')).toBe(text);
});
