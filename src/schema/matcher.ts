/** Matchers on strings, numbers, free-form values and metadata. */
import type { MessageTables } from './language.ts';

export const matcherMessages = {
  'type.matcher.RegexMatcher': {
    doc: 'A regex together with the engine that runs it.',
    section: 'full API',
    oneofs: { engine_type: { v2: 'exactly one', v3: 'at most one' } },
    fields: {
      google_re2: {
        type: 'type.matcher.RegexMatcher.GoogleRE2',
        doc: 'Run by RE2, in linear time; even an empty object selects it.',
        oneof: 'engine_type',
        presence: true,
        in: {
          v3: { deprecated: { use: 'nothing: RE2 is the only engine', migration: 'regex-engine-removed' } },
        },
      },
      regex: { type: 'string', doc: 'The expression, in the syntax of the engine.', required: true },
    },
  },
  'type.matcher.RegexMatcher.GoogleRE2': {
    doc: 'Settings of the RE2 engine.',
    section: 'full API',
    fields: {
      max_program_size: {
        type: 'UInt32Value',
        doc: 'Refuses expressions that compile to a larger program.',
        default: { value: 100 },
        in: {
          v3: {
            deprecated: {
              use: 'the runtime key re2.max_program_size.error_level',
              migration: 'regex-engine-removed',
            },
          },
        },
      },
    },
  },
  'type.matcher.RegexMatchAndSubstitute': {
    doc: 'Replaces every hit of a regex.',
    section: 'full API',
    fields: {
      pattern: {
        type: 'type.matcher.RegexMatcher',
        doc: 'What is replaced.',
        in: { v3: { required: true } },
      },
      substitution: {
        type: 'string',
        doc: 'What comes in its place; `\\1` stands for the first group.',
        in: { v3: { limits: { text: 'header-value' } } },
      },
    },
  },
  'type.matcher.StringMatcher': {
    doc: 'A condition on a text.',
    section: 'full API',
    oneofs: { match_pattern: 'exactly one' },
    fields: {
      exact: { type: 'string', doc: 'The text must equal this.', oneof: 'match_pattern' },
      prefix: {
        type: 'string',
        doc: 'The text must begin with this, which must not be empty.',
        oneof: 'match_pattern',
        limits: { minBytes: 1 },
        matcher: true,
      },
      suffix: {
        type: 'string',
        doc: 'The text must end with this, which must not be empty.',
        oneof: 'match_pattern',
        limits: { minBytes: 1 },
        matcher: true,
      },
      regex: {
        type: 'string',
        doc: 'ECMAScript regex that must cover the whole text.',
        oneof: 'match_pattern',
        limits: { maxBytes: 1024 },
        deprecated: { use: 'safe_regex', migration: 'string-regex-to-safe-regex' },
        only: 'v2',
      },
      safe_regex: {
        type: 'type.matcher.RegexMatcher',
        doc: 'RE2 regex that must cover the whole text.',
        oneof: 'match_pattern',
        presence: true,
      },
      ignore_case: {
        type: 'bool',
        doc: 'Ignores letter case in exact, prefix and suffix; no effect on a regex.',
      },
      contains: {
        type: 'string',
        doc: 'The value has to have this text somewhere in it.',
        oneof: 'match_pattern',
        limits: { minBytes: 1 },
        only: 'v3',
      },
      custom: {
        type: 'xds.core.TypedExtensionConfig',
        doc: 'Extension that decides whether the value fits.',
        oneof: 'match_pattern',
        only: 'v3',
      },
    },
  },
  'type.matcher.ListStringMatcher': {
    doc: 'Several conditions on a text, one of which must hold.',
    section: 'full API',
    fields: {
      patterns: {
        type: 'repeated type.matcher.StringMatcher',
        doc: 'The conditions.',
        required: true,
        order: 'set',
      },
    },
  },
  'type.matcher.DoubleMatcher': {
    doc: 'A condition on a number.',
    section: 'full API',
    oneofs: { match_pattern: 'exactly one' },
    fields: {
      range: {
        type: 'type.DoubleRange',
        doc: 'The number lies from start up to, not including, end.',
        oneof: 'match_pattern',
        presence: true,
      },
      exact: { type: 'double', doc: 'The number equals this.', oneof: 'match_pattern' },
    },
  },
  'type.matcher.PathMatcher': {
    doc: 'A condition on a request path.',
    section: 'full API',
    oneofs: { rule: 'exactly one' },
    fields: {
      path: {
        type: 'type.matcher.StringMatcher',
        doc: 'Condition on the path without query and fragment.',
        oneof: 'rule',
        presence: true,
      },
    },
  },
  'type.matcher.ValueMatcher': {
    doc: 'A condition on a free-form value.',
    section: 'full API',
    oneofs: { match_pattern: 'exactly one' },
    fields: {
      null_match: {
        type: 'type.matcher.ValueMatcher.NullMatch',
        doc: 'The value is null.',
        oneof: 'match_pattern',
        presence: true,
      },
      double_match: {
        type: 'type.matcher.DoubleMatcher',
        doc: 'The value is a number that meets this.',
        oneof: 'match_pattern',
        presence: true,
      },
      string_match: {
        type: 'type.matcher.StringMatcher',
        doc: 'The value is a text that meets this.',
        oneof: 'match_pattern',
        presence: true,
      },
      bool_match: { type: 'bool', doc: 'The value is this boolean.', oneof: 'match_pattern' },
      present_match: {
        type: 'bool',
        doc: 'True: the value exists, whatever it is. False never matches.',
        oneof: 'match_pattern',
      },
      list_match: {
        type: 'type.matcher.ListMatcher',
        doc: 'The value is a list that meets this.',
        oneof: 'match_pattern',
        presence: true,
      },
      or_match: {
        type: 'type.matcher.OrMatcher',
        doc: 'At least one of several matchers has to accept the value.',
        oneof: 'match_pattern',
        only: 'v3',
      },
    },
  },
  'type.matcher.ValueMatcher.NullMatch': {
    doc: 'Has no fields; its presence asks for null.',
    section: 'full API',
    fields: {},
  },
  'type.matcher.ListMatcher': {
    doc: 'A condition on a list.',
    section: 'full API',
    oneofs: { match_pattern: 'exactly one' },
    fields: {
      one_of: {
        type: 'type.matcher.ValueMatcher',
        doc: 'At least one element meets this.',
        oneof: 'match_pattern',
        presence: true,
      },
    },
  },
  'type.matcher.StructMatcher': {
    doc: 'A condition on one value inside a free-form object.',
    section: 'full API',
    fields: {
      path: {
        type: 'repeated type.matcher.StructMatcher.PathSegment',
        doc: 'Keys that lead to the value, outermost first.',
        required: true,
      },
      value: { type: 'type.matcher.ValueMatcher', doc: 'Condition on the value.', required: true },
    },
  },
  'type.matcher.StructMatcher.PathSegment': {
    doc: 'One step into an object.',
    section: 'full API',
    oneofs: { segment: 'exactly one' },
    fields: {
      key: { type: 'string', doc: 'Key to follow.', oneof: 'segment', limits: { minBytes: 1 } },
    },
  },
  'type.matcher.MetadataMatcher': {
    doc: 'A condition on one value in the metadata of a request or connection.',
    section: 'full API',
    fields: {
      filter: { type: 'string', doc: 'Filter name that the metadata is kept under.', required: true },
      path: {
        type: 'repeated type.matcher.MetadataMatcher.PathSegment',
        doc: 'Keys that lead to the value, outermost first.',
        required: true,
      },
      value: { type: 'type.matcher.ValueMatcher', doc: 'Condition on the value.', required: true },
      invert: { type: 'bool', doc: 'Turns the result around.', only: 'v3' },
    },
  },
  'type.matcher.MetadataMatcher.PathSegment': {
    doc: 'One step into the metadata.',
    section: 'full API',
    oneofs: { segment: 'exactly one' },
    fields: {
      key: { type: 'string', doc: 'Key to follow.', oneof: 'segment', limits: { minBytes: 1 } },
    },
  },
  'type.matcher.NodeMatcher': {
    doc: 'A condition on the identity of a proxy.',
    section: 'full API',
    fields: {
      node_id: { type: 'type.matcher.StringMatcher', doc: 'Condition on the node id.', presence: true },
      node_metadatas: {
        type: 'repeated type.matcher.StructMatcher',
        doc: 'Conditions on the node metadata, all of which must hold.',
        order: 'set',
      },
    },
  },
} as const satisfies MessageTables;
