/** The names that properties may use: one that the configuration does not have would make a proof of nothing. */
import { type BoundMessage, isObject } from '../model/bound.ts';
import { nearest } from '../model/near-miss.ts';
import type { FoundRouting } from '../routing/where/find.ts';
import type { FoundManager } from '../routing/where/manager.ts';
import { listenerNames } from '../routing/where/names.ts';
import type { Message } from '../schema/types.ts';
import { type End, endsOf } from './ends.ts';
import { chainsOf, providersIn } from './gates.ts';
import { fitsName, type Leaf, leavesOf, type Property } from './property.ts';

export interface UnknownName {
  readonly property: Property;
  readonly what: string;
  readonly name: string;
  /** What may be meant. */
  readonly near: string | undefined;
}

type Kind = 'listener' | 'cluster' | 'route' | 'virtual_host' | 'filter' | 'provider' | 'policy';

/** Every name and pattern of names to which nothing fits: in the input, or in any of several. */
export function unknownNames(
  properties: readonly Property[],
  ...inputs: readonly FoundRouting[]
): readonly UnknownName[] {
  const known = new Map<Kind, ReadonlySet<string>>();
  const namesOf = (kind: Kind): ReadonlySet<string> => {
    const names = known.get(kind) ?? new Set(inputs.flatMap((routing) => namesIn(routing, kind)));
    known.set(kind, names);
    return names;
  };
  return properties.flatMap((property) =>
    [property.when, property.must].flatMap(leavesOf).flatMap((leaf) =>
      named(leaf).flatMap(({ kind, name }): readonly UnknownName[] => {
        // Most clusters are defined, so that the routes need not be asked which they use.
        const isDefined = ({ clusters }: FoundRouting): boolean =>
          [...(clusters ?? [])].some((each) => fitsName(name, each));
        if (kind === 'cluster' && inputs.some(isDefined)) return [];
        const names = namesOf(kind);
        if (names.has(name) || [...names].some((each) => fitsName(name, each))) return [];
        return [{ property, what: kind.replace('_', ' '), name, near: nearest(name, names) }];
      }),
    ),
  );
}

function named(leaf: Leaf): readonly { readonly kind: Kind; readonly name: string }[] {
  switch (leaf.kind) {
    case 'listener':
    case 'cluster':
    case 'route':
    case 'virtual_host': {
      const { kind } = leaf;
      return leaf.names.map((name) => ({ kind, name }));
    }
    case 'passed': {
      const { filter, provider, policy } = leaf;
      const all: readonly (readonly [Kind, string | undefined])[] = [
        ['filter', filter],
        ['provider', provider],
        ['policy', policy],
      ];
      return all.flatMap(([kind, name]) => (name === undefined || name === '*' ? [] : [{ kind, name }]));
    }
    default:
      return [];
  }
}

function namesIn({ routes, listeners, clusters }: FoundRouting, kind: Kind): readonly string[] {
  if (kind === 'listener') return listeners.flatMap(listenerNames);
  if (kind === 'filter' || kind === 'provider' || kind === 'policy')
    return [
      ...listeners.flatMap(({ chains }) =>
        chains.flatMap(({ leads }) => leads.flatMap(({ manager }) => filterNames(manager, kind))),
      ),
      ...(kind === 'policy'
        ? routes.flatMap(({ routeConfiguration }) => policiesAround(routeConfiguration))
        : []),
    ];
  const hosts = routes.flatMap(({ routeConfiguration }) =>
    (routeConfiguration.virtual_hosts ?? []).map((virtualHost) => ({ routeConfiguration, virtualHost })),
  );
  if (kind === 'virtual_host') return hosts.flatMap(({ virtualHost }) => virtualHost.name ?? []);
  if (kind === 'route')
    return hosts.flatMap(({ virtualHost: { routes: all = [] } }) => all.flatMap(({ name }) => name ?? []));
  const plainly = new Map<string, End>();
  const known = { clusters: undefined, upstreamFilters: new Map() };
  const used = hosts.flatMap(({ routeConfiguration, virtualHost }) =>
    (virtualHost.routes ?? []).flatMap((route) =>
      endsOf(route, { routeConfiguration, virtualHost, known, plainly }).flatMap(({ clusters: to, copies }) =>
        [to, copies].flatMap((names) => (names === 'open' ? [] : names)),
      ),
    ),
  );
  return [...(clusters ?? []), ...used];
}

function filterNames(manager: FoundManager, kind: 'filter' | 'provider' | 'policy'): readonly string[] {
  const filters = chainsOf(manager).flatMap((each) => each.filters);
  if (kind === 'filter')
    return filters.flatMap(({ name, type }) => [
      name,
      ...(type === null ? [] : [`${manager.namespace}.${type}`]),
    ]);
  if (kind === 'provider') return providersIn(filters);
  return filters.flatMap(({ config }) => policiesIn(config));
}

function policiesIn({ rules }: BoundMessage): readonly string[] {
  return isObject(rules) && isObject(rules.policies) ? Object.keys(rules.policies) : [];
}

/** Policies that routes, and what is around them, have of their own. */
function policiesAround(configuration: Message<'RouteConfiguration'>): readonly string[] {
  const hosts = configuration.virtual_hosts ?? [];
  const levels = [configuration, ...hosts, ...hosts.flatMap(({ routes = [] }) => routes)];
  return levels.flatMap(({ typed_per_filter_config: settings }) =>
    (isObject(settings) ? Object.values(settings) : [])
      .filter(isObject)
      .flatMap(({ rbac }) => (isObject(rbac) ? policiesIn(rbac) : [])),
  );
}
