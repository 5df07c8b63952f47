/** What analysis finds: as rules give it (a draft at a spot), and as reports print it (a finding with its place). */
import type { BoundMessage } from '../model/bound.ts';
import type { Configuration, Root } from '../model/open.ts';
import type { Place } from '../model/place.ts';
import type { Level, PlainForm } from '../model/problem.ts';
import type { Request } from '../routing/request/request.ts';
import type { Data } from '../source/data.ts';
import type { NodeId } from '../source/tree.ts';

/** One document of one file, bound. */
export interface Document {
  readonly configuration: Configuration;
  readonly root: Root;
}

/** A message, a field of it or an entry of a field: where a finding points. A field that is not written is its message. */
export interface Location {
  readonly document: Document;
  /** Table of the message. */
  readonly type: string;
  readonly message: BoundMessage;
  readonly field?: string;
  /** Position in the bound list, or key in the map, of that field. */
  readonly index?: number | string;
}

/** A node of a document, for findings about what has no message of its own. */
export interface NodeSpot {
  readonly document: Document;
  readonly node: NodeId;
  /** The key of that value, where the range is to start there. */
  readonly key?: NodeId;
}

/** A finding's node, with that of the resource that it is in. */
export interface FoundSpot extends NodeSpot {
  readonly resource?: NodeId;
}

export interface DraftRelated {
  readonly message: string;
  readonly at: Location | NodeSpot;
}

/** What would fix a finding: operations on a message in canonical field names, or a key spelled as it was meant. */
export type Fix =
  | {
      readonly kind: 'operations';
      /** What it does, in words: `delete the route`. */
      readonly title: string;
      /** The message that the operations are about. */
      readonly at: Location;
      readonly operations: readonly FixOperation[];
    }
  | {
      readonly kind: 'respelling';
      readonly title: string;
      readonly at: NodeSpot;
      /** The key that stands there now gives way to this one. */
      readonly renamed: string;
    }
  | {
      /** A value in its plain form, which says the same, or what was certainly meant. */
      readonly kind: 'plain';
      readonly title: string;
      readonly at: NodeSpot;
      readonly plain: PlainForm;
    }
  | {
      /** What stands between the values: comments, commas. */
      readonly kind: 'text';
      readonly title: string;
      readonly configuration: Configuration;
      /** Replaces a stretch of the file's text. */
      readonly change: { readonly start: number; readonly end: number; readonly text: string };
    };

export type FixOperation =
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: Data }
  | { readonly op: 'move'; readonly from: string; readonly path: string };

/** A finding as a rule gives it. */
export interface Draft {
  /** What is wrong and what to do, with the names of the user's file; one line. */
  readonly message: string;
  readonly at: Location | NodeSpot;
  /** The rule's own where absent. */
  readonly level?: Level;
  readonly related?: readonly DraftRelated[];
  /** A request that shows it. */
  readonly request?: Request;
  /** Facts for programs. */
  readonly data?: { readonly [key: string]: Data };
  /**
   * What tells this finding from others of its rule at the same place, such as a cluster's name; no numbers of lines,
   * routes or entries, since the fingerprint has to survive moves.
   */
  readonly identity?: string;
  readonly fix?: Fix;
  /**
   * The rule cannot tell: reported as `undecided` at level info, and `data.rule` names the rule. The message says what
   * defeated it.
   */
  readonly undecided?: true;
}

export interface Related extends Place {
  readonly message: string;
}

/** The smallest thing with a name that a finding is in: `{ type: 'Route', name: 'shop/3' }`. */
export interface Resource {
  readonly type: string;
  readonly name: string;
}

/** A finding in its place. */
export interface Finding extends Place {
  readonly rule: string;
  readonly level: Level;
  readonly message: string;
  readonly resource?: Resource;
  /** 12 hex digits; the same while the finding is the same, wherever it moves. */
  readonly fingerprint: string;
  readonly related: readonly Related[];
  readonly request?: Request;
  readonly data: { readonly [key: string]: Data };
  readonly fix?: Fix;
}
