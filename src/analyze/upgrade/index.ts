/** All changes of the proxy that a configuration can meet, the oldest first. A new one is an entry in the list of its area. */
import { filtersAround } from '../../effects/manager.ts';
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { listenerFilterKind } from '../../routing/where/listener.ts';
import { compareReleases } from '../../schema/release.ts';
import type { Message } from '../../schema/types.ts';
import { look, type Match, type ReleaseChange } from './change.ts';
import { clusterChanges } from './clusters.ts';
import { filterChanges } from './filters.ts';
import { routeChanges } from './routes.ts';
import { runtimeChanges } from './runtime.ts';

/** Changes that listeners meet. */
type Listener = Message<'Listener'>;

/** What a filter chain asks for that only the TLS inspector can tell. */
function asksForTls({ filter_chain_match: match }: Message<'listener.FilterChain'>): boolean {
  const {
    transport_protocol: protocol = '',
    server_names: names = [],
    application_protocols: alpn = [],
  } = match ?? {};
  return protocol === 'tls' || (protocol === '' && names.length + alpn.length > 0);
}

/** A listener that takes TCP connections at a port of its own. */
function takesConnections(listener: Listener): boolean {
  const { address, api_listener: api, udp_listener_config: udp, bind_to_port: binds } = listener;
  const socket = address?.socket_address;
  if (socket === undefined || socket.protocol === 'UDP' || api !== undefined || udp !== undefined)
    return false;
  return binds !== false && listener.deprecated_v1?.bind_to_port !== false;
}

const listenerChanges: readonly ReleaseChange[] = [
  {
    id: 'no-tls-inspector-added',
    release: '1.17.0',
    who: 'a listener whose filter chains ask for server_names, application_protocols or the transport protocol tls, without the listener filter tls_inspector',
    what: 'the listener filter tls_inspector is not added by itself, so that no such filter chain matches; before, it was',
    keep: 'add tls_inspector to listener_filters',
    looks: [
      look('Listener', (listener, { namespace, meets }) => {
        const {
          filter_chains: chains = [],
          listener_filters: filters = [],
          udp_listener_config: udp,
        } = listener;
        if (udp !== undefined || listener.address?.socket_address?.protocol === 'UDP') return;
        if (!chains.some(asksForTls)) return;
        if (filters.some((filter) => listenerFilterKind(filter, namespace) === 'tls_inspector')) return;
        meets({ field: 'filter_chains' });
      }),
    ],
  },
  {
    id: 'reuse-port',
    release: '1.20.0',
    who: 'a TCP listener without enable_reuse_port',
    what: 'each worker has a socket of its own (SO_REUSEPORT), so that other processes can bind the port too and connections spread otherwise; before, all workers shared one',
    keep: 'set enable_reuse_port to false',
    looks: [
      look('Listener', (listener, { meets }) => {
        const { enable_reuse_port: enabled, reuse_port: older } = listener;
        if (takesConnections(listener) && enabled === undefined && older !== true) meets();
      }),
    ],
  },
  {
    id: 'ipv4-compat',
    release: '1.22.0',
    who: 'ipv4_compat at an address that is no IPv6 address',
    what: 'ipv4_compat at an IPv4 address is refused; before, it did nothing',
    keep: 'remove ipv4_compat',
    looks: [
      look('core.SocketAddress', ({ address = '', ipv4_compat: compatible }, { meets }) => {
        if (compatible === true && !address.includes(':')) meets({ field: 'ipv4_compat' });
      }),
    ],
  },
];

/** Changes that connection managers meet. */
type Manager = Message<'HttpConnectionManager'>;

/** Settings of HTTP/2 whose default became smaller. */
const SMALLER = [
  'max_concurrent_streams',
  'initial_stream_window_size',
  'initial_connection_window_size',
] as const;

const AUTHORIZER = 'filters.http.ext_authz';

const managerChanges: readonly ReleaseChange[] = [
  {
    id: 'invalid-http1-closes',
    release: '1.16.0',
    who: 'a connection manager that speaks HTTP/1.1 and says nothing about errors in messages',
    what: 'an invalid HTTP/1.1 request closes its connection; before, the connection was used on',
    keep: 'set http_protocol_options.override_stream_error_on_invalid_http_message to true',
    looks: [
      look('HttpConnectionManager', (manager, { meets }) => {
        const { codec_type: codec, stream_error_on_invalid_http_message: said } = manager;
        const own = manager.http_protocol_options?.override_stream_error_on_invalid_http_message;
        if (codec === 'HTTP2' || codec === 'HTTP3' || said !== undefined || own !== undefined) return;
        meets();
      }),
    ],
  },
  {
    id: 'authorized-answers',
    release: '1.20.0',
    who: 'a connection manager with ext_authz and with routes that redirect or answer themselves',
    what: 'ext_authz is asked about requests for redirects and direct responses too; before, they passed it',
    keep: 'switch it off on these routes: typed_per_filter_config with ExtAuthzPerRoute { disabled: true }',
    looks: [look('HttpConnectionManager', seeAuthorizedAnswers)],
  },
  {
    id: 'internal-addresses',
    release: '1.33.0',
    who: 'a connection manager without internal_address_config',
    what: 'no client counts as internal; before, those with a private address did: their x-WORD-… headers are removed now',
    keep: 'list trusted ranges in internal_address_config.cidr_ranges (they were 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 127.0.0.1/32, fd00::/8 and ::1/128)',
    looks: [
      look('HttpConnectionManager', ({ internal_address_config: internal }, { meets }) => {
        if (internal === undefined) meets();
      }),
    ],
  },
  {
    id: 'http2-limits',
    release: '1.36.0',
    who: 'HTTP/2 without one of max_concurrent_streams, initial_stream_window_size, initial_connection_window_size',
    what: 'HTTP/2 allows 1024 streams and windows of 16 MiB a stream and 24 MiB a connection by default; before, 2147483647 streams and 256 MiB',
    keep: 'set max_concurrent_streams to 2147483647, initial_stream_window_size and initial_connection_window_size to 268435456',
    looks: [
      look(
        'HttpConnectionManager',
        ({ codec_type: codec = 'AUTO', http2_protocol_options: own }, { meets }) => {
          if ((codec === 'AUTO' || codec === 'HTTP2') && own === undefined) meets();
        },
      ),
      look('core.Http2ProtocolOptions', (options, { frame, meets }) => {
        const { parent } = frame;
        const codec = parent?.type === 'HttpConnectionManager' ? parent.message.codec_type : undefined;
        if (codec === 'HTTP1' || codec === 'HTTP3') return;
        if (SMALLER.some((field) => options[field] === undefined)) meets();
      }),
    ],
  },
  {
    id: 'websocket-timeout',
    release: '1.36.0',
    who: 'a connection manager or a route that lets WebSockets through',
    what: 'the timeout of a route, 15s where none is set, and that of a try also end the wait for the answer to a WebSocket handshake',
    keep: 'set the timeout of routes with slow handshakes to 0s, or switch WORD.reloadable_features.websocket_enable_timeout_on_upgrade_response off',
    looks: [
      look('HttpConnectionManager.UpgradeConfig', ({ upgrade_type: type, enabled }, { meets }) => {
        if (type?.toLowerCase() === 'websocket' && enabled !== false) meets();
      }),
      look('route.RouteAction.UpgradeConfig', ({ upgrade_type: type, enabled }, { meets }) => {
        if (type?.toLowerCase() === 'websocket' && enabled !== false) meets();
      }),
    ],
  },
];

function seeAuthorizedAnswers(
  { route_config: configuration }: Manager,
  { frame, namespace, meets }: Match,
): void {
  if (filtersAround(frame, namespace)?.names.has(AUTHORIZER) !== true) return;
  for (const host of configuration?.virtual_hosts ?? [])
    for (const route of host.routes ?? []) {
      if (route.redirect === undefined && route.direct_response === undefined) continue;
      // What is set for the filter there may switch it off.
      if (setsAuthorizer(host) || setsAuthorizer(route)) continue;
      meets({ frame: { message: route, type: 'route.Route' } });
    }
}

function setsAuthorizer(message: BoundMessage): boolean {
  const maps = [message.typed_per_filter_config, message.per_filter_config];
  return maps.some((map) => isObject(map) && Object.keys(map).length > 0);
}

/** Changes that TLS meets. */
type Common = Message<'CommonTlsContext'> | undefined;

const LOWER = 'set tls_minimum_protocol_version to TLSv1_0, with cipher_suites that old hosts know';

function hasNoMinimum(common: Common): boolean {
  const minimum = common?.tls_params?.tls_minimum_protocol_version;
  return minimum === undefined || minimum === 'TLS_AUTO';
}

/** TLS 1.3 has ciphers of its own. */
function takesDefaultCiphers(common: Common): boolean {
  const { cipher_suites: suites = [], tls_minimum_protocol_version: minimum } = common?.tls_params ?? {};
  return suites.length === 0 && minimum !== 'TLSv1_3';
}

const tlsChanges: readonly ReleaseChange[] = [
  {
    id: 'tls-client-minimum',
    release: '1.13.0',
    version: 'v2',
    who: 'an UpstreamTlsContext without tls_minimum_protocol_version',
    what: 'connections to hosts begin at TLS 1.2; before, at TLS 1.0',
    keep: LOWER,
    looks: [
      look('UpstreamTlsContext', ({ common_tls_context: common }, { meets }) => {
        if (hasNoMinimum(common)) meets();
      }),
    ],
  },
  {
    id: 'upstream-alpn',
    release: '1.15.0',
    who: 'an UpstreamTlsContext without alpn_protocols',
    what: 'connections for HTTP offer the protocol of their cluster by ALPN; before, none',
    looks: [
      look('UpstreamTlsContext', ({ common_tls_context: common }, { meets }) => {
        if ((common?.alpn_protocols ?? []).length === 0) meets();
      }),
    ],
  },
  {
    id: 'tls-client-ciphers',
    release: '1.17.0',
    who: 'an UpstreamTlsContext without cipher_suites',
    what: 'ciphers with SHA-1 or with RSA key transport are no longer offered to hosts',
    keep: 'name in cipher_suites those that old hosts need, such as ECDHE-RSA-AES128-SHA and AES128-GCM-SHA256',
    looks: [
      look('UpstreamTlsContext', ({ common_tls_context: common }, { meets }) => {
        if (takesDefaultCiphers(common)) meets();
      }),
    ],
  },
  {
    id: 'tls-server-minimum',
    release: '1.22.0',
    who: 'a DownstreamTlsContext without tls_minimum_protocol_version',
    what: 'clients need TLS 1.2; before, TLS 1.0 was enough',
    keep: 'set tls_minimum_protocol_version to TLSv1_0, with cipher_suites that old clients know',
    looks: [
      look('DownstreamTlsContext', ({ common_tls_context: common }, { meets }) => {
        if (hasNoMinimum(common)) meets();
      }),
    ],
  },
  {
    id: 'tls-server-ciphers',
    release: '1.23.0',
    who: 'a DownstreamTlsContext without cipher_suites',
    what: 'ciphers with SHA-1 or with RSA key transport are no longer accepted from clients',
    keep: 'name in cipher_suites those that old clients need, such as ECDHE-RSA-AES128-SHA and AES128-GCM-SHA256',
    looks: [
      look('DownstreamTlsContext', ({ common_tls_context: common }, { meets }) => {
        if (takesDefaultCiphers(common)) meets();
      }),
    ],
  },
  {
    id: 'tls-key-usage',
    release: '1.38.0',
    who: 'an UpstreamTlsContext without enforce_rsa_key_usage',
    what: 'a handshake fails where the keyUsage of the certificate of a host does not fit; before, it was not looked at',
    keep: 'set enforce_rsa_key_usage to false until such certificates are replaced',
    looks: [
      look('UpstreamTlsContext', (context, { meets }) => {
        if (context.enforce_rsa_key_usage === undefined) meets();
      }),
    ],
  },
];

export const releaseChanges: readonly ReleaseChange[] = [
  ...tlsChanges,
  ...listenerChanges,
  ...managerChanges,
  ...routeChanges,
  ...clusterChanges,
  ...filterChanges,
  ...runtimeChanges,
].toSorted((one, other) => compareReleases(one.release, other.release));
