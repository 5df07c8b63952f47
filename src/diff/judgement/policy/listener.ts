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
  otherwise: topic('listener', '', WARNING, 'It holds for every connection that the listener accepts.'),
  topics: [
    topic(
      'listener',
      '.',
      { added: 'info', removed: 'breaking', renamed: 'warning' },
      'Connections to an address without a listener are refused; a listener under a new name is a new one and the old one drains.',
      {
        whys: {
          added: 'Connections to its address are accepted from now on; who can reach it can send requests.',
          removed:
            'Connections to its address are refused, and whatever it alone routed is no longer served.',
        },
      },
    ),
    topic(
      'listener-address',
      'address',
      { changed: 'breaking', added: 'warning', removed: 'breaking' },
      'Nobody listens at the old address any more: clients that go there are refused until they know the new one.',
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
      {
        whys: {
          removed:
            'Traffic with clients is no longer encrypted, and clients that speak TLS fail: what listens here takes plaintext now.',
          added:
            'Clients that speak plaintext are refused from now on; all of them have to speak TLS and trust the certificate.',
        },
      },
    ),
    topic(
      'network-filter',
      'filter_chains.filters',
      ENTRY,
      'A filter can route, refuse, change or log a connection; without the last one nothing answers it.',
    ),
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
      'Such filters find out the server name or the original address by which filter chains are picked; without it connections may come to another chain, or be closed.',
    ),
    topic(
      'listener-filter-timeout',
      'listener_filters_timeout continue_on_listener_filters_timeout',
      { ...TIMEOUT, ...SWITCH },
      'Until then a connection waits for its first bytes; clients that are slow to send are dropped.',
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
      'How the socket is bound decides which connections come here at all.',
    ),
    topic(
      'listener-socket',
      'socket_options tcp_fast_open_queue_length connection_balance_config',
      ENTRY,
      'The system treats connections of this listener in another way: queues, keepalives, marks.',
    ),
    topic(
      'listener-udp',
      'udp_listener_config',
      PART,
      'Datagrams are received with other settings, or are taken by another kind of listener.',
    ),
    topic('listener-api', 'api_listener', PART, 'Applications that embed the proxy are served differently.'),
    topic('listener-access-log', 'access_log', INFO_ENTRY, 'Other connections are logged, or elsewhere.'),
    topic(
      'listener-direction',
      'traffic_direction',
      INFO,
      'Traces and filters tell inbound from outbound traffic by it.',
    ),
    topic(
      'listener-metadata',
      'metadata',
      INFO_PART,
      'No connection goes elsewhere by it alone, but filters, logs and traces may read it.',
    ),
    topic(
      'listener-draining',
      'drain_type',
      INFO,
      'It says when connections are drained: on every change of the listener, or only when the proxy goes down.',
    ),
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
  message: 'config.filter.network.tcp_proxy.v2.TcpProxy',
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

export const downstreamTlsPolicy: Policy = {
  message: 'auth.DownstreamTlsContext',
  otherwise: topic(
    'downstream-tls',
    '',
    PART,
    'It holds for every handshake with clients on this filter chain.',
  ),
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
      'Clients whose certificates are not trusted are refused; looser, or gone, others get in.',
    ),
    topic(
      'downstream-tls-certificate',
      'common_tls_context.tls_certificates common_tls_context.tls_certificate_sds_secret_configs',
      ENTRY,
      'Clients that do not trust the new certificate, or ask for a name that it does not hold, refuse the connection.',
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
      'The protocol is picked from those that are offered: without h2 among them clients fall back to HTTP/1.1, or refuse.',
    ),
    topic(
      'downstream-tls-sessions',
      'session_ticket_keys session_ticket_keys_sds_secret_config session_timeout disable_stateless_session_resumption',
      { ...PART, ...SWITCH, raised: 'info', lowered: 'info' },
      'A session that is not resumed costs a full handshake; keys and lifetimes of sessions bound how long a stolen one is worth something.',
    ),
  ],
};
