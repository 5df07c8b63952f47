/** What a route, and what is around it, say for HTTP filters (typed_per_filter_config), as far as it counts. */

import { canonicalForm } from '../../../canonical/form.ts';
import { type BoundMessage, emptyBeside, isObject } from '../../../model/bound.ts';
import { contentKey } from '../../../model/content.ts';
import type { RouteVisit } from '../../../routing/context.ts';

/** Filters that put the settings of all levels together; of others the most specific ones count alone. */
const MERGING = /\.http\.(?:custom_response|ext_authz|ext_proc|header_mutation|set_filter_state)\./;

/** What an aspect of its own compares, where the CORS filters in front read it. */
const CORS = /\.cors\.v3\.CorsPolicy$/;

type Visit = Pick<RouteVisit, 'route' | 'virtualHost' | 'routeConfiguration' | 'context'>;

/** Equal texts mean the same for every filter; empty where nothing is said. */
export function filterSettings({ route, virtualHost, routeConfiguration, context }: Visit): string {
  const split = route.route?.weighted_clusters?.clusters ?? [];
  const levels = [route, virtualHost, routeConfiguration];
  const own = split.flatMap((entry) => {
    const text = together([entry, ...levels], context);
    return hasSettings(entry) ? [[entry.name ?? '', text]] : [];
  });
  const text = together(levels, context);
  return own.length === 0 ? text : JSON.stringify([text, own]);
}

function together(
  levels: readonly BoundMessage[],
  { namespace, corsFilters }: RouteVisit['context'],
): string {
  const byName = new Map<string, string[]>();
  for (const level of levels)
    for (const [name, text, isCors] of hasSettings(level) ? settingsOf(level, namespace) : []) {
      if (isCors && (corsFilters === undefined || corsFilters.includes(name))) continue;
      const known = byName.get(name) ?? [];
      if (known.length === 0 || MERGING.test(text)) byName.set(name, [...known, text]);
    }
  return byName.size === 0
    ? ''
    : JSON.stringify([...byName].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function hasSettings({ typed_per_filter_config: typed, per_filter_config: older }: BoundMessage): boolean {
  return isObject(typed) || isObject(older);
}

type Written = readonly (readonly [name: string, text: string, isCors: boolean])[];

const known = new WeakMap<BoundMessage, Written>();

/** In one form, whatever the version: by the name of the filter. */
function settingsOf(level: BoundMessage, namespace: string): Written {
  const found = known.get(level) ?? written(level, namespace);
  known.set(level, found);
  return found;
}

function written(level: BoundMessage, namespace: string): Written {
  const { typed_per_filter_config: typed, per_filter_config: older } = level;
  const message = {
    ...emptyBeside(level),
    ...(typed === undefined ? {} : { typed_per_filter_config: typed }),
    ...(older === undefined ? {} : { per_filter_config: older }),
  };
  const form = canonicalForm({ type: 'route.Route', message }, { namespace, synonyms: true, inThree: {} });
  const maps = [form.typed_per_filter_config, form.per_filter_config].filter(isObject);
  return maps.flatMap((map) =>
    Object.entries(map).map(([name, value]) => {
      const isCors = isObject(value) && CORS.test(String(value['@type']));
      return [name, contentKey(value), isCors] as const;
    }),
  );
}
