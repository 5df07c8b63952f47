/** What the second side makes of its parts: which clusters are referred to, which surely are not there, and who reads names. */
import { isObject } from '../../model/bound.ts';
import type { Configuration } from '../../model/open.ts';
import { eachChild, type Frame, rootFrames } from '../../model/walk.ts';
import { type FoundRouting, findRouting } from '../../routing/where/find.ts';
import { clusterFields, namesIn } from '../form/common-names.ts';
import { type ReaderOf, readersIn } from './readers.ts';

export interface Uses {
  readonly isInUse: (cluster: string) => boolean;
  /** Whether it has anything that could refer to clusters; where it has not, their use is told elsewhere. */
  readonly tellsUse: () => boolean;
  readonly isMissing: (cluster: string) => boolean;
  /** Who, on either side, may handle requests by a name or by metadata. */
  readonly readerOf: ReaderOf;
}

/** Looked up when it is first asked about: most comparisons never do. */
export function usesOf(before: readonly Configuration[], configurations: readonly Configuration[]): Uses {
  let used: ReadonlySet<string> | undefined;
  let found: FoundRouting | undefined;
  return {
    isInUse(cluster) {
      used ??= clustersNamed(configurations);
      return used.has(cluster);
    },
    tellsUse() {
      used ??= clustersNamed(configurations);
      found ??= findRouting(configurations);
      return used.size > 0 || found.routes.length > 0;
    },
    isMissing(cluster) {
      found ??= findRouting(configurations);
      return found.clusters !== undefined && !found.clusters.has(cluster);
    },
    readerOf: readersIn([...before, ...configurations]),
  };
}

/** Every cluster that something refers to by name. */
function clustersNamed(configurations: readonly Configuration[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { roots, namespace } of configurations) {
    const look = (frame: Frame): void => {
      for (const { name } of clusterFields(frame.type))
        for (const cluster of namesIn(frame.message[name])) names.add(cluster);
      eachChild(frame, namespace, look);
    };
    for (const root of roots) for (const frame of rootFrames(root)) if (isObject(frame.message)) look(frame);
  }
  return names;
}
