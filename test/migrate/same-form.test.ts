/** Older and newer ways of saying the same thing have one normal form. */
import { expect, test } from 'vitest';
import { formOf } from './normal-form.ts';

test.each<[string, string, string, string]>([
  [
    'hosts',
    'Cluster',
    'name: a\nhosts: [{pipe: {path: /a}}]',
    'name: a\nload_assignment: {endpoints: [{lb_endpoints: [{endpoint: {address: {pipe: {path: /a}}}}]}]}',
  ],
  [
    'tls_context',
    'Cluster',
    'name: a\ntls_context: {sni: b}',
    'name: a\ntransport_socket: {name: tls, typed_config: {"@type": x/envoy.api.v2.auth.UpstreamTlsContext, sni: b}}',
  ],
  [
    'tls_context beside a transport socket',
    'Cluster',
    'name: a\ntls_context: {}\ntransport_socket: {name: b}',
    'name: a\ntransport_socket: {name: b}',
  ],
  [
    'the balancer of original destinations',
    'Cluster',
    'name: a\nlb_policy: 4',
    'name: a\nlb_policy: CLUSTER_PROVIDED',
  ],
  ['build_version', 'core.Node', 'build_version: "1"', 'user_agent_version: "1"\nuser_agent_name: envoy'],
  ['enabled', 'route.CorsPolicy', 'enabled: false', 'filter_enabled: {default_value: {numerator: 0}}'],
  [
    'the key of a mirror',
    'route.RouteAction.RequestMirrorPolicy',
    'cluster: a\nruntime_key: b',
    'cluster: a\nruntime_fraction: {runtime_key: b, default_value: {denominator: TEN_THOUSAND}}',
  ],
  [
    'a mirror of every request',
    'route.RouteAction.RequestMirrorPolicy',
    'cluster: a',
    'cluster: a\nruntime_fraction: {default_value: {numerator: 100}}',
  ],
  [
    'a panic threshold with a fraction, which is cut off',
    'Cluster',
    'name: a\ncommon_lb_config: {healthy_panic_threshold: {value: 33.9}}',
    'name: a\ncommon_lb_config: {healthy_panic_threshold: {value: 33}}',
  ],
  [
    'one mirror',
    'route.RouteAction',
    'cluster: a\nrequest_mirror_policy: {cluster: b}',
    'cluster: a\nrequest_mirror_policies: [{cluster: b}]',
  ],
  [
    'one mirror beside an empty list',
    'route.RouteAction',
    'cluster: a\nrequest_mirror_policy: {cluster: b}\nrequest_mirror_policies: []',
    'cluster: a\nrequest_mirror_policies: [{cluster: b}]',
  ],
  [
    'config',
    'HttpFilter',
    'name: proxy.lua\nconfig: {inlineCode: x}',
    'name: proxy.filters.http.lua\ntyped_config: {"@type": x/proxy.config.filter.http.lua.v2.Lua, inline_code: x}',
  ],
  [
    'a Struct in typed_config',
    'HttpFilter',
    'name: proxy.lua\ntyped_config: {"@type": x/google.protobuf.Struct, value: {inlineCode: x}}',
    'name: proxy.filters.http.lua\nconfig: {inline_code: x}',
  ],
  ['names of filters', 'listener.Filter', 'name: proxy.tcp_proxy', 'name: proxy.filters.network.tcp_proxy'],
  [
    'per_filter_config',
    'route.VirtualHost',
    'name: a\ndomains: [a]\nper_filter_config: {proxy.buffer: {disabled: true}}',
    'name: a\ndomains: [a]\ntyped_per_filter_config: {proxy.filters.http.buffer: {"@type": x/proxy.config.filter.http.buffer.v2.BufferPerRoute, disabled: true}}',
  ],
  ['regex', 'route.RouteMatch', 'regex: /a[0-9]+', 'safe_regex: {google_re2: {}, regex: "/a[0-9]+"}'],
  [
    'origins',
    'route.CorsPolicy',
    'allow_origin: [b, a]',
    'allow_origin_string_match: [{exact: a}, {exact: b}]',
  ],
  [
    'patterns of origins',
    'route.CorsPolicy',
    'allow_origin_regex: ["a.+b"]',
    'allow_origin_string_match: [{safe_regex: {google_re2: {}, regex: "a.+b"}}]',
  ],
  [
    'spelling',
    'Cluster',
    '{"name": "a", "lbPolicy": "maglev", "connectTimeout": "1.50s"}',
    'name: a\nlb_policy: 5\nconnect_timeout: {seconds: 1, nanos: 500000000}',
  ],
  [
    'defaults written out',
    'Cluster',
    'name: a\nconnect_timeout: 5s\ntype: STATIC\ndns_lookup_family: AUTO\nrespect_dns_ttl: false\nalt_stat_name: ""\nhealth_checks: []',
    'name: a',
  ],
])('%s', (_, type, older, newer) => {
  expect(formOf(older, { type })).toEqual(formOf(newer, { type }));
});

test('14.b8 data without a table has one order of keys, written in config or in typed_config', () => {
  const older = 'name: envoy.ext_authz\nconfig: {stat_prefix: a, later: {z: 1, b: [{y: 1, a: 2}]}}';
  const newer =
    'name: envoy.filters.network.ext_authz\ntyped_config: {"@type": x/envoy.config.filter.network.ext_authz.v2.ExtAuthz, later: {b: [{a: 2, y: 1}], z: 1}, stat_prefix: a}';
  const [one, other] = [older, newer].map((text) =>
    JSON.stringify(formOf(text, { type: 'listener.Filter' })),
  );
  expect(one).toBe(other);
  expect(one).toContain('{"@type":"type.googleapis.com/envoy.config.filter.network.ext_authz.v2.ExtAuthz"');
});

test('a list with entries that cannot be read is not converted in part', () => {
  const form = formOf('allow_origin: [a, {b: 1}]', { type: 'route.CorsPolicy', onlyWritten: true });
  expect(form).toEqual({ allow_origin: ['a', { b: 1 }] });
});
