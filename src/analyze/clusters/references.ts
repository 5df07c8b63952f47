/**
 * Everything that names a cluster: fields that the tables mark, and texts in data that no table describes which equal
 * the name of a defined cluster; and whether anything comes to the cluster this way.
 */
import type { BoundMessage } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';
import { givenKeys } from '../fields/runtime-layers.ts';
import type { Document, Spot } from '../finding.ts';
import type { Subject } from '../subject.ts';
import { deadRoutes } from '../traffic/route-life.ts';
import { definitionsOf } from './definitions.ts';
import { fateOfReference } from './reference-use.ts';
import { type Place, walkReferences } from './reference-walk.ts';

export type ReferenceKind =
  /** The one cluster of a route. */
  | 'route'
  /** One of the weighted clusters of a route. */
  | 'weight'
  | 'mirror'
  | 'tcp proxy'
  /** A member of an aggregate cluster. */
  | 'member'
  /** It is only asked whether a request goes there. */
  | 'condition'
  /** Something that the proxy itself calls or watches: a gRPC service, a config source, a tracer. */
  | 'service'
  /** A text in data that no table describes. */
  | 'data';

export type Use =
  | { readonly live: true }
  | {
      readonly live: false;
      readonly why: 'dead route' | 'no share' | 'condition';
      /** Whether it stays so whatever a runtime key says. */
      readonly certain: boolean;
    };

export interface ClusterReference {
  readonly cluster: string;
  readonly kind: ReferenceKind;
  readonly document: Document;
  /** The message with the field that names the cluster. */
  readonly frame: Frame;
  readonly field: string;
  readonly index?: number | string;
  /** The route that it stands in. */
  readonly route?: BoundMessage;
  /** The cluster that it stands in, by name. */
  readonly holder?: string;
}

/** Who names which cluster; whether requests come there is another question ({@link clusterUses}), and a dearer one. */
export interface ClusterReferences {
  /** In the order of the input. A name in data stands here only where a cluster of that name is defined. */
  readonly byCluster: ReadonlyMap<string, readonly ClusterReference[]>;
  /** Where any cluster can be named by a request or a program, as long as requests come there. */
  readonly open: readonly Place[];
}

/** What comes to clusters through the references to them. */
export interface ClusterUses {
  fateOf(reference: ClusterReference): Use;
  /** Where any cluster can be named by a request or a program, if anywhere. */
  readonly reachesAll?: Spot;
  /** Clusters that something comes to, directly or through an aggregate cluster. */
  readonly reached: ReadonlySet<string>;
}

/** To be asked for through {@link Subject.shared}; linear in the size of the input. */
export function clusterReferences(subject: Subject): ClusterReferences {
  const { clusters } = subject.shared(definitionsOf);
  const names = new Set(clusters.map(({ name }) => name));
  const byCluster = new Map<string, ClusterReference[]>();
  const open: Place[] = [];
  walkReferences(subject, names, {
    names(reference) {
      const known = byCluster.get(reference.cluster);
      if (known === undefined) byCluster.set(reference.cluster, [reference]);
      else known.push(reference);
    },
    reachesAll: (place) => open.push(place),
  });
  return { byCluster, open };
}

const LIVE: Use = { live: true };

/** To be asked for through {@link Subject.shared}; it takes knowing which routes are dead. */
export function clusterUses(subject: Subject): ClusterUses {
  const { byCluster, open } = subject.shared(clusterReferences);
  const dead = subject.shared(deadRoutes);
  const isGiven = subject.shared(givenKeys);
  const fateOf = ({ route, kind, frame }: Pick<ClusterReference, 'route' | 'kind' | 'frame'>): Use => {
    const fate = route === undefined ? undefined : dead.get(route);
    if (fate !== undefined) return { live: false, why: 'dead route', certain: fate.certain };
    return kind === 'data' ? LIVE : fateOfReference(kind, frame, isGiven);
  };
  const place = open.find(({ route }) => route === undefined || dead.get(route) === undefined);
  return {
    fateOf,
    ...(place === undefined ? {} : { reachesAll: spotOfPlace(place) }),
    reached: reachedFrom(byCluster, fateOf),
  };
}

/** Where a reference stands. */
export function spotOfReference({ document, frame, field, index }: ClusterReference): Spot {
  return spotOfPlace({ document, frame, field, ...(index === undefined ? {} : { index }) });
}

function spotOfPlace({ document, frame, field, index }: Place): Spot {
  const { message, type } = frame;
  return {
    document,
    message,
    type,
    ...(field === undefined ? {} : { field }),
    ...(index === undefined ? {} : { index }),
  };
}

/** Members of an aggregate cluster are reached when that is. */
function reachedFrom(
  byCluster: ClusterReferences['byCluster'],
  fateOf: ClusterUses['fateOf'],
): ReadonlySet<string> {
  const reached = new Set<string>();
  const members = new Map<string, string[]>();
  for (const [cluster, references] of byCluster) {
    for (const reference of references) {
      const { kind, holder } = reference;
      if (!fateOf(reference).live) continue;
      if (kind !== 'member' || holder === undefined) reached.add(cluster);
      else members.set(holder, [...(members.get(holder) ?? []), cluster]);
    }
  }
  // A set takes in what is added while it is gone through.
  for (const cluster of reached) for (const member of members.get(cluster) ?? []) reached.add(member);
  return reached;
}
