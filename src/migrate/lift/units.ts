/** Resources: what is lifted whole or not at all (CONTRACT, migrate). */
import type { Edit } from '../../source/edit/index.ts';
import { escapeSegment, segmentsOf } from '../../source/pointer.ts';
import type { NodeId } from '../../source/tree.ts';

/** One cluster, listener, route configuration, secret or section of a bootstrap. */
export interface Unit {
  readonly pointer: string;
  readonly node: NodeId;
  /** Its table, or the field that holds it. */
  readonly type: string;
  /** In the order in which they are made; what is inside comes before what is around it. */
  readonly edits: Edit[];
  readonly obstacles: Obstacle[];
}

/** Something that has no form in version 3. */
export interface Obstacle {
  /** The value, or the message that lacks one. */
  readonly node: NodeId;
  readonly pointer: string;
  /** Message and field, or whatever tells it from others of its resource. */
  readonly what: string;
  /** Why, and what to do. */
  readonly reason: string;
  /** The migration that would end it. */
  readonly migration?: string;
}

/** Messages that hold resources and are none themselves. */
const HOLDERS: ReadonlySet<string> = new Set([
  'Bootstrap',
  'Bootstrap.StaticResources',
  'Resources',
  'ConfigDump',
  'BootstrapConfigDump',
  'ClustersConfigDump',
  'ClustersConfigDump.StaticCluster',
  'ClustersConfigDump.DynamicCluster',
  'ListenersConfigDump',
  'ListenersConfigDump.StaticListener',
  'ListenersConfigDump.DynamicListener',
  'ListenersConfigDump.DynamicListenerState',
  'RoutesConfigDump',
  'RoutesConfigDump.StaticRouteConfig',
  'RoutesConfigDump.DynamicRouteConfig',
  'ScopedRoutesConfigDump',
  'SecretsConfigDump',
  'SecretsConfigDump.StaticSecret',
  'SecretsConfigDump.DynamicSecret',
]);

/** Whether a unit is what a holder says of itself, such as its type, and not a resource. */
export function isOfHolder({ type }: Unit): boolean {
  return HOLDERS.has(type);
}

/** The units of a document. */
export class Units {
  readonly all: Unit[] = [];

  /** The unit of a message in its place. @param around the unit of what holds it; none inside holders */
  of(around: Unit | undefined, type: string, node: NodeId, way: Way | undefined): Unit | undefined {
    if (around !== undefined) return around;
    return HOLDERS.has(type) ? undefined : this.add(type, node, way);
  }

  /** The unit for what a holder itself says: its own type, and settings that are no resource. */
  ofHolder(type: string, node: NodeId, way: Way | undefined): Unit {
    return this.add(type, node, way);
  }

  private add(type: string, node: NodeId, way: Way | undefined): Unit {
    const pointer = pointerOfWay(way);
    const known = this.byPointer.get(pointer);
    if (known !== undefined) return known;
    const unit = { pointer, node, type, edits: [], obstacles: [] };
    this.byPointer.set(pointer, unit);
    this.all.push(unit);
    return unit;
  }

  private readonly byPointer = new Map<string, Unit>();
}

export interface Way {
  readonly around: Way | undefined;
  readonly segment: string;
}

/** The way to a key or an entry of what stands at the end of another. */
export function below(around: Way | undefined, segment: string | number): Way {
  return { around, segment: String(segment) };
}

/** The way that a pointer takes from the document's root. */
export function wayOf(pointer: string): Way | undefined {
  return segmentsOf(pointer)?.reduce<Way | undefined>((around, segment) => below(around, segment), undefined);
}

/** The RFC 6901 pointer of a way; the document's root has none. */
export function pointerOfWay(way: Way | undefined): string {
  const segments: string[] = [];
  for (let at = way; at !== undefined; at = at.around) segments.push(escapeSegment(at.segment));
  return segments
    .reverse()
    .map((segment) => `/${segment}`)
    .join('');
}
