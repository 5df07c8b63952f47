/** Random chains of HTTP filters with what routes say for them, and requests to them: a knob for each field that the model reads. */
import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { READING_ALL } from '../../src/proxy/runnable/manager.ts';
import type { Request } from '../../src/routing/request/request.ts';
import {
  type Arbitrary,
  addition,
  any,
  both,
  chance,
  empty,
  extension,
  type Fields,
  flag,
  HTTP,
  header,
  maybe,
  message,
  metadata,
  one,
  oneOf,
  ranges,
  rarely,
  runtimeShare,
  share,
  some,
  string,
  TYPES,
  tree,
} from './generate-messages.ts';
import { type Kind, kind, OPEN } from './generate-open-filters.ts';
import { OVER, REFUSED_HEADER } from './servers.ts';

// rbac

const named = { url_path: string.map((path) => ({ path })), header, metadata, any: fc.constant(true) };
const sourced = message({ metadata_matcher: metadata, metadata_source: maybe(one('DYNAMIC', 'ROUTE')) });
const permission = fc.letrec<{ all: Fields }>((tie) => ({
  all: fc.oneof(
    { depthSize: 'small' },
    { weight: 6, arbitrary: oneOf({ ...named, sourced_metadata: sourced }) },
    {
      weight: 4,
      arbitrary: oneOf({
        destination_port_range: one({ start: 1, end: 65_535 }, { start: 1, end: 2 }),
        destination_ip: ranges,
        requested_server_name: string,
        destination_port: one(80, 8000),
        uri_template: one('/a/*', '/*/b', '/**').map((path_template) =>
          extension('t', `${TYPES}.extensions.path.match.uri_template.v3.UriTemplateMatchConfig`, {
            path_template,
          }),
        ),
      }),
    },
    { weight: 1, arbitrary: some(tie('all')).map((rules) => ({ and_rules: { rules } })) },
    { weight: 1, arbitrary: some(tie('all')).map((rules) => ({ or_rules: { rules } })) },
    { weight: 1, arbitrary: tie('all').map((not_rule) => ({ not_rule })) },
  ),
})).all;
const principal = fc.letrec<{ all: Fields }>((tie) => ({
  all: fc.oneof(
    { depthSize: 'small' },
    { weight: 6, arbitrary: oneOf({ ...named, sourced_metadata: sourced }) },
    {
      weight: 3,
      arbitrary: oneOf({
        source_ip: ranges,
        direct_remote_ip: ranges,
        remote_ip: ranges,
        authenticated: one({}, { principal_name: { exact: 'a' } }),
        filter_state: both(
          message({ key: one('my.key', 'no.key') }),
          oneOf({
            string_match: string,
            address_match: message({ ranges: some(ranges, 1), invert_match: maybe(flag) }),
          }),
        ),
      }),
    },
    { weight: 1, arbitrary: some(tie('all')).map((ids) => ({ and_ids: { ids } })) },
    { weight: 1, arbitrary: some(tie('all')).map((ids) => ({ or_ids: { ids } })) },
    { weight: 1, arbitrary: tie('all').map((not_id) => ({ not_id })) },
  ),
})).all;

const name = (path: string): Fields => {
  const [first = '', ...fields] = path.split('.');
  return fields.reduce<Fields>((operand, field) => ({ select_expr: { operand, field } }), {
    ident_expr: { name: first },
  });
};
const call = (named: string, ...args: readonly Fields[]): Fields => ({
  call_expr: { function: named, args },
});
const text = (string_value: string): Fields => ({ const_expr: { string_value } });
const headerNamed = (named: string): Fields => call('_[_]', name('request.headers'), text(named));
/** As their trees: `request.headers['x-a'] == '1'` and others. */
const CONDITIONS: readonly Fields[] = [
  call('_==_', headerNamed('x-a'), text('1')),
  call('!_', call('_==_', name('request.method'), text('GET'))),
  call(
    '_&&_',
    call('@in', text('x-b'), name('request.headers')),
    call('_!=_', name('request.host'), text('x')),
  ),
  call(
    '_||_',
    call('_==_', headerNamed('x-b'), text('1')),
    call('_==_', name('request.url_path'), text('/a')),
  ),
  { call_expr: { target: name('request.path'), function: 'startsWith', args: [text('/a')] } },
  name('request.query'),
];
const rules = message({
  action: maybe(one('ALLOW', 'ALLOW', 'DENY', 'LOG')),
  policies: maybe(
    fc.dictionary(
      one('p', 'q', 'other policy'),
      message({
        permissions: some(permission),
        principals: some(principal),
        condition: rarely(one(...CONDITIONS)),
      }),
      { maxKeys: 2 },
    ),
  ),
});
const rbacAction = message({ name: one('x', 'y'), action: maybe(one('ALLOW', 'DENY', 'LOG')) }).map((each) =>
  extension('a', `${TYPES}.config.rbac.v3.Action`, each),
);
const rbac = message({
  rules: fc.oneof({ weight: 6, arbitrary: rules }, { weight: 1, arbitrary: fc.constant(undefined) }),
  matcher: rarely(tree(rbacAction)),
  shadow_rules: rarely(rules),
});

// jwt_authn

const KEY = 'a key of no one, for chains that are made up';
const KEYS = {
  inline_string: JSON.stringify({
    keys: [{ kty: 'oct', alg: 'HS256', kid: 'k', k: Buffer.from(KEY).toString('base64url') }],
  }),
};
const provider = (issuer: string): Arbitrary<Fields> =>
  message({
    issuer: fc.constant(issuer),
    local_jwks: fc.constant(KEYS),
    audiences: rarely(one(['me'], ['https://me/', 'you'])),
    forward: maybe(flag),
    from_headers: rarely(
      one(
        [{ name: 'x-token' }],
        [
          { name: 'x-token', value_prefix: 'T ' },
          { name: 'authorization', value_prefix: 'Bearer ' },
        ],
      ),
    ),
    from_params: rarely(one(['token'], ['access_token'])),
    from_cookies: rarely(one(['session'])),
    forward_payload_header: rarely(one('x-payload')),
    payload_in_metadata: maybe(one('claims')),
    claim_to_headers: maybe(
      one(
        [{ header_name: 'x-user', claim_name: 'sub' }],
        [{ header_name: 'x-made', claim_name: 'deep.number' }],
        [{ header_name: 'x-made', claim_path: [{ key: 'deep' }, { key: 'number' }] }],
      ),
    ),
    clear_route_cache: maybe(flag),
    subjects: rarely(string),
    require_expiration: rarely(flag),
    clock_skew_seconds: rarely(one(60)),
    pad_forward_payload_header: rarely(flag),
    normalize_payload_in_metadata: rarely(one({ space_delimited_claims: ['scope'] })),
    header_in_metadata: rarely(one('header')),
    failed_status_in_metadata: rarely(one('status')),
    jwt_cache_config: rarely(one({ jwt_cache_size: 10 })),
    max_lifetime: rarely(one('9000000000s')),
  });
const requirement = fc.letrec<{ all: Fields }>((tie) => ({
  all: fc.oneof(
    { depthSize: 'small' },
    {
      weight: 6,
      arbitrary: oneOf({
        provider_name: one('corp', 'corp', 'other'),
        provider_and_audiences: one(
          { provider_name: 'corp', audiences: ['me'] },
          { provider_name: 'corp', audiences: ['nobody'] },
        ),
        allow_missing: empty,
        allow_missing_or_failed: empty,
        extract_only_without_validation: empty,
      }),
    },
    { weight: 1, arbitrary: empty },
    {
      weight: 1,
      arbitrary: fc
        .array(tie('all'), { minLength: 2, maxLength: 3 })
        .map((requirements) => ({ requires_any: { requirements } })),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(tie('all'), { minLength: 2, maxLength: 3 })
        .map((requirements) => ({ requires_all: { requirements } })),
    },
  ),
})).all;
const ruleMatch = both(
  oneOf({
    prefix: one('/', '/a', '/b'),
    path: one('/a'),
    safe_regex: one({ regex: '/[ab].*' }),
    path_separated_prefix: one('/a'),
    connect_matcher: empty,
    path_match_policy: one('/a/*', '/**').map((path_template) =>
      extension('t', `${TYPES}.extensions.path.match.uri_template.v3.UriTemplateMatchConfig`, {
        path_template,
      }),
    ),
  }),
  message({
    headers: rarely(some(header, 1)),
    case_sensitive: rarely(flag),
    // What is not looked at there.
    grpc: rarely(empty),
    runtime_fraction: rarely(one({ default_value: { numerator: 0 } })),
    tls_context: rarely(one<Fields>({ presented: true }, { validated: true })),
    cookies: rarely(one([{ name: 'key', string_match: { exact: 'none' } }])),
    dynamic_metadata: rarely(some(metadata, 1)),
    filter_state: rarely(one([{ key: 'no.key', string_match: { exact: '1' } }])),
    query_parameters: rarely(
      one([{ name: 'q', present_match: true }], [{ name: 'q', string_match: { exact: '1' } }]),
    ),
  }),
).map((all) =>
  'safe_regex' in all || 'path_match_policy' in all ? { ...all, case_sensitive: undefined } : all,
);
const jwt = message({
  providers: fc.record({ corp: provider('corp'), other: provider('other') }),
  rules: maybe(
    some(
      fc
        .tuple(
          ruleMatch,
          fc.oneof(
            requirement.map((requires) => ({ requires })),
            one({ requirement_name: 'mine' }, {}),
          ),
        )
        .map(([match, own]) => ({ match, ...own })),
      3,
    ),
  ),
  requirement_map: requirement.map((mine) => ({ mine, none: {} })),
  bypass_cors_preflight: rarely(flag),
  filter_state_rules: rarely(one({ name: 'my.key', requires: { a: { provider_name: 'corp' } } })),
  strip_failure_response: rarely(flag),
});

// The others.

const sha = (text: string) => createHash('sha1').update(text).digest('base64');
const users = one(
  { inline_string: `u:{SHA}${sha('p')}` },
  { inline_string: `v:{SHA}${sha('p')}\nw:{SHA}${sha('')}\n` },
  { inline_bytes: Buffer.from(`u:{SHA}${sha('p')}\n`).toString('base64') },
);
const keys = message({
  credentials: one(
    [{ key: 'k', client: 'me' }],
    [
      { key: 'k', client: 'you' },
      { key: '1', client: 'me' },
    ],
  ),
  key_sources: some(
    oneOf({ header: one('x-key', 'authorization'), query: one('key', 'q'), cookie: one('key') }),
  ),
  forwarding: maybe(message({ header: maybe(one('x-user')), hide_credentials: maybe(flag) })),
});
const keysOfRoute = both(
  fc.tuple(keys, flag, flag).map(
    ([all, first, second]): Fields => ({
      ...(first ? { credentials: all.credentials } : {}),
      ...(second ? { key_sources: all.key_sources } : {}),
      ...(all.forwarding === undefined ? {} : { forwarding: all.forwarding }),
    }),
  ),
  message({ allowed_clients: maybe(one(['me'], ['nobody', 'you'])) }),
);
const cors = message({
  allow_origin_string_match: maybe(some(string)),
  allow_methods: rarely(one('GET')),
  filter_enabled: rarely(runtimeShare),
  shadow_enabled: rarely(runtimeShare),
  forward_not_matching_preflights: maybe(flag),
});
const csrf = message({
  filter_enabled: runtimeShare,
  shadow_enabled: rarely(runtimeShare),
  additional_origins: maybe(some(string)),
});
const fault = message({
  abort: maybe(
    both(
      oneOf({ http_status: one(503, 418, 429), grpc_status: one(5, 14), header_abort: empty }),
      message({ percentage: maybe(chance) }),
    ),
  ),
  headers: rarely(some(header, 1)),
  upstream_cluster: rarely(one('c', 'd')),
  downstream_nodes: rarely(one(['me'])),
  abort_percent_runtime: rarely(one('k.on', 'k.off')),
  abort_http_status_runtime: rarely(one('k.status')),
  filter_metadata: rarely(one({ k: '1' })),
});
const bucket = one({ max_tokens: 0, fill_interval: '60s' }, { max_tokens: 1_000_000, fill_interval: '60s' });
const limit = message({
  stage: rarely(one(0, 1)),
  disable_key: rarely(one('off')),
  limit: rarely(one({ dynamic_metadata: { metadata_key: { key: 'n', path: [{ key: 'k' }] } } })),
  actions: some(
    oneOf({
      request_headers: one(
        { header_name: 'x-limit', descriptor_key: 'k' },
        { header_name: 'x-a', descriptor_key: 'k', skip_if_absent: true },
      ),
      query_parameters: one<Fields>(
        { query_parameter_name: 'q', descriptor_key: 'k' },
        { query_parameter_name: 'q', descriptor_key: 'k', skip_if_absent: true },
      ),
      metadata: message({
        descriptor_key: fc.constant('k'),
        default_value: maybe(one('d')),
        skip_if_absent: rarely(flag),
        source: rarely(one('DYNAMIC', 'ROUTE_ENTRY')),
        metadata_key: fc.constant({ key: 'n', path: [{ key: 'k' }] }),
      }),
      generic_key: one(
        { descriptor_value: 'v' },
        { descriptor_value: OVER },
        { descriptor_value: OVER, descriptor_key: 'own' },
        { descriptor_value: '%REQ(x-limit)%', default_value: OVER },
      ),
      header_value_match: fc
        .tuple(some(header, 1), rarely(flag), rarely(one('own')), rarely(one('v')))
        .map(([headers, expect_match, descriptor_key, default_value]) => ({
          descriptor_value: OVER,
          headers,
          ...(expect_match === undefined ? {} : { expect_match }),
          ...(descriptor_key === undefined ? {} : { descriptor_key }),
          ...(default_value === undefined ? {} : { default_value }),
        })),
      destination_cluster: empty,
      source_cluster: empty,
      remote_address: empty,
    }),
  ),
});
/** One that stands with a filter has no stage. */
const limitOfFilter = limit.map(({ stage: _, disable_key: __, limit: ___, ...all }): Fields => all);
const limitOptions = one('OVERRIDE', 'INCLUDE', 'IGNORE');
const localRateLimit = message({
  stat_prefix: fc.constant('s'),
  token_bucket: bucket,
  filter_enabled: maybe(runtimeShare),
  filter_enforced: maybe(runtimeShare),
  status: rarely(one({ code: 'ServiceUnavailable' }, { code: 'OK' }, { code: 'Locked' })),
  response_headers_to_add: rarely(some(addition, 1)),
  stage: rarely(one(0, 1)),
  vh_rate_limits: rarely(limitOptions),
  rate_limits: rarely(some(limitOfFilter)),
  descriptors: rarely(
    fc.tuple(one('v', OVER), bucket, maybe(flag)).map(([value, token_bucket, shadow_mode]) => [
      {
        entries: [{ key: 'generic_key', value }],
        token_bucket,
        ...(shadow_mode === undefined ? {} : { shadow_mode }),
      },
    ]),
  ),
  request_headers_to_add_when_not_enforced: rarely(one([{ header: { key: 'x-made', value: 'limited' } }])),
});
const mutation = oneOf({
  append: addition,
  remove: one('x-a', 'X-B', 'x-made', 'authorization', 'host'),
  remove_on_match: string.map((key_matcher) => ({ key_matcher })),
});
const mutations = message({
  request_mutations: maybe(some(mutation, 3)),
  response_mutations: rarely(some(mutation, 1)),
  query_parameter_mutations: rarely(
    some(
      oneOf({
        append: message({
          record: message({ key: one('q', 'new'), value: one('1', 'a b', '%REQ(x-a)%') }),
          action: maybe(
            one(
              'APPEND_IF_EXISTS_OR_ADD',
              'ADD_IF_ABSENT',
              'OVERWRITE_IF_EXISTS_OR_ADD',
              'OVERWRITE_IF_EXISTS',
            ),
          ),
        }),
        remove: one('q', 'key'),
      }),
    ),
  ),
});
const pair = message({
  metadata_namespace: maybe(one('n')),
  key: one('k', 'a'),
  value: rarely(one('1', 'yes')),
  type: rarely(one('STRING', 'NUMBER')),
  encode: rarely(one('NONE', 'BASE64')),
});
const headerToMetadata = message({
  request_rules: some(
    fc.oneof(
      message({
        header: one('x-a', 'x-b', 'x-user', ':path'),
        on_header_present: pair,
        on_header_missing: rarely(
          message({ key: one('k'), metadata_namespace: one('n'), value: one('none', '1') }),
        ),
        remove: rarely(flag),
      }),
      message({ cookie: one('key', 'none'), on_header_present: pair }),
      message({
        header: one('x-a', ':path'),
        on_header_present: message({
          key: one('k'),
          metadata_namespace: one('n'),
          regex_value_rewrite: one({ pattern: { regex: '^/(\\w).*$' }, substitution: '\\1' }),
        }),
      }),
    ),
    3,
  ),
}).map(({ request_rules: list, ...all }) => ({
  ...all,
  // A header of the connection itself is no rule's to remove.
  request_rules: (list as readonly Fields[]).map(({ remove, ...rule }) =>
    remove === undefined || rule.header === ':path' ? rule : { ...rule, remove },
  ),
}));
const setMetadata = message({
  metadata: some(
    message({
      metadata_namespace: one('n', 'm'),
      value: one({ k: '1' }, { k: 'yes', a: true }, { a: 3 }, { k: null, a: ['1', 2] }),
      allow_overwrite: maybe(flag),
    }),
    3,
  ),
});
const filterState = message({
  on_request_headers: some(
    message({
      object_key: one('my.key', 'my.other'),
      factory_key: fc.constant('envoy.string'),
      format_string: message({
        text_format_source: one('%REQ(x-a)%', 'a', '%REQ(:path)%', '', '%FILTER_STATE(my.key:PLAIN)%').map(
          (inline_string) => ({ inline_string }),
        ),
        omit_empty_values: maybe(flag),
      }),
      skip_if_empty: maybe(flag),
    }),
  ),
  clear_route_cache: rarely(flag),
});
const healthCheck = both(
  message({ headers: some(header) }),
  fc.oneof(
    message({ pass_through_mode: fc.constant(true), cache_time: rarely(one('1s')) }),
    message({
      pass_through_mode: fc.constant(false),
      cluster_min_healthy_percentages: rarely(rarely(one({ c: { value: 0 } }))),
    }),
  ),
);
const buffer = one(1, 100, 65_536).map((max_request_bytes): Fields => ({ max_request_bytes }));
const cdnLoop = message({ cdn_id: one('me.test', 'a'), max_allowed_occurrences: maybe(one(0, 1)) });
const grpcBridge = message({ upgrade_protobuf_to_grpc: rarely(flag), ignore_query_parameters: maybe(flag) });
const retries = rarely(one({ num_retries: 1 }));
const service: Arbitrary<Fields> = message({
  envoy_grpc: message({
    cluster_name: fc.constant('services'),
    authority: rarely(one('services.test')),
    retry_policy: retries,
  }),
  timeout: fc.constant('5s'),
  retry_policy: retries,
});
const extAuthz = both(
  fc.oneof(
    message({
      http_service: message({
        server_uri: fc.constant({ uri: 'http://authorizer', cluster: 'authorizer', timeout: '5s' }),
        authorization_request: fc.constant({ allowed_headers: { patterns: [{ exact: REFUSED_HEADER }] } }),
        retry_policy: retries,
      }),
    }),
    message({ grpc_service: service, transport_api_version: fc.constant('V3') }),
  ),
  message({
    filter_enabled: rarely(runtimeShare),
    filter_enabled_metadata: rarely(metadata),
    deny_at_disable: rarely(
      one({ default_value: true, runtime_key: 'k' }, { default_value: false, runtime_key: 'k' }),
    ),
    status_on_error: rarely(one({ code: 'BadGateway' })),
    failure_mode_allow: rarely(flag),
    clear_route_cache: rarely(flag),
    failure_mode_allow_header_add: rarely(flag),
    validate_mutations: rarely(flag),
    shadow_mode: rarely(flag),
    filter_metadata: rarely(one({ k: '1' })),
    encode_raw_headers: fc.constant(undefined),
  }),
);
const rateLimit = message({
  domain: fc.constant('d'),
  timeout: fc.constant('5s'),
  stage: rarely(one(0, 1)),
  request_type: rarely(one('internal', 'external', 'both')),
  failure_mode_deny: rarely(flag),
  filter_enabled: rarely(runtimeShare),
  filter_enforced: rarely(runtimeShare),
  status_on_error: rarely(one({ code: 'BadGateway' })),
  disable_x_envoy_ratelimited_header: rarely(flag),
  rate_limits: rarely(some(limitOfFilter)),
  response_headers_to_add: rarely(some(addition, 1)),
  metadata_namespace: rarely(one('m')),
  rate_limit_service: message({ grpc_service: service, transport_api_version: fc.constant('V3') }),
});

const SIMPLE: { readonly [name: string]: Kind } = {
  ...OPEN,
  rbac: kind('rbac.v3.RBAC', rbac, ['rbac.v3.RBACPerRoute', message({ rbac: maybe(rbac) })]),
  jwt_authn: kind('jwt_authn.v3.JwtAuthentication', jwt, [
    'jwt_authn.v3.PerRouteConfig',
    oneOf({ disabled: fc.constant(true), requirement_name: one('mine', 'none', 'lost') }),
  ]),
  basic_auth: kind(
    'basic_auth.v3.BasicAuth',
    message({
      users,
      forward_username_header: maybe(one('x-user')),
      allow_missing: rarely(flag),
      realm: rarely(one('here')),
      emit_dynamic_metadata: rarely(flag),
      authentication_header: rarely(one('x-b')),
    }),
    ['basic_auth.v3.BasicAuthPerRoute', message({ users })],
  ),
  api_key_auth: kind('api_key_auth.v3.ApiKeyAuth', keys, ['api_key_auth.v3.ApiKeyAuthPerRoute', keysOfRoute]),
  cors: kind('cors.v3.Cors', empty, ['cors.v3.CorsPolicy', cors]),
  csrf: kind('csrf.v3.CsrfPolicy', csrf, ['csrf.v3.CsrfPolicy', csrf]),
  fault: kind('fault.v3.HTTPFault', fault, ['fault.v3.HTTPFault', fault]),
  health_check: kind('health_check.v3.HealthCheck', healthCheck),
  local_ratelimit: kind('local_ratelimit.v3.LocalRateLimit', localRateLimit, [
    'local_ratelimit.v3.LocalRateLimit',
    localRateLimit,
  ]),
  header_mutation: kind(
    'header_mutation.v3.HeaderMutation',
    message({ mutations: maybe(mutations), most_specific_header_mutations_wins: rarely(flag) }),
    ['header_mutation.v3.HeaderMutationPerRoute', message({ mutations })],
  ),
  header_to_metadata: kind('header_to_metadata.v3.Config', headerToMetadata, [
    'header_to_metadata.v3.Config',
    headerToMetadata,
  ]),
  set_metadata: kind('set_metadata.v3.Config', setMetadata),
  set_filter_state: kind('set_filter_state.v3.Config', filterState, [
    'set_filter_state.v3.Config',
    filterState,
  ]),
  buffer: kind('buffer.v3.Buffer', buffer, [
    'buffer.v3.BufferPerRoute',
    oneOf({ disabled: fc.constant(true), buffer }),
  ]),
  cdn_loop: kind('cdn_loop.v3.CdnLoopConfig', cdnLoop),
  grpc_web: kind('grpc_web.v3.GrpcWeb', empty),
  grpc_http1_bridge: kind('grpc_http1_bridge.v3.Config', grpcBridge),
  ext_authz: kind('ext_authz.v3.ExtAuthz', extAuthz, [
    'ext_authz.v3.ExtAuthzPerRoute',
    oneOf({ disabled: fc.constant(true), check_settings: one({ context_extensions: { a: 'b' } }) }),
  ]),
  ratelimit: kind('ratelimit.v3.RateLimit', rateLimit, [
    'ratelimit.v3.RateLimitPerRoute',
    message({
      vh_rate_limits: maybe(limitOptions),
      domain: rarely(one('e')),
      override_option: rarely(one('OVERRIDE_POLICY', 'INCLUDE_POLICY')),
      rate_limits: rarely(some(limitOfFilter)),
    }),
  ]),
};

/** The kinds whose names and settings are drawn, by the name of the kind. */
export const KINDS: readonly string[] = [...Object.keys(SIMPLE), 'match_delegate', 'composite'];

interface Drawn {
  readonly filter: Fields & { readonly name: string };
  /** Under its name. */
  readonly perRoute: Fields | undefined;
}

const inner = one('rbac', 'fault', 'header_mutation', 'set_metadata', 'basic_auth').chain((name) => {
  const { type, config } = SIMPLE[name] as Kind;
  return config.map((fields) => extension(name, type, fields));
});
const DELEGATE = `${TYPES}.extensions.common.matching.v3.ExtensionWithMatcher`;
const skip = fc.constant(
  extension('s', `${TYPES}.extensions.filters.common.matcher.action.v3.SkipFilter`, {}),
);
const execute = fc
  .tuple(inner, rarely(share), one('one', 'one', 'one', 'one', 'chain', 'name'))
  .map(([typed_config, sampled, how]) =>
    extension('e', `${HTTP}.composite.v3.ExecuteFilterAction`, {
      ...(how === 'one'
        ? { typed_config }
        : how === 'chain'
          ? { filter_chain: { typed_config: [typed_config] } }
          : { filter_chain_name: 'named' }),
      ...(sampled === undefined ? {} : { sample_percent: { default_value: sampled } }),
    }),
  );
const delegate: Arbitrary<Fields> = fc
  .tuple(inner, maybe(tree(skip)))
  .map(([extension_config, xds_matcher]) =>
    any(DELEGATE, { extension_config, ...(xds_matcher === undefined ? {} : { xds_matcher }) }),
  );
const composite: Arbitrary<Fields> = fc.tuple(tree(execute), inner).map(([xds_matcher, named]) => {
  const chains = { named_filter_chains: { named: { typed_config: [named] } } };
  return any(DELEGATE, {
    extension_config: extension('c', `${HTTP}.composite.v3.Composite`, chains),
    xds_matcher,
  });
});

const wrapper = (config: Fields | undefined, disabled: boolean | undefined): Fields =>
  any(`${TYPES}.config.route.v3.FilterConfig`, {
    ...(disabled === true ? { disabled } : { config: config ?? {} }),
  });

const drawn: Arbitrary<Drawn> = one(...KINDS).chain((name): Arbitrary<Drawn> => {
  const own = SIMPLE[name];
  const config =
    own === undefined
      ? name === 'composite'
        ? composite
        : delegate
      : own.config.map((fields) => any(own.type, fields));
  const settings =
    own?.perRoute?.[1].map((fields) => any(own.perRoute?.[0] ?? '', fields)) ?? fc.constant(undefined);
  return fc.record({
    filter: fc
      .tuple(config, one(name, name, `own.${name}`), rarely(flag))
      .map(([typed_config, called, disabled]) => ({
        name: called,
        typed_config,
        ...(disabled === undefined ? {} : { disabled }),
      })),
    perRoute: fc
      .tuple(settings, one('plain', 'plain', 'wrapped', 'off', 'on'))
      .map(([fields, way]) =>
        way === 'off'
          ? wrapper(undefined, true)
          : way === 'on'
            ? wrapper(undefined, undefined)
            : way === 'wrapped'
              ? wrapper(fields, undefined)
              : fields,
      ),
  });
});

/** Settings of a level for some filters of a chain; those drawn for one chain fit each other. */
const levelOf = (all: readonly Drawn[]): Arbitrary<Fields> =>
  fc
    .tuple(...all.map(({ perRoute }) => maybe(fc.constant(perRoute))))
    .map((each) =>
      Object.fromEntries(
        all.flatMap(({ filter }, at) => (each[at] === undefined ? [] : [[filter.name, each[at]]])),
      ),
    );

const level = (fields: Fields): Fields =>
  Object.keys(fields).length === 0 ? {} : { typed_per_filter_config: fields };

const limits = rarely(some(limit));
const withLimits = (all: unknown): Fields => (all === undefined ? {} : { rate_limits: all });

const EARLY = `${TYPES}.extensions.http.early_header_mutation.header_mutation.v3.HeaderMutation`;
const early = some(
  fc.oneof(
    addition.map((append) => ({ append })),
    one('x-a', 'X-B', 'x-user').map((remove) => ({ remove })),
  ),
).map((mutations) => [extension('early', EARLY, { mutations })]);

/** A manager with a chain, and routes that say something for it. */
const chain = fc
  .uniqueArray(drawn, { minLength: 1, maxLength: 4, selector: ({ filter }) => filter.name })
  .chain((all) =>
    fc
      .tuple(
        fc.constant(all),
        levelOf(all),
        levelOf(all),
        levelOf(all),
        levelOf(all),
        fc.tuple(limits, limits, rarely(flag)),
        message({
          use_remote_address: maybe(flag),
          xff_num_trusted_hops: rarely(one(1)),
          early_header_mutation_extensions: rarely(early),
          normalize_path: rarely(flag),
          merge_slashes: rarely(flag),
          path_with_escaped_slashes_action: rarely(
            one('REJECT_REQUEST', 'UNESCAPE_AND_FORWARD', 'UNESCAPE_AND_REDIRECT'),
          ),
          // REJECT_REQUEST answers otherwise over HTTP/2.
          common_http_protocol_options: rarely(one({ headers_with_underscores_action: 'DROP_HEADER' })),
          internal_address_config: rarely(
            one({ cidr_ranges: [{ address_prefix: '10.0.0.0', prefix_len: 8 }] }),
          ),
          local_reply_config: rarely(
            one({
              mappers: [
                {
                  filter: {
                    status_code_filter: {
                      comparison: { op: 'EQ', value: { default_value: 403, runtime_key: 'k.none' } },
                    },
                  },
                  status_code: 451,
                },
                {
                  filter: {
                    status_code_filter: {
                      comparison: { op: 'EQ', value: { default_value: 400, runtime_key: 'k.none' } },
                    },
                  },
                  status_code: 452,
                },
                {
                  filter: {
                    status_code_filter: {
                      comparison: { op: 'GE', value: { default_value: 500, runtime_key: 'k.none' } },
                    },
                  },
                  status_code: 599,
                },
              ],
            }),
          ),
        }),
        fc.tuple(
          rarely(one('ALL', 'EXTERNAL_ONLY')),
          rarely(one(['x-user'], ['X-User', 'x-a'])),
          rarely(flag),
        ),
      )
      .map(
        ([
          filters,
          config,
          host,
          route,
          entry,
          [ofRoute, ofHost, includes],
          manager,
          [tls, inside, ignores],
        ]) => ({
          manager,
          filters: filters.map(({ filter }) => filter),
          routes: {
            ...level(config),
            ...(inside === undefined ? {} : { internal_only_headers: inside }),
            ...(ignores === undefined ? {} : { ignore_path_parameters_in_path_matching: ignores }),
            virtual_hosts: [
              {
                name: 'v',
                domains: ['a.test', 'tls.test'],
                ...level(host),
                ...(tls === undefined ? {} : { require_tls: tls }),
                ...withLimits(ofHost),
                routes: [
                  {
                    match: { prefix: '/a', headers: [{ name: 'x_a', present_match: true }] },
                    route: { cluster: 'd' },
                  },
                  {
                    match: { prefix: '/a', headers: [{ name: 'x-user', present_match: true }] },
                    route: { cluster: 'd' },
                  },
                  {
                    match: { prefix: '/a' },
                    route: {
                      cluster: 'c',
                      ...withLimits(ofRoute),
                      ...(includes === undefined ? {} : { include_vh_rate_limits: includes }),
                    },
                    ...level(route),
                  },
                  {
                    match: { prefix: '/weighted' },
                    route: {
                      weighted_clusters: {
                        clusters: [
                          { name: 'c', weight: 1, ...level(entry) },
                          { name: 'd', weight: 1 },
                        ],
                      },
                    },
                  },
                  { match: { prefix: '/gone' }, direct_response: { status: 410 }, ...level(route) },
                  { match: { prefix: '/away' }, redirect: { host_redirect: 'else.test' } },
                  { match: { prefix: '/b' }, route: { cluster: 'd', prefix_rewrite: '/x' } },
                ],
              },
            ],
          },
        }),
      ),
  );

/** A bootstrap with so many listeners, each with a chain. */
export const chains = (count: number): Arbitrary<Fields> =>
  fc.array(chain, { minLength: count, maxLength: count }).map((all) => ({
    static_resources: {
      clusters: ['c', 'd', 'authorizer', 'services'].map((name) => ({
        name,
        type: 'STATIC',
        connect_timeout: '1s',
      })),
      listeners: all.map(({ manager, filters, routes }, at) => ({
        name: `l${at}`,
        address: { socket_address: { address: '127.0.0.1', port_value: 8000 + at } },
        filter_chains: [
          {
            filters: [
              {
                name: 'm',
                typed_config: any(
                  `${TYPES}.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager`,
                  {
                    stat_prefix: 's',
                    http_protocol_options: READING_ALL,
                    ...manager,
                    http_filters: [
                      ...filters,
                      { name: 'router', typed_config: any(`${HTTP}.router.v3.Router`, {}) },
                    ],
                    route_config: { name: `r${at}`, ...routes },
                  },
                ),
              },
            ],
          },
        ],
      })),
    },
  }));

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that is signed, and what the request is then said to hold. */
export function tokenOf(payload: Fields): string {
  const signed = `${part({ alg: 'HS256', kid: 'k' })}.${part(payload)}`;
  return `${signed}.${createHmac('sha256', KEY).update(signed).digest('base64url')}`;
}

const token = message({
  iss: one('corp', 'corp', 'other'),
  sub: one('bob', 'a', '1'),
  scope: rarely(one('a b', '1')),
  aud: rarely(one<unknown>('me', ['you', 'x'], 'https://me')),
  deep: rarely(one({ number: 7 })),
  exp: fc.oneof(
    { weight: 5, arbitrary: fc.constant(4_000_000_000) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
});

const words = (...texts: readonly string[]) => rarely(one(...texts));
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const headers = message({
  'x-a': maybe(one('1', '2', 'a', '', 'MQ==')),
  'x-b': maybe(one('1', 'yes', basic('u:p'))),
  x_a: words('1'),
  'x-key': words('k', '1', 'Bearer k', ''),
  'x-limit': words(OVER, 'fine'),
  [REFUSED_HEADER]: words('no', 'yes'),
  'x-user': words('mallory'),
  'x-made': words('1', 'old'),
  origin: rarely(one('http://a.test', 'https://a.test', 'http://evil.test', 'null', 'a.test', '')),
  referer: words('http://a.test/b', 'http://evil.test/?http://a.test', 'a.test'),
  'access-control-request-method': rarely(one('GET', '')),
  authorization: rarely(
    one(basic('u:p'), basic('u:q'), basic('w:'), 'basic dTpw', 'Basic !!', 'Bearer k', basic('nocolon')),
  ),
  cookie: words(
    'key=k',
    'a=b; key=1',
    'key="k"; session=x',
    'OauthHMAC=x; OauthExpires=4000000000',
    'OauthHMAC=x; RefreshToken=y',
    'session=x; OauthExpires=4000000000',
  ),
  'content-type': rarely(
    one(
      'application/grpc',
      'application/grpc-web',
      'application/grpc-web-text+proto',
      'application/x-protobuf',
      'application/json',
    ),
  ),
  'x-forwarded-for': words('10.1.2.3', '10.1.2.3, 9.9.9.9', '192.0.2.7', 'junk'),
  'x-forwarded-proto': words('https', 'http'),
  'x-envoy-internal': words('true'),
  'x-envoy-downstream-service-node': words('me', 'other'),
  'x-envoy-fault-abort-request': words('418', '199', 'x'),
  'x-envoy-fault-abort-request-percentage': words('0', '100', 'x'),
  'content-encoding': words('gzip'),
  'cdn-loop': words('me.test', 'other, me.test; a=b', 'a', 'me.test,me.test'),
});

const METHODS = ['GET', 'GET', 'POST', 'PUT', 'OPTIONS', 'DELETE'];
const PLAIN_PATHS = ['/a', '/a', '/a/b', '/b', '/b/c', '/gone', '/away', '/weighted', '/none', '/A'];
/** What connection managers make another path of, or refuse. */
const ODD_PATHS = [
  '/a%00',
  '/a%2fb',
  '//b',
  '/x/../a',
  '/%61',
  '/b/.',
  '/a%5Cb',
  '/a#b',
  '/a\\b',
  '/a;x',
  '/a;x/b',
  '/;x/b;y/c',
];
const PATHS = [...PLAIN_PATHS, ...PLAIN_PATHS, ...PLAIN_PATHS, ...ODD_PATHS];
const QUERIES = ['', '', '', '?q=1', '?key=k&q=2', '?q=a%20b&z', '?b=2&a=1&key=%6b', '?'];

const preflight = fc.constant<Partial<Request>>({
  method: 'OPTIONS',
  headers: { origin: 'http://a.test', 'access-control-request-method': 'GET' },
});

/** @param count how many listeners there are */
export const chainRequest = (count: number): Arbitrary<Request> =>
  fc
    .tuple(
      fc.record({
        method: one(...METHODS),
        authority: one('a.test', 'a.test', 'a.test', 'tls.test', 'other.test'),
        path: fc.tuple(one(...PATHS), one(...QUERIES)).map((parts) => parts.join('')),
        scheme: one('http', 'http', 'http', 'http', 'http', 'https'),
        internal: fc.constant(false),
        filter_state: fc.constant({}),
        headers,
        listener: fc.nat(count - 1).map((at) => `l${at}`),
        remote_address: one('192.0.2.7', '10.0.0.9', '203.0.113.5'),
      }),
      rarely(token),
      one('authorization', 'authorization', 'x-token', 'query', 'cookie'),
      fc.oneof({ weight: 1, arbitrary: preflight }, { weight: 9, arbitrary: fc.constant(undefined) }),
      rarely(one(['1', '2'], ['a', '1'])),
    )
    .map(([plain, claims, where, asked, several]): Request => {
      const request = { ...plain, ...asked, headers: { ...plain.headers, ...asked?.headers } } as Request;
      const repeated =
        several === undefined || request.headers['x-a'] === undefined
          ? request
          : {
              ...request,
              headers: { ...request.headers, 'x-a': several.join(',') },
              repeated: { 'x-a': several },
            };
      if (claims === undefined) return repeated;
      const own = tokenOf(claims);
      const said = { claims: { provider: String(claims.iss), payload: claims as never } };
      if (where === 'query') {
        const glue = repeated.path.includes('?') ? '&' : '?';
        return { ...repeated, ...said, path: `${repeated.path}${glue}access_token=${own}` };
      }
      const carried =
        where === 'authorization'
          ? { authorization: `Bearer ${own}` }
          : where === 'cookie'
            ? { cookie: `session=${own}` }
            : { 'x-token': `T ${own}` };
      return { ...repeated, ...said, headers: { ...repeated.headers, ...carried } };
    });
