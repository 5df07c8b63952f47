/** What a comparison says: facts with their places, and the changes that judging makes of them. */

import type { FieldOrigin } from '../model/origin.ts';
import type { Place } from '../model/place.ts';
import type { Data } from '../source/data.ts';

export type Kind = 'added' | 'removed' | 'changed' | 'moved' | 'renamed';

/** `breaking` is the most severe; `cosmetic` makes no difference in meaning. */
export type Level = 'breaking' | 'warning' | 'info' | 'cosmetic';

/** A resource by what it is (without its package) and by its own name, empty where it has none. */
export interface ResourceRef {
  readonly type: string;
  readonly name: string;
}

/** A value on one side; of what was not written itself the place is that of the nearest thing around it. */
export interface SideValue extends Place {
  /** In canonical form, defaults left out, secrets redacted; of a moved entry its position, from 0. */
  readonly value: Data;
  readonly origin: 'written' | FieldOrigin['kind'];
  /** Why a default holds, or which migration made the value. */
  readonly why?: string;
}

/** One difference, judged. */
export interface Change {
  readonly rule: string;
  readonly level: Level;
  readonly kind: Kind;
  readonly resource: ResourceRef;
  /** What the resource stands in, from the inside out, where names alone may mean several: the route configuration of a virtual host. */
  readonly within: readonly ResourceRef[];
  /** Dotted canonical names, relative to the resource; empty where it is about the resource as a whole. */
  readonly path: string;
  /** Null where there is nothing on that side. */
  readonly before: SideValue | null;
  readonly after: SideValue | null;
  /** 12 hex digits, the same while the change is the same, wherever it stands. */
  readonly fingerprint: string;
  /** What changed, in a sentence with the user's names. */
  readonly message: string;
  /** Why it matters. */
  readonly reason: string;
}

export type Summary = { readonly [level in Level]: number };

export interface DiffResult {
  /** Nothing differs in meaning, whatever is ignored or switched off. */
  readonly equal: boolean;
  /** Grave ones first, then in the order of the resources. */
  readonly changes: readonly Change[];
  /** Cosmetic ones are counted even where they are not listed; the ignored and the switched off are not. */
  readonly summary: Summary;
  /** Changes that `ignore` or a rule that is off left out. */
  readonly ignored: number;
  /** What has to be said about the comparison as a whole, in sentences: what of a side was not compared, and why. */
  readonly remarks: readonly string[];
}
