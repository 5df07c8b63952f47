/** The HTTP filter that asks a rate limit service, and what it asks. Routes hold the actions behind it. */
import type { MessageTables } from './language.ts';

export const rateLimitFilterMessages = {
  'ratelimit.RateLimitDescriptor': {
    doc: 'What is counted together: pairs of keys and values, from general to specific.',
    section: 'wider model',
    fields: {
      entries: {
        type: 'repeated ratelimit.RateLimitDescriptor.Entry',
        doc: 'The pairs; their order matters to the service.',
        required: true,
      },
    },
  },
  'ratelimit.RateLimitDescriptor.Entry': {
    doc: 'One pair of a descriptor.',
    section: 'wider model',
    fields: {
      key: { type: 'string', doc: 'The key.', required: true },
      value: { type: 'string', doc: 'Its value.', required: true },
    },
  },
  'http.ratelimit.RateLimit': {
    doc: 'Asks a rate limit service about requests whose route has rate limits; those over a limit get a 429.',
    section: 'wider model',
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
    },
  },
  RateLimitServiceConfig: {
    doc: 'The rate limit service.',
    section: 'wider model',
    fields: {
      grpc_service: { type: 'core.GrpcService', doc: 'Where the service is.', required: true },
    },
  },
} as const satisfies MessageTables;
