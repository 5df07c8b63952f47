import { leave, type MessageView, type Migration } from '../src/canonical/migration/migration.ts';
import { relocate } from '../src/canonical/migration/relocate.ts';
import { type BoundMessage, INVALID, isObject, messagesIn, NODE, versionOf } from '../src/model/bound.ts';
import { extensionOf, withoutNamespace } from '../src/model/extension-config.ts';
import { originsOf } from '../src/model/origin.ts';
import { compiledMessage } from '../src/schema/compiled.ts';
import type { Edit } from '../src/source/edit/index.ts';
import { allowOriginToStringMatch } from './allow-origin-to-string-match.ts';
import { corsEnabledToFilterEnabled } from './cors-enabled-to-filter-enabled.ts';

const ID = 'cors-to-per-filter-config';
const HOST = 'route.VirtualHost';
const ROUTE = 'route.Route';
const ACTION = 'route.RouteAction';
const FIELD = 'cors';
const TYPED = 'typed_per_filter_config';

/** VirtualHost.cors and RouteAction.cors → typed_per_filter_config. */
export const corsToPerFilterConfig: Migration = {
  id: ID,
  title: '`cors` of virtual hosts and routes becomes `typed_per_filter_config`',
  why: 'Version 3 deprecates the field of one filter in the routes: what filters do for a route stands in `typed_per_filter_config`, under the name of the filter.',
  how:
    "The policies of a virtual host and of its routes move together, under the name that the connection manager's chain gives its CORS filter. " +
    'They are left where the chain is not known, as in a file of routes alone, or has no CORS filter or several, or where a typed policy stands in the same virtual host, beside which the proxy reads no other.',
  source: 'full API of version 3: route.VirtualHost, route.RouteAction',
  optional: false,
  versions: ['v3'],
  messages: [HOST, ROUTE, ACTION],
  fields: [FIELD, 'route'],
  example: {
    type: 'HttpConnectionManager',
    before: `stat_prefix: front
route_config:
  virtual_hosts:
  - name: shop
    domains: ["*"]
    cors:
      allow_methods: GET
    routes:
    - match: {prefix: /}
      route: {cluster: shop}
http_filters:
- name: envoy.filters.http.cors
  typed_config:
    "@type": type.googleapis.com/envoy.extensions.filters.http.cors.v3.Cors
`,
    after: `stat_prefix: front
route_config:
  virtual_hosts:
  - name: shop
    domains: ["*"]
    typed_per_filter_config:
      envoy.filters.http.cors:
        "@type": type.googleapis.com/envoy.extensions.filters.http.cors.v3.CorsPolicy
        allow_methods: GET
    routes:
    - match: {prefix: /}
      route: {cluster: shop}
http_filters:
- name: envoy.filters.http.cors
  typed_config:
    "@type": type.googleapis.com/envoy.extensions.filters.http.cors.v3.Cors
`,
  },
  plan(view) {
    const { type, value } = view;
    const manager = view.around('HttpConnectionManager');
    const configuration = view.around('RouteConfiguration');
    const host = type === HOST ? value : view.around(HOST);
    if (type === ACTION) {
      if (value[FIELD] === undefined) return [];
      // Its route moves it.
      const target = view.parent?.type === ROUTE ? targetOf(view, manager, configuration, host) : UNKNOWN;
      return 'why' in target ? leave(FIELD, target.why) : [];
    }
    const holder = type === HOST ? value : value.route;
    if (!isObject(holder) || !isObject(holder[FIELD])) return [];
    const target = targetOf(view, manager, configuration, host);
    if ('why' in target) return type === HOST ? leave(FIELD, target.why) : [];
    const from = type === HOST ? [FIELD] : ['route', FIELD];
    const edits: readonly Edit[] = [
      {
        op: 'add',
        path: `${view.within(...from)}/@type`,
        value: view.typeUrl('cors.CorsPolicy'),
        first: true,
      },
      ...relocate(view, { from, to: [TYPED, { key: target.name }] }),
    ];
    const reason = `${FIELD} became ${TYPED} of ${target.name}`;
    return [{ kind: 'edits', edits, reason, together: { key: String(host?.[NODE]), why: PARTED } }];
  },
};

const PARTED =
  'another policy of the virtual host stays as it is, and the proxy reads no other beside typed ones; move all of them or none';

type Target = { readonly name: string } | { readonly why: string };

const UNKNOWN: Target = {
  why: 'the filter chain that these routes are for is not known here; move it to typed_per_filter_config under the name of the CORS filter there, with "@type" of a CorsPolicy, for all routes of the virtual host at once',
};

/** The name of the CORS filter under which a virtual host's policies go, or why they stay: the same for all of them. */
function targetOf(
  view: MessageView,
  manager: BoundMessage | undefined,
  configuration: BoundMessage | undefined,
  host: BoundMessage | undefined,
): Target {
  if (manager === undefined || host === undefined) return UNKNOWN;
  if (host.matcher !== undefined)
    return {
      why: 'the virtual host holds routes in a matcher as well; move all policies of the virtual host at once, as the proxy reads no other beside typed ones',
    };
  const filters: readonly unknown[] = Array.isArray(manager.http_filters) ? manager.http_filters : [];
  const found = filters.flatMap((filter) => (isObject(filter) ? nameOfCors(filter, view.namespace) : []));
  const [name] = found;
  if (name === undefined)
    return { why: 'the chain has no filter for CORS, so nobody reads it; add the filter, or remove this' };
  if (found.length > 1)
    return { why: 'the chain has several filters for CORS; write under which of them it is to stand' };
  const older = [host, ...routesOf(host).map(({ route }) => route)].flatMap((each) =>
    olderFieldOf(view, each),
  )[0];
  if (older !== undefined)
    return {
      why: `a policy of the virtual host has ${older}, which only version 2 reads; convert or correct it, as all policies of a virtual host move at once`,
    };
  const held = [configuration, host, ...routesOf(host), ...routesOf(host).flatMap(clustersOf)];
  return held.some((each) => each !== undefined && isTypedBefore(each, name))
    ? {
        why: `${TYPED} of ${name} stands in the same virtual host or around it, and the proxy reads nothing else; decide which policies are meant`,
      }
    : { name };
}

/** A field of the policy there that version 3 does not have, readable or not, and that no other migration converts now. */
function olderFieldOf(view: MessageView, holder: unknown): readonly string[] {
  const policy = isObject(holder) ? holder[FIELD] : undefined;
  if (!isObject(policy) || versionOf(policy) !== 'v3') return [];
  const { byName } = compiledMessage('route.CorsPolicy', 'v3');
  return [
    ...Object.keys(policy).filter((name) => byName.get(name)?.gone && !isConverted(view, policy, name)),
    ...Object.keys(policy[INVALID] ?? {}).filter((name) => byName.get(name)?.gone),
  ];
}

/** Whether the same run converts a field that only version 2 reads. */
function isConverted(view: MessageView, policy: BoundMessage, name: string): boolean {
  if (name === 'enabled')
    return policy.filter_enabled === undefined && view.isAsked(corsEnabledToFilterEnabled.id);
  return allowOriginToStringMatch.fields.includes(name) && view.isAsked(allowOriginToStringMatch.id);
}

/** Whether a typed policy was written there; what this migration made of a route before is none. */
function isTypedBefore(holder: BoundMessage, name: string): boolean {
  const made = originsOf(holder)[TYPED];
  if (made?.kind === 'migrated' && made.migration === ID) return false;
  return isObject(holder[TYPED]) && holder[TYPED][name] !== undefined;
}

/**
 * The name by which routes know a filter, where it is the one for CORS: its own in version 3, whatever name is current, and
 * the current one in version 2, to which a lift brings it.
 */
function nameOfCors(filter: BoundMessage, namespace: string): readonly string[] {
  const { name, typed_config: config } = filter;
  if (typeof name !== 'string') return [];
  const isNamed = extensionOf('HttpFilter', name, namespace)?.name === CORS;
  const type = isObject(config) ? config['@type'] : undefined;
  if (!(typeof type === 'string' ? /[.]cors[.]v[23][.]Cors$/.test(type) : isNamed)) return [];
  const isOlder = versionOf(filter) === 'v2' && isNamed && withoutNamespace(name, namespace) !== CORS;
  return [isOlder ? `${namespace}.${CORS}` : name];
}

const CORS = 'filters.http.cors';

function routesOf({ routes }: BoundMessage): readonly BoundMessage[] {
  return messagesIn(routes);
}

function clustersOf({ route }: BoundMessage): readonly BoundMessage[] {
  const weighted = isObject(route) ? route.weighted_clusters : undefined;
  const clusters: unknown = isObject(weighted) ? weighted.clusters : undefined;
  return messagesIn(clusters);
}
