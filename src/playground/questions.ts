/** What the page asks its worker, and what it is answered: plain data, secrets hidden, ready to be shown as text. */
import type { ActionMaker } from '../lsp/actions/actions.ts';
import type { Suggestion } from '../lsp/completion/suggestion.ts';
import type { Hover } from '../lsp/hover/field.ts';
import type { PlacedChange } from '../lsp/shapes.ts';
import type { Level } from '../model/problem.ts';
import type { Element, PageLevel } from '../present/html.ts';
import type { Range } from '../source/lines.ts';

/** The first text, or the second beside it. */
export type PaneId = 'a' | 'b';

/** A text that the page holds. */
export interface PaneText {
  readonly pane: PaneId;
  readonly name: string;
  readonly text: string;
  /** The message that it is, where that is known. */
  readonly type?: string;
}

/** A place to go to. */
export interface PanePlace {
  readonly pane: PaneId;
  readonly range: Range;
}

/** What can be done about a finding. */
export interface Remedy {
  readonly title: string;
  readonly maker: ActionMaker;
}

export interface ShownFinding {
  readonly range: Range;
  readonly level: Level;
  readonly rule: string;
  readonly message: string;
  /** Empty where it is about none, or one without a name. */
  readonly resource: string;
  /** A request that shows it, fit to be asked about. */
  readonly request?: string;
  readonly related: readonly (PanePlace & { readonly message: string })[];
  readonly remedies: readonly Remedy[];
}

export interface Findings {
  readonly kind: 'findings' | 'properties' | 'unreadable' | 'unknown';
  readonly findings: readonly ShownFinding[];
  /** What is done for all of the text at once. */
  readonly remedies: readonly Remedy[];
}

export interface ShownSide {
  readonly text: string;
  readonly place?: PanePlace;
}

/** Requests that are handled differently. */
export interface ShownRequests {
  readonly level: PageLevel;
  readonly request: string;
  /** The same, fit to be asked about. */
  readonly line: string;
  readonly standsFor: string;
  readonly before: ShownSide;
  readonly after: ShownSide;
  readonly rest: string;
}

export interface ShownChange {
  readonly level: PageLevel;
  readonly rule: string;
  readonly kind: string;
  readonly resource: string;
  readonly path: string;
  readonly message: string;
  readonly reason: string;
  /** Absent where there are no values to compare. */
  readonly before?: ShownSide;
  readonly after?: ShownSide;
  readonly place?: PanePlace;
}

export interface Comparison {
  readonly verdict: string;
  readonly level: PageLevel;
  readonly requests: readonly ShownRequests[];
  readonly moreRequests: number;
  readonly changes: readonly ShownChange[];
  readonly moreChanges: number;
  readonly remarks: readonly string[];
  /** Absent where nothing leads anywhere. Its links lead to {@link PanePlace}s by position. */
  readonly picture?: Element;
  readonly targets: readonly PanePlace[];
}

/** Something that is converted, that stands in the way, or that has to be looked at. */
export interface LiftRemark {
  /** The migration, or the change of the proxy. */
  readonly about?: string;
  readonly text: string;
  readonly place?: PanePlace;
}

export type Lift =
  | { readonly kind: 'done'; readonly words: string }
  | {
      readonly kind: 'lifted';
      readonly text: string;
      readonly changes: readonly PlacedChange[];
      readonly converted: readonly LiftRemark[];
      readonly warnings: readonly string[];
      /** What newer releases of the proxy do otherwise. */
      readonly releaseChanges: readonly LiftRemark[];
    }
  | { readonly kind: 'blocked'; readonly obstacles: readonly LiftRemark[] };

export interface TraceStep {
  readonly what: string;
  readonly why: string;
  readonly matched: boolean;
  readonly place?: PanePlace;
}

export interface Traced {
  readonly name: string;
  readonly verdict: string;
  readonly steps: readonly TraceStep[];
  readonly facts: readonly { readonly label: string; readonly texts: readonly string[] }[];
  /** How to ask for one of the ways that chance decides among. */
  readonly hint?: string;
}

/** Why something that was asked for is not there. */
export interface Refusal {
  readonly problem: string;
}

export interface Questions {
  readonly findings: { readonly pane: PaneId };
  readonly act: { readonly pane: PaneId; readonly maker: ActionMaker };
  /** What may be written at an offset. */
  readonly complete: { readonly pane: PaneId; readonly offset: number };
  /** What stands there means. */
  readonly explain: { readonly pane: PaneId; readonly offset: number };
  readonly compare: object;
  readonly lift: { readonly pane: PaneId };
  readonly trace: { readonly line: string };
  /** The texts, fit to be handed on. */
  readonly share: object;
  readonly examples: object;
}

export interface Answers {
  readonly findings: Findings;
  readonly act: readonly PlacedChange[] | Refusal;
  readonly complete: readonly Suggestion[];
  readonly explain: Hover | undefined;
  readonly compare: Comparison | Refusal;
  readonly lift: Lift | Refusal;
  readonly trace: readonly Traced[] | Refusal;
  readonly share: { readonly texts: readonly PaneText[]; readonly hidSecrets: boolean } | Refusal;
  readonly examples: readonly Example[];
}

/** A small configuration to begin with. */
export interface Example {
  readonly id: string;
  readonly group: string;
  readonly texts: readonly PaneText[];
}

export type QuestionName = keyof Questions;

/** One question with its name. */
export type Question = { readonly [N in QuestionName]: Questions[N] & { readonly asked: N } }[QuestionName];

/** What the worker is told. */
export type News =
  | { readonly kind: 'put'; readonly text: PaneText }
  | { readonly kind: 'forget'; readonly pane: PaneId };
