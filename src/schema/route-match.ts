/** Conditions on a request: path, headers, query parameters. */
import type { MessageTables } from './language.ts';

export const routeMatchMessages = {
  'route.RouteMatch': {
    doc: 'Conditions that must all hold for a route to take a request.',
    section: 'route.RouteMatch',
    oneofs: { path_specifier: 'exactly one' },
    fields: {
      prefix: {
        type: 'string',
        doc: 'Text `:path` must begin with, query included; segment borders do not matter.',
        oneof: 'path_specifier',
      },
      path: {
        type: 'string',
        doc: 'Text the path must equal once the query is cut off.',
        oneof: 'path_specifier',
      },
      regex: {
        type: 'string',
        doc: 'ECMAScript regex that must cover the whole path once the query is cut off.',
        oneof: 'path_specifier',
        limits: { maxBytes: 1024 },
        deprecated: { use: 'safe_regex', migration: 'regex-to-safe-regex' },
        only: 'v2',
      },
      safe_regex: {
        type: 'type.matcher.RegexMatcher',
        doc: 'RE2 regex that must cover the whole path once the query is cut off.',
        oneof: 'path_specifier',
        presence: true,
        beyond: true,
      },
      case_sensitive: {
        type: 'BoolValue',
        doc: 'Whether letter case counts in prefix and path; a regex never looks at this.',
        default: { value: true },
      },
      runtime_fraction: {
        type: 'core.RuntimeFractionalPercent',
        doc: 'Takes only this share of the otherwise matching requests, drawn at random; absent means all.',
        presence: true,
      },
      headers: {
        type: 'repeated route.HeaderMatcher',
        doc: 'Header conditions, all of which must hold; `:method` restricts the method.',
        order: 'set',
      },
      query_parameters: {
        type: 'repeated route.QueryParameterMatcher',
        doc: 'Query parameter conditions, all of which must hold.',
        order: 'set',
      },
      grpc: {
        type: 'route.RouteMatch.GrpcRouteMatchOptions',
        doc: 'Present, even empty: only requests with a gRPC content-type match.',
        presence: true,
      },
      tls_context: {
        type: 'route.RouteMatch.TlsContextMatchOptions',
        doc: 'Conditions on the client certificate of the downstream connection.',
        presence: true,
        beyond: true,
      },
      connect_matcher: {
        type: 'route.RouteMatch.ConnectMatcher',
        doc: 'Matches CONNECT and CONNECT-UDP requests, and no others; even an empty one does.',
        oneof: 'path_specifier',
        presence: true,
        only: 'v3',
      },
      path_separated_prefix: {
        type: 'string',
        doc: 'Path prefix that ends at a slash or at the end of the path: `/api` fits `/api/x`, not `/apix`.',
        oneof: 'path_specifier',
        limits: { pattern: '^[^?#]+[^?#/]$' },
        only: 'v3',
      },
      path_match_policy: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that matches the path, such as a URI template.',
        oneof: 'path_specifier',
        only: 'v3',
      },
      cookies: {
        type: 'repeated route.CookieMatcher',
        doc: 'Matchers on cookies of the request; all have to hold.',
        order: 'set',
        only: 'v3',
      },
      dynamic_metadata: {
        type: 'repeated type.matcher.MetadataMatcher',
        doc: 'Matchers on metadata that filters set; all have to hold.',
        order: 'set',
        only: 'v3',
      },
      filter_state: {
        type: 'repeated type.matcher.FilterStateMatcher',
        doc: 'Matchers on filter state; all have to hold.',
        order: 'set',
        only: 'v3',
      },
    },
  },
  'route.RouteMatch.GrpcRouteMatchOptions': {
    doc: 'Has no fields; its presence restricts a route to gRPC.',
    section: 'route.RouteMatch',
    fields: {},
  },
  'route.RouteMatch.TlsContextMatchOptions': {
    doc: 'What must be true of the client certificate.',
    section: 'full API',
    fields: {
      presented: {
        type: 'BoolValue',
        doc: 'Whether the client must (true) or must not (false) have shown a certificate; absent means either.',
      },
      validated: {
        type: 'BoolValue',
        doc: 'Whether the certificate must (true) or must not (false) have been verified; absent means either.',
      },
    },
  },
  'route.HeaderMatcher': {
    doc: 'A condition on one request header; without any value condition the header just has to be there.',
    section: 'route.HeaderMatcher',
    oneofs: { header_match_specifier: 'at most one' },
    fields: {
      name: {
        type: 'string',
        doc: 'Header name in any letter case; `:authority` for the host, `:method` for the method.',
        required: true,
        limits: { text: 'header-name' },
      },
      exact_match: {
        type: 'string',
        doc: 'The value must equal this.',
        oneof: 'header_match_specifier',
        in: { v3: { deprecated: { use: 'string_match', migration: 'header-conditions-to-string-match' } } },
      },
      regex_match: {
        type: 'string',
        doc: 'ECMAScript regex that must cover the whole value.',
        oneof: 'header_match_specifier',
        limits: { maxBytes: 1024 },
        deprecated: { use: 'safe_regex_match', migration: 'regex-match-to-safe-regex-match' },
        only: 'v2',
      },
      safe_regex_match: {
        type: 'type.matcher.RegexMatcher',
        doc: 'RE2 regex that must cover the whole value.',
        oneof: 'header_match_specifier',
        presence: true,
        beyond: true,
        in: { v3: { deprecated: { use: 'string_match', migration: 'header-conditions-to-string-match' } } },
      },
      range_match: {
        type: 'type.Int64Range',
        doc: 'The value must be a decimal integer from start up to, not including, end.',
        oneof: 'header_match_specifier',
        presence: true,
      },
      present_match: {
        type: 'bool',
        doc: 'The header must be there, with any value.',
        oneof: 'header_match_specifier',
      },
      prefix_match: {
        type: 'string',
        doc: 'The value must begin with this text, which must not be empty.',
        oneof: 'header_match_specifier',
        limits: { minBytes: 1 },
        matcher: true,
        in: { v3: { deprecated: { use: 'string_match', migration: 'header-conditions-to-string-match' } } },
      },
      suffix_match: {
        type: 'string',
        doc: 'The value must end with this text, which must not be empty.',
        oneof: 'header_match_specifier',
        limits: { minBytes: 1 },
        matcher: true,
        in: { v3: { deprecated: { use: 'string_match', migration: 'header-conditions-to-string-match' } } },
      },
      invert_match: {
        type: 'bool',
        doc: 'Reverses the outcome; a missing header still fails unless only presence is asked.',
        default: { value: false },
      },
      contains_match: {
        type: 'string',
        doc: 'Text that has to occur somewhere in the value.',
        oneof: 'header_match_specifier',
        limits: { minBytes: 1 },
        deprecated: { use: 'string_match with contains', migration: 'header-conditions-to-string-match' },
        only: 'v3',
      },
      string_match: {
        type: 'type.matcher.StringMatcher',
        doc: 'Matcher that the value has to fit.',
        oneof: 'header_match_specifier',
        only: 'v3',
      },
      treat_missing_header_as_empty: {
        type: 'bool',
        doc: 'Takes a header that is not there for an empty one; otherwise the matcher fails without it.',
        only: 'v3',
      },
    },
  },
  'route.QueryParameterMatcher': {
    doc: 'A condition on one query parameter; without a value condition the key just has to be there.',
    section: 'route.QueryParameterMatcher',
    oneofs: { query_parameter_match_specifier: 'at most one' },
    fields: {
      name: {
        type: 'string',
        doc: 'Key, compared as written: no decoding, letter case counts.',
        required: true,
        limits: { maxBytes: 1024 },
      },
      value: {
        type: 'string',
        doc: 'Value the key must have, or a regex for it when regex is true; absent or empty means any.',
        deprecated: {
          use: 'string_match, or present_match where any value will do',
          migration: 'query-value-to-string-match',
        },
        only: 'v2',
      },
      regex: {
        type: 'BoolValue',
        doc: 'Reads value as a regex that must cover the whole parameter value.',
        default: { value: false },
        deprecated: { use: 'string_match with safe_regex', migration: 'query-value-to-string-match' },
        only: 'v2',
      },
      string_match: {
        type: 'type.matcher.StringMatcher',
        doc: 'Condition on the value of the key.',
        oneof: 'query_parameter_match_specifier',
        presence: true,
        beyond: true,
      },
      present_match: {
        type: 'bool',
        doc: 'The key must be there, with any value or none.',
        oneof: 'query_parameter_match_specifier',
        beyond: true,
      },
    },
  },
} as const satisfies MessageTables;
