import type { MessageView, Migration, MigrationOutcome } from '../src/canonical/migration/migration.ts';
import {
  lookedAt,
  planSuccessions,
  type Succession,
  type Verdict,
} from '../src/canonical/migration/succession.ts';

const MANAGER = 'HttpConnectionManager';
const PROXY = 'TcpProxy';
const OPTIONS = 'access_log_options';

const ROWS: readonly Succession[] = [
  {
    message: MANAGER,
    field: 'access_log_flush_interval',
    to: [OPTIONS, 'access_log_flush_interval'],
    judge: unlessRefused,
  },
  {
    message: MANAGER,
    field: 'flush_access_log_on_new_request',
    to: [OPTIONS, 'flush_access_log_on_new_request'],
    judge: unlessRefused,
  },
  {
    message: PROXY,
    field: 'access_log_flush_interval',
    to: [OPTIONS, 'access_log_flush_interval'],
    judge: unlessRefused,
  },
  {
    message: PROXY,
    field: 'flush_access_log_on_connected',
    to: [OPTIONS, 'flush_access_log_on_connected'],
    judge: unlessRefused,
  },
];

/** HttpConnectionManager's and TcpProxy's settings of access logs → access_log_options. */
export const accessLogSettingsToOptions: Migration = {
  id: 'access-log-settings-to-options',
  title: 'when a connection manager or TCP proxy writes its access log moves to `access_log_options`',
  why: 'Version 3 gathers these settings in `access_log_options` and deprecates the fields beside it; the proxy refuses both together.',
  how: '`access_log_flush_interval`, `flush_access_log_on_new_request` and `flush_access_log_on_connected` move into `access_log_options`; `false` goes. Where `access_log_options` stands already, they are left.',
  source: 'full API of version 3: HttpConnectionManager, TcpProxy',
  optional: false,
  versions: ['v3'],
  ...lookedAt(ROWS),
  example: {
    type: PROXY,
    before: `stat_prefix: orders
cluster: orders
access_log_flush_interval: 60s
flush_access_log_on_connected: true
`,
    after: `stat_prefix: orders
cluster: orders
access_log_options:
  access_log_flush_interval: 60s
  flush_access_log_on_connected: true
`,
  },
  plan(view): readonly MigrationOutcome[] {
    return planSuccessions(view, ROWS);
  },
};

function unlessRefused(value: unknown, view: MessageView): Verdict {
  if (value === false) return { removed: 'false is what its absence means' };
  return view.value[OPTIONS] === undefined
    ? 'moves'
    : { left: `${OPTIONS} stands beside it, and the proxy refuses both: decide which` };
}
