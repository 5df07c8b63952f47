/** What a lift is asked for, and what stands in its way. */
import type { Configuration, Root } from '../../model/open.ts';
import { embeddedAt, type Place } from '../../model/place.ts';
import type { Edit } from '../../source/edit/index.ts';
import { segmentsOf } from '../../source/pointer.ts';
import type { Applied } from '../migrate.ts';
import type { Findings } from './findings.ts';
import { renameFields } from './rename.ts';
import type { Obstacle } from './units.ts';

export interface LiftOptions {
  /** Write what can be lifted, although something else cannot. */
  readonly partial: boolean;
  /** Leave `transport_api_version` as it is. */
  readonly keepTransport: boolean;
  /** What is chosen of it, where not all is. */
  readonly choice?: LiftChoice;
}

/** The errors of the second text that the first does not have: for each the proxy refuses it, or a part of it. */
export type RefusedAnew = (
  before: Configuration,
  after: Configuration,
) => readonly (Place & { readonly rule: string; readonly message: string })[];

/** Part of what a lift and migrations within the version would do. */
export interface LiftChoice {
  /** Whether a resource is lifted, with every migration that it needs for that. */
  readonly lifts: (resource: DocumentPlace & { readonly pointer: string }) => boolean;
  /** The migrations that are asked for beside, within version 2. */
  readonly only: readonly string[];
  readonly accept: (change: Applied) => boolean;
}

/** An obstacle with the resource that it keeps from being lifted. */
export interface FoundObstacle {
  readonly obstacle: Obstacle;
  readonly unit: BlockedUnit;
  /** Position of its root among those of the file. */
  readonly rootIndex: number;
}

/** A resource that stays as it is. */
export interface BlockedUnit {
  readonly root: Root;
  readonly pointer: string;
}

export function renameRoot(
  root: Root,
  namespace: string,
  options: Pick<LiftOptions, 'keepTransport'>,
): Findings {
  return renameFields(root.tree, root, { namespace, keepTransport: options.keepTransport });
}

/** What is not lifted: resources of documents, and of texts in them. */
export class Blocked {
  private readonly keys: ReadonlySet<string>;
  private readonly units: readonly BlockedUnit[];

  constructor(units: readonly BlockedUnit[]) {
    this.units = units;
    this.keys = new Set(units.map(({ root, pointer }) => placeKey(placeOfRoot(root), pointer)));
  }

  /** These, and others. */
  and(units: readonly BlockedUnit[]): Blocked {
    return new Blocked([...this.units, ...units]);
  }

  get isEmpty(): boolean {
    return this.keys.size === 0;
  }

  has(root: Root, pointer: string): boolean {
    return this.keys.has(placeKey(placeOfRoot(root), pointer));
  }

  /** Where they stand in a document. */
  pointersIn(root: Root): readonly string[] {
    const here = placeKey(placeOfRoot(root), '');
    const own = this.units.filter((unit) => placeKey(placeOfRoot(unit.root), '') === here);
    return [...new Set(own.map(({ pointer }) => pointer))];
  }

  /** The edits that leave them out of a document; each leaves the places of those after it as they are. */
  removalsIn(root: Root): readonly Edit[] {
    const pointers = this.pointersIn(root);
    if (pointers.includes('')) return [{ op: 'replace', path: '', value: {} }];
    const inOrder = pointers.toSorted((one, other) => compareSegments(segmentsOf(other), segmentsOf(one)));
    return inOrder.map((path) => ({ op: 'remove', path }));
  }

  /** Whether what stands at a pointer is such a resource or in one. */
  holds(at: DocumentPlace & { readonly pointer: string }): boolean {
    const { pointer } = at;
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1))
      if (this.keys.has(placeKey(at, pointer.slice(0, end)))) return true;
    return this.keys.has(placeKey(at, ''));
  }
}

/** Positions in lists by number, so that the last entries come last. */
function compareSegments(one: readonly string[] = [], other: readonly string[] = []): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [left = '', right = ''] = [one[at], other[at]];
    if (left !== right) return Number(left) - Number(right) || (left < right ? -1 : 1);
  }
  return 0;
}

/** A document of a file, or a text embedded in one. */
interface DocumentPlace {
  readonly document: number;
  readonly embedded?: string;
}

export function placeOfRoot(root: Root): DocumentPlace {
  return { document: root.document, ...embeddedAt(root) };
}

export function placeKey({ document, embedded }: DocumentPlace, pointer: string): string {
  return `${document}\n${embedded ?? ''}\n${pointer}`;
}
