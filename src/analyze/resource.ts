/** The resources of a document by their nodes: what a finding is in, and by which identity that is known. */
import { type BoundMessage, NODE } from '../model/bound.ts';
import { shortName } from '../model/describe.ts';
import { eachChild, type Frame, fieldsOn, rootFrames } from '../model/walk.ts';
import { type Paths, pathsTo } from '../schema/reach.ts';
import { type NodeId, parentOf } from '../source/tree.ts';
import type { Document, Resource } from './finding.ts';

const RESOURCES = new Set([
  'Cluster',
  'ClusterLoadAssignment',
  'Listener',
  'RouteConfiguration',
  'route.VirtualHost',
  'route.Route',
  'Secret',
  'core.Node',
  // What stands in none of the others.
  'Bootstrap',
]);

let paths: Paths | undefined;

/** The resource that a finding is in. */
export interface Around {
  readonly resource: Resource;
  readonly node: NodeId;
  readonly frame: Frame;
}

/** Finds the resource around a node of one document; prepared at the first question. */
export interface ResourceIndex {
  around(node: NodeId): Around | undefined;
}

export function resourceIndex({ configuration, root }: Document): ResourceIndex {
  let known: ReadonlyMap<NodeId, Frame> | undefined;
  return {
    around(node) {
      known ??= resourcesOf(rootFrames(root), configuration.namespace);
      for (let at = node; at !== -1; at = parentOf(root.tree, at)) {
        const frame = known.get(at);
        if (frame !== undefined)
          return { resource: { type: shortName(frame.type), name: nameOf(frame) }, node: at, frame };
      }
      return undefined;
    },
  };
}

function resourcesOf(frames: readonly Frame[], namespace: string): Map<NodeId, Frame> {
  paths ??= pathsTo(RESOURCES);
  const found = new Map<NodeId, Frame>();
  const look = (frame: Frame): void => {
    const { message, type } = frame;
    if (RESOURCES.has(type) && message[NODE] !== undefined) found.set(message[NODE], frame);
    eachChild(frame, namespace, look, fieldsOn(paths, frame));
  };
  for (const frame of frames) look(frame);
  return found;
}

function nameOf({ message, type, parent: holder, index }: Frame): string {
  if (type !== 'route.Route') return ownName(message);
  if (holder?.type === 'route.VirtualHost') return `${ownName(holder.message)}/${index ?? 0}`;
  // In a matcher it has no place of its own.
  let host = holder;
  while (host !== undefined && host.type !== 'route.VirtualHost') host = host.parent;
  return `${host === undefined ? '' : ownName(host.message)}/${host && ownName(message) ? ownName(message) : (index ?? 0)}`;
}

function ownName({ name, cluster_name, id }: BoundMessage): string {
  return [name, cluster_name, id].find((each) => typeof each === 'string') ?? '';
}
