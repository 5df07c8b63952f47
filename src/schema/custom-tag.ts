/** Tags on trace spans, and how they reach into metadata. */
import type { MessageTables } from './language.ts';

export const customTagMessages = {
  CustomTag: {
    doc: 'A tag put on every span.',
    section: 'full API',
    oneofs: { type: 'exactly one' },
    identity: ['tag'],
    fields: {
      tag: { type: 'string', doc: 'Name of the tag.', required: true },
      literal: {
        type: 'CustomTag.Literal',
        doc: 'A fixed value.',
        oneof: 'type',
        presence: true,
      },
      environment: {
        type: 'CustomTag.Environment',
        doc: 'The value of an environment variable of the proxy.',
        oneof: 'type',
        presence: true,
      },
      request_header: {
        type: 'CustomTag.Header',
        doc: 'The value of a request header.',
        oneof: 'type',
        presence: true,
      },
      metadata: {
        type: 'CustomTag.Metadata',
        doc: 'A value from metadata.',
        oneof: 'type',
        presence: true,
      },
      value: {
        type: 'string',
        doc: 'Format of the value, as in access logs; unknown parts come out empty.',
        oneof: 'type',
        only: 'v3',
      },
    },
  },
  'CustomTag.Literal': {
    doc: 'A tag value written in the configuration.',
    section: 'full API',
    fields: {
      value: { type: 'string', doc: 'The value.', required: true },
    },
  },
  'CustomTag.Environment': {
    doc: 'A tag value read from the environment.',
    section: 'full API',
    fields: {
      name: { type: 'string', doc: 'Name of the variable.', required: true },
      default_value: {
        type: 'string',
        doc: 'Used when the variable is not set; if this is empty too, there is no tag.',
      },
    },
  },
  'CustomTag.Header': {
    doc: 'A tag value read from a request header.',
    section: 'full API',
    fields: {
      name: { type: 'string', doc: 'Name of the header.', required: true, limits: { text: 'header-name' } },
      default_value: {
        type: 'string',
        doc: 'Used when the header is missing; if this is empty too, there is no tag.',
      },
    },
  },
  'CustomTag.Metadata': {
    doc: 'A tag value read from metadata.',
    section: 'full API',
    fields: {
      kind: { type: 'MetadataKind', doc: 'Whose metadata is read.' },
      metadata_key: { type: 'MetadataKey', doc: 'Where the value stands in it.' },
      default_value: {
        type: 'string',
        doc: 'Used when there is no such value; if this is empty too, there is no tag.',
      },
    },
  },
  MetadataKey: {
    doc: 'The place of a value in metadata.',
    section: 'full API',
    fields: {
      key: { type: 'string', doc: 'Filter name that the metadata is kept under.', required: true },
      path: {
        type: 'repeated MetadataKey.PathSegment',
        doc: 'Keys that lead to the value, outermost first.',
        required: true,
      },
    },
  },
  'MetadataKey.PathSegment': {
    doc: 'One step into the metadata.',
    section: 'full API',
    oneofs: { segment: 'exactly one' },
    fields: {
      key: { type: 'string', doc: 'Key to follow.', oneof: 'segment', limits: { minBytes: 1 } },
    },
  },
  MetadataKind: {
    doc: 'Whose metadata is meant.',
    section: 'full API',
    oneofs: { kind: 'exactly one' },
    fields: {
      request: {
        type: 'MetadataKind.Request',
        doc: 'What filters have attached to the request.',
        oneof: 'kind',
        presence: true,
      },
      route: {
        type: 'MetadataKind.Route',
        doc: 'The metadata of the matched route.',
        oneof: 'kind',
        presence: true,
      },
      cluster: {
        type: 'MetadataKind.Cluster',
        doc: 'The metadata of the upstream cluster.',
        oneof: 'kind',
        presence: true,
      },
      host: {
        type: 'MetadataKind.Host',
        doc: 'The metadata of the upstream host.',
        oneof: 'kind',
        presence: true,
      },
    },
  },
  'MetadataKind.Request': {
    doc: 'Has no fields; selects the request.',
    section: 'full API',
    fields: {},
  },
  'MetadataKind.Route': {
    doc: 'Has no fields; selects the route.',
    section: 'full API',
    fields: {},
  },
  'MetadataKind.Cluster': {
    doc: 'Has no fields; selects the cluster.',
    section: 'full API',
    fields: {},
  },
  'MetadataKind.Host': {
    doc: 'Has no fields; selects the host.',
    section: 'full API',
    fields: {},
  },
} as const satisfies MessageTables;
