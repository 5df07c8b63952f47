import {
  leave,
  leaveForOlder,
  type MessageView,
  type Migration,
} from '../src/canonical/migration/migration.ts';
import { isObject } from '../src/model/bound.ts';
import { withoutNamespace } from '../src/model/extension-config.ts';
import { findExtension } from '../src/schema/extensions.ts';
import type { Edit } from '../src/source/edit/index.ts';

/** Cluster.extension_protocol_options → typed_extension_protocol_options. */
export const protocolOptionsToTyped: Migration = {
  id: 'protocol-options-to-typed',
  title: '`extension_protocol_options` of a cluster becomes `typed_extension_protocol_options`',
  why: "Untyped options are checked only when the proxy loads them; the proxy's full API deprecates them and later proxies refuse them.",
  how: "Each filter's options get their `@type` as first field and the map its new name. Both maps may not stand together, so where one filter's message is not known, or both maps stand, everything is left.",
  source: 'full API: Cluster',
  optional: true,
  messages: ['Cluster'],
  fields: ['extension_protocol_options'],
  example: {
    type: 'Cluster',
    before: `name: ledger
connect_timeout: 1s
extension_protocol_options:
  envoy.filters.network.thrift_proxy:
    transport: FRAMED
`,
    after: `name: ledger
connect_timeout: 1s
typed_extension_protocol_options:
  envoy.filters.network.thrift_proxy:
    "@type": type.googleapis.com/envoy.config.filter.network.thrift_proxy.v2alpha1.ThriftProtocolOptions
    transport: FRAMED
`,
  },
  plan(view) {
    const field = 'extension_protocol_options';
    const typed = 'typed_extension_protocol_options';
    const untyped = view.value[field];
    if (!isObject(untyped)) return [];
    const from = view.at(field);
    const filters = Object.keys(untyped);
    if (filters.length === 0)
      return [
        { kind: 'edits', edits: [{ op: 'remove', path: from }], reason: `removed ${field}: it is empty` },
      ];
    const beside = view.value[typed];
    if (beside !== undefined && !(isObject(beside) && Object.keys(beside).length === 0))
      return leave(field, `${typed} stands beside it; only one may stand`);
    if (view.older) return leaveForOlder(field, typed);
    const edits: Edit[] = [];
    for (const filter of filters) {
      const url = typeOf(view, filter);
      const options = untyped[filter];
      if (url === undefined)
        return leave(
          field,
          `cfgtool does not know which message ${filter} takes for a cluster; give it "@type" by hand`,
        );
      if (!isObject(options)) return leave(field, `the options of ${filter} are no map`);
      if (options['@type'] !== undefined)
        return leave(
          field,
          `the options of ${filter} hold an "@type" of their own; rename the map to ${typed} by hand`,
        );
      edits.push({ op: 'add', path: `${view.at(field, filter)}/@type`, value: url, first: true });
    }
    // An empty map beside it says nothing.
    if (beside !== undefined) edits.push({ op: 'remove', path: view.at(typed) });
    edits.push({ op: 'move', from, path: view.place(typed), inPlaceOf: from });
    return [{ kind: 'edits', edits, reason: `${field} became ${typed}` }];
  },
};

function typeOf(view: MessageView, filter: string): string | undefined {
  const extension = findExtension('network filter', withoutNamespace(filter, view.namespace));
  const name = extension?.protocolOptionsTypeName;
  return name === undefined ? undefined : view.typeUrlOfName(name);
}
