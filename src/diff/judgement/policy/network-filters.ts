import { GUARD_LEVELS, guardLevel } from './guards.ts';
import {
  ENTRY,
  INFO_ENTRY,
  INFO_PART,
  LIMIT,
  PART,
  type Policy,
  SWITCH,
  TIMEOUT,
  topic,
  WARNING,
} from './topic.ts';

export const managerPolicy: Policy = {
  message: 'HttpConnectionManager',
  otherwise: topic(
    'http-connection-manager',
    '',
    WARNING,
    'It holds for all requests of the connection manager.',
  ),
  topics: [
    topic(
      'http-filter',
      'http_filters',
      ENTRY,
      'A filter can refuse, change or answer any request, authentication included; their order counts.',
      {
        whys: {
          removed:
            'What it did is no longer done: where it checked who may come in, or limited how much, everything passes.',
        },
        levelFor: guardLevel,
        special: GUARD_LEVELS,
      },
    ),
    topic(
      'route-source',
      'rds scoped_routes route_config',
      PART,
      'Until the new source answers, requests find no routes; it may say something else.',
    ),
    topic('codec-type', 'codec_type', WARNING, 'Clients that speak only another version fail.'),
    topic(
      'downstream-idle-timeout',
      'idle_timeout common_http_protocol_options.idle_timeout',
      TIMEOUT,
      'Clients that reuse a connection may meet one that is just closing.',
      { zeroIsUnlimited: true },
    ),
    topic(
      'stream-idle-timeout',
      'stream_idle_timeout',
      TIMEOUT,
      'A request or response on which nothing moves for so long is ended with a 408 or cut off.',
      { zeroIsUnlimited: true },
    ),
    topic(
      'request-timeout',
      'request_timeout',
      TIMEOUT,
      'A request that has not wholly arrived by then gets a 408; slow uploads are cut off.',
      {
        zeroIsUnlimited: true,
      },
    ),
    topic(
      'drain-timeout',
      'drain_timeout delayed_close_timeout',
      TIMEOUT,
      'Connections are closed earlier or later.',
      { zeroIsUnlimited: true },
    ),
    topic(
      'downstream-http-options',
      'common_http_protocol_options http_protocol_options http2_protocol_options',
      PART,
      'HTTP is spoken to clients with other settings.',
    ),
    topic(
      'max-request-headers',
      'max_request_headers_kb',
      LIMIT,
      'Requests with more header bytes get a 431; large cookies are the usual reason.',
    ),
    topic(
      'client-address',
      'use_remote_address xff_num_trusted_hops skip_xff_append internal_address_config',
      { ...PART, ...SWITCH, raised: 'warning', lowered: 'warning' },
      'Another address counts as that of the client, which decides whether a request is internal.',
    ),
    topic(
      'client-certificate',
      'forward_client_cert_details set_current_client_cert_details',
      PART,
      'Upstreams learn other things about the certificate of the client.',
    ),
    topic(
      'path-normalization',
      'normalize_path merge_slashes',
      { ...SWITCH, added: 'warning', removed: 'warning' },
      'Routes and filters see the path after this: requests may come to another route, or get around one that protects.',
    ),
    topic(
      'downstream-upgrade',
      'upgrade_configs',
      PART,
      'Upgrades such as websocket are let through, or no longer are.',
      { levelFor: guardLevel, special: GUARD_LEVELS },
    ),
    topic(
      'downstream-header',
      'add_user_agent server_name server_header_transformation via generate_request_id preserve_external_request_id proxy_100_continue represent_ipv4_remote_address_as_ipv4_mapped_ipv6 request_id_extension',
      { ...INFO_PART, enabled: 'info', disabled: 'info' },
      'Upstreams or clients see other headers; some of them decide about access, caching or routing further on.',
    ),
    topic('downstream-tracing', 'tracing', INFO_PART, 'Other requests are traced, or traces look different.'),
    topic('http-access-log', 'access_log', INFO_ENTRY, 'Other requests are logged, or elsewhere.'),
    topic(
      'http-stat-prefix',
      'stat_prefix',
      INFO_PART,
      'Dashboards and alerts that ask for the old name see nothing any more.',
    ),
  ],
};

export const tcpProxyPolicy: Policy = {
  message: 'TcpProxy',
  otherwise: topic('tcp-proxy', '', WARNING, 'It holds for all connections of the filter.'),
  topics: [
    topic(
      'tcp-target',
      'cluster weighted_clusters deprecated_v1',
      PART,
      'Every connection of the filter goes to other hosts from now on.',
    ),
    topic(
      'tcp-idle-timeout',
      'idle_timeout downstream_idle_timeout upstream_idle_timeout',
      TIMEOUT,
      'Idle connections are closed earlier or later.',
      { zeroIsUnlimited: true },
    ),
    topic('tcp-access-log', 'access_log', INFO_ENTRY, 'Other connections are logged, or elsewhere.'),
    topic(
      'tcp-stat-prefix',
      'stat_prefix',
      INFO_PART,
      'Dashboards and alerts that ask for the old name see nothing any more.',
    ),
  ],
};
