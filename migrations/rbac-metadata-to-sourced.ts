import type { Migration } from '../src/canonical/migration/migration.ts';
import { lookedAt, planSuccessions, type Succession } from '../src/canonical/migration/succession.ts';

const ROWS: readonly Succession[] = ['Permission', 'Principal'].map((message) => ({
  message,
  field: 'metadata',
  to: ['sourced_metadata', 'metadata_matcher'],
}));

/** Permission.metadata and Principal.metadata → sourced_metadata. */
export const rbacMetadataToSourced: Migration = {
  id: 'rbac-metadata-to-sourced',
  title: '`metadata` of a permission or principal becomes `sourced_metadata`',
  why: 'Version 3 deprecates the matcher of its own: `sourced_metadata` also says whose metadata are looked at.',
  how: 'The matcher moves into `sourced_metadata`, which looks at dynamic metadata where it does not say otherwise, as before. Where both stand, it is left.',
  source: 'full API of version 3: Permission, Principal',
  optional: false,
  versions: ['v3'],
  ...lookedAt(ROWS),
  example: {
    type: 'Principal',
    before: `metadata:
  filter: garden.identity
  path:
  - key: role
  value:
    string_match: {exact: keeper}
`,
    after: `sourced_metadata:
  metadata_matcher:
    filter: garden.identity
    path:
    - key: role
    value:
      string_match: {exact: keeper}
`,
  },
  plan: (view) => planSuccessions(view, ROWS),
};
