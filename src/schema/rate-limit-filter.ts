/** The HTTP filter that asks a rate limit service, and what it asks. Routes hold the actions behind it. */
import type { MessageTables } from './language.ts';

export const rateLimitFilterMessages = {
  'ratelimit.RateLimitDescriptor': {
    doc: 'What is counted together: pairs of keys and values, from general to specific.',
    section: 'full API',
    fields: {
      entries: {
        type: 'repeated ratelimit.RateLimitDescriptor.Entry',
        doc: 'The pairs; their order matters to the service.',
        required: true,
      },
      limit: {
        type: 'ratelimit.RateLimitDescriptor.RateLimitOverride',
        doc: 'Limit that the service is to apply in place of its own.',
        only: 'v3',
      },
      hits_addend: {
        type: 'UInt64Value',
        doc: 'Hits counted for this descriptor, in place of those of the request.',
        only: 'v3',
      },
    },
  },
  'ratelimit.RateLimitDescriptor.Entry': {
    doc: 'One pair of a descriptor.',
    section: 'full API',
    fields: {
      key: { type: 'string', doc: 'The key.', required: true },
      value: { type: 'string', doc: 'Its value.', required: true, in: { v3: { required: false } } },
    },
  },
  'http.ratelimit.RateLimit': {
    doc: 'Asks a rate limit service about requests whose route has rate limits; those over a limit get a 429.',
    section: 'full API',
    fields: {
      domain: {
        type: 'string',
        doc: "Name that keeps this proxy's limits apart at the service.",
        required: true,
      },
      stage: {
        type: 'uint32',
        doc: 'Only rate limits of this stage apply here, 0 to 10.',
        limits: { lte: 10 },
      },
      request_type: {
        type: 'string',
        doc: 'Ask about internal or external requests only; empty or `both` means all.',
        limits: { oneOf: ['internal', 'external', 'both', ''] },
      },
      timeout: {
        type: 'Duration',
        doc: 'Time for the service to answer; after it the request passes unless failure_mode_deny is set.',
        default: { value: '0.02s' },
      },
      failure_mode_deny: {
        type: 'bool',
        doc: 'Answer 500 when the service fails instead of letting requests pass.',
      },
      rate_limited_as_resource_exhausted: {
        type: 'bool',
        doc: 'gRPC clients over a limit see RESOURCE_EXHAUSTED instead of UNAVAILABLE.',
      },
      rate_limit_service: {
        type: 'RateLimitServiceConfig',
        doc: 'The service.',
        required: true,
      },
      enable_x_ratelimit_headers: {
        type: 'http.ratelimit.RateLimit.XRateLimitHeadersRFCVersion',
        doc: 'Draft version of the X-RateLimit headers put in responses.',
        limits: { definedOnly: true },
        default: { value: 'OFF' },
        only: 'v3',
      },
      disable_x_envoy_ratelimited_header: {
        type: 'bool',
        doc: 'Leaves out the header that marks rate limited responses, so that others may retry them.',
        only: 'v3',
      },
      rate_limited_status: {
        type: 'type.HttpStatus',
        doc: 'Status of requests over the limit; absent, or below 400, is 429.',
        only: 'v3',
      },
      response_headers_to_add: {
        type: 'repeated core.HeaderValueOption',
        doc: 'Headers added to responses of requests over the limit; at most 10.',
        limits: { maxItems: 10 },
        only: 'v3',
      },
      status_on_error: {
        type: 'type.HttpStatus',
        doc: 'Status when the service fails and the request is refused; absent is 500.',
        only: 'v3',
      },
      stat_prefix: {
        type: 'string',
        doc: 'Further name in the statistics, to tell several of these filters apart.',
        only: 'v3',
      },
      filter_enabled: {
        type: 'core.RuntimeFractionalPercent',
        doc: 'Share of requests that the service is asked about; absent asks a runtime key, 100% unless set.',
        only: 'v3',
      },
      filter_enforced: {
        type: 'core.RuntimeFractionalPercent',
        doc: 'Share of those asked about that are refused over the limit; absent asks a runtime key, 100% unless set.',
        only: 'v3',
      },
      failure_mode_deny_percent: {
        type: 'core.RuntimeFractionalPercent',
        doc: 'Share of requests refused while the service fails, in place of failure_mode_deny.',
        only: 'v3',
      },
      rate_limits: {
        type: 'repeated route.RateLimit',
        doc: 'Descriptors of this filter, in place of those of routes and virtual hosts; per-filter settings win.',
        only: 'v3',
      },
    },
  },
  RateLimitServiceConfig: {
    doc: 'The rate limit service.',
    section: 'full API',
    fields: {
      grpc_service: { type: 'core.GrpcService', doc: 'Where the service is.', required: true },
      transport_api_version: {
        type: 'core.ApiVersion',
        doc: 'Version of the messages sent to the service; V3 is the only one still supported.',
        limits: { definedOnly: true },
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;
