import { leave, type MessageView, type Migration } from '../src/canonical/migration/migration.ts';
import { relocate } from '../src/canonical/migration/relocate.ts';
import { isObject } from '../src/model/bound.ts';

const FIELD = 'source_ip';

/** Listener filters that give a connection no other address than its own, by their types. */
const KEEPS_ADDRESS: ReadonlySet<unknown> = new Set([
  'extensions.filters.listener.tls_inspector.v3.TlsInspector',
  'extensions.filters.listener.http_inspector.v3.HttpInspector',
]);

/** Principal.source_ip → remote_ip or direct_remote_ip. */
export const sourceIpToRemoteIp: Migration = {
  id: 'source-ip-to-remote-ip',
  title: '`source_ip` of a principal becomes `remote_ip` or `direct_remote_ip`',
  why: "`source_ip` is the connection's address, with what the PROXY protocol says, but without x-forwarded-for; version 3 deprecates it for two fields of which each is clear about both.",
  how:
    'In a network filter it becomes `remote_ip`, which is the same there. In an HTTP filter it becomes `direct_remote_ip`, where the listener around it shows that no listener filter gives connections another address. ' +
    'Elsewhere it is left.',
  source: 'full API of version 3: Principal',
  optional: false,
  versions: ['v3'],
  messages: ['Principal'],
  fields: [FIELD],
  example: {
    type: 'network.rbac.RBAC',
    before: `stat_prefix: doors
rules:
  policies:
    inside:
      permissions: [{any: true}]
      principals:
      - source_ip: {address_prefix: 10.0.0.0, prefix_len: 8}
`,
    after: `stat_prefix: doors
rules:
  policies:
    inside:
      permissions: [{any: true}]
      principals:
      - remote_ip: {address_prefix: 10.0.0.0, prefix_len: 8}
`,
  },
  plan(view) {
    if (view.value[FIELD] === undefined) return [];
    const target = targetOf(view);
    if (target === undefined)
      return leave(
        FIELD,
        'write direct_remote_ip if the peer of the connection is meant, whatever the PROXY protocol says of it, or remote_ip if x-forwarded-for and the PROXY protocol are to count',
      );
    if (view.value[target] !== undefined)
      return leave(FIELD, `${target} stands beside it; only one may stand: decide which`);
    const edits = relocate(view, { from: [FIELD], to: [target] });
    return [{ kind: 'edits', edits, reason: `${FIELD} became ${target}` }];
  },
};

function targetOf(view: MessageView): string | undefined {
  if (view.around('network.rbac.RBAC') !== undefined) return 'remote_ip';
  const listener = view.around('Listener');
  if (listener === undefined || view.around('HttpConnectionManager') === undefined) return undefined;
  const { listener_filters: filters = [], filter_chains: chains = [], default_filter_chain: last } = listener;
  const all = [...(Array.isArray(chains) ? chains : []), last];
  const isPlain =
    Array.isArray(filters) &&
    filters.every(
      (filter) =>
        isObject(filter) && isObject(filter.typed_config) && KEEPS_ADDRESS.has(filter.typed_config['@type']),
    );
  return isPlain && !all.some((chain) => isObject(chain) && chain.use_proxy_proto === true)
    ? 'direct_remote_ip'
    : undefined;
}
