import type { MessageView, Migration } from '../src/canonical/migration/migration.ts';
import { isObject, versionOf } from '../src/model/bound.ts';
import { extensionOf, isTlsSocket, withoutNamespace } from '../src/model/extension-config.ts';
import { findExtension } from '../src/schema/extensions.ts';
import type { Edit } from '../src/source/edit/index.ts';
import { escapeSegment } from '../src/source/pointer.ts';

/** Older names of known extensions → their current names. */
export const filterNamesToCurrent: Migration = {
  id: 'filter-names-to-current',
  title: 'older names of filters and other extensions become their current names',
  why: "The proxy's full API deprecates the short names (`proxy.router`) in favour of full ones (`proxy.filters.http.router`); later proxies refuse the short ones, older ones do not know the full ones.",
  how: 'The name of each known extension is replaced, and the keys of per-route configuration with it. The transport socket `tls` keeps the name that the data model gives it.',
  source: 'full API; data-model.md: core.Extension (name), core.TransportSocket',
  optional: true,
  messages: [
    'listener.Filter',
    'cluster.Filter',
    'listener.ListenerFilter',
    'HttpFilter',
    'AccessLog',
    'StatsSink',
    'trace.Tracing.Http',
    'core.TransportSocket',
    'core.HealthCheck.CustomHealthCheck',
    'route.RetryPolicy.RetryPriority',
    'route.RetryPolicy.RetryHostPredicate',
    'Cluster.CustomClusterType',
    'route.VirtualHost',
    'route.Route',
    'route.WeightedCluster.ClusterWeight',
  ],
  fields: ['name', 'per_filter_config', 'typed_per_filter_config'],
  example: {
    type: 'HttpFilter',
    before: `name: envoy.router
`,
    after: `name: envoy.filters.http.router
`,
  },
  plan(view) {
    if (view.type.startsWith('route.') && !view.type.startsWith('route.RetryPolicy')) return renameKeys(view);
    const { name } = view.value;
    if (typeof name !== 'string' || isTlsSocket(name, view.namespace)) return [];
    const extension = extensionOf(view.type, name, view.namespace);
    const current = extension && currentName(view, extension.name);
    if (
      current === undefined ||
      extension === undefined ||
      withoutNamespace(name, view.namespace) === extension.name
    )
      return [];
    return [
      {
        kind: 'edits',
        edits: [{ op: 'replace', path: view.at('name'), value: current }],
        reason: `the name ${name} became ${current}`,
      },
    ];
  },
};

function currentName(view: MessageView, name: string): string {
  return `${view.namespace}.${name}`;
}

/** Per-route configuration stands under the filter's name, so it has to follow; of version 3 filters keep their names. */
function renameKeys(view: MessageView): ReturnType<Migration['plan']> {
  if (versionOf(view.value) === 'v3') return [];
  const edits: Edit[] = [];
  for (const field of ['per_filter_config', 'typed_per_filter_config']) {
    const map = view.value[field];
    if (!isObject(map)) continue;
    for (const key of Object.keys(map)) {
      const extension = findExtension('http filter', withoutNamespace(key, view.namespace));
      if (!extension || withoutNamespace(key, view.namespace) === extension.name) continue;
      const current = currentName(view, extension.name);
      if (map[current] !== undefined) continue;
      const from = view.at(field, key);
      edits.push({ op: 'move', from, path: `${view.at(field)}/${escapeSegment(current)}`, inPlaceOf: from });
    }
  }
  return edits.length === 0
    ? []
    : [{ kind: 'edits', edits, reason: 'keys of per-route configuration follow the current filter names' }];
}
