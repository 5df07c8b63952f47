import { isWritten, leave, leaveForOlder, type Migration } from '../src/canonical/migration/migration.ts';
import { versionOf } from '../src/model/bound.ts';
import type { Edit } from '../src/source/edit/index.ts';

const FIELDS = ['content_length', 'content_type', 'disable_on_etag_header', 'remove_accept_encoding_header'];

/** In version 3 what is moved would be deprecated again where it goes. */
const GONE = 'release 1.19 removed the gzip filter; write the compressor filter in its place';

/** Gzip.content_length and its kind → compressor. */
export const gzipFieldsToCompressor: Migration = {
  id: 'gzip-fields-to-compressor',
  title: 'four fields of the gzip filter move into `compressor`',
  why: "Which responses are compressed is the same question for every compressor; the proxy's full API deprecates the gzip filter's own fields and later proxies refuse them.",
  how: 'The fields move as they stand. Where `compressor` is there already, even empty, the proxy does not read the old ones at all, so they go; so they do where all they say is `false`.',
  source: 'full API: gzip.Gzip',
  optional: true,
  messages: ['gzip.Gzip'],
  fields: FIELDS,
  example: {
    type: 'gzip.Gzip',
    before: `memory_level: 9
content_length: 1024
content_type: [text/html, application/json]
`,
    after: `memory_level: 9
compressor:
  content_length: 1024
  content_type: [text/html, application/json]
`,
  },
  plan(view) {
    const fields = FIELDS.filter((field) => view.value[field] !== undefined);
    const [first] = fields;
    if (first === undefined) return [];
    const names = fields.join(', ');
    if (versionOf(view.value) === 'v3') return fields.flatMap((field) => leave(field, GONE));
    if (view.value.compressor !== undefined) {
      const edits = fields.map((field): Edit => ({ op: 'remove', path: view.at(field) }));
      const warning = `${names} beside compressor had no effect and went; look whether compressor says what was meant`;
      return [
        { kind: 'edits', edits, reason: `removed ${names}: compressor stands beside them and wins`, warning },
      ];
    }
    if (isWritten(view, 'compressor'))
      return fields.flatMap((field) => leave(field, 'compressor beside it cannot be read; correct it first'));
    if (fields.every((field) => view.value[field] === false)) {
      const edits = fields.map((field): Edit => ({ op: 'remove', path: view.at(field) }));
      return [{ kind: 'edits', edits, reason: `removed ${names}: false is what its absence means` }];
    }
    if (view.older) return fields.flatMap((field) => leaveForOlder(field, 'compressor in the gzip filter'));
    const place = view.place('compressor');
    const edits: Edit[] = [{ op: 'add', path: place, value: {}, inPlaceOf: view.at(first) }];
    for (const field of fields)
      edits.push({ op: 'move', from: view.at(field), path: `${place}/${view.spelling(field)}` });
    return [{ kind: 'edits', edits, reason: `${names} moved into compressor` }];
  },
};
