/** Optional migrations on what their examples do not show: both fields set, shared values, other spellings, what is left. */

import { describe, expect, test } from 'vitest';
import { type FileMigration, migrateConfiguration } from '../../src/migrate/index.ts';
import { openConfiguration } from '../../src/model/index.ts';
import { typeUrl } from '../../src/model/type-url.ts';
import { sourceFile } from '../../src/source/load.ts';
import { opened } from '../opened.ts';

const MANAGER = 'HttpConnectionManager';
const BOOTSTRAP = 'Bootstrap';

function migrated(id: string, type: string, text: string, older = false): FileMigration {
  const configuration = openConfiguration(sourceFile('test', text, 'named'), { type, api: 'v2' });
  const result = migrateConfiguration(configuration, { older, only: [id] });
  expect(result.equivalent).toBe(true);
  return result;
}

/** From what to what, by one migration. */
const CHANGED: readonly (readonly [what: string, id: string, type: string, before: string, after: string])[] =
  [
    [
      'a method joins headers, as in the proxy',
      'virtual-cluster-to-headers',
      'route.VirtualCluster',
      'name: v\nheaders:\n- name: x\nmethod: POST\n',
      'name: v\nheaders:\n- name: x\n- name: ":method"\n  exact_match: POST\n',
    ],
    [
      'a method written as a number, in JSON',
      'virtual-cluster-to-headers',
      'route.VirtualCluster',
      '{"name": "v", "pattern": "/a\\\\d", "method": 3}',
      '{"name": "v", "headers": [{"name": ":path", "safe_regex_match": {"google_re2": {}, "regex": "/a\\\\d"}}, {"name": ":method", "exact_match": "POST"}]}',
    ],
    [
      'a method that means any',
      'virtual-cluster-to-headers',
      'route.VirtualCluster',
      "name: v\npattern: '/a' # kept\nmethod: METHOD_UNSPECIFIED\n",
      `name: v\nheaders: # kept\n  - name: ":path"\n    safe_regex_match:\n      google_re2: {}\n      regex: '/a'\n`,
    ],
    [
      'a large pattern states its size',
      'query-value-to-string-match',
      'route.QueryParameterMatcher',
      'name: k\nvalue: "[a-z]{80}"\nregex: true\n',
      'name: k\nstring_match:\n  safe_regex:\n    google_re2:\n      max_program_size: 322\n    regex: "[a-z]{80}"\n',
    ],
    [
      'a value in lowerCamelCase company',
      'query-value-to-string-match',
      'route.RouteMatch',
      'prefix: /\nqueryParameters:\n- name: k\n  value: "5" # the fifth\n',
      'prefix: /\nqueryParameters:\n- name: k\n  stringMatch: # the fifth\n    exact: "5"\n',
    ],
    [
      'an empty value asks for presence, even as a regex',
      'query-value-to-string-match',
      'route.QueryParameterMatcher',
      'name: k\nvalue: ""\nregex: true\n',
      'name: k\n',
    ],
    [
      'a value beside string_match has no effect',
      'query-value-to-string-match',
      'route.QueryParameterMatcher',
      'name: k\nvalue: a\nstring_match: {exact: b}\n',
      'name: k\nstring_match: {exact: b}\n',
    ],
    [
      'a value beside present_match has no effect',
      'query-value-to-string-match',
      'route.QueryParameterMatcher',
      'name: k\nregex: true\npresent_match: false\n',
      'name: k\npresent_match: false\n',
    ],
    [
      'use_http2 wins over the codec',
      'health-check-http-two-to-codec',
      'core.HealthCheck.HttpHealthCheck',
      'path: /\nuse_http2: true\ncodec_client_type: HTTP1\n',
      'path: /\ncodec_client_type: HTTP2\n',
    ],
    [
      'use_http2: false says nothing',
      'health-check-http-two-to-codec',
      'core.HealthCheck.HttpHealthCheck',
      'path: /\nuse_http2: false\n',
      'path: /\n',
    ],
    [
      'names join an empty list of matchers',
      'subject-alt-name-to-matchers',
      'CertificateValidationContext',
      'match_subject_alt_names: []\nverify_subject_alt_name: [a.test, b.test]\n',
      'match_subject_alt_names:\n  - exact: a.test\n  - exact: b.test\n',
    ],
    [
      'an idle timeout joins options that are there',
      'idle-timeout-to-common-options',
      MANAGER,
      'stat_prefix: x\nidleTimeout: 5s\ncommonHttpProtocolOptions:\n  maxHeadersCount: 50\n',
      'stat_prefix: x\ncommonHttpProtocolOptions:\n  maxHeadersCount: 50\n  idleTimeout: 5s\n',
    ],
    [
      'an idle timeout beside the one that wins',
      'idle-timeout-to-common-options',
      MANAGER,
      'stat_prefix: x\nidle_timeout: 5s\ncommon_http_protocol_options: {idle_timeout: 0s}\n',
      'stat_prefix: x\ncommon_http_protocol_options: {idle_timeout: 0s}\n',
    ],
    [
      'headers join custom tags',
      'request-header-tags-to-custom-tags',
      `${MANAGER}.Tracing`,
      'request_headers_for_tags: [x-a, "x-b"]\ncustom_tags:\n- tag: t\n  literal: {value: v}\n',
      'custom_tags:\n- tag: t\n  literal: {value: v}\n- tag: x-a\n  request_header:\n    name: x-a\n- tag: x-b\n  request_header:\n    name: x-b\n',
    ],
    [
      'beside compressor, even an empty one, the four fields have no effect',
      'gzip-fields-to-compressor',
      'gzip.Gzip',
      'content_length: 5\ncompressor: {}\n',
      'compressor: {}\n',
    ],
    [
      'runtime without a link has no folders',
      'runtime-to-layered-runtime',
      BOOTSTRAP,
      'runtime:\n  subdirectory: a\n  override_subdirectory: b\n  base: {k: 1}\n',
      'layered_runtime:\n  layers:\n    - name: base\n      static_layer: {k: 1}\n    - name: admin\n      admin_layer: {}\n',
    ],
    [
      'runtime that says nothing beyond the admin layer',
      'runtime-to-layered-runtime',
      BOOTSTRAP,
      'node: {id: a}\nruntime: {subdirectory: a}\n',
      'node: {id: a}\n',
    ],
    [
      'runtime beside layers has no effect',
      'runtime-to-layered-runtime',
      BOOTSTRAP,
      'runtime: {base: {k: 1}}\nlayered_runtime: {layers: []}\n',
      'layered_runtime: {layers: []}\n',
    ],
    [
      'use_original_dst: false says nothing',
      'original-dst-flag-to-filter',
      'Listener',
      'name: l\nuse_original_dst: false\n',
      'name: l\n',
    ],
    [
      'a listener that has the filter already',
      'original-dst-flag-to-filter',
      BOOTSTRAP,
      'static_resources:\n  listeners:\n  - name: l\n    useOriginalDst: true\n    listenerFilters: [{name: envoy.listener.original_dst}]\n',
      'static_resources:\n  listeners:\n  - name: l\n    listenerFilters: [{name: envoy.listener.original_dst}]\n',
    ],
    [
      'the direction of the listener decides over the operation name',
      'settings-without-successor',
      'Listener',
      `name: l\ntraffic_direction: INBOUND\nfilter_chains:\n- filters:\n  - name: a.filters.network.http_connection_manager\n    typed_config:\n      "@type": ${typeUrl(MANAGER, 'a')}\n      tracing: {operation_name: EGRESS}\n`,
      `name: l\ntraffic_direction: INBOUND\nfilter_chains:\n- filters:\n  - name: a.filters.network.http_connection_manager\n    typed_config:\n      "@type": ${typeUrl(MANAGER, 'a')}\n      tracing: {}\n`,
    ],
    [
      'switches that are off',
      'settings-without-successor',
      'ClusterLoadAssignment',
      'cluster_name: a\npolicy:\n  disable_overprovisioning: false\n  overprovisioning_factor: 100\n',
      'cluster_name: a\npolicy:\n  overprovisioning_factor: 100\n',
    ],
  ];

describe('14.c an optional migration converts', () => {
  test.each(CHANGED)('%s', (_, id, type, before, after) => {
    const { text, left } = migrated(id, type, before);
    expect(text).toBe(after);
    expect(left).toEqual([]);
    expect(migrated(id, type, text).changed).toBe(false);
  });
});

/** What stays, and what its reason says. */
const LEFT: readonly (readonly [id: string, type: string, text: string, reason: RegExp])[] = [
  [
    'virtual-cluster-to-headers',
    'route.VirtualCluster',
    'name: v\npattern: /a\nheaders: [{name: x}]\n',
    /only one of them/,
  ],
  [
    'virtual-cluster-to-headers',
    'route.VirtualCluster',
    "name: v\npattern: '/(?=a).*'\nmethod: GET\n",
    /differently/,
  ],
  ['virtual-cluster-to-headers', 'route.VirtualCluster', 'name: v\nmethod: GET\n', /write either/],
  [
    'query-value-to-string-match',
    'route.QueryParameterMatcher',
    'name: k\nvalue: "(a)\\\\1"\nregex: true\n',
    /differently/,
  ],
  [
    'query-value-to-string-match',
    'route.QueryParameterMatcher',
    'name: k\nvalue: a\nstring_match: 5\n',
    /cannot be read/,
  ],
  ['string-regex-to-safe-regex', 'type.matcher.StringMatcher', "regex: 'a^b'\n", /differently/],
  [
    'protocol-options-to-typed',
    'Cluster',
    'name: a\nextension_protocol_options: {acme.mine: {a: 1}}\n',
    /does not know/,
  ],
  [
    'protocol-options-to-typed',
    'Cluster',
    'name: a\nextension_protocol_options: {envoy.filters.network.thrift_proxy: {}}\ntyped_extension_protocol_options: {x: {"@type": a/acme.X}}\n',
    /only one may stand/,
  ],
  [
    'service-name-to-matcher',
    'core.HealthCheck.HttpHealthCheck',
    'path: /\nservice_name: a\nservice_name_matcher: {exact: a}\n',
    /only one of them/,
  ],
  [
    'subject-alt-name-to-matchers',
    'CertificateValidationContext',
    'verify_subject_alt_name: [a]\nmatch_subject_alt_names: [{prefix: b}]\n',
    /satisfy both/,
  ],
  [
    'request-header-tags-to-custom-tags',
    `${MANAGER}.Tracing`,
    'request_headers_for_tags: [x-a]\ncustom_tags: [{tag: x-a, literal: {value: v}}]\n',
    /wins/,
  ],
  ['original-dst-flag-to-filter', 'Listener', 'name: l\nuse_original_dst: true\n', /hands a connection/],
  [
    'original-dst-flag-to-filter',
    BOOTSTRAP,
    'dynamic_resources: {lds_config: {ads: {}}}\nstatic_resources: {listeners: [{name: l, use_original_dst: true}]}\n',
    /hands a connection/,
  ],
  [
    'original-dst-flag-to-filter',
    BOOTSTRAP,
    'static_resources: {listeners: [{name: l, use_original_dst: true}, {name: m}]}\n',
    /hands a connection/,
  ],
  [
    'settings-without-successor',
    `${MANAGER}.Tracing`,
    'operation_name: EGRESS\n',
    /traffic_direction: OUTBOUND/,
  ],
  ['settings-without-successor', 'core.ApiConfigSource', 'api_type: UNSUPPORTED_REST_LEGACY\n', /GRPC/],
  [
    'settings-without-successor',
    'ZipkinConfig',
    'collector_cluster: z\ncollector_endpoint_version: 0\n',
    /api\/v2\/spans/,
  ],
  ['settings-without-successor', 'http.ext_authz.ExtAuthz', 'use_alpha: true\n', /v2 name/],
  [
    'settings-without-successor',
    'ClusterLoadAssignment.Policy',
    'disable_overprovisioning: true\n',
    /never implemented/,
  ],
  [
    'settings-without-successor',
    'TcpProxy',
    'stat_prefix: x\ndeprecated_v1: {routes: [{cluster: a}]}\n',
    /filter_chain_match/,
  ],
];

describe('14.c an optional migration leaves, and says what to do', () => {
  test.each(LEFT)('%s: %s %j', (id, type, text, reason) => {
    const result = migrated(id, type, text);
    expect(result.text).toBe(text);
    expect(result.left.map((each) => each.migration)).toContain(id);
    for (const each of result.left) expect(each.reason).toMatch(reason);
  });
});

describe('14.c under --older what needs later fields is left', () => {
  const OLDER: readonly (readonly [id: string, type: string, text: string])[] = [
    ['virtual-cluster-to-headers', 'route.VirtualCluster', 'name: v\npattern: /a\n'],
    ['query-value-to-string-match', 'route.QueryParameterMatcher', 'name: k\nvalue: a\n'],
    ['service-name-to-matcher', 'core.HealthCheck.HttpHealthCheck', 'path: /\nservice_name: a\n'],
    ['health-check-http-two-to-codec', 'core.HealthCheck.HttpHealthCheck', 'path: /\nuse_http2: true\n'],
    ['subject-alt-name-to-matchers', 'CertificateValidationContext', 'verify_subject_alt_name: [a]\n'],
    ['request-header-tags-to-custom-tags', `${MANAGER}.Tracing`, 'request_headers_for_tags: [a]\n'],
    ['gzip-fields-to-compressor', 'gzip.Gzip', 'content_length: 5\n'],
    ['runtime-to-layered-runtime', BOOTSTRAP, 'runtime: {base: {k: 1}}\n'],
    [
      'protocol-options-to-typed',
      'Cluster',
      'name: a\nextension_protocol_options: {envoy.filters.network.redis_proxy: {}}\n',
    ],
  ];
  test.each(OLDER)('%s', (id, type, text) => {
    const result = migrated(id, type, text, true);
    expect(result.text).toBe(text);
    expect(result.left.map(({ reason }) => reason)).toEqual([expect.stringContaining('(--older)')]);
  });
});

describe('14.c values that stand behind anchors', () => {
  test.each([
    [
      'query-value-to-string-match',
      'route.RouteMatch',
      'query_parameters:\n- {name: a, value: &v de}\n- {name: b, value: *v}\n- &c {name: d, value: e}\n- *c\n',
      'query_parameters:\n- {name: a, string_match: {exact: &v de}}\n- {name: b, string_match: {exact: *v}}\n- &c {name: d, string_match: {exact: e}}\n- *c\n',
    ],
    [
      'gzip-fields-to-compressor',
      'gzip.Gzip',
      'content_length: &n 5\nmemory_level: *n\n',
      'compressor:\n  content_length: &n 5\nmemory_level: *n\n',
    ],
    [
      'runtime-to-layered-runtime',
      BOOTSTRAP,
      'flags_path: &root /srv\nruntime: {symlink_root: *root, override_subdirectory: o}\n',
      'flags_path: &root /srv\nlayered_runtime:\n  layers:\n    - name: root\n      disk_layer:\n        symlink_root: *root\n    - name: override\n      disk_layer:\n        symlink_root: /srv\n        subdirectory: o\n        append_service_cluster: true\n    - name: admin\n      admin_layer: {}\n',
    ],
  ])('%s: they move with them', (id, type, before, after) => {
    expect(migrated(id, type, before).text).toBe(after);
  });

  test.each([
    [
      'subject-alt-name-to-matchers',
      'CommonTlsContext',
      'validation_context:\n  verify_subject_alt_name: &names [a.test]\nalpn_protocols: *names\n',
    ],
    [
      'idle-timeout-to-common-options',
      MANAGER,
      'idle_timeout: &t 5s\nstream_idle_timeout: *t\ncommon_http_protocol_options: {max_headers_count: 5}\n',
    ],
    [
      'idle-timeout-to-common-options',
      'listener.FilterChain',
      'filters:\n- name: http_connection_manager\n  config: {idle_timeout: 5s, common_http_protocol_options: &o {max_headers_count: 5}}\n- name: http_connection_manager\n  config: {common_http_protocol_options: *o}\n',
    ],
    [
      'virtual-cluster-to-headers',
      'route.VirtualHost',
      'name: v\nvirtual_clusters:\n- {name: a, headers: &h [{name: x}], method: GET}\n- {name: b, headers: *h}\n',
    ],
  ])('%s: where they cannot, they are left', (id, type, text) => {
    const result = migrated(id, type, text);
    expect(result.text).toBe(text);
    expect(result.left.map(({ reason }) => reason)).toEqual([expect.stringMatching(/anchor/)]);
  });
});

test.each(['envoy.cors', 'proxy.cors', 'acme.filters.http.cors'])(
  'policies of version 3 for the filter %s move with what one run converts in them, and stay where it does not',
  (filter) => {
    const text = `"@type": type.googleapis.com/acme.config.listener.v3.Listener
filter_chains:
- filters:
  - name: acme.filters.network.http_connection_manager
    typed_config:
      "@type": type.googleapis.com/acme.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
      route_config:
        virtual_hosts:
        - name: a
          cors: {allow_origin: ["*"]}
          routes:
          - match: {prefix: /}
            route: {cluster: mill, cors: {allow_origin: [mill.test]}}
      http_filters: [{name: ${filter}}]
`;
    const kept = migrateConfiguration(opened(text), { older: false });
    expect(kept).toMatchObject({ text, equivalent: true });
    expect(kept.left.map(({ migration }) => migration)).toEqual([
      'cors-to-per-filter-config',
      'cors-to-per-filter-config',
    ]);
    const all = migrateConfiguration(opened(text), { older: false, also: ['all'] });
    expect(all.equivalent).toBe(true);
    expect(all.text).toContain('exact: mill.test');
    expect(all.text).not.toMatch(/ cors:|allow_origin:/);
    expect(migrateConfiguration(opened(all.text), { older: false, also: ['all'] }).changed).toBe(false);
  },
);

test('a pattern of a header matcher of version 3 gets in one step where version 3 wants it', () => {
  const text = `"@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration
virtualHosts: [{name: a, routes: [{match: {prefix: /, headers: [{name: b, regexMatch: "a[.]b"}]}}]}]
`;
  const { text: after, equivalent } = migrateConfiguration(opened(text), { older: false, also: ['all'] });
  expect({ after, equivalent }).toEqual({
    after: text.replace('regexMatch: "a[.]b"', 'stringMatch: {safeRegex: {regex: "a[.]b"}}'),
    equivalent: true,
  });
});

test('a policy goes under the name that its filter has, whatever that is', () => {
  const text = `"@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
route_config: {virtual_hosts: [{name: a, domains: ["*"], cors: {allow_methods: GET}}]}
http_filters:
- name: envoy.cors
  typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.cors.v3.Cors}
`;
  const { text: after } = migrateConfiguration(opened(text), { older: false });
  expect(after).toContain('typed_per_filter_config: {envoy.cors: {"@type"');
});

test('settings of a route of version 3 stay under the name that their filter keeps', () => {
  const text = `"@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration
virtual_hosts:
- name: a
  routes:
  - per_filter_config:
      envoy.buffer: {disabled: true}
`;
  const { text: after, equivalent } = migrateConfiguration(opened(text), { older: false, also: ['all'] });
  expect(equivalent).toBe(true);
  expect(after).toMatch(/typed_per_filter_config:\s+envoy\.buffer:\s/);
  expect(after).toContain('.v3.BufferPerRoute');
});

test('policies of a virtual host move all or none, whatever keeps one of them', () => {
  const text = `"@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
route_config:
  virtual_hosts:
  - name: a
    domains: ["*"]
    cors: &policy
      allow_methods: GET
    metadata: {filter_metadata: {mill: *policy}}
    routes: [{match: {prefix: /}, route: {cluster: mill, cors: {allow_methods: PUT}}}]
http_filters:
- name: mine
  typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.cors.v3.Cors}
`;
  const made = migrateConfiguration(opened(text), { older: false });
  expect(made).toMatchObject({ text, equivalent: true });
  expect(made.left.map(({ reason }) => reason)).toContainEqual(
    expect.stringMatching(/^another policy of the virtual host/),
  );
  const free = text.replace(' &policy', '').replace('*policy', '{}');
  expect(migrateConfiguration(opened(free), { older: false }).applied).toHaveLength(2);
  const chosen = migrateConfiguration(opened(free), {
    older: false,
    accept: ({ pointer }) => pointer.endsWith('/routes/0'),
  });
  expect(chosen).toMatchObject({ changed: false, equivalent: true });
});
