/** The HTTP filter that compresses responses. */
import type { EnumTables, MessageTables } from './language.ts';

export const gzipFilterMessages = {
  'gzip.Gzip': {
    doc: 'Compresses responses with gzip for clients that accept it.',
    section: 'full API',
    fields: {
      memory_level: {
        type: 'UInt32Value',
        doc: "Memory for zlib's state, 1 (least) to 9; more is faster and smaller.",
        default: { value: 5 },
        limits: { lte: 9, gte: 1 },
      },
      content_length: {
        type: 'UInt32Value',
        doc: 'Smallest response in bytes that is compressed; absent means 30.',
        deprecated: { use: 'compressor.content_length', migration: 'gzip-fields-to-compressor' },
        only: 'v2',
      },
      compression_level: {
        type: 'gzip.Gzip.CompressionLevel.Enum',
        doc: 'Smaller or sooner.',
        limits: { definedOnly: true },
      },
      compression_strategy: {
        type: 'gzip.Gzip.CompressionStrategy',
        doc: 'Strategy of zlib, by the kind of content.',
        limits: { definedOnly: true },
      },
      content_type: {
        type: 'repeated string',
        doc: 'Content types that are compressed; empty means the usual text types.',
        deprecated: { use: 'compressor.content_type', migration: 'gzip-fields-to-compressor' },
        order: 'set',
        only: 'v2',
      },
      disable_on_etag_header: {
        type: 'bool',
        doc: 'Leave responses with an `etag` alone; otherwise a strong one is removed.',
        deprecated: { use: 'compressor.disable_on_etag_header', migration: 'gzip-fields-to-compressor' },
        only: 'v2',
      },
      remove_accept_encoding_header: {
        type: 'bool',
        doc: 'Drop `accept-encoding` from requests, so that upstreams do not compress.',
        deprecated: {
          use: 'compressor.remove_accept_encoding_header',
          migration: 'gzip-fields-to-compressor',
        },
        only: 'v2',
      },
      window_bits: {
        type: 'UInt32Value',
        doc: "Size of zlib's window as a power of two, 9 to 15.",
        default: { value: 12 },
        limits: { lte: 15, gte: 9 },
      },
      compressor: {
        type: 'Compressor',
        doc: 'Which responses are compressed: smallest length, content types, entity tags.',
        presence: true,
      },
      chunk_size: {
        type: 'UInt32Value',
        doc: 'Size of the output buffer in bytes, 4096 to 65536.',
        limits: { gte: 4096, lte: 65536 },
        default: { value: 4096 },
        only: 'v3',
      },
    },
  },
  Compressor: {
    doc: 'Which responses are compressed, whatever compresses them.',
    section: 'full API',
    fields: {
      content_length: {
        type: 'UInt32Value',
        doc: 'Smallest response in bytes that is compressed.',
        default: { value: 30 },
        in: {
          v3: {
            deprecated: {
              use: 'response_direction_config.common_config',
              migration: 'compressor-fields-to-direction',
            },
          },
        },
      },
      content_type: {
        type: 'repeated string',
        doc: 'Content types that are compressed; empty means the usual text types.',
        order: 'set',
        in: {
          v3: {
            deprecated: {
              use: 'response_direction_config.common_config',
              migration: 'compressor-fields-to-direction',
            },
          },
        },
      },
      disable_on_etag_header: {
        type: 'bool',
        doc: 'Leave responses with an `etag` alone; otherwise a strong one is removed.',
        in: {
          v3: {
            deprecated: { use: 'response_direction_config', migration: 'compressor-fields-to-direction' },
          },
        },
      },
      remove_accept_encoding_header: {
        type: 'bool',
        doc: 'Drop `accept-encoding` from requests, so that upstreams do not compress.',
        in: {
          v3: {
            deprecated: { use: 'response_direction_config', migration: 'compressor-fields-to-direction' },
          },
        },
      },
      runtime_enabled: {
        type: 'core.RuntimeFeatureFlag',
        doc: 'Runtime switch of the filter; absent means on.',
        presence: true,
        in: {
          v3: {
            deprecated: {
              use: 'response_direction_config.common_config',
              migration: 'compressor-fields-to-direction',
            },
          },
        },
      },
      compressor_library: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that compresses, such as gzip or Brotli.',
        required: true,
        only: 'v3',
      },
      request_direction_config: {
        type: 'Compressor.RequestDirectionConfig',
        doc: 'Compresses requests on their way upstream; even an empty one turns this on.',
        presence: true,
        only: 'v3',
      },
      response_direction_config: {
        type: 'Compressor.ResponseDirectionConfig',
        doc: 'How responses are compressed, which they also are without it; older fields then count for nothing.',
        presence: true,
        only: 'v3',
      },
      choose_first: {
        type: 'bool',
        doc: 'Prefers this compressor where the client likes several equally; of several such, the last one.',
        only: 'v3',
      },
    },
  },
  'gzip.Gzip.CompressionLevel': {
    doc: 'Holds the enum of compression levels; has no fields.',
    section: 'full API',
    fields: {},
  },
} as const satisfies MessageTables;

export const gzipFilterEnums = {
  'gzip.Gzip.CompressionStrategy': {
    doc: 'Strategy of zlib.',
    section: 'full API',
    values: {
      DEFAULT: { number: 0, doc: 'For most content.' },
      FILTERED: { number: 1, doc: 'For data of small values with a random spread.' },
      HUFFMAN: { number: 2, doc: 'Huffman coding alone, without matching strings.' },
      RLE: { number: 3, doc: 'Runs of equal bytes only.' },
    },
  },
  'gzip.Gzip.CompressionLevel.Enum': {
    doc: 'Trade between size and speed.',
    section: 'full API',
    values: {
      DEFAULT: { number: 0, doc: "zlib's own compromise." },
      BEST: { number: 1, doc: 'Smallest result.' },
      SPEED: { number: 2, doc: 'Fastest compression.' },
    },
  },
} as const satisfies EnumTables;
