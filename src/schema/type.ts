import type { EnumTables, MessageTables } from './language.ts';

export const typeMessages = {
  'type.HashPolicy': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { policy_specifier: 'exactly one' },
    fields: {
      source_ip: { type: 'type.HashPolicy.SourceIp', doc: 'TODO', oneof: 'policy_specifier' },
    },
  },
  'type.HashPolicy.SourceIp': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'type.HttpStatus': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      code: { type: 'type.StatusCode', doc: 'TODO' },
    },
  },
  'type.matcher.MetadataMatcher': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      filter: { type: 'string', doc: 'TODO', required: true },
      path: { type: 'repeated type.matcher.MetadataMatcher.PathSegment', doc: 'TODO', required: true },
      value: { type: 'type.matcher.ValueMatcher', doc: 'TODO', required: true },
    },
  },
  'type.matcher.MetadataMatcher.PathSegment': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { segment: 'exactly one' },
    fields: {
      key: { type: 'string', doc: 'TODO', required: true, oneof: 'segment' },
    },
  },
  'type.matcher.NodeMatcher': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      node_id: { type: 'type.matcher.StringMatcher', doc: 'TODO' },
      node_metadatas: { type: 'repeated type.matcher.StructMatcher', doc: 'TODO' },
    },
  },
  'type.matcher.DoubleMatcher': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { match_pattern: 'exactly one' },
    fields: {
      range: { type: 'type.DoubleRange', doc: 'TODO', oneof: 'match_pattern' },
      exact: { type: 'double', doc: 'TODO', oneof: 'match_pattern' },
    },
  },
  'type.matcher.PathMatcher': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { rule: 'exactly one' },
    fields: {
      path: { type: 'type.matcher.StringMatcher', doc: 'TODO', required: true, oneof: 'rule' },
    },
  },
  'type.matcher.RegexMatcher': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { engine_type: 'exactly one' },
    fields: {
      google_re2: { type: 'type.matcher.RegexMatcher.GoogleRE2', doc: 'TODO', required: true, oneof: 'engine_type' },
      regex: { type: 'string', doc: 'TODO', required: true },
    },
  },
  'type.matcher.RegexMatcher.GoogleRE2': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      max_program_size: { type: 'UInt32Value', doc: 'TODO' },
    },
  },
  'type.matcher.RegexMatchAndSubstitute': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      pattern: { type: 'type.matcher.RegexMatcher', doc: 'TODO' },
      substitution: { type: 'string', doc: 'TODO' },
    },
  },
  'type.matcher.StringMatcher': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { match_pattern: 'exactly one' },
    fields: {
      exact: { type: 'string', doc: 'TODO', oneof: 'match_pattern' },
      prefix: { type: 'string', doc: 'TODO', required: true, oneof: 'match_pattern' },
      suffix: { type: 'string', doc: 'TODO', required: true, oneof: 'match_pattern' },
      regex: { type: 'string', doc: 'TODO', oneof: 'match_pattern', limits: { maxBytes: 1024 }, deprecated: { use: 'TODO' } },
      safe_regex: { type: 'type.matcher.RegexMatcher', doc: 'TODO', required: true, oneof: 'match_pattern' },
      ignore_case: { type: 'bool', doc: 'TODO' },
    },
  },
  'type.matcher.ListStringMatcher': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      patterns: { type: 'repeated type.matcher.StringMatcher', doc: 'TODO', required: true },
    },
  },
  'type.matcher.StructMatcher': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      path: { type: 'repeated type.matcher.StructMatcher.PathSegment', doc: 'TODO', required: true },
      value: { type: 'type.matcher.ValueMatcher', doc: 'TODO', required: true },
    },
  },
  'type.matcher.StructMatcher.PathSegment': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { segment: 'exactly one' },
    fields: {
      key: { type: 'string', doc: 'TODO', required: true, oneof: 'segment' },
    },
  },
  'type.matcher.ValueMatcher': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { match_pattern: 'exactly one' },
    fields: {
      null_match: { type: 'type.matcher.ValueMatcher.NullMatch', doc: 'TODO', oneof: 'match_pattern' },
      double_match: { type: 'type.matcher.DoubleMatcher', doc: 'TODO', oneof: 'match_pattern' },
      string_match: { type: 'type.matcher.StringMatcher', doc: 'TODO', oneof: 'match_pattern' },
      bool_match: { type: 'bool', doc: 'TODO', oneof: 'match_pattern' },
      present_match: { type: 'bool', doc: 'TODO', oneof: 'match_pattern' },
      list_match: { type: 'type.matcher.ListMatcher', doc: 'TODO', oneof: 'match_pattern' },
    },
  },
  'type.matcher.ValueMatcher.NullMatch': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'type.matcher.ListMatcher': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { match_pattern: 'exactly one' },
    fields: {
      one_of: { type: 'type.matcher.ValueMatcher', doc: 'TODO', oneof: 'match_pattern' },
    },
  },
  'type.metadata.v2.MetadataKey': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      key: { type: 'string', doc: 'TODO', required: true },
      path: { type: 'repeated type.metadata.v2.MetadataKey.PathSegment', doc: 'TODO', required: true },
    },
  },
  'type.metadata.v2.MetadataKey.PathSegment': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { segment: 'exactly one' },
    fields: {
      key: { type: 'string', doc: 'TODO', required: true, oneof: 'segment' },
    },
  },
  'type.metadata.v2.MetadataKind': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { kind: 'exactly one' },
    fields: {
      request: { type: 'type.metadata.v2.MetadataKind.Request', doc: 'TODO', oneof: 'kind' },
      route: { type: 'type.metadata.v2.MetadataKind.Route', doc: 'TODO', oneof: 'kind' },
      cluster: { type: 'type.metadata.v2.MetadataKind.Cluster', doc: 'TODO', oneof: 'kind' },
      host: { type: 'type.metadata.v2.MetadataKind.Host', doc: 'TODO', oneof: 'kind' },
    },
  },
  'type.metadata.v2.MetadataKind.Request': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'type.metadata.v2.MetadataKind.Route': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'type.metadata.v2.MetadataKind.Cluster': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'type.metadata.v2.MetadataKind.Host': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'type.Percent': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      value: { type: 'double', doc: 'TODO', limits: { lte: 100, gte: 0 } },
    },
  },
  'type.FractionalPercent': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      numerator: { type: 'uint32', doc: 'TODO' },
      denominator: { type: 'type.FractionalPercent.DenominatorType', doc: 'TODO' },
    },
  },
  'type.Int64Range': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      start: { type: 'int64', doc: 'TODO' },
      end: { type: 'int64', doc: 'TODO' },
    },
  },
  'type.Int32Range': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      start: { type: 'int32', doc: 'TODO' },
      end: { type: 'int32', doc: 'TODO' },
    },
  },
  'type.DoubleRange': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      start: { type: 'double', doc: 'TODO' },
      end: { type: 'double', doc: 'TODO' },
    },
  },
  'type.SemanticVersion': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      major_number: { type: 'uint32', doc: 'TODO' },
      minor_number: { type: 'uint32', doc: 'TODO' },
      patch: { type: 'uint32', doc: 'TODO' },
    },
  },
  'type.TokenBucket': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      max_tokens: { type: 'uint32', doc: 'TODO', limits: { gt: 0 } },
      tokens_per_fill: { type: 'UInt32Value', doc: 'TODO', limits: { gt: 0 } },
      fill_interval: { type: 'Duration', doc: 'TODO', required: true, limits: { gt: '0s' } },
    },
  },
  'type.tracing.v2.CustomTag': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { type: 'exactly one' },
    fields: {
      tag: { type: 'string', doc: 'TODO', required: true },
      literal: { type: 'type.tracing.v2.CustomTag.Literal', doc: 'TODO', oneof: 'type' },
      environment: { type: 'type.tracing.v2.CustomTag.Environment', doc: 'TODO', oneof: 'type' },
      request_header: { type: 'type.tracing.v2.CustomTag.Header', doc: 'TODO', oneof: 'type' },
      metadata: { type: 'type.tracing.v2.CustomTag.Metadata', doc: 'TODO', oneof: 'type' },
    },
  },
  'type.tracing.v2.CustomTag.Literal': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      value: { type: 'string', doc: 'TODO', required: true },
    },
  },
  'type.tracing.v2.CustomTag.Environment': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      default_value: { type: 'string', doc: 'TODO' },
    },
  },
  'type.tracing.v2.CustomTag.Header': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO', required: true, limits: { text: 'header-name' } },
      default_value: { type: 'string', doc: 'TODO' },
    },
  },
  'type.tracing.v2.CustomTag.Metadata': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      kind: { type: 'type.metadata.v2.MetadataKind', doc: 'TODO' },
      metadata_key: { type: 'type.metadata.v2.MetadataKey', doc: 'TODO' },
      default_value: { type: 'string', doc: 'TODO' },
    },
  },
} as const satisfies MessageTables;

export const typeEnums = {
  'type.CodecClientType': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      HTTP1: { number: 0, doc: 'TODO' },
      HTTP2: { number: 1, doc: 'TODO' },
      HTTP3: { number: 2, doc: 'TODO' },
    },
  },
  'type.StatusCode': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      Empty: { number: 0, doc: 'TODO' },
      Continue: { number: 100, doc: 'TODO' },
      OK: { number: 200, doc: 'TODO' },
      Created: { number: 201, doc: 'TODO' },
      Accepted: { number: 202, doc: 'TODO' },
      NonAuthoritativeInformation: { number: 203, doc: 'TODO' },
      NoContent: { number: 204, doc: 'TODO' },
      ResetContent: { number: 205, doc: 'TODO' },
      PartialContent: { number: 206, doc: 'TODO' },
      MultiStatus: { number: 207, doc: 'TODO' },
      AlreadyReported: { number: 208, doc: 'TODO' },
      IMUsed: { number: 226, doc: 'TODO' },
      MultipleChoices: { number: 300, doc: 'TODO' },
      MovedPermanently: { number: 301, doc: 'TODO' },
      Found: { number: 302, doc: 'TODO' },
      SeeOther: { number: 303, doc: 'TODO' },
      NotModified: { number: 304, doc: 'TODO' },
      UseProxy: { number: 305, doc: 'TODO' },
      TemporaryRedirect: { number: 307, doc: 'TODO' },
      PermanentRedirect: { number: 308, doc: 'TODO' },
      BadRequest: { number: 400, doc: 'TODO' },
      Unauthorized: { number: 401, doc: 'TODO' },
      PaymentRequired: { number: 402, doc: 'TODO' },
      Forbidden: { number: 403, doc: 'TODO' },
      NotFound: { number: 404, doc: 'TODO' },
      MethodNotAllowed: { number: 405, doc: 'TODO' },
      NotAcceptable: { number: 406, doc: 'TODO' },
      ProxyAuthenticationRequired: { number: 407, doc: 'TODO' },
      RequestTimeout: { number: 408, doc: 'TODO' },
      Conflict: { number: 409, doc: 'TODO' },
      Gone: { number: 410, doc: 'TODO' },
      LengthRequired: { number: 411, doc: 'TODO' },
      PreconditionFailed: { number: 412, doc: 'TODO' },
      PayloadTooLarge: { number: 413, doc: 'TODO' },
      URITooLong: { number: 414, doc: 'TODO' },
      UnsupportedMediaType: { number: 415, doc: 'TODO' },
      RangeNotSatisfiable: { number: 416, doc: 'TODO' },
      ExpectationFailed: { number: 417, doc: 'TODO' },
      MisdirectedRequest: { number: 421, doc: 'TODO' },
      UnprocessableEntity: { number: 422, doc: 'TODO' },
      Locked: { number: 423, doc: 'TODO' },
      FailedDependency: { number: 424, doc: 'TODO' },
      UpgradeRequired: { number: 426, doc: 'TODO' },
      PreconditionRequired: { number: 428, doc: 'TODO' },
      TooManyRequests: { number: 429, doc: 'TODO' },
      RequestHeaderFieldsTooLarge: { number: 431, doc: 'TODO' },
      InternalServerError: { number: 500, doc: 'TODO' },
      NotImplemented: { number: 501, doc: 'TODO' },
      BadGateway: { number: 502, doc: 'TODO' },
      ServiceUnavailable: { number: 503, doc: 'TODO' },
      GatewayTimeout: { number: 504, doc: 'TODO' },
      HTTPVersionNotSupported: { number: 505, doc: 'TODO' },
      VariantAlsoNegotiates: { number: 506, doc: 'TODO' },
      InsufficientStorage: { number: 507, doc: 'TODO' },
      LoopDetected: { number: 508, doc: 'TODO' },
      NotExtended: { number: 510, doc: 'TODO' },
      NetworkAuthenticationRequired: { number: 511, doc: 'TODO' },
    },
  },
  'type.FractionalPercent.DenominatorType': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      HUNDRED: { number: 0, doc: 'TODO' },
      TEN_THOUSAND: { number: 1, doc: 'TODO' },
      MILLION: { number: 2, doc: 'TODO' },
    },
  },
} as const satisfies EnumTables;
