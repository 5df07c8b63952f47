/** Changes that connection managers meet. */
import { filtersAround } from '../../effects/manager.ts';
import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { look, type Match, type ReleaseChange } from './change.ts';

type Manager = Message<'HttpConnectionManager'>;

/** Settings of HTTP/2 whose default became smaller. */
const SMALLER = [
  'max_concurrent_streams',
  'initial_stream_window_size',
  'initial_connection_window_size',
] as const;

const AUTHORIZER = 'filters.http.ext_authz';

export const managerChanges: readonly ReleaseChange[] = [
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
