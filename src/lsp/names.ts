/** The names that a configuration defines or uses, for those who write one more. */
import type { BoundMessage } from '../model/bound.ts';
import type { Configuration } from '../model/open.ts';
import { rootFrames, walkInsideOut } from '../model/walk.ts';
import { pathsTo } from '../schema/reach.ts';
import { lookup } from '../source/lookup.ts';

export type NameKind = 'cluster' | 'route configuration' | 'virtual host' | 'secret' | 'header';

/** Which field of which message holds a name of a kind. */
export const HOLDERS: { readonly [type: string]: Holder } = {
  Cluster: { kind: 'cluster', field: 'name', isDefinition: true },
  RouteConfiguration: { kind: 'route configuration', field: 'name', isDefinition: true },
  'route.VirtualHost': { kind: 'virtual host', field: 'name', isDefinition: true },
  Secret: { kind: 'secret', field: 'name', isDefinition: true },
  'route.HeaderMatcher': { kind: 'header', field: 'name', isDefinition: false },
  'core.HeaderValue': { kind: 'header', field: 'key', isDefinition: false },
};

interface Holder {
  readonly kind: NameKind;
  readonly field: string;
  /** Whether the thing begins to exist there. */
  readonly isDefinition: boolean;
}

export type Names = { readonly [kind in NameKind]: ReadonlySet<string> };

const paths = pathsTo(new Set(Object.keys(HOLDERS)));

/** In the order in which they are first met. */
export function namesIn(configurations: readonly Configuration[]): Names {
  const made = {
    cluster: new Set<string>(),
    'route configuration': new Set<string>(),
    'virtual host': new Set<string>(),
    secret: new Set<string>(),
    header: new Set<string>(),
  };
  for (const { roots, namespace } of configurations)
    for (const root of roots)
      for (const frame of rootFrames(root))
        walkInsideOut(
          frame,
          namespace,
          ({ type, message }) => {
            const holder = lookup(HOLDERS, type);
            if (holder !== undefined) take(made[holder.kind], message, holder.field);
          },
          paths,
        );
  return made;
}

function take(names: Set<string>, message: BoundMessage, field: string): void {
  const name = message[field];
  if (typeof name === 'string' && name !== '') names.add(name);
}

/** Which names a field of a message takes, where it names something. */
export function nameKindOf(
  type: string,
  field: { readonly name: string; readonly spec: { readonly names?: string } },
): NameKind | undefined {
  if (field.spec.names === 'cluster') return 'cluster';
  return lookup(NAMED_BY, `${type}.${field.name}`);
}

const NAMED_BY: { readonly [field: string]: NameKind } = {
  'Rds.route_config_name': 'route configuration',
  'SdsSecretConfig.name': 'secret',
  // Endpoints are those of the cluster of that name.
  'ClusterLoadAssignment.cluster_name': 'cluster',
  'route.HeaderMatcher.name': 'header',
  'core.HeaderValue.key': 'header',
  'route.VirtualHost.request_headers_to_remove': 'header',
  'route.VirtualHost.response_headers_to_remove': 'header',
  'route.Route.request_headers_to_remove': 'header',
  'route.Route.response_headers_to_remove': 'header',
};
