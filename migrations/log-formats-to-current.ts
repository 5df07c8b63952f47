import type { Migration } from '../src/canonical/migration/migration.ts';
import { lookedAt, planSuccessions, type Succession } from '../src/canonical/migration/succession.ts';

const FILE = 'FileAccessLog';

const ROWS: readonly Succession[] = [
  {
    message: FILE,
    field: 'format',
    to: ['log_format', 'text_format_source', 'inline_string'],
    judge: (value) => (value === '' ? { removed: 'an empty format is the default one' } : 'moves'),
  },
  {
    message: FILE,
    field: 'json_format',
    to: ['log_format', 'json_format'],
    warning:
      'json_format of a file access log became log_format: releases before 1.33 wrote all of its values as text, and log_format keeps numbers and booleans, as later ones do in both',
  },
  { message: FILE, field: 'typed_json_format', to: ['log_format', 'json_format'] },
  {
    message: 'core.SubstitutionFormatString',
    field: 'text_format',
    to: ['text_format_source', 'inline_string'],
  },
];

/** FileAccessLog.format, json_format, typed_json_format → log_format; SubstitutionFormatString.text_format. */
export const logFormatsToCurrent: Migration = {
  id: 'log-formats-to-current',
  title: 'older formats of access logs and texts become `log_format` and `text_format_source`',
  why: 'Version 3 has one message for formats, which all logs and replies share, and deprecates the fields before it.',
  how:
    '`format` becomes `text_format_source` of `log_format`, `json_format` and `typed_json_format` become its `json_format`, `text_format` becomes `text_format_source`. ' +
    'An empty `format` is the default one, and goes. Where two formats stand, they are left.',
  source: 'full API of version 3: FileAccessLog, core.SubstitutionFormatString',
  optional: false,
  versions: ['v3'],
  ...lookedAt(ROWS),
  example: {
    type: FILE,
    before: `path: /dev/stdout
format: "%RESPONSE_CODE% %DURATION%\\n"
`,
    after: `path: /dev/stdout
log_format:
  text_format_source:
    inline_string: "%RESPONSE_CODE% %DURATION%\\n"
`,
  },
  plan: (view) => planSuccessions(view, ROWS),
};
