/** How a message is named in what users read: by what it is and by its own name. */
import { camelCase } from '../schema/hidden.ts';
import { lookup } from '../source/lookup.ts';
import type { BoundMessage } from './bound.ts';

const WORDS: { readonly [type: string]: string } = {
  Cluster: 'the cluster',
  'route.VirtualHost': 'the virtual host',
  'route.Route': 'the route',
  RouteConfiguration: 'the route configuration',
  Listener: 'the listener',
  'route.VirtualCluster': 'the virtual cluster',
};

/** `the cluster "shop"`, `HealthCheck`, … */
export function describe(type: string, message: BoundMessage): string {
  const short = type.slice(type.lastIndexOf('.') + 1);
  const known = lookup(WORDS, type) ?? `the ${camelCase(short)}`;
  const name = message.name ?? message.cluster_name;
  return typeof name === 'string' && name !== ''
    ? `${known} "${name.length > 60 ? `${name.slice(0, 57)}…` : name}"`
    : known;
}

/** The name of a table without its package: `RouteAction.RequestMirrorPolicy`, `HttpFilter`. */
export function shortName(table: string): string {
  return /(?:^|\.)([A-Z].*)$/.exec(table)?.[1] ?? table;
}
