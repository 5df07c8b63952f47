/** Policies that a virtual host or a route can carry: retries, hedging, cross-origin rules. */
import type { MessageTables } from './language.ts';

export const routePolicyMessages = {
  'route.InternalRedirectPolicy': {
    doc: 'Which redirects of the upstream the proxy follows itself.',
    section: 'full API',
    fields: {
      max_internal_redirects: {
        type: 'UInt32Value',
        doc: 'Redirects of one request that are followed; of each further one the client is told.',
        default: { value: 1 },
      },
      redirect_response_codes: {
        type: 'repeated uint32',
        doc: 'Statuses that are followed: of 301, 302, 303, 307 and 308. Without any 302 alone.',
        order: 'set',
        limits: { maxItems: 5 },
      },
      predicates: {
        type: 'repeated core.TypedExtensionConfig',
        doc: 'Conditions on the target, all of which must hold.',
      },
      allow_cross_scheme_redirect: {
        type: 'bool',
        doc: 'Targets of the other scheme are followed too.',
      },
      response_headers_to_copy: {
        type: 'repeated string',
        doc: 'Headers of the redirect that the new request gets; those that it lacks are taken away.',
        limits: { unique: true, items: { text: 'header-name' } },
      },
    },
  },
  'route.RetryPolicy': {
    doc: 'When a failed request is tried again, how often, and on which hosts.',
    section: 'route.RetryPolicy',
    fields: {
      retry_on: {
        type: 'string',
        doc: 'Comma-separated conditions as in `x-proxy-retry-on` and `x-proxy-retry-grpc-on`; absent retries nothing.',
      },
      num_retries: {
        type: 'UInt32Value',
        doc: 'Retries at most, not counting the first attempt.',
        default: { value: 1 },
      },
      per_try_timeout: {
        type: 'Duration',
        doc: 'Time limit of one attempt; absent means the route timeout, which leaves no time to retry after a timeout.',
      },
      retry_priority: {
        type: 'route.RetryPolicy.RetryPriority',
        doc: 'Extension that shifts retries to other host priorities.',
      },
      retry_host_predicate: {
        type: 'repeated route.RetryPolicy.RetryHostPredicate',
        doc: 'Extensions that may reject a host picked for a retry; one rejection is enough to pick again.',
        order: 'set',
      },
      host_selection_retry_max_attempts: {
        type: 'int64',
        doc: 'How often a rejected host is replaced by another pick before the last one is taken anyway.',
        default: { value: 1 },
      },
      retriable_status_codes: {
        type: 'repeated uint32',
        doc: 'Response codes that are retried, on top of what retry_on covers.',
        order: 'set',
      },
      retry_back_off: {
        type: 'route.RetryPolicy.RetryBackOff',
        doc: 'Pauses between attempts; absent means 25 ms to 250 ms.',
        beyond: true,
      },
      retriable_headers: {
        type: 'repeated route.HeaderMatcher',
        doc: 'Response headers that make a response retriable; one match is enough.',
        order: 'set',
        beyond: true,
      },
      retriable_request_headers: {
        type: 'repeated route.HeaderMatcher',
        doc: 'Request headers that allow retries; one match is enough, none listed allows all.',
        order: 'set',
        beyond: true,
      },
      per_try_idle_timeout: {
        type: 'Duration',
        doc: 'Longest silence of the upstream in each attempt, the first included; absent sets none.',
        only: 'v3',
      },
      retry_options_predicates: {
        type: 'repeated core.TypedExtensionConfig',
        doc: 'Extensions that may change how a request is sent before it is tried again.',
        only: 'v3',
      },
      rate_limited_retry_back_off: {
        type: 'route.RetryPolicy.RateLimitedRetryBackOff',
        doc: 'Wait before a retry taken from response headers such as Retry-After; without them, retry_back_off.',
        only: 'v3',
      },
    },
  },
  'route.RetryPolicy.RetryPriority': {
    doc: 'Extension that decides which host priorities a retry may use.',
    section: 'route.RetryPolicy',
    identity: ['name'],
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'Name of the extension.', required: true },
      config: {
        type: 'Struct',
        doc: 'Its settings as an untyped object.',
        oneof: 'config_type',
        deprecated: { use: 'typed_config', migration: 'config-to-typed-config' },
        only: 'v2',
      },
      typed_config: { type: 'Any', doc: 'Its settings.', oneof: 'config_type' },
    },
  },
  'route.RetryPolicy.RetryHostPredicate': {
    doc: 'Extension that may reject the host picked for a retry.',
    section: 'route.RetryPolicy',
    identity: ['name'],
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'Name of the extension.', required: true },
      config: {
        type: 'Struct',
        doc: 'Its settings as an untyped object.',
        oneof: 'config_type',
        deprecated: { use: 'typed_config', migration: 'config-to-typed-config' },
        only: 'v2',
      },
      typed_config: { type: 'Any', doc: 'Its settings.', oneof: 'config_type' },
    },
  },
  'route.RetryPolicy.RetryBackOff': {
    doc: 'Exponential pauses between attempts.',
    section: 'full API',
    fields: {
      base_interval: {
        type: 'Duration',
        doc: 'Where the pauses start; must be above 0.',
        required: true,
        limits: { gt: '0s' },
      },
      max_interval: {
        type: 'Duration',
        doc: 'Where the pauses stop growing.',
        default: { derived: 'ten-times-base-interval', why: 'Absent means ten times base_interval.' },
        limits: { gt: '0s' },
      },
    },
  },
  'route.HedgePolicy': {
    doc: 'Sends further requests before the first has failed, and takes the first good answer.',
    section: 'full API',
    fields: {
      initial_requests: {
        type: 'UInt32Value',
        doc: 'Requests sent at once; more than 1 is not supported by the proxy of this API version.',
        default: { value: 1 },
        limits: { gte: 1 },
      },
      additional_request_chance: {
        type: 'type.FractionalPercent',
        doc: 'Chance of one more initial request; not supported by the proxy of this API version.',
      },
      hedge_on_per_try_timeout: {
        type: 'bool',
        doc: 'On a per-try timeout, starts the retry without cancelling the slow attempt.',
      },
    },
  },
  'route.CorsPolicy': {
    doc: 'Which origins may call across sites, and what the preflight answer says.',
    section: 'route.CorsPolicy',
    oneofs: { enabled_specifier: 'at most one' },
    fields: {
      allow_origin: {
        type: 'repeated string',
        doc: 'Allowed origins, `*` for all; an origin needs a match in any of the allow_origin lists.',
        order: 'set',
        deprecated: { use: 'allow_origin_string_match', migration: 'allow-origin-to-string-match' },
        only: 'v2',
      },
      allow_origin_regex: {
        type: 'repeated string',
        doc: 'ECMAScript regexes of allowed origins.',
        limits: { items: { maxBytes: 1024 } },
        order: 'set',
        deprecated: { use: 'allow_origin_string_match', migration: 'allow-origin-to-string-match' },
        only: 'v2',
      },
      allow_origin_string_match: {
        type: 'repeated type.matcher.StringMatcher',
        doc: 'Matchers of allowed origins.',
        order: 'set',
        beyond: true,
      },
      allow_methods: { type: 'string', doc: 'Text sent as `access-control-allow-methods`.' },
      allow_headers: { type: 'string', doc: 'Text sent as `access-control-allow-headers`.' },
      expose_headers: { type: 'string', doc: 'Text sent as `access-control-expose-headers`.' },
      max_age: { type: 'string', doc: 'Text sent as `access-control-max-age`, in seconds.' },
      allow_credentials: {
        type: 'BoolValue',
        doc: 'Whether browsers may send cookies and other credentials along.',
      },
      enabled: {
        type: 'BoolValue',
        doc: 'Switches the policy on or off; read on routes only, absent means on.',
        oneof: 'enabled_specifier',
        deprecated: { use: 'filter_enabled', migration: 'cors-enabled-to-filter-enabled' },
        only: 'v2',
      },
      filter_enabled: {
        type: 'core.RuntimeFractionalPercent',
        doc: 'Share of requests the policy is enforced for.',
        oneof: 'enabled_specifier',
        default: {
          value: { default_value: { numerator: 100, denominator: 'HUNDRED' } },
          why: 'Applies while enabled is absent too, whose own default of true says the same.',
        },
        presence: true,
      },
      shadow_enabled: {
        type: 'core.RuntimeFractionalPercent',
        doc: 'Share of the requests not enforced for which the policy is only evaluated and counted.',
        default: { value: { default_value: { numerator: 100, denominator: 'HUNDRED' } } },
        presence: true,
      },
      allow_private_network_access: {
        type: 'BoolValue',
        doc: 'Allows requests from public pages to hosts of a private network; absent leaves it to the virtual host, then no.',
        only: 'v3',
      },
      forward_not_matching_preflights: {
        type: 'BoolValue',
        doc: 'Sends preflights from origins not allowed to the upstream; absent leaves it to the virtual host, then yes.',
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;
