/** The names that a configuration defines or uses, for those who write one more. */
import type { BoundMessage } from '../model/bound.ts';
import type { Configuration } from '../model/open.ts';
import { rootFrames, walkInsideOut } from '../model/walk.ts';

export type NameKind = 'cluster' | 'route configuration' | 'virtual host' | 'secret' | 'header';

/** Which field of which message holds a name of a kind. */
const HOLDERS: { readonly [type: string]: { readonly kind: NameKind; readonly field: string } } = {
  Cluster: { kind: 'cluster', field: 'name' },
  RouteConfiguration: { kind: 'route configuration', field: 'name' },
  'route.VirtualHost': { kind: 'virtual host', field: 'name' },
  Secret: { kind: 'secret', field: 'name' },
  'route.HeaderMatcher': { kind: 'header', field: 'name' },
  'core.HeaderValue': { kind: 'header', field: 'key' },
};

export type Names = { readonly [kind in NameKind]: ReadonlySet<string> };

const known = new WeakMap<Configuration, Names>();

/** In the order in which they are first met. */
export function namesIn(configuration: Configuration): Names {
  const before = known.get(configuration);
  if (before !== undefined) return before;
  const made = {
    cluster: new Set<string>(),
    'route configuration': new Set<string>(),
    'virtual host': new Set<string>(),
    secret: new Set<string>(),
    header: new Set<string>(),
  };
  for (const root of configuration.roots)
    for (const frame of rootFrames(root))
      walkInsideOut(frame, configuration.word, ({ type, message }) => {
        const holder = HOLDERS[type];
        if (holder !== undefined) take(made[holder.kind], message, holder.field);
      });
  known.set(configuration, made);
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
  return NAMED_BY[`${type}.${field.name}`];
}

const NAMED_BY: { readonly [field: string]: NameKind } = {
  'Rds.route_config_name': 'route configuration',
  'SdsSecretConfig.name': 'secret',
  'route.HeaderMatcher.name': 'header',
  'core.HeaderValue.key': 'header',
  'route.VirtualHost.request_headers_to_remove': 'header',
  'route.VirtualHost.response_headers_to_remove': 'header',
  'route.Route.request_headers_to_remove': 'header',
  'route.Route.response_headers_to_remove': 'header',
};
