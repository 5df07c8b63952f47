/** Where each value of a normal form comes from. */
import { expect, test } from 'vitest';
import { documentsOf } from './normal-form.ts';

const TEXT = `static_resources:
  clusters:
  - name: shop
    connectTimeout: 2s
    hosts:
    - pipe: {path: /a}
    tls_context: {}
    metadata:
      filter_metadata:
        proxy.lb:
          canary: true
  listeners:
  - name: front
    filter_chains:
    - filters:
      - name: proxy.tcp_proxy
        config: {stat_prefix: in, cluster: shop}
    x-team: web
`;

const [form] = documentsOf(TEXT);

function origin(path: string): string {
  const found = form?.originOf(path.split('/').map((step) => (/^\d+$/.test(step) ? Number(step) : step)));
  if (found === undefined) return 'none';
  if (found.kind === 'written') return `line ${found.line}`;
  return found.kind === 'default' ? `default: ${found.why}` : `migrated: ${found.migration}`;
}

test.each([
  ['static_resources', 'line 1'],
  ['static_resources/clusters', 'line 2'],
  ['static_resources/clusters/0', 'line 3'],
  ['static_resources/clusters/0/name', 'line 3'],
  ['static_resources/clusters/0/connect_timeout', 'line 4'],
  ['static_resources/clusters/0/load_assignment', 'migrated: hosts-to-load-assignment'],
  ['static_resources/clusters/0/load_assignment/cluster_name', 'migrated: hosts-to-load-assignment'],
  ['static_resources/clusters/0/transport_socket/name', 'migrated: tls-context-to-transport-socket'],
  ['static_resources/clusters/0/type', 'default: the specification, Cluster'],
  ['static_resources/clusters/0/respect_dns_ttl', 'default: holds where nothing is set'],
  [
    'static_resources/clusters/0/dns_failure_refresh_rate',
    'default: Without it, failed look-ups are repeated at the same rate as successful ones.',
  ],
  [
    'static_resources/clusters/0/dns_failure_refresh_rate/base_interval',
    'default: Without it, failed look-ups are repeated at the same rate as successful ones.',
  ],
  ['static_resources/clusters/0/metadata/filter_metadata', 'line 9'],
  ['static_resources/clusters/0/metadata/filter_metadata/proxy.lb/canary', 'line 10'],
  ['static_resources/listeners/0/filter_chains/0/filters/0/name', 'migrated: filter-names-to-current'],
  ['static_resources/listeners/0/filter_chains/0/filters/0/typed_config', 'migrated: config-to-typed-config'],
  ['static_resources/listeners/0/x-team', 'line 18'],
  ['static_resources/clusters/1', 'none'],
  ['static_resources/clusters/0/nothing', 'none'],
  ['node', 'none'],
])('%s', (path, expected) => {
  expect(origin(path)).toBe(expected);
});

test.each(['constructor', '__proto__', 'hasOwnProperty'])(
  'a key named %s was written like any other',
  (key) => {
    const [document] = documentsOf(`name: a\nx: {"${key}": 1}\n"${key}": 2\n`, { type: 'Cluster' });
    expect(document?.originOf(['x', key])).toEqual({ kind: 'written', line: 2 });
    expect(document?.originOf([key])).toEqual({ kind: 'written', line: 3 });
  },
);
