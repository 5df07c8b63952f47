/**
 * What one side holds and the other has no place for. A bootstrap says where resources come from that a proxy fetches,
 * not what they are; what a management server sends says nothing of what a proxy was started with.
 */
import { type BoundMessage, isObject, NODE } from '../model/bound.ts';
import type { Configuration, Root } from '../model/open.ts';
import { pointerOf } from '../source/pointer.ts';

/** Whether a message stands among what the proxy fetched. */
export function isFetched(root: Root, message: BoundMessage): boolean {
  return /\/dynamic[_A-Z]/.test(dumpedAt(root, message));
}

/** Whether a message stands among what the proxy was started with. */
function isStarted(root: Root, message: BoundMessage): boolean {
  return /\/(?:bootstrap(?:\/|$)|static[_A-Z])/.test(dumpedAt(root, message));
}

/** The pointer of a message of a dump; empty where it is of anything else. */
function dumpedAt({ type, tree }: Root, message: BoundMessage): string {
  const node = message[NODE];
  return type.endsWith('ConfigDump') && node !== undefined ? pointerOf(tree, node) : '';
}

/** @returns whether a side has no place for a resource of the other one */
export function lacksPlaceFor(
  side: readonly Configuration[],
): (root: Root, message: BoundMessage, type: string) => boolean {
  const hasNoPlace = placesOf(side);
  const isSent = isOnlySent(side);
  return (root, message, type) =>
    (isSent && isStarted(root, message)) || (hasNoPlace(type) && isFetched(root, message));
}

/** Whether a side is nothing but dumps that show nothing of what a proxy was started with. */
function isOnlySent(side: readonly Configuration[]): boolean {
  const roots = side.flatMap((each) => each.roots);
  return (
    roots.length > 0 &&
    roots.every(({ type, value }) => {
      const configs = type === 'ConfigDump' && isObject(value) ? value.configs : undefined;
      return Array.isArray(configs) && configs.length > 0 && configs.every(isWithoutStart);
    })
  );
}

function isWithoutStart(section: unknown): boolean {
  return isObject(section) && !Object.keys(section).some((key) => /^(?:bootstrap$|static_)/.test(key));
}

/**
 * @returns whether a side has no place for a fetched resource of a type: it is nothing but bootstraps, and where the
 *   resource is a cluster or a listener, one of them has such fetched
 */
function placesOf(side: readonly Configuration[]): (type: string) => boolean {
  const roots = side.flatMap((each) => each.roots);
  const isBare = roots.length > 0 && roots.every(({ type }) => type === 'Bootstrap');
  const fetches = (field: string): boolean =>
    roots.some(({ value }) => {
      const sources = isObject(value) ? value.dynamic_resources : undefined;
      return isObject(sources) && sources[field] !== undefined;
    });
  const names = new Map([
    ['Cluster', fetches('cds_config')],
    ['Listener', fetches('lds_config')],
  ]);
  return (type) => isBare && (names.get(type) ?? true);
}
