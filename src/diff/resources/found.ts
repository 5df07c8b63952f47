/** A resource of one side, as gathering finds it. */
import { shortName } from '../../model/describe.ts';
import type { Configuration, Root } from '../../model/open.ts';
import type { MaySet } from '../../model/runtime-keys.ts';
import { type Frame, fieldsOn } from '../../model/walk.ts';
import type { CompiledField } from '../../schema/compiled.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import type { ResourceRef } from '../change.ts';

/** The file and document that something was written in. */
export interface Source {
  readonly configuration: Configuration;
  readonly root: Root;
  /** Which runtime keys a layer of either side may set. */
  readonly maySet: MaySet;
  /** Whether a cluster of its side tells hosts apart by their health, or may: there may be none to be seen. */
  readonly choosesByHealth: () => boolean;
}

export interface Found {
  /** The message in its place, without the resources inside it; the type is empty where no table describes it. */
  readonly frame: Frame;
  readonly source: Source;
  /** What makes it the same resource on the other side; empty where nothing does. */
  readonly name: string;
  /** The resource that it stands in. */
  readonly owner: Found | undefined;
  /** Where in the owner several may stand: the filter chain that a route configuration stands in. */
  readonly slot: string;
  /** Of two states of one resource in a dump the one with the higher rank counts. */
  readonly rank: number;
  /** A copy that a dump makes of what stands inside a listener. */
  readonly isCopy: boolean;
  /** The running proxy wrote it. */
  readonly isDumped: boolean;
  /** It says nothing of its own: there is no difference between it and none. */
  readonly isImplied: boolean;
}

/** The table of a resource; of one that no table describes the name of its type. */
export function typeOfFound({ frame }: Found): string {
  return frame.type === '' ? String(frame.message['@type'] ?? '') : frame.type;
}

export function refOf(found: Found): ResourceRef {
  return { type: shortName(typeOfFound(found)), name: found.name };
}

/** The resources that it stands in, from the inside out. */
export function ownersOf(found: Found): readonly ResourceRef[] {
  const owners: ResourceRef[] = [];
  for (let at = found.owner; at !== undefined; at = at.owner)
    if (at.frame.type !== 'Bootstrap') owners.push(refOf(at));
  return owners;
}

// Messages that are resources of their own although they stand inside another one.

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
