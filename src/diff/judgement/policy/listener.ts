import {
  ENTRY,
  INFO,
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

export const listenerPolicy: Policy = {
  message: 'Listener',
  otherwise: topic('listener', '', WARNING, 'It holds for all connections to the listener.'),
  topics: [
    topic(
      'listener',
      '.',
      { added: 'info', removed: 'breaking', renamed: 'warning' },
      'Connections to an address without a listener are refused; a listener under a new name is a new one and the old one drains.',
    ),
    topic(
      'listener-address',
      'address',
      { changed: 'breaking', added: 'warning', removed: 'breaking' },
      'Connections to the old address are refused.',
    ),
    topic('listener-name', 'name', INFO_PART, 'A listener under a new name is a new one.'),
    topic(
      'filter-chain-match',
      'filter_chains.filter_chain_match',
      PART,
      'The chain takes other connections; those that no chain takes are closed.',
    ),
    topic(
      'listener-tls',
      'filter_chains.transport_socket filter_chains.tls_context',
      { added: 'breaking', removed: 'breaking', changed: 'warning' },
      'Plaintext clients are refused once TLS is demanded; without it, traffic is no longer encrypted.',
    ),
    topic('network-filter', 'filter_chains.filters', ENTRY, 'Connections run through other filters.'),
    topic(
      'filter-chain',
      'filter_chains',
      { added: 'info', removed: 'breaking', changed: 'warning', moved: 'info' },
      'Connections that no chain takes are closed.',
    ),
    topic(
      'listener-filter',
      'listener_filters',
      ENTRY,
      'What filter chains are picked by may no longer be known.',
    ),
    topic(
      'listener-filter-timeout',
      'listener_filters_timeout continue_on_listener_filters_timeout',
      { ...TIMEOUT, ...SWITCH },
      'Connections that send nothing are dropped earlier or later.',
      { zeroIsUnlimited: true },
    ),
    topic(
      'listener-buffer-limit',
      'per_connection_buffer_limit_bytes',
      LIMIT,
      'Large requests and responses are held back earlier or later.',
    ),
    topic(
      'listener-binding',
      'use_original_dst deprecated_v1 transparent freebind reuse_port',
      { ...SWITCH, added: 'warning', removed: 'warning' },
      'Other connections arrive here, or none do.',
    ),
    topic(
      'listener-socket',
      'socket_options tcp_fast_open_queue_length connection_balance_config',
      ENTRY,
      'Connections are accepted with other settings of the system.',
    ),
    topic('listener-udp', 'udp_listener_config', PART, 'Datagrams are received in another way.'),
    topic('listener-api', 'api_listener', PART, 'Applications that embed the proxy are served differently.'),
    topic('listener-access-log', 'access_log', INFO_ENTRY, 'Other connections are logged, or elsewhere.'),
    topic(
      'listener-direction',
      'traffic_direction',
      INFO,
      'Traces and filters tell inbound from outbound traffic by it.',
    ),
    topic('listener-metadata', 'metadata', INFO_PART, 'Filters, logs and traces may read it.'),
    topic('listener-draining', 'drain_type', INFO, 'Connections are drained at other times.'),
  ],
};

export const managerPolicy: Policy = {
  message: 'config.filter.network.http_connection_manager.v2.HttpConnectionManager',
  otherwise: topic(
    'http-connection-manager',
    '',
    WARNING,
    'It holds for all requests of the connection manager.',
  ),
  topics: [
    topic('http-filter', 'http_filters', ENTRY, 'Requests run through other filters.'),
    topic(
      'route-source',
      'rds scoped_routes route_config',
      PART,
      'Route configurations come from elsewhere.',
    ),
    topic('codec-type', 'codec_type', WARNING, 'Clients have to speak another version of HTTP.'),
    topic(
      'downstream-idle-timeout',
      'idle_timeout common_http_protocol_options.idle_timeout',
      TIMEOUT,
      'Idle connections of clients are closed earlier or later.',
      { zeroIsUnlimited: true },
    ),
    topic(
      'stream-idle-timeout',
      'stream_idle_timeout',
      TIMEOUT,
      'Silent streams are ended earlier or later.',
      { zeroIsUnlimited: true },
    ),
    topic('request-timeout', 'request_timeout', TIMEOUT, 'Slow requests are given up earlier or later.', {
      zeroIsUnlimited: true,
    }),
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
    topic('max-request-headers', 'max_request_headers_kb', LIMIT, 'Larger requests are refused.'),
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
      'Routes are matched against another path.',
    ),
    topic(
      'downstream-upgrade',
      'upgrade_configs',
      PART,
      'Upgrades such as websocket are let through, or no longer are.',
    ),
    topic(
      'downstream-header',
      'add_user_agent server_name server_header_transformation via generate_request_id preserve_external_request_id proxy_100_continue represent_ipv4_remote_address_as_ipv4_mapped_ipv6 request_id_extension',
      { ...INFO_PART, enabled: 'info', disabled: 'info' },
      'Upstreams or clients see other headers.',
    ),
    topic('downstream-tracing', 'tracing', INFO_PART, 'Other requests are traced, or traces look different.'),
    topic('http-access-log', 'access_log', INFO_ENTRY, 'Other requests are logged, or elsewhere.'),
    topic('http-stat-prefix', 'stat_prefix', INFO_PART, 'Statistics appear under another name.'),
  ],
};

export const tcpProxyPolicy: Policy = {
  message: 'config.filter.network.tcp_proxy.v2.TcpProxy',
  otherwise: topic('tcp-proxy', '', WARNING, 'It holds for all connections of the filter.'),
  topics: [
    topic(
      'tcp-target',
      'cluster weighted_clusters deprecated_v1',
      PART,
      'Connections go to another cluster.',
    ),
    topic(
      'tcp-idle-timeout',
      'idle_timeout downstream_idle_timeout upstream_idle_timeout',
      TIMEOUT,
      'Idle connections are closed earlier or later.',
      { zeroIsUnlimited: true },
    ),
    topic('tcp-access-log', 'access_log', INFO_ENTRY, 'Other connections are logged, or elsewhere.'),
    topic('tcp-stat-prefix', 'stat_prefix', INFO_PART, 'Statistics appear under another name.'),
  ],
};

export const downstreamTlsPolicy: Policy = {
  message: 'auth.DownstreamTlsContext',
  otherwise: topic('downstream-tls', '', PART, 'TLS to clients is set up differently.'),
  topics: [
    topic(
      'client-certificate-requirement',
      'require_client_certificate',
      { enabled: 'breaking', disabled: 'warning', added: 'warning', removed: 'warning', changed: 'warning' },
      'Clients without a certificate are refused, or no longer are.',
    ),
    topic(
      'sni-requirement',
      'require_sni',
      { enabled: 'breaking', disabled: 'info', added: 'warning', removed: 'warning', changed: 'warning' },
      'Clients that send no server name are refused, or no longer are.',
    ),
    topic(
      'downstream-tls-validation',
      'common_tls_context.validation_context common_tls_context.validation_context_sds_secret_config common_tls_context.combined_validation_context',
      PART,
      'Decides which certificates of clients are trusted.',
    ),
    topic(
      'downstream-tls-certificate',
      'common_tls_context.tls_certificates common_tls_context.tls_certificate_sds_secret_configs',
      ENTRY,
      'Clients see another certificate, or none.',
    ),
    topic(
      'downstream-tls-parameters',
      'common_tls_context.tls_params',
      PART,
      'Clients that speak other versions or ciphers only are refused.',
    ),
    topic(
      'downstream-tls-alpn',
      'common_tls_context.alpn_protocols',
      ENTRY,
      'Clients may pick another protocol.',
    ),
    topic(
      'downstream-tls-sessions',
      'session_ticket_keys session_ticket_keys_sds_secret_config session_timeout disable_stateless_session_resumption',
      { ...PART, ...SWITCH, raised: 'info', lowered: 'info' },
      'Fewer or more sessions are resumed.',
    ),
  ],
};
