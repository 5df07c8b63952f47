import type { MessageView, Migration } from '../src/canonical/migration/migration.ts';
import {
  lookedAt,
  planSuccessions,
  type Succession,
  type Verdict,
} from '../src/canonical/migration/succession.ts';
import { isObject } from '../src/model/bound.ts';

const FALSE: Verdict = { removed: 'false is what its absence means' };
const unlessFalse = (value: unknown): Verdict => (value === false ? FALSE : 'moves');
const unlessEmpty = (value: unknown): Verdict => (value === '' ? { removed: 'it is empty' } : 'moves');

/** Fields that say the same in another place, one row each. */
const ROWS: readonly Succession[] = [
  {
    message: 'Cluster',
    field: 'track_timeout_budgets',
    to: ['track_cluster_stats', 'timeout_budgets'],
    judge: (value, { value: { track_cluster_stats: stats } }) => {
      if (value === false) return FALSE;
      return isObject(stats) && stats.timeout_budgets === true
        ? { removed: 'timeout_budgets of track_cluster_stats says the same' }
        : 'moves';
    },
  },
  {
    message: 'http.lua.Lua',
    field: 'inline_code',
    to: ['default_source_code', 'inline_string'],
    judge: unlessEmptyCode,
  },
  { message: 'route.RateLimit.Action', field: 'dynamic_metadata', to: ['metadata'] },
  {
    message: 'core.HealthCheck',
    field: 'event_log_path',
    to: ['event_logger', 0, 'typed_config', 'event_log_path'],
    beside: (view) => [
      {
        name: `${view.namespace}.health_check.event_sink.file`,
        typed_config: { '@type': view.typeUrl('HealthCheckEventFileSink') },
      },
    ],
    judge: (value, { value: { event_logger: loggers } }) => {
      if (value === '') return { removed: 'an empty path logs nothing' };
      return loggers === undefined
        ? 'moves'
        : {
            left: 'event_logger stands beside it, and the proxy logs to both; add a file sink with this path to event_logger',
          };
    },
  },
  {
    message: 'LightstepConfig',
    field: 'access_token_file',
    to: ['access_token', 'filename'],
    judge: unlessEmpty,
  },
  {
    message: 'RedisProxy',
    field: 'downstream_auth_password',
    to: ['downstream_auth_passwords', 0],
    judge: unlessBesideList,
  },
  {
    message: 'DubboProxy',
    field: 'route_config',
    to: ['multiple_route_config', 'route_config'],
    judge: (_, { value: { drds, multiple_route_config: many } }) =>
      drds === undefined && many === undefined
        ? 'moves'
        : { left: 'other routes stand beside it, and the proxy refuses both: decide which' },
  },
  {
    message: 'UdpProxyConfig',
    field: 'cluster',
    to: ['matcher', 'on_no_match', 'action', 'typed_config', 'cluster'],
    beside: (view) => ({
      on_no_match: { action: { name: 'route', typed_config: { '@type': view.typeUrl('udp_proxy.Route') } } },
    }),
  },
  { message: 'CommonGeoipProviderConfig', field: 'geo_headers_to_add', to: ['geo_field_keys'], beaten: true },
  {
    message: 'CommonGeoipProviderConfig.GeolocationHeadersToAdd',
    field: 'is_anon',
    to: ['anon'],
    beaten: true,
    judge: unlessEmpty,
  },
  {
    message: 'PluginConfig',
    field: 'fail_open',
    to: ['failure_policy'],
    judge: (value) => (value === false ? FALSE : { becomes: 'FAIL_OPEN' }),
  },
  {
    message: 'PostgresProxy',
    field: 'terminate_ssl',
    to: ['downstream_ssl'],
    judge: (value) => (value === false ? FALSE : { becomes: 'ALLOW' }),
  },
  ...['use_hostname_for_hashing', 'hash_balance_factor'].map(
    (field): Succession => ({
      message: 'RingHash',
      field,
      to: ['consistent_hashing_lb_config', field],
      beaten: true,
      judge: unlessFalse,
    }),
  ),
  {
    message: 'LocalityLbConfig.ZoneAwareLbConfig',
    field: 'force_locality_direct_routing',
    to: ['force_local_zone'],
    beaten: true,
    judge: (value) => (value === false ? FALSE : { becomes: {} }),
  },
  { message: 'TapConfig', field: 'match_config', to: ['match'], beaten: true },
  { message: 'ExtensionWithMatcher', field: 'matcher', to: ['xds_matcher'], beaten: true },
  {
    message: 'core.Http2ProtocolOptions',
    field: 'stream_error_on_invalid_http_messaging',
    to: ['override_stream_error_on_invalid_http_message'],
    beaten: true,
    judge: (value, view) => {
      if (value === false) return FALSE;
      const manager = view.around('HttpConnectionManager');
      return manager?.stream_error_on_invalid_http_message === undefined
        ? 'moves'
        : { removed: "the connection manager's stream_error_on_invalid_http_message decides" };
    },
  },
];

/** Deprecated fields of version 3 with a successor that says the same. */
export const fieldsToSuccessors: Migration = {
  id: 'fields-to-successors',
  title: 'deprecated fields of version 3 whose successor says the same move there',
  why: 'Version 3 deprecates these fields for others; each release may refuse one more of them.',
  how:
    'Among them: `track_timeout_budgets` of a cluster, `inline_code` of Lua, `dynamic_metadata` of rate limits, `event_log_path` of health checks, passwords of Redis, routes of Dubbo, the cluster of a UDP proxy, `fail_open` of Wasm, settings of ring hash, and `stream_error_on_invalid_http_messaging` of HTTP/2. ' +
    '`false` and empty values go where they say nothing, and so does what the proxy passes over since the successor stands beside it. Where both count, they are left.',
  source: 'full API of version 3',
  optional: false,
  versions: ['v3'],
  ...lookedAt(ROWS),
  example: {
    type: 'Cluster',
    before: `name: ledger
track_timeout_budgets: true # for the dashboards
`,
    after: `name: ledger
track_cluster_stats: # for the dashboards
  timeout_budgets: true
`,
  },
  plan: (view) => planSuccessions(view, ROWS),
};

function unlessEmptyCode(value: unknown, { value: { default_source_code: other } }: MessageView): Verdict {
  if (value === '') return { removed: 'it is empty' };
  return other === undefined
    ? 'moves'
    : { left: 'default_source_code stands beside it, and the proxy refuses both: decide which' };
}

function unlessBesideList(_: unknown, view: MessageView): Verdict {
  const list = 'downstream_auth_passwords';
  return view.value[list] !== undefined && view.at(list, 0) === view.at(list)
    ? { left: `${list} is written as one object, to which no other can be added; write it as a list first` }
    : 'moves';
}
