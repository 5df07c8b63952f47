import type { Migration } from '../src/canonical/migration/migration.ts';
import { lookedAt, planSuccessions, type Succession } from '../src/canonical/migration/succession.ts';

const ROWS: readonly Succession[] = [
  {
    message: 'core.HeaderValueOption',
    field: 'append',
    to: ['append_action'],
    judge: (value) => ({
      becomes: value === false ? 'OVERWRITE_IF_EXISTS_OR_ADD' : 'APPEND_IF_EXISTS_OR_ADD',
    }),
  },
];

/** HeaderValueOption.append → append_action. */
export const appendToAppendAction: Migration = {
  id: 'append-to-append-action',
  title: '`append` of a header to add becomes `append_action`',
  why: 'Version 3 deprecates the flag for an action that can also say "only where it is absent" and "only where it is there".',
  how: '`true` becomes APPEND_IF_EXISTS_OR_ADD, which is also what the absence of both means, and `false` becomes OVERWRITE_IF_EXISTS_OR_ADD. Where both stand, it is left.',
  source: 'full API of version 3: core.HeaderValueOption',
  optional: false,
  versions: ['v3'],
  ...lookedAt(ROWS),
  example: {
    type: 'core.HeaderValueOption',
    before: `header: {key: x-origin, value: garden}
append: false
`,
    after: `header: {key: x-origin, value: garden}
append_action: OVERWRITE_IF_EXISTS_OR_ADD
`,
  },
  plan: (view) => planSuccessions(view, ROWS),
};
