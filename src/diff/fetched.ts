/**
 * What a dump of a running proxy holds beside what the proxy was started with: resources that it fetched from a
 * management server. A bootstrap says where these come from, not what they are, so that it lacks none of them.
 */
import { type BoundMessage, isObject, NODE } from '../model/bound.ts';
import type { Configuration, Root } from '../model/open.ts';
import { pointerOf } from '../source/pointer.ts';

/** Whether a message stands among what the proxy fetched. */
export function isFetched({ type, tree }: Root, message: BoundMessage): boolean {
  const node = message[NODE];
  return type.endsWith('ConfigDump') && node !== undefined && /\/dynamic[_A-Z]/.test(pointerOf(tree, node));
}

/**
 * @returns whether a side has no place for a fetched resource of a type: it is nothing but bootstraps, and where the
 *   resource is a cluster or a listener, one of them has such fetched
 */
export function lacksPlaceFor(side: readonly Configuration[]): (type: string) => boolean {
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
