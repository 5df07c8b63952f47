/** The HTTP filter that verifies JSON Web Tokens. */
import type { MessageTables } from './language.ts';

export const jwtMessages = {
  JwtProvider: {
    doc: 'An issuer of tokens: its keys, where tokens are found, what becomes of them.',
    section: 'full API',
    oneofs: { jwks_source_specifier: 'exactly one' },
    fields: {
      issuer: {
        type: 'string',
        doc: "The token's `iss` claim must be this.",
        required: true,
        in: { v3: { required: false } },
      },
      audiences: {
        type: 'repeated string',
        doc: "The token's `aud` claim must hold one of these; empty means any.",
        order: 'set',
      },
      remote_jwks: {
        type: 'RemoteJwks',
        doc: "Fetch the issuer's public keys over HTTP.",
        oneof: 'jwks_source_specifier',
      },
      local_jwks: {
        type: 'core.DataSource',
        doc: "The issuer's public keys from a file or in place.",
        oneof: 'jwks_source_specifier',
      },
      forward: { type: 'bool', doc: 'Leave the verified token in the request; otherwise it is removed.' },
      from_headers: {
        type: 'repeated JwtHeader',
        doc: 'Headers with tokens; with from_params empty too, `authorization: Bearer` and `access_token` are read.',
      },
      from_params: {
        type: 'repeated string',
        doc: 'Query parameters with tokens; with from_headers empty too, `access_token` is read.',
      },
      forward_payload_header: {
        type: 'string',
        doc: 'Request header that gets the verified payload in base64url; empty adds none.',
        in: { v3: { limits: { text: 'header-name' } } },
      },
      payload_in_metadata: {
        type: 'string',
        doc: 'Key of dynamic metadata that gets the verified payload; empty writes none.',
      },
      subjects: {
        type: 'type.matcher.StringMatcher',
        doc: 'Subjects (`sub`) that tokens of this provider may carry; absent checks none.',
        only: 'v3',
      },
      require_expiration: { type: 'bool', doc: 'Refuses tokens without an expiry (`exp`).', only: 'v3' },
      max_lifetime: {
        type: 'Duration',
        doc: 'Longest time a token may still be valid, which demands an expiry; absent sets no limit.',
        only: 'v3',
      },
      from_cookies: { type: 'repeated string', doc: 'Cookies that hold tokens.', only: 'v3' },
      pad_forward_payload_header: {
        type: 'bool',
        doc: 'Pads the base64 payload in the forwarded header with equals signs.',
        only: 'v3',
      },
      normalize_payload_in_metadata: {
        type: 'JwtProvider.NormalizePayload',
        doc: 'Changes the payload on its way into metadata, such as scopes split into a list.',
        only: 'v3',
      },
      header_in_metadata: {
        type: 'string',
        doc: 'Key in dynamic metadata that the verified token header is stored under; absent stores none.',
        only: 'v3',
      },
      failed_status_in_metadata: {
        type: 'string',
        doc: 'Key in dynamic metadata for code and message of a failed check; absent stores none.',
        only: 'v3',
      },
      clock_skew_seconds: {
        type: 'uint32',
        doc: 'Seconds by which clocks may differ when `exp` and `nbf` are checked.',
        default: { value: 60 },
        only: 'v3',
      },
      jwt_cache_config: {
        type: 'JwtCacheConfig',
        doc: 'Remembers tokens found valid; even an empty one turns this on, for 100 tokens.',
        presence: true,
        only: 'v3',
      },
      claim_to_headers: {
        type: 'repeated JwtClaimToHeader',
        doc: 'Claims copied to request headers, replacing what was there; no lists.',
        only: 'v3',
      },
      clear_route_cache: {
        type: 'bool',
        doc: 'Picks the route anew once a token has set headers or metadata.',
        only: 'v3',
      },
    },
  },
  RemoteJwks: {
    doc: 'Public keys fetched over HTTP.',
    section: 'full API',
    fields: {
      http_uri: {
        type: 'core.HttpUri',
        doc: 'Where the keys are: address, cluster and timeout.',
        in: { v3: { required: true } },
      },
      cache_duration: {
        type: 'Duration',
        doc: 'How long fetched keys are used before they are fetched again.',
        default: { value: '300s' },
        in: { v3: { limits: { gte: '0.001s', lt: '9000000000s' } } },
      },
      async_fetch: {
        type: 'JwksAsyncFetch',
        doc: 'Fetches the keys ahead of requests, once for all threads; even an empty one turns this on.',
        presence: true,
        only: 'v3',
      },
      retry_policy: {
        type: 'core.RetryPolicy',
        doc: 'Retries when the keys cannot be fetched; absent makes none, an empty one makes 1.',
        presence: true,
        only: 'v3',
      },
    },
  },
  JwtHeader: {
    doc: 'A header with a token.',
    section: 'full API',
    fields: {
      name: {
        type: 'string',
        doc: 'The header.',
        required: true,
        in: { v3: { limits: { text: 'header-name' } } },
      },
      value_prefix: {
        type: 'string',
        doc: 'Text before the token, such as `Bearer ` with its space.',
        in: { v3: { limits: { text: 'header-value' } } },
      },
    },
  },
  ProviderWithAudiences: {
    doc: 'A provider with audiences of its own.',
    section: 'full API',
    fields: {
      provider_name: { type: 'string', doc: 'Key of the provider in `providers`.' },
      audiences: { type: 'repeated string', doc: "Audiences that replace the provider's.", order: 'set' },
    },
  },
  JwtRequirement: {
    doc: 'Which tokens a request needs; with nothing set it needs none.',
    section: 'full API',
    oneofs: { requires_type: 'at most one' },
    fields: {
      provider_name: { type: 'string', doc: 'A token of this provider.', oneof: 'requires_type' },
      provider_and_audiences: {
        type: 'ProviderWithAudiences',
        doc: 'A token of a provider for certain audiences.',
        oneof: 'requires_type',
      },
      requires_any: {
        type: 'JwtRequirementOrList',
        doc: 'Any of several requirements.',
        oneof: 'requires_type',
      },
      requires_all: {
        type: 'JwtRequirementAndList',
        doc: 'All of several requirements.',
        oneof: 'requires_type',
      },
      allow_missing_or_failed: {
        type: 'Empty',
        doc: 'Always fulfilled, even by a bad token; good ones are still verified and passed on.',
        oneof: 'requires_type',
        presence: true,
      },
      allow_missing: {
        type: 'Empty',
        doc: 'Fulfilled without a token, but a bad token is refused.',
        oneof: 'requires_type',
        presence: true,
      },
      extract_only_without_validation: {
        type: 'ExtractOnlyWithoutValidation',
        doc: 'Reads the token without checking anything and lets every request pass; for trusted sources only.',
        oneof: 'requires_type',
        presence: true,
        only: 'v3',
      },
    },
  },
  JwtRequirementOrList: {
    doc: 'Fulfilled when any of its requirements is.',
    section: 'full API',
    fields: {
      requirements: {
        type: 'repeated JwtRequirement',
        doc: 'The requirements, two at least, tried in order.',
        required: true,
        limits: { minItems: 2 },
      },
    },
  },
  JwtRequirementAndList: {
    doc: 'Fulfilled when all its requirements are.',
    section: 'full API',
    fields: {
      requirements: {
        type: 'repeated JwtRequirement',
        doc: 'The requirements, two at least; the first that fails says with which status.',
        required: true,
        limits: { minItems: 2 },
      },
    },
  },
  RequirementRule: {
    doc: 'Requests that match need these tokens.',
    section: 'full API',
    oneofs: { requirement_type: 'at most one' },
    fields: {
      match: {
        type: 'route.RouteMatch',
        doc: 'Which requests, in the form that routes use.',
        required: true,
      },
      requires: {
        type: 'JwtRequirement',
        doc: 'What they need; absent means no token.',
        in: { v3: { oneof: 'requirement_type' } },
      },
      requirement_name: {
        type: 'string',
        doc: 'Name of a requirement in requirement_map.',
        oneof: 'requirement_type',
        limits: { minBytes: 1 },
        only: 'v3',
      },
    },
  },
  FilterStateRule: {
    doc: 'Requirements chosen by a text that an earlier filter left in the filter state.',
    section: 'full API',
    fields: {
      name: { type: 'string', doc: 'Key of the filter state to read.', required: true },
      requires: {
        type: 'map<string, JwtRequirement>',
        doc: 'Requirement by the text found there.',
      },
    },
  },
  JwtAuthentication: {
    doc: 'The filter: who issues tokens, and which requests need one.',
    section: 'full API',
    fields: {
      providers: {
        type: 'map<string, JwtProvider>',
        doc: 'Issuers by the name that requirements use.',
      },
      rules: {
        type: 'repeated RequirementRule',
        doc: 'Rules in order; the first that matches counts, and without one no token is needed.',
      },
      filter_state_rules: {
        type: 'FilterStateRule',
        doc: 'Used where no rule matches.',
      },
      bypass_cors_preflight: { type: 'bool', doc: 'Let CORS preflight requests pass without a token.' },
      requirement_map: {
        type: 'map<string, JwtRequirement>',
        doc: 'Requirements by name, for rules and routes to refer to.',
        only: 'v3',
      },
      strip_failure_response: {
        type: 'bool',
        doc: 'Answers a plain 401, without the reason in body and header.',
        only: 'v3',
      },
      stat_prefix: {
        type: 'string',
        doc: 'Further name in the statistics, to tell several of these filters apart.',
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;
