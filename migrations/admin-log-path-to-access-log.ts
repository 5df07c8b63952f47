import type { Migration } from '../src/canonical/migration/migration.ts';
import { lookedAt, planSuccessions, type Succession } from '../src/canonical/migration/succession.ts';

const ROWS: readonly Succession[] = [
  {
    message: 'Admin',
    field: 'access_log_path',
    to: ['access_log', 0, 'typed_config', 'path'],
    beside: (view) => [
      {
        name: `${view.namespace}.access_loggers.file`,
        typed_config: { '@type': view.typeUrl('FileAccessLog') },
      },
    ],
    judge: (value, { value: { access_log: logs } }) => {
      if (value === '') return { removed: 'an empty path writes no log' };
      return logs === undefined
        ? 'moves'
        : {
            left: 'access_log stands beside it, and the proxy writes both logs; add a file access log with this path to access_log',
          };
    },
  },
];

/** Admin.access_log_path → access_log. */
export const adminLogPathToAccessLog: Migration = {
  id: 'admin-log-path-to-access-log',
  title: '`access_log_path` of the admin server becomes `access_log`',
  why: 'Version 3 deprecates the bare path for a list of access logs, which have formats and filters as everywhere else.',
  how: 'The path moves into a file access log. An empty path goes. Where `access_log` stands beside it, it is left.',
  source: 'full API of version 3: Admin',
  optional: false,
  versions: ['v3'],
  ...lookedAt(ROWS),
  example: {
    type: 'Admin',
    before: `access_log_path: /dev/null
address:
  socket_address: {address: 127.0.0.1, port_value: 9901}
`,
    after: `access_log:
  - name: envoy.access_loggers.file
    typed_config:
      "@type": type.googleapis.com/envoy.extensions.access_loggers.file.v3.FileAccessLog
      path: /dev/null
address:
  socket_address: {address: 127.0.0.1, port_value: 9901}
`,
  },
  plan: (view) => planSuccessions(view, ROWS),
};
