/** Small value types: percentages, ranges, versions, token buckets. */
import type { EnumTables, MessageTables } from './language.ts';

export const typeMessages = {
  'type.Percent': {
    doc: 'A percentage; an empty object is 0%.',
    section: 'full API',
    fields: {
      value: { type: 'double', doc: 'From 0 to 100.', limits: { gte: 0, lte: 100 } },
    },
  },
  'type.FractionalPercent': {
    doc: 'A share as a fraction: numerator in denominator; an empty object is 0%.',
    section: 'full API',
    fields: {
      numerator: { type: 'uint32', doc: 'Part of the denominator; more than the whole counts as all.' },
      denominator: {
        type: 'type.FractionalPercent.DenominatorType',
        doc: 'The whole; absent means a hundred.',
        limits: { definedOnly: true },
      },
    },
  },
  'type.Int64Range': {
    doc: 'Integers from start up to, not including, end.',
    section: 'full API',
    fields: {
      start: { type: 'int64', doc: 'First integer in the range; absent means 0.' },
      end: { type: 'int64', doc: 'First integer beyond the range; absent means 0.' },
    },
  },
  'type.Int32Range': {
    doc: 'Integers from start up to, not including, end.',
    section: 'full API',
    fields: {
      start: { type: 'int32', doc: 'First integer in the range; absent means 0.' },
      end: { type: 'int32', doc: 'First integer beyond the range; absent means 0.' },
    },
  },
  'type.DoubleRange': {
    doc: 'Numbers from start up to, not including, end.',
    section: 'full API',
    fields: {
      start: { type: 'double', doc: 'Smallest number in the range; absent means 0.' },
      end: { type: 'double', doc: 'Bound the numbers stay below; absent means 0.' },
    },
  },
  'type.SemanticVersion': {
    doc: 'A version such as 1.13.2.',
    section: 'full API',
    fields: {
      major_number: { type: 'uint32', doc: 'First number; a change may break users.' },
      minor_number: { type: 'uint32', doc: 'Second number; a change adds features.' },
      patch: { type: 'uint32', doc: 'Third number; a change repairs only.' },
    },
  },
  'type.TokenBucket': {
    doc: 'A rate limit: tokens are taken as work comes in and refilled over time.',
    section: 'full API',
    fields: {
      max_tokens: {
        type: 'uint32',
        doc: 'Size of the bucket, which starts full.',
        required: true,
        limits: { gt: 0 },
        in: { v3: { required: false, limits: { gte: 0 } } },
      },
      tokens_per_fill: {
        type: 'UInt32Value',
        doc: 'Tokens added each time.',
        default: { value: 1 },
        limits: { gt: 0 },
      },
      fill_interval: {
        type: 'Duration',
        doc: 'Time between two refills; must be above 0.',
        required: true,
        limits: { gt: '0s' },
      },
    },
  },
  'type.HttpStatus': {
    doc: 'An HTTP status.',
    section: 'full API',
    fields: {
      code: {
        type: 'type.StatusCode',
        doc: 'The status code; 0 is refused.',
        required: true,
        in: { v3: { limits: { noneOf: ['Empty'], definedOnly: true } } },
      },
    },
  },
  'type.HashPolicy': {
    doc: 'What a connection is hashed by to pick a host.',
    section: 'full API',
    oneofs: { policy_specifier: 'exactly one' },
    fields: {
      source_ip: {
        type: 'type.HashPolicy.SourceIp',
        doc: 'Hash the source IP address of the connection.',
        oneof: 'policy_specifier',
        presence: true,
      },
      filter_state: {
        type: 'type.HashPolicy.FilterState',
        doc: 'Hashes an object in filter state.',
        oneof: 'policy_specifier',
        only: 'v3',
      },
    },
  },
  'type.HashPolicy.SourceIp': {
    doc: 'Has no fields; selects the source IP address.',
    section: 'full API',
    fields: {},
  },
} as const satisfies MessageTables;

export const typeEnums = {
  'type.FractionalPercent.DenominatorType': {
    doc: 'What a fraction is a fraction of.',
    section: 'full API',
    values: {
      HUNDRED: { number: 0, doc: 'The numerator counts percent.' },
      TEN_THOUSAND: { number: 1, doc: 'The numerator counts hundredths of a percent.' },
      MILLION: { number: 2, doc: 'The numerator counts millionths.' },
    },
  },
  'type.CodecClientType': {
    doc: 'HTTP version of a connection the proxy opens.',
    section: 'full API',
    values: {
      HTTP1: { number: 0, doc: 'HTTP/1.1.' },
      HTTP2: { number: 1, doc: 'HTTP/2.' },
      HTTP3: { number: 2, doc: 'HTTP/3; not supported by the proxy of this API version.' },
    },
  },
} as const satisfies EnumTables;
