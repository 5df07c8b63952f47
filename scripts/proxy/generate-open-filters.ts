/** Filters that look at sessions or answers, or of which the model says what they may do rather than what they do. */
import fc from 'fast-check';
import {
  type Arbitrary,
  both,
  extension,
  type Fields,
  flag,
  HTTP,
  header,
  maybe,
  message,
  one,
  oneOf,
  rarely,
  some,
  TYPES,
} from './generate-messages.ts';

export interface Kind {
  readonly type: string;
  readonly config: Arbitrary<Fields>;
  /** What routes may say for it. */
  readonly perRoute?: readonly [type: string, fields: Arbitrary<Fields>];
}

export const kind = (
  type: string,
  config: Arbitrary<Fields>,
  perRoute?: readonly [string, Arbitrary<Fields>],
): Kind => ({
  type: `${HTTP}.${type}`,
  config,
  ...(perRoute === undefined ? {} : { perRoute: [`${HTTP}.${perRoute[0]}`, perRoute[1]] }),
});

const off: Fields = { disabled: true };
const script = one('function envoy_on_request(handle) end', '-- nothing').map(
  (inline_string): Fields => ({ inline_string }),
);
const jsonRule = message({
  selectors: one([{ key: 'a' }], [{ key: 'a' }, { key: 'b' }]),
  on_present: one<Fields>(
    { metadata_namespace: 'n', key: 'k' },
    { metadata_namespace: 'n', key: 'k', type: 'NUMBER' },
  ),
  on_missing: maybe(one({ metadata_namespace: 'n', key: 'k', value: 'none' })),
});
const jsonToMetadata = message({
  request_rules: maybe(message({ rules: some(jsonRule), allow_empty_content_type: rarely(flag) })),
  response_rules: one({
    rules: [{ selectors: [{ key: 'a' }], on_present: { metadata_namespace: 'n', key: 'a' } }],
  }),
});
const switched = maybe(
  one(
    { enabled: { default_value: false, runtime_key: 'k.none' } },
    { enabled: { default_value: true, runtime_key: 'k.none' } },
  ),
);

/** The part of a set of descriptors that a service of one method needs, by hand. */
const part = (number: number, inner: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from([(number << 3) | 2, Buffer.byteLength(inner)]), Buffer.from(inner)]);
const METHOD = Buffer.concat([part(1, 'D'), part(2, '.p.M'), part(3, '.p.M')]);
const DESCRIPTORS = part(
  1,
  Buffer.concat([
    part(1, 'p.proto'),
    part(2, 'p'),
    part(4, part(1, 'M')),
    part(6, Buffer.concat([part(1, 'S'), part(2, METHOD)])),
    part(12, 'proto3'),
  ]),
).toString('base64');
const transcoder = message({
  proto_descriptor_bin: fc.constant(DESCRIPTORS),
  services: maybe(one(['p.S'])),
  auto_mapping: maybe(flag),
  request_validation_options: rarely(
    message({ reject_unknown_method: maybe(flag), reject_unknown_query_parameters: maybe(flag) }),
  ),
});

const session = message({
  session_state: maybe(
    fc.constant(
      // This one is looked up by its name.
      extension(
        'envoy.http.stateful_session.cookie',
        `${TYPES}.extensions.http.stateful_session.cookie.v3.CookieBasedSessionState`,
        {
          cookie: { name: 'session-of', path: '/', ttl: '120s' },
        },
      ),
    ),
  ),
  strict: rarely(flag),
});

const secrets = { token_secret: { name: 'token' }, hmac_secret: { name: 'hmac' } };
const matchers = maybe(some(header, 1));
const login = message({
  token_endpoint: fc.constant({ cluster: 'services', uri: 'http://login.test/token', timeout: '5s' }),
  retry_policy: rarely(one({ num_retries: 1 })),
  authorization_endpoint: fc.constant('https://login.test/authorize'),
  credentials: one<Fields>(
    { client_id: 'me', ...secrets },
    { client_id: 'me', ...secrets, cookie_domain: 'a.test' },
    { client_id: 'me', ...secrets, cookie_names: { oauth_hmac: 'session', refresh_token: 'a' } },
  ),
  redirect_uri: fc.constant('https://%REQ(:authority)%/a/b'),
  redirect_path_matcher: fc.constant({ path: { exact: '/a/b' } }),
  signout_path: one({ path: { exact: '/b/c' } }, { path: { prefix: '/b' } }),
  pass_through_matcher: matchers,
  deny_redirect_matcher: matchers,
  allow_failed_matcher: rarely(some(header, 1)),
  forward_bearer_token: rarely(flag),
  preserve_authorization_header: rarely(flag),
  use_refresh_token: maybe(flag),
  allowed_redirect_domains: rarely(one(['a.test'])),
  stat_prefix: rarely(one('login')),
});

const responseInput = (kind: string): Fields =>
  extension('i', `${TYPES}.type.matcher.v3.HttpResponse${kind}MatchInput`, {});
const policy = (kind: string, fields: Fields): Fields => ({
  action: extension('a', `${TYPES}.extensions.http.custom_response.${kind}`, fields),
});
const writes = fc.oneof(
  {
    weight: 4,
    arbitrary: one<Fields>({}, { status_code: 418 }, { status_code: 200 }, { status_code: 451 }).map(
      (fields) => policy('local_response_policy.v3.LocalResponsePolicy', fields),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      policy('redirect_policy.v3.RedirectPolicy', { uri: 'http://a.test/b/sorry', status_code: 299 }),
    ),
  },
);
const byStatus = fc
  .tuple(one('403', '401', '404', '503', '410', '200'), writes, one('403', '418', '301'), writes)
  .map(([one_, first, other, second]) => ({
    matcher_tree: {
      input: responseInput('StatusCode'),
      exact_match_map: { map: { [one_]: first, [other]: second } },
    },
  }));
const byClass = fc
  .tuple(one('4xx', '5xx', '2xx'), writes, flag)
  .map(([exact, on_match, inverted]): Fields => {
    const single = { single_predicate: { input: responseInput('StatusCodeClass'), value_match: { exact } } };
    return {
      matcher_list: { matchers: [{ predicate: inverted ? { not_matcher: single } : single, on_match }] },
    };
  });
const answering = message({
  custom_response_matcher: maybe(both(fc.oneof(byStatus, byClass), message({ on_no_match: rarely(writes) }))),
});

export const OPEN: { readonly [name: string]: Kind } = {
  custom_response: kind('custom_response.v3.CustomResponse', answering, [
    'custom_response.v3.CustomResponse',
    answering,
  ]),
  decompressor: kind(
    'decompressor.v3.Decompressor',
    message({
      decompressor_library: fc.constant(
        extension('gzip', `${TYPES}.extensions.compression.gzip.decompressor.v3.Gzip`, {}),
      ),
      request_direction_config: maybe(
        message({ common_config: switched, advertise_accept_encoding: maybe(flag) }),
      ),
      response_direction_config: maybe(message({ common_config: switched })),
    }),
  ),
  ext_proc: kind(
    'ext_proc.v3.ExternalProcessor',
    message({
      grpc_service: fc.constant({ envoy_grpc: { cluster_name: 'services' } }),
      failure_mode_allow: fc.constant(true),
      processing_mode: fc.constant({ request_header_mode: 'SKIP', response_header_mode: 'SKIP' }),
      status_on_error: maybe(one({ code: 'BadGateway' })),
      filter_metadata: maybe(one({ k: '1' })),
    }),
    ['ext_proc.v3.ExtProcPerRoute', fc.constant(off)],
  ),
  grpc_json_transcoder: kind('grpc_json_transcoder.v3.GrpcJsonTranscoder', transcoder, [
    'grpc_json_transcoder.v3.GrpcJsonTranscoder',
    transcoder,
  ]),
  json_to_metadata: kind('json_to_metadata.v3.JsonToMetadata', jsonToMetadata, [
    'json_to_metadata.v3.JsonToMetadata',
    jsonToMetadata,
  ]),
  lua: kind(
    'lua.v3.Lua',
    message({
      clear_route_cache: maybe(flag),
      default_source_code: maybe(script),
      source_codes: one({ named: { inline_string: '-- named' } }),
    }),
    ['lua.v3.LuaPerRoute', oneOf({ disabled: fc.constant(true), name: one('named'), source_code: script })],
  ),
  oauth2: kind('oauth2.v3.OAuth2', message({ config: login })),
  stateful_session: kind('stateful_session.v3.StatefulSession', session, [
    'stateful_session.v3.StatefulSessionPerRoute',
    fc.oneof(
      fc.constant(off),
      session.map((stateful_session): Fields => ({ stateful_session })),
    ),
  ]),
};
