/** Rate limit descriptors that a virtual host or a route asks for. */
import type { MessageTables } from './language.ts';

export const rateLimitMessages = {
  'route.RateLimit': {
    doc: 'Builds one descriptor that the rate limit service is asked about.',
    section: 'route.RateLimit',
    fields: {
      stage: {
        type: 'UInt32Value',
        doc: 'Only the rate limit filter with the same stage number uses this.',
        default: { value: 0 },
        limits: { lte: 10 },
      },
      disable_key: { type: 'string', doc: 'Runtime key that switches this off.', names: 'runtime key' },
      actions: {
        type: 'repeated route.RateLimit.Action',
        doc: 'Each adds one entry, in this order; if one cannot, there is no descriptor at all.',
        required: true,
      },
      limit: {
        type: 'route.RateLimit.Override',
        doc: "Limit to send along with the descriptor in place of the service's own; dropped when it cannot be resolved.",
        only: 'v3',
      },
      hits_addend: {
        type: 'route.RateLimit.HitsAddend',
        doc: 'Hits that one request counts for; works in the per-filter settings of the rate limit filter only.',
        only: 'v3',
      },
      apply_on_stream_done: {
        type: 'bool',
        doc: 'Counts the request when it ends and never blocks it, so that the response can set the hits.',
        only: 'v3',
      },
      x_ratelimit_option: {
        type: 'route.RateLimit.XRateLimitOption',
        doc: 'Whether X-RateLimit headers are sent for this descriptor; unspecified follows the filter.',
        default: { value: 'UNSPECIFIED' },
        only: 'v3',
      },
    },
  },
  'route.RateLimit.Action': {
    doc: 'Adds one entry, a key and a value, to a descriptor.',
    section: 'route.RateLimit',
    oneofs: { action_specifier: 'exactly one' },
    fields: {
      source_cluster: {
        type: 'route.RateLimit.Action.SourceCluster',
        doc: 'Entry `source_cluster` with the cluster this proxy itself belongs to.',
        oneof: 'action_specifier',
        presence: true,
      },
      destination_cluster: {
        type: 'route.RateLimit.Action.DestinationCluster',
        doc: 'Entry `destination_cluster` with the cluster the request is routed to.',
        oneof: 'action_specifier',
        presence: true,
      },
      request_headers: {
        type: 'route.RateLimit.Action.RequestHeaders',
        doc: 'Entry with the value of a request header.',
        oneof: 'action_specifier',
        presence: true,
      },
      remote_address: {
        type: 'route.RateLimit.Action.RemoteAddress',
        doc: 'Entry `remote_address` with the trusted client address.',
        oneof: 'action_specifier',
        presence: true,
      },
      generic_key: {
        type: 'route.RateLimit.Action.GenericKey',
        doc: 'Entry `generic_key` with a fixed value.',
        oneof: 'action_specifier',
        presence: true,
      },
      header_value_match: {
        type: 'route.RateLimit.Action.HeaderValueMatch',
        doc: 'Entry `header_match` with a fixed value, depending on request headers.',
        oneof: 'action_specifier',
        presence: true,
      },
      query_parameters: {
        type: 'route.RateLimit.Action.QueryParameters',
        doc: 'Entry with the value of a query parameter.',
        oneof: 'action_specifier',
        only: 'v3',
      },
      dynamic_metadata: {
        type: 'route.RateLimit.Action.DynamicMetaData',
        doc: 'Entry with a value from dynamic metadata.',
        oneof: 'action_specifier',
        deprecated: { use: 'metadata', migration: 'fields-to-successors' },
        refused: true,
        only: 'v3',
      },
      metadata: {
        type: 'route.RateLimit.Action.MetaData',
        doc: 'Entry with a value from dynamic or route metadata.',
        oneof: 'action_specifier',
        only: 'v3',
      },
      extension: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that makes the entry, or an HTTP matching input.',
        oneof: 'action_specifier',
        only: 'v3',
      },
      masked_remote_address: {
        type: 'route.RateLimit.Action.MaskedRemoteAddress',
        doc: 'Entry with the client address cut to a prefix; even an empty one sends it.',
        oneof: 'action_specifier',
        presence: true,
        only: 'v3',
      },
      query_parameter_value_match: {
        type: 'route.RateLimit.Action.QueryParameterValueMatch',
        doc: 'Entry with a fixed text when the query parameters match.',
        oneof: 'action_specifier',
        only: 'v3',
      },
    },
  },
  'route.RateLimit.Action.SourceCluster': {
    doc: 'Has no fields; the value is the `--service-cluster` of the proxy.',
    section: 'route.RateLimit',
    fields: {},
  },
  'route.RateLimit.Action.DestinationCluster': {
    doc: 'Has no fields; the value is the cluster the route picked, also by weight or by header.',
    section: 'route.RateLimit',
    fields: {},
  },
  'route.RateLimit.Action.RequestHeaders': {
    doc: 'Takes the value from a request header; no header, no descriptor.',
    section: 'route.RateLimit',
    fields: {
      header_name: {
        type: 'string',
        doc: 'Header that supplies the value.',
        required: true,
        limits: { text: 'header-name' },
      },
      descriptor_key: { type: 'string', doc: 'Key of the entry.', required: true },
      skip_if_absent: {
        type: 'bool',
        doc: 'Leaves out only this entry when the header is missing; otherwise the whole descriptor is dropped.',
        only: 'v3',
      },
    },
  },
  'route.RateLimit.Action.RemoteAddress': {
    doc: 'Has no fields; the value is the trusted address from x-forwarded-for.',
    section: 'route.RateLimit',
    fields: {},
  },
  'route.RateLimit.Action.GenericKey': {
    doc: 'A fixed value, for instance to give a route a limit of its own.',
    section: 'route.RateLimit',
    fields: {
      descriptor_value: { type: 'string', doc: 'Value of the entry.', required: true },
      default_value: {
        type: 'string',
        doc: 'Value for when descriptor_value, taken as a format, comes out empty; only while a runtime flag is on.',
        only: 'v3',
      },
      descriptor_key: {
        type: 'string',
        doc: 'Key of the entry.',
        default: { value: 'generic_key' },
        only: 'v3',
      },
    },
  },
  'route.RateLimit.Action.HeaderValueMatch': {
    doc: 'A fixed value that is added only when request headers match, or only when they do not.',
    section: 'route.RateLimit',
    fields: {
      descriptor_value: { type: 'string', doc: 'Value of the entry.', required: true },
      expect_match: {
        type: 'BoolValue',
        doc: 'True adds the entry when the headers match, false when they do not.',
        default: { value: true },
      },
      headers: {
        type: 'repeated route.HeaderMatcher',
        doc: 'Header conditions, all of which must hold to count as a match.',
        required: true,
        order: 'set',
      },
      default_value: {
        type: 'string',
        doc: 'Value for when descriptor_value, taken as a format, comes out empty; only while a runtime flag is on.',
        only: 'v3',
      },
      descriptor_key: {
        type: 'string',
        doc: 'Key of the entry.',
        default: { value: 'header_match' },
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;
