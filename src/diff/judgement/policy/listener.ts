import { GUARD_LEVELS, guardLevel } from './guards.ts';
import { levelOfSocket } from './socket.ts';
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
        isSocket: true,
        levelFor: levelOfSocket,
      },
    ),
    topic(
      'network-filter',
      'filter_chains.filters',
      ENTRY,
      'A filter can route, refuse, change or log a connection; without the last one nothing answers it.',
      { levelFor: guardLevel, special: GUARD_LEVELS },
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
