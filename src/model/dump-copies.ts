/**
 * What an admin dump shows again: resources stand in the bootstrap that the proxy started with, among those in force,
 * and where it warms them up or lets them drain; a route configuration also beside the listener that holds it.
 */
import { type Paths, pathsTo } from '../schema/reach.ts';
import { type BoundMessage, isObject } from './bound.ts';
import { contentKey, sameContent } from './content.ts';
import type { Root } from './open.ts';
import { eachChild, type Frame, fieldsOn, rootFrames } from './walk.ts';

const ROUTES = 'RouteConfiguration';
const LISTENER = 'Listener';
const CLUSTER = 'Cluster';
const ENDPOINTS = 'ClusterLoadAssignment';
const KINDS = new Set([LISTENER, CLUSTER, 'Secret', ROUTES, ENDPOINTS]);
/** What stands in a listener as well. */
const BESIDE_LISTENER = 'RoutesConfigDump.StaticRouteConfig';

/** States of a resource in a dump, the least first. */
const [OVER, WARMING, BOOTSTRAP, IN_FORCE] = [0, 1, 2, 3];
const IS_OVER = new Set(['draining_state', 'dynamic_draining_listeners', 'error_state']);

interface Shown {
  readonly message: BoundMessage;
  readonly state: number;
  /** It is known by its name, and stands here for those that have none. */
  readonly isOther: boolean;
}

const NOTHING: ReadonlyMap<BoundMessage, BoundMessage | undefined> = new Map();
const known = new WeakMap<Root, typeof NOTHING>();
let paths: Paths | undefined;

/**
 * The resources of a dump that do not count, each with the one that counts instead; undefined where it is over and
 * nothing took its place. Empty for anything but a dump.
 */
export function shownAgain(
  root: Root,
  namespace: string,
): ReadonlyMap<BoundMessage, BoundMessage | undefined> {
  if (!root.type.endsWith('ConfigDump')) return NOTHING;
  const made = known.get(root) ?? searched(root, namespace);
  known.set(root, made);
  return made;
}

function searched(root: Root, namespace: string): ReadonlyMap<BoundMessage, BoundMessage | undefined> {
  const groups = new Map<string, Shown[]>();
  const copies: BoundMessage[] = [];
  const endpoints: BoundMessage[] = [];
  const listeners: { readonly frame: Frame; readonly state: number }[] = [];
  paths ??= pathsTo(KINDS);
  const look = (frame: Frame, around: number): void => {
    const { message, type, parent } = frame;
    const state = stateOf(frame.field?.name ?? '', around);
    if (!KINDS.has(type)) {
      eachChild(frame, namespace, (child) => look(child, state), fieldsOn(paths, frame));
      return;
    }
    if (type === ENDPOINTS) {
      endpoints.push(message);
      return;
    }
    if (type === LISTENER) listeners.push({ frame, state });
    if (parent?.type === BESIDE_LISTENER) copies.push(message);
    else {
      const name = nameOf(message);
      if (name !== '') add(groups, `${type}\n${name}`, { message, state, isOther: false });
      // The proxy names listeners that the bootstrap leaves without a name: those are known by their addresses.
      if (type === LISTENER)
        add(groups, contentKey(message.address), { message, state, isOther: name !== '' });
    }
  };
  for (const frame of rootFrames(root)) look(frame, IN_FORCE);
  const again = new Map<BoundMessage, BoundMessage | undefined>();
  for (const group of groups.values()) addLesser(group, again);
  const inListeners = new Map<string, BoundMessage[]>();
  for (const { frame } of listeners)
    if (!again.has(frame.message))
      eachInside(frame, namespace, (message) => add(inListeners, nameOf(message), message));
  for (const copy of copies) {
    const all = inListeners.get(nameOf(copy)) ?? [];
    const same = nameOf(copy) === '' ? all.find((each) => sameContent(each, copy)) : all[0];
    if (same !== undefined) again.set(copy, same);
  }
  for (const shown of endpoints) {
    const own = ownEndpoints(groups.get(`${CLUSTER}\n${String(shown.cluster_name ?? '')}`), again);
    if (own !== undefined) again.set(shown, own.found);
  }
  return again;
}

/** The endpoints that a cluster holds itself, which the dump shows beside it again; undefined where they are fetched. */
function ownEndpoints(
  clusters: readonly Shown[] = [],
  again: ReadonlyMap<BoundMessage, unknown>,
): { readonly found: BoundMessage | undefined } | undefined {
  const cluster = clusters.find(({ message }) => !again.has(message))?.message;
  if (cluster === undefined || cluster.type === 'EDS') return undefined;
  const { load_assignment: own } = cluster;
  return { found: isObject(own) ? own : undefined };
}

function stateOf(field: string, around: number): number {
  if (IS_OVER.has(field)) return OVER;
  if (field.includes('warming')) return WARMING;
  return field === 'bootstrap' ? BOOTSTRAP : around;
}

/** Of those with one key the first in the best state counts, and what says something else in the same state. */
function addLesser(group: readonly Shown[], again: Map<BoundMessage, BoundMessage | undefined>): void {
  const state = Math.max(...group.map((each) => each.state));
  const best = group.find((each) => each.state === state)?.message;
  for (const { message, state: own, isOther } of group) {
    if (isOther) continue;
    if (own === OVER) again.set(message, state === OVER ? undefined : best);
    else if (message !== best && (own < state || (best !== undefined && sameContent(message, best))))
      again.set(message, best);
  }
}

function eachInside(listener: Frame, namespace: string, visit: (message: BoundMessage) => void): void {
  const look = (frame: Frame): void => {
    if (frame.type === ROUTES) visit(frame.message);
    else eachChild(frame, namespace, look, fieldsOn(paths, frame));
  };
  look(listener);
}

function add<T>(groups: Map<string, T[]>, key: string, item: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

function nameOf({ name }: BoundMessage): string {
  return typeof name === 'string' ? name : '';
}
