import type { Migration } from '../src/canonical/migration/migration.ts';
import type { Edit } from '../src/source/edit/index.ts';

/** tls_context → transport_socket (data-model, Cluster and Versioning 1; routing-facts 57). */
export const tlsContextToTransportSocket: Migration = {
  id: 'tls-context-to-transport-socket',
  title: '`tls_context` becomes the transport socket `tls`',
  why: '`tls_context` is deprecated: TLS is one transport socket among others now, and later proxies refuse the old field.',
  how:
    'The TLS context moves, with its comments, into `typed_config` of a transport socket named `tls`: upstream in clusters, downstream in filter ' +
    'chains. An empty `tls_context` still means TLS and is converted too. Where `transport_socket` stands beside it, that wins and `tls_context` goes.',
  source: 'data-model.md: Cluster (tls_context, transport_socket), Versioning 1',
  optional: false,
  messages: ['Cluster', 'listener.FilterChain'],
  fields: ['tls_context'],
  example: {
    type: 'Cluster',
    before: `name: shop
connect_timeout: 1s
tls_context:
  sni: shop.example.test # as in its certificate
`,
    after: `name: shop
connect_timeout: 1s
transport_socket:
  name: tls
  typed_config:
    "@type": type.googleapis.com/envoy.api.v2.auth.UpstreamTlsContext
    sni: shop.example.test # as in its certificate
`,
  },
  plan(view) {
    const { tls_context: context, transport_socket: socket } = view.value;
    if (context === undefined) return [];
    const from = view.at('tls_context');
    if (socket !== undefined) {
      const reason = 'removed tls_context: transport_socket stands beside it and wins';
      const name = typeof view.value.name === 'string' ? ` of "${view.value.name}"` : '';
      const warning = `tls_context${name} was removed, since transport_socket beside it wins; look whether that one says what was meant`;
      return [{ kind: 'edits', edits: [{ op: 'remove', path: from }], reason, warning }];
    }
    if (view.older) {
      return [
        {
          kind: 'left',
          field: 'tls_context',
          reason: 'the older form of the data model has no typed_config in a transport socket (--older)',
        },
      ];
    }
    const side = view.type === 'Cluster' ? 'Upstream' : 'Downstream';
    const place = view.place('transport_socket');
    const edits: Edit[] = [
      { op: 'add', path: place, value: { name: 'tls' }, inPlaceOf: from },
      { op: 'add', path: `${from}/@type`, value: view.typeUrl(`${side}TlsContext`), first: true },
      { op: 'move', from, path: `${place}/${view.spelling('typed_config')}` },
    ];
    return [
      { kind: 'edits', edits, reason: `tls_context became the transport socket tls (${side}TlsContext)` },
    ];
  },
};
