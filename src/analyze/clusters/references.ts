/**
 * Everything that names a cluster: fields that the tables mark, and texts in data that no table describes which equal
 * the name of a defined cluster.
 */

import type { Spot } from '../finding.ts';
import type { Subject } from '../subject.ts';
import { definitionsOf } from './definitions.ts';
import type { ClusterReference } from './reference.ts';
import { type Place, walkReferences } from './reference-walk.ts';

/** Who names which cluster; whether requests come there is another question (`uses.ts`), and a dearer one. */
export interface ClusterReferences {
  /** In the order of the input. A name in data stands here only where a cluster of that name is defined. */
  readonly byCluster: ReadonlyMap<string, readonly ClusterReference[]>;
  /** Where any cluster can be named by a request or a program, as long as requests come there. */
  readonly open: readonly (Place & { readonly by?: string })[];
}

/** To be asked for through {@link Subject.shared}; linear in the size of the input. */
export function clusterReferences(subject: Subject): ClusterReferences {
  const { clusters } = subject.shared(definitionsOf);
  const names = new Set(clusters.map(({ name }) => name));
  const byCluster = new Map<string, ClusterReference[]>();
  const open: (Place & { readonly by?: string })[] = [];
  walkReferences(subject, names, {
    names(reference) {
      const known = byCluster.get(reference.cluster);
      if (known === undefined) byCluster.set(reference.cluster, [reference]);
      else known.push(reference);
    },
    reachesAll: (place, by) => open.push(by === undefined ? place : { ...place, by }),
  });
  return { byCluster, open };
}

/** Where a reference stands. */
export function spotOfReference({ document, frame, field, index }: ClusterReference): Spot {
  return spotOfPlace({ document, frame, field, ...(index === undefined ? {} : { index }) });
}

export function spotOfPlace({ document, frame, field, index }: Place): Spot {
  const { message, type } = frame;
  return {
    document,
    message,
    type,
    ...(field === undefined ? {} : { field }),
    ...(index === undefined ? {} : { index }),
  };
}
