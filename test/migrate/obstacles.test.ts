/** What cannot be migrated is left as it is, with the reason. */
import { expect, test } from 'vitest';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { openConfiguration } from '../../src/model/open.ts';
import { sourceFile } from '../../src/source/load.ts';

test.each([
  [100, true],
  [196, false],
])('a cluster whose hosts nest %i levels deep: migrated is %s', (levels, migrated) => {
  const text = `name: shop\nhosts: ${'{hosts: '.repeat(levels)}[]${'}'.repeat(levels)}\n`;
  const result = migrateConfiguration(
    openConfiguration(sourceFile('in.yaml', text, 'named'), { type: 'Cluster' }),
    { older: false },
  );
  expect(result.equivalent).toBe(true);
  expect(result.changed).toBe(migrated);
  if (migrated) return;
  expect(result.text).toBe(text);
  expect(result.left.map(({ reason }) => reason)).toEqual([expect.stringMatching(/200 levels/)]);
});

test('a cluster of whose hosts only the place in its file nests too deep', () => {
  const hosts = `{hosts: ${'{hosts: '.repeat(191)}[]${'}'.repeat(191)}}`;
  const text = `static_resources:\n  clusters:\n  - name: shop\n    hosts: [${hosts}]\n`;
  const result = migrated(text);
  expect(result.equivalent).toBe(true);
  expect(result.text).toBe(text);
  expect(result.left.map(({ reason }) => reason)).toEqual([expect.stringMatching(/200 levels/)]);
});

const migrated = (text: string, type?: string, api?: 'v2') =>
  migrateConfiguration(
    openConfiguration(sourceFile('in.yaml', text, 'named'), {
      ...(type !== undefined && { type }),
      ...(api !== undefined && { api }),
    }),
    {
      older: false,
      also: ['all'],
    },
  );

test('a field in two spellings is left, the rest is not', () => {
  const text = `virtual_hosts:
- {name: a, domains: [a], cors: {allow_origin: [x], allowOrigin: [w, z]}}
- {name: b, domains: [b], cors: {allow_origin: [x]}}
`;
  const result = migrated(text);
  expect(result.equivalent).toBe(true);
  expect(result.text.split('\n')[1]).toBe(text.split('\n')[1]);
  expect(result.text.split('\n')[2]).toContain('allow_origin_string_match: [{exact: x}]');
  expect(result.left).toMatchObject([
    {
      pointer: '/virtual_hosts/0/cors/allowOrigin',
      reason: expect.stringMatching(/^allow_origin stands there in two spellings/),
    },
  ]);
});

test('a file that would be left empty is left', () => {
  const result = migrated('hosts: []\n');
  expect(result.text).toBe('hosts: []\n');
  expect(result.left).toMatchObject([{ reason: expect.stringMatching(/^nothing would be left/) }]);
  // Nor is one by whose other fields nobody would know it.
  const other = 'cleanup_interval: 5s\nhosts: []\n';
  expect(migrated(other)).toMatchObject({
    text: other,
    left: [{ reason: expect.stringMatching(/^nothing would be left/) }],
  });
  expect(migrated('type: STATIC\nhosts: []\n').text).toBe('type: STATIC\n');
});

test.each([
  ['', ''],
  ['- ', '  '],
])('a file of which too little would be left beside keys that mean nothing is left (%j)', (first, next) => {
  const keys = (more: readonly string[]) =>
    ['name: a', 'type: STATIC', 'hosts: []', ...more].map(
      (each, at) => `${at === 0 ? first : next}${each}\n`,
    );
  const text = keys(['other: 1', 'another: 2']).join('');
  expect(migrated(text)).toMatchObject({
    text,
    left: [{ reason: expect.stringMatching(/^too little would be left .* keys that are no fields of it/) }],
  });
  expect(migrated(keys(['other: 1']).join('')).changed).toBe(true);
});

test('a namespace that only a converted form shows has to be given', () => {
  const text = `virtual_hosts:
- name: a
  domains: [a]
  routes:
  - match: {prefix: /}
    route: {cluster: b, request_mirror_policy: {cluster: c, runtime_key: acme.router, runtime_fraction: {}}}
`;
  expect(migrated(text)).toMatchObject({
    text,
    equivalent: true,
    left: expect.arrayContaining([
      expect.objectContaining({ reason: expect.stringMatching(/give it with --namespace acme$/) }),
    ]),
  });
  const given = openConfiguration(sourceFile('in.yaml', text, 'named'), { namespace: 'acme' });
  expect(migrateConfiguration(given, { older: false, also: ['all'] })).toMatchObject({
    changed: true,
    equivalent: true,
    left: [],
  });
});

test('a document of version 2 that would be read as one of version 3 and mean something else is left', () => {
  const text = `virtual_hosts:
- name: a
  domains: [a]
  routes:
  - {match: {prefix: /}, route: {cluster: b, request_mirror_policy: {cluster: c}}}
  virtual_clusters:
  - headers: [{string_match: {exact: x}}]
`;
  expect(migrated(text, undefined, 'v2')).toMatchObject({
    text,
    equivalent: true,
    left: [{ reason: expect.stringMatching(/what would be left of it is of version 3/) }],
  });
});

test('an unknown field named __proto__ of a message with its type beside it stays', () => {
  const result = migrated(`resources:
- "@type": type.googleapis.com/proxy.api.v2.Cluster
  name: a
  __proto__: 5s
  hosts: [{pipe: {path: /x}}]
`);
  expect(result.equivalent).toBe(true);
  expect(result.text).toContain('  __proto__: 5s\n  load_assignment:\n');
});

test('nor is the second of two spellings of a deprecated field taken out, which would leave the first', () => {
  const text = 'name: shop\ntype: STATIC\ntlsContext: {sni: first}\ntls_context: {sni: second}\n';
  const result = migrated(text);
  expect(result.text).toBe(text);
  expect(result.left).toMatchObject([{ reason: expect.stringMatching(/^tls_context stands there in two/) }]);
});

test('what is left because of a list beside it stays left once that list has moved on', () => {
  const text = `name: ledger
transport_socket:
  name: envoy.transport_sockets.tls
  typed_config:
    "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext
    common_tls_context:
      validation_context:
        match_subject_alt_names: [{ exact: ledger.garden.test }]
        verify_subject_alt_name: [other.garden.test]
`;
  const result = migrated(text, 'Cluster');
  expect([result.equivalent, result.left.map(({ migration }) => migration)]).toEqual([
    true,
    ['subject-alt-name-to-matchers'],
  ]);
  expect(result.text).toMatch(/match_typed_subject_alt_names: \[\{ ?san_type: DNS/);
});

test.each(['v2', 'v3'])(
  'nothing is moved into a message of another version: a connection manager of %s',
  (api) => {
    const type =
      api === 'v2'
        ? 'config.filter.network.http_connection_manager.v2'
        : 'extensions.filters.network.http_connection_manager.v3';
    const text = `static_resources:
  listeners:
  - name: front
    address: { socket_address: { address: 10.0.0.1, port_value: 80 } }
    filter_chains:
    - filters:
      - name: http
        typed_config:
          "@type": type.googleapis.com/envoy.${type}.HttpConnectionManager
          tracing: {}
          route_config: { virtual_hosts: [{ name: all, domains: ["*"] }] }
tracing:
  http:
    name: envoy.tracers.datadog
    typed_config: { "@type": type.googleapis.com/envoy.config.trace.v3.DatadogConfig, collector_cluster: c }
`;
    const { equivalent, left } = migrated(text);
    expect(equivalent).toBe(true);
    const reasons = left.filter(({ migration }) => migration === 'bootstrap-tracing-to-provider');
    if (api === 'v3') expect(reasons).toEqual([]);
    else
      expect(reasons).toMatchObject([{ reason: expect.stringContaining('of another version of the API') }]);
  },
);

test.each(['{safe_regex: {}, safeRegex: {regex: a}}', '{exact: a, miller: b}'])(
  'a matcher that would have to be copied and cannot be read as a whole: %s',
  (matcher) => {
    const text = `match_subject_alt_names:\n- ${matcher}\n`;
    const type = 'CertificateValidationContext';
    const made = migrateConfiguration(
      openConfiguration(sourceFile('in.yaml', text, 'named'), { type, api: 'v3' }),
      { older: false },
    );
    expect(made).toMatchObject({ text, changed: false, equivalent: true });
    expect(made.left).toMatchObject([{ reason: 'not all of its entries can be read; correct them first' }]);
  },
);

test.each(['dns_resolution_config', 'dnsResolutionConfig'])(
  'what a later release brought is left where an earlier one is in force: %s',
  (field) => {
    const text = `name: a\ntype: STRICT_DNS\ndns_resolvers: [{pipe: {path: /a}}]\n${field}: {resolvers: [{pipe: {path: /b}}]}\n`;
    const made = migrateConfiguration(
      openConfiguration(sourceFile('in.yaml', text, 'named'), {
        type: 'Cluster',
        api: 'v3',
        release: '1.17',
      }),
      { older: false },
    );
    expect(made).toMatchObject({ text, changed: false, equivalent: true });
    expect(made.left).toContainEqual(
      expect.objectContaining({ reason: expect.stringContaining('dns_resolution_config cannot be read') }),
    );
  },
);

test('what holds a key twice stays where the proxy takes that: it would refuse it in a map', () => {
  const manager = (policy: string) =>
    `{"name": "front", "filter_chains": [{"filters": [{"name": "manager", "typed_config": {
"@type": "type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager",
"stat_prefix": "front", "http_filters": [{"name": "mill", "typed_config": {"@type": "type.googleapis.com/envoy.extensions.filters.http.cors.v3.Cors"}}],
"route_config": {"virtual_hosts": [{"name": "shop", "domains": ["*"], "cors": ${policy}}]}}}]}]}\n`;
  const run = (policy: string) =>
    migrateConfiguration(
      openConfiguration(sourceFile('in.json', manager(policy), 'named'), { type: 'Listener' }),
      { older: false },
    );
  const text = '{"allow_methods": "GET", "allow_methods": "PUT"}';
  expect(run(text)).toMatchObject({
    text: manager(text),
    left: [{ reason: expect.stringMatching(/^allow_methods stands twice in what would move/) }],
  });
  // Under its own name, not under the current one: the proxy looks settings up by the name in the chain.
  expect(run('{"allow_methods": "PUT"}').text).toMatch(/"typed_per_filter_config": \{\s*"mill"/);
});

test('settings of CORS keep the name of their filter, whether its type is written or still to come', () => {
  const text = `name: front
filter_chains:
- filters:
  - name: manager
    config:
      stat_prefix: front
      route_config:
        virtual_hosts: [{name: shop, domains: ['*'], cors: {allow_origin: [mill]}}]
      http_filters: [{name: envoy.cors, config: {}}, {name: envoy.router, config: {}}]
`.replace('name: manager', 'name: envoy.http_connection_manager');
  const listener = `"@type": type.googleapis.com/envoy.config.listener.v3.Listener\n${text}`;
  for (const only of [[], ['config-to-typed-config']])
    expect(
      migrateConfiguration(openConfiguration(sourceFile('in.yaml', listener, 'named')), {
        older: false,
        also: ['all'],
        only,
      }),
    ).toMatchObject({ equivalent: true, changed: true });
  expect(migrated(listener).text).toMatch(/typed_per_filter_config: \{envoy\.cors:/);
});

test('resolvers move into a typed resolver that has a name alone', () => {
  const text = `name: ledger
type: STRICT_DNS
dns_resolvers: [{socket_address: {address: 10.0.0.53, port_value: 53}}]
typed_dns_resolver_config: {name: envoy.network.dns_resolver.cares}
`;
  const result = migrated(`"@type": type.googleapis.com/envoy.config.cluster.v3.Cluster\n${text}`);
  expect(result).toMatchObject({ equivalent: true, left: [] });
  expect(result.text).toMatch(
    /typed_dns_resolver_config: \{name: envoy\.network\.dns_resolver\.cares, typed_config: \{"@type": [^ ]+CaresDnsResolverConfig, resolvers: \[\{socket_address/,
  );
});

test('what stands beside a field and cannot be read as a whole says the same as nothing', () => {
  const text = 'enabled: false\nfilter_enabled: {default_value: {}, runtime_key: 5}\n';
  const result = migrated(text, 'CorsPolicy', 'v2');
  expect(result).toMatchObject({ text, equivalent: true });
  expect(result.left.map(({ reason }) => reason)).toEqual([
    'filter_enabled beside it cannot be read as a whole; correct it first',
  ]);
});

test('a file that mixes versions is not brought to one in which what was converted is refused', () => {
  const text = `static_resources:
  listeners:
  - name: front
    address: {socket_address: {address: 0.0.0.0, port_value: 80}}
    filter_chains:
    - filters:
      - name: manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: front
          route_config: {virtual_hosts: [{name: all, domains: ['*'], routes: [{match: {prefix: /}, route: {cluster: shop}}]}]}
          http_filters:
          - {name: router, typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}}
  clusters:
  - {name: shop, type: STATIC, tls_context: {}}
`;
  const result = migrated(text);
  expect(result).toMatchObject({ text, equivalent: true });
  expect(result.left.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/show that the document is of version 2/),
  ]);
});

test('nor one in which nothing else shows the version that it is read in', () => {
  const text = `static_resources:
  listeners:
  - address: {socket_address: {address: 0.0.0.0, port_value: 80}}
    filter_chains:
    - tls_context: {common_tls_context: {}}
      filters:
      - name: manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: front
          route_config: {}
`;
  const result = migrated(text);
  expect(result).toMatchObject({ text, equivalent: true });
  expect(result.left.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/show that the document is of version 2/),
  ]);
});
