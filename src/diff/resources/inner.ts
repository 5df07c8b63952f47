/** Which messages are resources of their own although they stand inside another one. */
import { type Frame, fieldsOn } from '../../model/walk.ts';
import type { CompiledField } from '../../schema/compiled.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';

export const BOOTSTRAP = 'Bootstrap';
export const ROUTE_CONFIGURATION = 'RouteConfiguration';
export const VIRTUAL_HOST = 'route.VirtualHost';
export const NODE = 'core.Node';
const STATIC_RESOURCES = `${BOOTSTRAP}.StaticResources`;

/** Nothing that is a resource of its own stands in these. */
const LEAVES = new Set(['Cluster', VIRTUAL_HOST, 'route.Route', 'ClusterLoadAssignment', 'Secret', NODE]);

let paths: Paths | undefined;

/** The fields of a message through which resources inside it are reached. */
export function innerPaths(frame: Frame): readonly CompiledField[] {
  paths ??= pathsTo(new Set([ROUTE_CONFIGURATION, VIRTUAL_HOST, STATIC_RESOURCES, NODE]));
  return LEAVES.has(frame.type) ? [] : fieldsOn(paths, frame);
}

export function isInner({ type, parent }: Frame): boolean {
  if (type === NODE) return parent?.type === BOOTSTRAP;
  return type === ROUTE_CONFIGURATION || type === VIRTUAL_HOST || type === STATIC_RESOURCES;
}

/** Whether what stands in a field is compared as a resource of its own. */
export function isHole(parent: string, element: string): boolean {
  if (element === NODE) return parent === BOOTSTRAP;
  return element === ROUTE_CONFIGURATION || element === VIRTUAL_HOST || element === STATIC_RESOURCES;
}
