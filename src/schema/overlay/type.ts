/** Small value types, matchers and status codes. */
import type { EnumOverlay, MessageOverlay } from './language.ts';

export const typeMessages: MessageOverlay = {
  'type.Percent': { doc: 'A percentage; an empty object is 0%.', fields: { value: 'From 0 to 100.' } },
  'type.FractionalPercent': {
    doc: 'A share as a fraction: numerator in denominator; an empty object is 0%.',
    fields: {
      numerator: 'Part of the denominator; more than the whole counts as all.',
      denominator: 'The whole; absent means a hundred.',
    },
  },
  'type.Int64Range': {
    doc: 'Integers from start up to, not including, end.',
    fields: {
      start: 'First integer in the range; absent means 0.',
      end: 'First integer beyond the range; absent means 0.',
    },
  },
  'type.Int32Range': {
    doc: 'Integers from start up to, not including, end.',
    fields: {
      start: 'First integer in the range; absent means 0.',
      end: 'First integer beyond the range; absent means 0.',
    },
  },
  'type.DoubleRange': {
    doc: 'Numbers from start up to, not including, end.',
    fields: {
      start: 'Smallest number in the range; absent means 0.',
      end: 'Bound the numbers stay below; absent means 0.',
    },
  },
  'type.SemanticVersion': {
    doc: 'A version such as 1.13.2.',
    fields: {
      major_number: 'First number; a change may break users.',
      minor_number: 'Second number; a change adds features.',
      patch: 'Third number; a change repairs only.',
    },
  },
  'type.TokenBucket': {
    doc: 'A rate limit: tokens are taken as work comes in and refilled over time.',
    fields: {
      max_tokens: 'Size of the bucket, which starts full.',
      tokens_per_fill: 'Tokens added each time.',
      fill_interval: 'Time between two refills; must be above 0.',
    },
    defaults: { tokens_per_fill: 1 },
  },
  'type.HttpStatus': {
    doc: 'An HTTP status.',
    fields: { code: 'The status code; 0 is refused.' },
    facts: { code: { in: { v2: { limits: false } } } },
  },
  'type.HashPolicy': {
    doc: 'What a connection is hashed by to pick a host.',
    fields: {
      source_ip: 'Hash the source IP address of the connection.',
      filter_state: 'Hashes an object in filter state.',
    },
    presence: ['source_ip'],
  },
  'type.HashPolicy.SourceIp': { doc: 'Has no fields; selects the source IP address.' },
  'type.matcher.RegexMatcher': {
    doc: 'A regex together with the engine that runs it.',
    fields: {
      google_re2: 'Run by RE2, in linear time; even an empty object selects it.',
      regex: 'The expression, in the syntax of the engine.',
    },
    deprecated: { google_re2: ['nothing: RE2 is the only engine', 'regex-engine-removed'] },
    presence: ['google_re2'],
  },
  'type.matcher.RegexMatcher.GoogleRE2': {
    doc: 'Settings of the RE2 engine.',
    fields: { max_program_size: 'Refuses expressions that compile to a larger program.' },
    defaults: { max_program_size: 100 },
    deprecated: {
      max_program_size: ['the runtime key re2.max_program_size.error_level', 'regex-engine-removed', 'v3'],
    },
  },
  'type.matcher.RegexMatchAndSubstitute': {
    doc: 'Replaces every hit of a regex.',
    fields: {
      pattern: 'What is replaced.',
      substitution: 'What comes in its place; `\\1` stands for the first group.',
    },
  },
  'type.matcher.StringMatcher': {
    doc: 'A condition on a text.',
    fields: {
      exact: 'The text must equal this.',
      prefix: 'The text must begin with this, which must not be empty.',
      suffix: 'The text must end with this, which must not be empty.',
      regex: 'ECMAScript regex that must cover the whole text.',
      safe_regex: 'RE2 regex that must cover the whole text.',
      ignore_case: 'Ignores letter case in exact, prefix and suffix; no effect on a regex.',
      contains: 'The value has to have this text somewhere in it.',
      custom: 'Extension that decides whether the value fits.',
    },
    deprecated: { regex: ['safe_regex', 'string-regex-to-safe-regex'] },
    presence: ['safe_regex'],
    facts: { prefix: { matcher: true }, suffix: { matcher: true } },
  },
  'type.matcher.ListStringMatcher': {
    doc: 'Several conditions on a text, one of which must hold.',
    fields: { patterns: 'The conditions.' },
    sets: ['patterns'],
  },
  'type.matcher.DoubleMatcher': {
    doc: 'A condition on a number.',
    fields: {
      range: 'The number lies from start up to, not including, end.',
      exact: 'The number equals this.',
    },
    presence: ['range'],
  },
  'type.matcher.PathMatcher': {
    doc: 'A condition on a request path.',
    fields: { path: 'Condition on the path without query and fragment.' },
    presence: ['path'],
  },
  'type.matcher.ValueMatcher': {
    doc: 'A condition on a free-form value.',
    fields: {
      null_match: 'The value is null.',
      double_match: 'The value is a number that meets this.',
      string_match: 'The value is a text that meets this.',
      bool_match: 'The value is this boolean.',
      present_match: 'True: the value exists, whatever it is. False never matches.',
      list_match: 'The value is a list that meets this.',
      or_match: 'At least one of several matchers has to accept the value.',
    },
    presence: ['null_match', 'double_match', 'string_match', 'list_match'],
  },
  'type.matcher.ValueMatcher.NullMatch': { doc: 'Has no fields; its presence asks for null.' },
  'type.matcher.ListMatcher': {
    doc: 'A condition on a list.',
    fields: { one_of: 'At least one element meets this.' },
    presence: ['one_of'],
  },
  'type.matcher.StructMatcher': {
    doc: 'A condition on one value inside a free-form object.',
    fields: { path: 'Keys that lead to the value, outermost first.', value: 'Condition on the value.' },
  },
  'type.matcher.StructMatcher.PathSegment': {
    doc: 'One step into an object.',
    fields: { key: 'Key to follow.' },
  },
  'type.matcher.MetadataMatcher': {
    doc: 'A condition on one value in the metadata of a request or connection.',
    fields: {
      filter: 'Filter name that the metadata is kept under.',
      path: 'Keys that lead to the value, outermost first.',
      value: 'Condition on the value.',
      invert: 'Turns the result around.',
    },
  },
  'type.matcher.MetadataMatcher.PathSegment': {
    doc: 'One step into the metadata.',
    fields: { key: 'Key to follow.' },
  },
  'type.matcher.NodeMatcher': {
    doc: 'A condition on the identity of a proxy.',
    fields: {
      node_id: 'Condition on the node id.',
      node_metadatas: 'Conditions on the node metadata, all of which must hold.',
    },
    sets: ['node_metadatas'],
    presence: ['node_id'],
  },
};

export const typeEnums: EnumOverlay = {
  'type.FractionalPercent.DenominatorType': {
    doc: 'What a fraction is a fraction of.',
    values: {
      HUNDRED: 'The numerator counts percent.',
      TEN_THOUSAND: 'The numerator counts hundredths of a percent.',
      MILLION: 'The numerator counts millionths.',
    },
  },
  'type.CodecClientType': {
    doc: 'HTTP version of a connection the proxy opens.',
    values: {
      HTTP1: 'HTTP/1.1.',
      HTTP2: 'HTTP/2.',
      HTTP3: 'HTTP/3; not supported by the proxy of this API version.',
    },
  },
  'type.StatusCode': {
    doc: 'HTTP status codes; the numbers are the codes themselves.',
    values: {
      Empty: 'Not a status code; not allowed where one is needed.',
      Continue: '100 Continue.',
      OK: '200 OK.',
      Created: '201 Created.',
      Accepted: '202 Accepted.',
      NonAuthoritativeInformation: '203 Non Authoritative Information.',
      NoContent: '204 No Content.',
      ResetContent: '205 Reset Content.',
      PartialContent: '206 Partial Content.',
      MultiStatus: '207 Multi Status.',
      AlreadyReported: '208 Already Reported.',
      IMUsed: '226 IM Used.',
      MultipleChoices: '300 Multiple Choices.',
      MovedPermanently: '301 Moved Permanently.',
      Found: '302 Found.',
      SeeOther: '303 See Other.',
      NotModified: '304 Not Modified.',
      UseProxy: '305 Use Proxy.',
      TemporaryRedirect: '307 Temporary Redirect.',
      PermanentRedirect: '308 Permanent Redirect.',
      BadRequest: '400 Bad Request.',
      Unauthorized: '401 Unauthorized.',
      PaymentRequired: '402 Payment Required.',
      Forbidden: '403 Forbidden.',
      NotFound: '404 Not Found.',
      MethodNotAllowed: '405 Method Not Allowed.',
      NotAcceptable: '406 Not Acceptable.',
      ProxyAuthenticationRequired: '407 Proxy Authentication Required.',
      RequestTimeout: '408 Request Timeout.',
      Conflict: '409 Conflict.',
      Gone: '410 Gone.',
      LengthRequired: '411 Length Required.',
      PreconditionFailed: '412 Precondition Failed.',
      PayloadTooLarge: '413 Payload Too Large.',
      URITooLong: '414 URI Too Long.',
      UnsupportedMediaType: '415 Unsupported Media Type.',
      RangeNotSatisfiable: '416 Range Not Satisfiable.',
      ExpectationFailed: '417 Expectation Failed.',
      MisdirectedRequest: '421 Misdirected Request.',
      UnprocessableEntity: '422 Unprocessable Entity.',
      Locked: '423 Locked.',
      FailedDependency: '424 Failed Dependency.',
      UpgradeRequired: '426 Upgrade Required.',
      PreconditionRequired: '428 Precondition Required.',
      TooManyRequests: '429 Too Many Requests.',
      RequestHeaderFieldsTooLarge: '431 Request Header Fields Too Large.',
      InternalServerError: '500 Internal Server Error.',
      NotImplemented: '501 Not Implemented.',
      BadGateway: '502 Bad Gateway.',
      ServiceUnavailable: '503 Service Unavailable.',
      GatewayTimeout: '504 Gateway Timeout.',
      HTTPVersionNotSupported: '505 HTTP Version Not Supported.',
      VariantAlsoNegotiates: '506 Variant Also Negotiates.',
      InsufficientStorage: '507 Insufficient Storage.',
      LoopDetected: '508 Loop Detected.',
      NotExtended: '510 Not Extended.',
      NetworkAuthenticationRequired: '511 Network Authentication Required.',
    },
  },
};
