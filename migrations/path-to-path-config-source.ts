import type { Migration } from '../src/canonical/migration/migration.ts';
import { lookedAt, planSuccessions, type Succession } from '../src/canonical/migration/succession.ts';

const ROWS: readonly Succession[] = [
  { message: 'core.ConfigSource', field: 'path', to: ['path_config_source', 'path'] },
];

/** ConfigSource.path → path_config_source. */
export const pathToPathConfigSource: Migration = {
  id: 'path-to-path-config-source',
  title: '`path` of a configuration source becomes `path_config_source`',
  why: 'Version 3 deprecates the bare path: `path_config_source` can also name the directory to watch.',
  how: 'The path moves into `path_config_source`. Where both stand, it is left.',
  source: 'full API of version 3: core.ConfigSource',
  optional: false,
  versions: ['v3'],
  ...lookedAt(ROWS),
  example: {
    type: 'core.ConfigSource',
    before: `path: /etc/garden/clusters.yaml
resource_api_version: V3
`,
    after: `path_config_source:
  path: /etc/garden/clusters.yaml
resource_api_version: V3
`,
  },
  plan: (view) => planSuccessions(view, ROWS),
};
