/** The HTTP filter that copies headers into metadata. */
import type { EnumTables, MessageTables } from './language.ts';

export const headerToMetadataMessages = {
  'header_to_metadata.Config': {
    doc: 'Copies header values into dynamic metadata, for subset load balancing or logs.',
    section: 'full API',
    fields: {
      request_rules: {
        type: 'repeated header_to_metadata.Config.Rule',
        doc: 'Rules for request headers.',
      },
      response_rules: {
        type: 'repeated header_to_metadata.Config.Rule',
        doc: 'Rules for response headers.',
      },
      stat_prefix: { type: 'string', doc: "Name of the filter's statistics; absent keeps none.", only: 'v3' },
    },
  },
  'header_to_metadata.Config.KeyValuePair': {
    doc: 'What is written into metadata.',
    section: 'full API',
    fields: {
      metadata_namespace: {
        type: 'string',
        doc: "Namespace to write to; empty means the filter's own name.",
      },
      key: { type: 'string', doc: 'Key within the namespace.', required: true },
      value: {
        type: 'string',
        doc: "Text to write; empty means the header's value, which works only where the header is present.",
      },
      type: {
        type: 'header_to_metadata.Config.ValueType',
        doc: 'What the text is turned into.',
        limits: { definedOnly: true },
      },
      encode: {
        type: 'header_to_metadata.Config.ValueEncode',
        doc: "How the header's value is encoded.",
      },
      regex_value_rewrite: {
        type: 'type.matcher.RegexMatchAndSubstitute',
        doc: 'Rewrites the header value by regex, for on_header_present; not with value.',
        only: 'v3',
      },
    },
  },
  'header_to_metadata.Config.Rule': {
    doc: 'What to write when a header is there, and when it is not.',
    section: 'full API',
    fields: {
      header: {
        type: 'string',
        doc: 'The header.',
        required: true,
        limits: { text: 'header-name' },
        in: { v3: { required: false } },
      },
      on_header_present: {
        type: 'header_to_metadata.Config.KeyValuePair',
        doc: 'Written when the header is there; absent writes nothing.',
      },
      on_header_missing: {
        type: 'header_to_metadata.Config.KeyValuePair',
        doc: 'Written when the header is not there; absent writes nothing.',
      },
      remove: { type: 'bool', doc: 'Remove the header once it is read.' },
      cookie: {
        type: 'string',
        doc: 'Cookie to read, in place of a header.',
        limits: { text: 'header-name' },
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;

export const headerToMetadataEnums = {
  'header_to_metadata.Config.ValueType': {
    doc: "What a header's text becomes in metadata.",
    section: 'full API',
    values: {
      STRING: { number: 0, doc: 'Text as it is.' },
      NUMBER: { number: 1, doc: 'A number.' },
      PROTOBUF_VALUE: { number: 2, doc: 'A serialized protobuf Value; needs BASE64.' },
    },
  },
  'header_to_metadata.Config.ValueEncode': {
    doc: "How a header's value is encoded.",
    section: 'full API',
    values: {
      NONE: { number: 0, doc: 'Not at all.' },
      BASE64: { number: 1, doc: 'In base64.' },
    },
  },
} as const satisfies EnumTables;
