import type { MessageView, Migration, MigrationOutcome } from '../src/canonical/migration/migration.ts';
import { lookedAt, planSuccessions, type Succession } from '../src/canonical/migration/succession.ts';
import { isObject } from '../src/model/bound.ts';
import type { Edit } from '../src/source/edit/index.ts';

const LISTENER = 'Listener';
const CHAIN = 'listener.FilterChain';
const FLAG = 'use_proxy_proto';

const ROWS: readonly Succession[] = [
  {
    message: LISTENER,
    field: 'reuse_port',
    to: ['enable_reuse_port'],
    beaten: true,
    judge: (value) =>
      value === false ? { removed: 'false says nothing: enable_reuse_port is what turns it off' } : 'moves',
  },
];

/** Listener.reuse_port, Listener.deprecated_v1 and FilterChain.use_proxy_proto → their successors. */
export const listenerFlagsToCurrent: Migration = {
  id: 'listener-flags-to-current',
  title:
    '`reuse_port`, `deprecated_v1` and `use_proxy_proto` of a listener become `enable_reuse_port`, `bind_to_port` and a listener filter',
  why: 'Version 3 deprecates these flags: ports are reused unless that is turned off, and the PROXY protocol is read by a listener filter, whose place among the others counts.',
  how:
    '`reuse_port: true` becomes `enable_reuse_port: true`; `false`, which turns nothing off, goes. `bind_to_port` moves out of `deprecated_v1`. ' +
    "`use_proxy_proto` of the first filter chain, or of the default one where there is no other, becomes the listener's last filter; the proxy does not read it of further chains, where it goes. A filter chain without its listener is left.",
  source: 'full API of version 3: Listener, listener.FilterChain',
  optional: false,
  versions: ['v3'],
  messages: [LISTENER, CHAIN],
  fields: [...lookedAt(ROWS).fields, 'deprecated_v1', 'filter_chains', 'default_filter_chain', FLAG],
  example: {
    type: LISTENER,
    before: `name: front
address:
  socket_address: {address: 0.0.0.0, port_value: 80}
reuse_port: true
filter_chains:
- use_proxy_proto: true # the balancer speaks it
  filters: []
`,
    after: `name: front
address:
  socket_address: {address: 0.0.0.0, port_value: 80}
enable_reuse_port: true
filter_chains:
- filters: []
listener_filters:
- name: envoy.filters.listener.proxy_protocol
  typed_config:
    "@type": type.googleapis.com/envoy.extensions.filters.listener.proxy_protocol.v3.ProxyProtocol
`,
  },
  plan(view) {
    if (view.type === LISTENER)
      return [...planSuccessions(view, ROWS), ...bindFlag(view), ...proxyProtocol(view)];
    if (view.value[FLAG] === undefined || view.around(LISTENER) !== undefined) return [];
    return [
      {
        kind: 'left',
        field: FLAG,
        reason:
          'the listener around this filter chain is not known; add the listener filter proxy_protocol there',
      },
    ];
  },
};

function bindFlag(view: MessageView): readonly MigrationOutcome[] {
  const field = 'deprecated_v1';
  const { [field]: older, bind_to_port: newer } = view.value;
  if (!isObject(older)) return [];
  const remove: Edit = { op: 'remove', path: view.at(field) };
  if (older.bind_to_port !== false || newer === false)
    return [{ kind: 'edits', edits: [remove], reason: `removed ${field}: it turns nothing off` }];
  // Both have to be true for a port to be bound.
  const set: Edit =
    newer === undefined
      ? { op: 'add', path: view.place('bind_to_port'), value: false, inPlaceOf: view.at(field) }
      : { op: 'replace', path: view.at('bind_to_port'), value: false };
  return [{ kind: 'edits', edits: [set, remove], reason: `${field} became bind_to_port: false` }];
}

function proxyProtocol(view: MessageView): readonly MigrationOutcome[] {
  const { filter_chains: chains = [], default_filter_chain: last, listener_filters: filters } = view.value;
  if (!Array.isArray(chains)) return [];
  const written = chains.flatMap((chain, index) =>
    isObject(chain) && chain[FLAG] !== undefined ? [view.within('filter_chains', index, FLAG)] : [],
  );
  const isInLast = isObject(last) && last[FLAG] !== undefined;
  if (isInLast) written.push(view.within('default_filter_chain', FLAG));
  if (written.length === 0) return [];
  const edits: Edit[] = written.map((path) => ({ op: 'remove', path }));
  const [first] = chains.length > 0 ? chains : [last];
  if (!isObject(first) || first[FLAG] !== true)
    return [
      {
        kind: 'edits',
        edits,
        reason: `removed ${FLAG}: the proxy reads that of the first filter chain alone, which is not true`,
      },
    ];
  if (filters !== undefined && view.at('listener_filters', 0) === view.at('listener_filters'))
    return [
      {
        kind: 'left',
        field: 'filter_chains',
        reason: `listener_filters is written as one object, to which no proxy_protocol can be added for ${FLAG}; write it as a list first`,
      },
    ];
  const filter = view.spell('listener.ListenerFilter', {
    name: `${view.namespace}.filters.listener.proxy_protocol`,
    typed_config: { '@type': view.typeUrl('ProxyProtocol') },
  });
  const place = view.place('listener_filters');
  edits.push(
    filters === undefined
      ? { op: 'add', path: place, value: [filter] }
      : { op: 'add', path: `${place}/-`, value: filter },
  );
  return [{ kind: 'edits', edits, reason: `${FLAG} became the listener filter proxy_protocol` }];
}
