import type { MessageView, Migration } from '../src/canonical/migration/migration.ts';
import { isObject } from '../src/model/bound.ts';
import { withoutNamespace } from '../src/model/extension-config.ts';
import { findExtension } from '../src/schema/extensions.ts';
import type { Edit } from '../src/source/edit/index.ts';

/** per_filter_config → typed_per_filter_config, where every filter's message is known. */
export const perFilterConfigToTyped: Migration = {
  id: 'per-filter-config-to-typed',
  title: '`per_filter_config` becomes `typed_per_filter_config`',
  why: "Untyped configuration is checked only when the proxy loads it; the proxy's full API deprecates it and later proxies refuse it.",
  how: "Each filter's configuration gets its `@type` as first field and the map its new name. Both maps may not stand together, so where one filter's message is not known, or both maps stand, everything is left.",
  source: 'full API: route.VirtualHost, route.Route, route.WeightedCluster.ClusterWeight; routing-facts 67',
  optional: true,
  messages: ['route.VirtualHost', 'route.Route', 'route.WeightedCluster.ClusterWeight'],
  fields: ['per_filter_config'],
  example: {
    type: 'route.WeightedCluster.ClusterWeight',
    before: `name: shop
weight: 100
per_filter_config:
  envoy.filters.http.buffer:
    disabled: true
`,
    after: `name: shop
weight: 100
typed_per_filter_config:
  envoy.filters.http.buffer:
    "@type": type.googleapis.com/envoy.config.filter.http.buffer.v2.BufferPerRoute
    disabled: true
`,
  },
  plan(view) {
    const { per_filter_config: untyped, typed_per_filter_config: typed } = view.value;
    if (!isObject(untyped)) return [];
    const left = (reason: string) => [{ kind: 'left' as const, field: 'per_filter_config', reason }];
    if (isObject(typed) && Object.keys(typed).length > 0)
      return left('typed_per_filter_config stands beside it; only one may stand');
    const edits: Edit[] = [];
    for (const filter of Object.keys(untyped)) {
      const url = typeOf(view, filter);
      if (url === undefined)
        return left(
          `cfgtool does not know which message ${filter} takes for a route; give it "@type" by hand`,
        );
      if (!isObject(untyped[filter])) return left(`the configuration of ${filter} is no map`);
      edits.push({
        op: 'add',
        path: `${view.at('per_filter_config', filter)}/@type`,
        value: url,
        first: true,
      });
    }
    // An empty map beside it says nothing.
    if (typed !== undefined) edits.push({ op: 'remove', path: view.at('typed_per_filter_config') });
    const from = view.at('per_filter_config');
    edits.push({ op: 'move', from, path: view.place('typed_per_filter_config'), inPlaceOf: from });
    return [{ kind: 'edits', edits, reason: 'per_filter_config became typed_per_filter_config' }];
  },
};

function typeOf(view: MessageView, filter: string): string | undefined {
  const extension = findExtension('http filter', withoutNamespace(filter, view.namespace));
  if (extension?.perRoute !== undefined) return view.typeUrl(extension.perRoute);
  return extension?.perRouteTypeName === undefined
    ? undefined
    : view.typeUrlOfName(extension.perRouteTypeName);
}
