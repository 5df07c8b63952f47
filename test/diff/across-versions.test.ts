/** A configuration of version 2 against one of version 3. */
import { expect, it } from 'vitest';
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../src/diff/index.ts';
import { opened } from '../opened.ts';

const BEFORE = `static_resources:
  listeners:
  - name: front
    address: {socket_address: {address: 0.0.0.0, port_value: 80}}
    filter_chains:
    - filters:
      - name: envoy.http_connection_manager
        config:
          stat_prefix: front
          route_config:
            name: main
            virtual_hosts:
            - name: shop
              domains: ['*']
              routes:
              - match: {prefix: /}
                route: {cluster: shop, host_rewrite: shop.example.test, retry_policy: {retry_on: '5xx,reset'}}
          http_filters: [{name: envoy.router}]
  clusters:
  - name: shop
    connect_timeout: 1s
    type: STATIC
    tls_context: {sni: shop.example.test}
    hosts: [{socket_address: {address: 127.0.0.1, port_value: 80}}]
`;

const AFTER = `static_resources:
  listeners:
  - name: front
    address: {socket_address: {address: 0.0.0.0, port_value: 80}}
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: front
          route_config:
            name: main
            virtual_hosts:
            - name: shop
              domains: ['*']
              routes:
              - match: {prefix: /}
                route: {cluster: shop, host_rewrite_literal: shop.example.test, retry_policy: {retry_on: 'reset,5xx'}}
          http_filters:
          - name: envoy.filters.http.router
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
  clusters:
  - name: shop
    connect_timeout: 1s
    type: STATIC
    transport_socket:
      name: envoy.transport_sockets.tls
      typed_config:
        "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext
        sni: shop.example.test
    load_assignment:
      cluster_name: shop
      endpoints:
      - lb_endpoints:
        - endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: 80}}}
`;

const compared = (before: string, after: string) => {
  const sides = [[opened(before)], [opened(after)]] as const;
  const { changes } = diffConfigurations(...sides, { cosmetic: true });
  const behaviour = compareBehaviour(...sides, {});
  return {
    changes: changes.map(({ rule, level, path }) => `${level} ${rule} ${path}`.trimEnd()),
    requests: behaviour.changes.length,
  };
};

it('16.2 what was lifted by hand is equal, with one cosmetic change', () => {
  const same = { changes: ['cosmetic api-version'], requests: 0 };
  expect(compared(BEFORE, AFTER)).toEqual(same);
  expect(compared(AFTER, BEFORE)).toEqual(same);
});

it('16.2 what was lost on the way is found, with the request that shows it', () => {
  const wrong = AFTER.replace('host_rewrite_literal: shop.example.test, ', '').replace(
    'sni: shop',
    'sni: other',
  );
  const { changes, requests } = compared(BEFORE, wrong);
  expect(changes).toContain('cosmetic api-version');
  expect(changes.filter((each) => !each.startsWith('cosmetic')).join('\n')).toMatch(/host_rewrite_literal/);
  expect(changes.join('\n')).toMatch(/transport_socket\.typed_config\.sni/);
  expect(requests).toBe(1);
});

it('16.2 who speaks which version of the API is no difference between the versions', () => {
  const before =
    'name: a\nconnect_timeout: 1s\ndrain_connections_on_host_removal: true\neds_cluster_config: {eds_config: {ads: {}}}\n';
  const after =
    'name: a\nconnect_timeout: 1s\nignore_health_on_host_removal: true\neds_cluster_config: {eds_config: {ads: {}, resource_api_version: V3}}\n';
  expect(compared(before, after).changes).toEqual(['cosmetic api-version']);
});

const AROUND_THREE = `
name: front
address: {socket_address: {address: 0.0.0.0, port_value: 443}}
filter_chains:
- tls_context:
    common_tls_context: {alpn_protocols: [h2]}
  filters:
  - name: envoy.filters.network.http_connection_manager
    typed_config:
      "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
      stat_prefix: front
      http_filters:
      - name: envoy.filters.http.router
        typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}
`;

const WITHOUT_LAST_SIGN = AROUND_THREE.replace(
  '- tls_context:\n    common_tls_context: {alpn_protocols: [h2]}\n',
  `- transport_socket:
    name: tls
    typed_config:
      "@type": type.googleapis.com/envoy.api.v2.auth.DownstreamTlsContext
      common_tls_context: {alpn_protocols: [h2]}
`,
);

it('compares in one version where a conversion took the last sign of version 2 from a resource', () => {
  const [one, other] = [opened(AROUND_THREE), opened(WITHOUT_LAST_SIGN)];
  expect([one.api, other.api]).toEqual(['mixed', 'mixed']);
  const { changes } = diffConfigurations([one], [other], { cosmetic: true });
  expect(changes.map(({ rule }) => rule)).toEqual(['api-version']);
  expect(diffConfigurations([one], [one], { cosmetic: true }).changes).toEqual([]);
});

it('still says what changes between two mixed sides', () => {
  const other = WITHOUT_LAST_SIGN.replace('port_value: 443', 'port_value: 444');
  const { changes } = diffConfigurations([opened(AROUND_THREE)], [opened(other)], {});
  expect(changes.map(({ path }) => path)).toEqual(['address.socket_address.port_value']);
});

it('that version 3 looks at each value of a header is no change of the routes', () => {
  const routes = (type: string, present: boolean) => `resources:
- '@type': type.googleapis.com/envoy.${type}.RouteConfiguration
  name: main
  virtual_hosts:
  - name: shop
    domains: ['*']
    routes:
    - match:
        prefix: /
        headers: [{name: x-a, exact_match: a}, {name: x-a, present_match: ${present}}, {name: x-a, exact_match: 'a,b'}]
      direct_response: {status: 200}
`;
  const [before, after] = [routes('api.v2', false), routes('config.route.v3', true)];
  expect(compareBehaviour([opened(before)], [opened(after)])).toMatchObject({ equal: true, compared: 1 });
  const without = after.replace('exact_match: a}', 'exact_match: b}');
  expect(compareBehaviour([opened(after)], [opened(without)]).equal).toBe(false);
});

it.each([
  ['{name: envoy.cors}', '{name: envoy.filters.http.cors, typed_config: {"@type": TYPE.v3.Cors}}'],
  [
    '{name: envoy.cors, config: {}}',
    '{name: envoy.filters.http.cors, typed_config: {"@type": TYPE.v3.Cors}}',
  ],
  [
    '{name: envoy.cors, typed_config: {}}',
    '{name: envoy.filters.http.cors, typed_config: {"@type": TYPE.v3.Cors}}',
  ],
  ['{name: mill, typed_config: {"@type": OLDER}}', '{name: mill, typed_config: {"@type": TYPE.v3.Cors}}'],
])('a policy of CORS is one of the filter that a lift makes of %s', (older, newer) => {
  const host = '{name: shop, domains: ["*"], cors: {allow_methods: GET}}';
  const before = `name: front
"@type": type.googleapis.com/envoy.api.v2.Listener
filter_chains:
- filters:
  - name: envoy.http_connection_manager
    config: {stat_prefix: front, route_config: {virtual_hosts: [${host}]}, http_filters: [${older}]}
`.replace('OLDER', 'type.googleapis.com/envoy.config.filter.http.cors.v2.Cors');
  const after = `name: front
"@type": type.googleapis.com/envoy.config.listener.v3.Listener
filter_chains:
- filters:
  - name: envoy.filters.network.http_connection_manager
    typed_config:
      "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
      stat_prefix: front
      route_config: {virtual_hosts: [${host}]}
      http_filters: [${newer}]
`.replace('TYPE', 'type.googleapis.com/envoy.extensions.filters.http.cors');
  expect(diffConfigurations([opened(before)], [opened(after)])).toMatchObject({ equal: true });
});

const INSPECTED = `${AROUND_THREE}listener_filters:
- name: envoy.filters.listener.tls_inspector
`;

it('the type that a name stands for is no difference between two sides that mix versions', () => {
  const typed = `${INSPECTED}  typed_config:
    "@type": type.googleapis.com/envoy.extensions.filters.listener.tls_inspector.v3.TlsInspector
`;
  const [one, other] = [opened(INSPECTED), opened(typed)];
  expect([one.api, other.api]).toEqual(['mixed', 'mixed']);
  expect(diffConfigurations([one], [other])).toMatchObject({ equal: true });
  const closing = opened(`${typed}    close_connection_on_client_hello_parsing_errors: true\n`);
  expect(diffConfigurations([one], [closing])).toMatchObject({ equal: false });
});

const socket = (settings: string) => `"@type": type.googleapis.com/envoy.config.cluster.v3.Cluster
name: shop
transport_socket:
  name: envoy.transport_sockets.tls
  typed_config: {"@type": type.googleapis.com/${settings}}
`;

it('a Struct in place of a type is what the name stands for, as in version 2', () => {
  const untyped = opened(socket('google.protobuf.Struct'));
  const type = 'envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext';
  expect(diffConfigurations([untyped], [opened(socket(type))])).toMatchObject({ equal: true });
  const named = opened(socket(`${type}, sni: shop.example.test`));
  expect(diffConfigurations([untyped], [named])).toMatchObject({ equal: false });
  const struct = opened(socket('google.protobuf.Struct, value: {sni: shop.example.test}'));
  expect(diffConfigurations([struct], [named])).toMatchObject({ equal: true });
});

const POLICY = 'type.googleapis.com/envoy.extensions.load_balancing_policies.least_request.v3.LeastRequest';
const balanced = (type: string, version: string, count: string) => `"@type": type.googleapis.com/${type}
name: shop
connect_timeout: 1s
${version}
loadBalancingPolicy:
  policies:
  - typedExtensionConfig:
      name: a
      typedConfig: {"@type": ${POLICY}, ${count}: 3}
`;

it('a field that only version 3 has says in a message of version 2 what it says in version 3', () => {
  const socketAfter = `transport_socket:
  name: envoy.transport_sockets.tls
  typed_config: {"@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext, sni: a}`;
  const before = opened(balanced('envoy.api.v2.Cluster', 'tls_context: {sni: a}', 'choiceCount'));
  const after = (count: string) => opened(balanced('envoy.config.cluster.v3.Cluster', socketAfter, count));
  expect(diffConfigurations([before], [after('choice_count')])).toMatchObject({ equal: true });
  const other = opened(
    balanced('envoy.config.cluster.v3.Cluster', socketAfter, 'choice_count').replace('3}', '4}'),
  );
  expect(diffConfigurations([before], [other])).toMatchObject({ equal: false });
});

it.each([
  ['filter_enabled: {default_value: {numerator: 100}}', true],
  [
    'filter_enabled: {default_value: {numerator: 100}}, shadow_enabled: {default_value: {numerator: 100}}',
    true,
  ],
  ['shadow_enabled: {default_value: {numerator: 100}}', true],
  ['filter_enabled: {default_value: {numerator: 99}}', false],
  ['filter_enabled: {default_value: {numerator: 100}, runtime_key: cors.on}', false],
  ['filter_enabled: {default_value: {numerator: 100, denominator: TEN_THOUSAND}}', false],
])('a policy of CORS that holds for all requests says so by no share: %s', (settings, equal) => {
  const policy = (settings: string) =>
    opened(`"@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration
name: main
virtual_hosts:
- name: shop
  domains: ['*']
  typed_per_filter_config:
    envoy.filters.http.cors:
      "@type": type.googleapis.com/envoy.extensions.filters.http.cors.v3.CorsPolicy
      allow_methods: GET
      ${settings.replaceAll(', shadow', '\n      shadow')}
`);
  expect(diffConfigurations([policy('')], [policy(settings)])).toMatchObject({ equal });
});
