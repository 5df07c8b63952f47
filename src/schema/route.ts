/** A route and what it does with a request, apart from forwarding it. */
import type { EnumTables, MessageTables } from './language.ts';

export const routeMessages = {
  'route.Route': {
    doc: 'One rule of a virtual host: which requests it takes and what happens to them.',
    section: 'route.Route',
    oneofs: { action: 'exactly one' },
    fields: {
      name: { type: 'string', doc: 'Label for logs and tools; has no influence on routing.', beyond: true },
      match: {
        type: 'route.RouteMatch',
        doc: 'Conditions a request must meet to be taken by this route.',
        required: true,
      },
      route: {
        type: 'route.RouteAction',
        doc: 'Forward to an upstream cluster.',
        oneof: 'action',
        presence: true,
      },
      redirect: {
        type: 'route.RedirectAction',
        doc: 'Send the client elsewhere.',
        oneof: 'action',
        presence: true,
      },
      direct_response: {
        type: 'route.DirectResponseAction',
        doc: 'Answer at once, without any upstream.',
        oneof: 'action',
        presence: true,
      },
      filter_action: {
        type: 'route.FilterAction',
        doc: 'Leave the answer to an HTTP filter.',
        oneof: 'action',
        presence: true,
        beyond: true,
      },
      metadata: {
        type: 'core.Metadata',
        doc: 'Extra data for filters, logs and stats, under the name of whoever reads it.',
      },
      decorator: { type: 'route.Decorator', doc: 'Names the operation in traces.' },
      per_filter_config: {
        type: 'map<string, Struct>',
        doc: 'Settings for single HTTP filters on this route, by filter name, as untyped objects.',
        deprecated: { use: 'typed_per_filter_config', migration: 'per-filter-config-to-typed' },
        only: 'v2',
      },
      typed_per_filter_config: {
        type: 'map<string, Any>',
        doc: 'Settings for single HTTP filters on this route, by filter name.',
      },
      request_headers_to_add: {
        type: 'repeated core.HeaderValueOption',
        doc: 'Request headers added before those of the virtual host and the route configuration.',
        limits: { maxItems: 1000 },
      },
      request_headers_to_remove: {
        type: 'repeated string',
        doc: 'Headers stripped from requests that take this route.',
        order: 'set',
        in: { v3: { limits: { items: { minBytes: 1, text: 'header-name' } } } },
      },
      response_headers_to_add: {
        type: 'repeated core.HeaderValueOption',
        doc: 'Response headers added before those of the virtual host and the route configuration.',
        limits: { maxItems: 1000 },
      },
      response_headers_to_remove: {
        type: 'repeated string',
        doc: 'Headers stripped from responses of this route.',
        order: 'set',
        in: { v3: { limits: { items: { minBytes: 1, text: 'header-name' } } } },
      },
      tracing: {
        type: 'route.Tracing',
        doc: 'Sampling for this route; replaces the sampling of the connection manager.',
        presence: true,
        beyond: true,
      },
      per_request_buffer_limit_bytes: {
        type: 'UInt32Value',
        doc: 'Most bytes buffered of one request; absent means the limit of the virtual host.',
        beyond: true,
        in: {
          v3: { deprecated: { use: 'request_body_buffer_limit', migration: 'buffer-limits-to-current' } },
        },
      },
      non_forwarding_action: {
        type: 'route.NonForwardingAction',
        doc: 'Answers without an upstream, on servers such as gRPC; nothing this proxy does.',
        oneof: 'action',
        presence: true,
        only: 'v3',
      },
      stat_prefix: {
        type: 'string',
        doc: 'Name of stats kept for this route alone, at about 1 KiB of memory; absent keeps none.',
        only: 'v3',
      },
      request_body_buffer_limit: {
        type: 'UInt64Value',
        doc: 'Most bytes of a request body to buffer, beyond the connection limit; not with per_request_buffer_limit_bytes.',
        only: 'v3',
      },
    },
  },
  'route.FilterAction': {
    doc: 'Hands the request to an HTTP filter that produces the response.',
    section: 'full API',
    fields: {
      action: { type: 'Any', doc: 'What the filter needs to know.' },
    },
  },
  'route.RedirectAction': {
    doc: 'Builds the Location of a redirect from the request; parts that are not set stay as requested.',
    section: 'route.RedirectAction',
    oneofs: { scheme_rewrite_specifier: 'at most one', path_rewrite_specifier: 'at most one' },
    fields: {
      https_redirect: {
        type: 'bool',
        doc: 'Turns the scheme into https; a written-out `:80` of a http request goes away.',
        oneof: 'scheme_rewrite_specifier',
      },
      scheme_redirect: {
        type: 'string',
        doc: 'New scheme; the default port of the old scheme goes away when it was written out.',
        oneof: 'scheme_rewrite_specifier',
      },
      host_redirect: {
        type: 'string',
        doc: 'New host, taken literally, a port in it included.',
        limits: { text: 'header-value' },
      },
      port_redirect: { type: 'uint32', doc: 'New port; 0 or absent means no change.' },
      path_redirect: {
        type: 'string',
        doc: 'New path; the query of the request is dropped.',
        oneof: 'path_rewrite_specifier',
        limits: { text: 'header-value' },
      },
      prefix_rewrite: {
        type: 'string',
        doc: 'Replaces the matched prefix or path byte for byte; mind the trailing slash.',
        oneof: 'path_rewrite_specifier',
        limits: { text: 'header-value' },
      },
      response_code: {
        type: 'route.RedirectAction.RedirectResponseCode',
        doc: 'Status of the redirect; absent means 301.',
        limits: { definedOnly: true },
      },
      strip_query: { type: 'bool', doc: 'Drops the query from the Location.', default: { value: false } },
      regex_rewrite: {
        type: 'type.matcher.RegexMatchAndSubstitute',
        doc: 'Replaces every regex hit in the path of the redirect target, leaving the query alone.',
        oneof: 'path_rewrite_specifier',
        presence: true,
        only: 'v3',
      },
    },
  },
  'route.DirectResponseAction': {
    doc: 'A fixed response; its headers come from response_headers_to_add of the route and the levels above.',
    section: 'route.DirectResponseAction',
    fields: {
      status: {
        type: 'uint32',
        doc: 'HTTP status of the response.',
        limits: { gte: 100, lt: 600 },
        in: { v3: { required: true, limits: { gte: 200, lt: 600 } } },
      },
      body: { type: 'core.DataSource', doc: 'Body of the response; absent means an empty one.' },
      body_format: {
        type: 'core.SubstitutionFormatString',
        doc: 'Format of the response body, in which %LOCAL_REPLY_BODY% stands for body.',
        only: 'v3',
      },
    },
  },
  'route.Decorator': {
    doc: 'Names the operation a matched request stands for.',
    section: 'route.Decorator',
    fields: {
      operation: {
        type: 'string',
        doc: 'Span name while tracing; `x-proxy-decorator-operation` can override it.',
        required: true,
      },
      propagate: {
        type: 'BoolValue',
        doc: 'Whether the operation name is passed on in headers to the next hop.',
        default: { value: true },
        beyond: true,
      },
    },
  },
  'route.Tracing': {
    doc: 'Trace sampling and tags of one route.',
    section: 'full API',
    fields: {
      client_sampling: {
        type: 'type.FractionalPercent',
        doc: 'Share of requests with `x-client-trace-id` that are traced.',
        default: { value: { numerator: 100, denominator: 'HUNDRED' } },
        presence: true,
      },
      random_sampling: {
        type: 'type.FractionalPercent',
        doc: 'Share of all other requests picked for tracing at random.',
        default: { value: { numerator: 100, denominator: 'HUNDRED' } },
        presence: true,
      },
      overall_sampling: {
        type: 'type.FractionalPercent',
        doc: 'Upper bound on the share traced for whatever reason.',
        default: { value: { numerator: 100, denominator: 'HUNDRED' } },
        presence: true,
      },
      custom_tags: {
        type: 'repeated CustomTag',
        doc: 'Tags put on the spans of this route; one of the same name in the connection manager gives way.',
        order: 'set by identity',
      },
      operation: {
        type: 'string',
        doc: 'Format of the span name; wins over the decorator, its header and the connection manager.',
        only: 'v3',
      },
      upstream_operation: {
        type: 'string',
        doc: 'Format of the upstream span name, where spawn_upstream_span is on; wins over the connection manager.',
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;

export const routeEnums = {
  'route.RedirectAction.RedirectResponseCode': {
    doc: 'Status code of a redirect.',
    section: 'route.RedirectAction',
    values: {
      MOVED_PERMANENTLY: { number: 0, doc: '301: permanent; clients may turn POST into GET.' },
      FOUND: { number: 1, doc: '302: temporary; clients may turn POST into GET.' },
      SEE_OTHER: { number: 2, doc: '303: fetch the target with GET.' },
      TEMPORARY_REDIRECT: { number: 3, doc: '307: temporary, method and body kept.' },
      PERMANENT_REDIRECT: { number: 4, doc: '308: permanent, method and body kept.' },
    },
  },
} as const satisfies EnumTables;
