/** What the second side makes of its parts: which clusters are referred to, which surely are not there, whether somebody reads names of routes. */
import { isObject } from '../../model/bound.ts';
import type { Configuration } from '../../model/open.ts';
import { eachChild, type Frame, rootFrames } from '../../model/walk.ts';
import { type FoundRouting, findRouting } from '../../routing/where/find.ts';
import { once } from '../../source/once.ts';
import { documentText } from '../../source/tree.ts';
import { clusterFields, namesIn } from '../form/common-names.ts';

export interface Uses {
  readonly isInUse: (cluster: string) => boolean;
  /** Whether it has anything that could refer to clusters; where it has not, their use is told elsewhere. */
  readonly tellsUse: () => boolean;
  readonly isMissing: (cluster: string) => boolean;
  /** Whether somebody may handle requests by the names or the metadata of their routes, or of what holds these. */
  readonly readsRoutes: () => boolean;
}

/** Looked up when it is first asked about: most comparisons never do. */
export function usesOf(configurations: readonly Configuration[]): Uses {
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
    readsRoutes: once(() =>
      configurations.some(({ roots }) => roots.some(({ tree }) => READER.test(documentText(tree)))),
    ),
  };
}

/** Formats, actions and conditions that ask for the name or the metadata of a route, and programs, which may read all of it. */
const READER =
  /METADATA\((?:ROUTE|VIRTUAL_HOST)|ROUTE_NAME|ROUTE_ENTRY|route_?name|metadata_?source|route_?metadata|\b(?:lua|wasm|golang|ext_proc|dynamic_modules)\b/i;

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
