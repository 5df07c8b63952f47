import type { Migration } from '../src/canonical/migration/migration.ts';
import { lookedAt, planSuccessions, type Succession } from '../src/canonical/migration/succession.ts';

const MESSAGE = 'Compressor';
const DIRECTION = 'response_direction_config';
const WARNING =
  'the counters of a compressor have "response." in their names since its settings stand in response_direction_config';

const TARGETS: { readonly [field: string]: readonly string[] } = {
  content_length: [DIRECTION, 'common_config', 'min_content_length'],
  content_type: [DIRECTION, 'common_config', 'content_type'],
  disable_on_etag_header: [DIRECTION, 'disable_on_etag_header'],
  remove_accept_encoding_header: [DIRECTION, 'remove_accept_encoding_header'],
  runtime_enabled: [DIRECTION, 'common_config', 'enabled'],
};

const ROWS: readonly Succession[] = Object.entries(TARGETS).map(([field, to]) => ({
  message: MESSAGE,
  field,
  to,
  beaten: true,
  warning: WARNING,
  judge: (value) => (value === false ? { removed: 'false is what its absence means' } : 'moves'),
}));

/** Compressor's fields of its own → response_direction_config. */
export const compressorFieldsToDirection: Migration = {
  id: 'compressor-fields-to-direction',
  title: "a compressor's settings of its own move to `response_direction_config`",
  why: 'A compressor works in both directions since version 3, and each has settings of its own; those beside them are deprecated.',
  how:
    'Length, types, switch and the two flags move to where the same is said of responses; `false` goes. Where `response_direction_config` stands already, the proxy reads it alone, and the others go. ' +
    'The names of the counters change, which is said as a warning.',
  source: 'full API of version 3: Compressor',
  optional: false,
  versions: ['v3'],
  ...lookedAt(ROWS),
  example: {
    type: MESSAGE,
    before: `content_length: 200
disable_on_etag_header: true
compressor_library:
  name: text
  typed_config:
    "@type": type.googleapis.com/envoy.extensions.compression.gzip.compressor.v3.Gzip
`,
    after: `response_direction_config:
  common_config:
    min_content_length: 200
  disable_on_etag_header: true
compressor_library:
  name: text
  typed_config:
    "@type": type.googleapis.com/envoy.extensions.compression.gzip.compressor.v3.Gzip
`,
  },
  plan: (view) => planSuccessions(view, ROWS),
};
