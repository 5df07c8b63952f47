/**
 * What a rule is: its texts, its examples and its code, in the file of its subject under `rules/`.
 *
 * A rule looks at single messages, wherever they stand, or at everything at once (`subject`). What it says of a message
 * in a cluster or virtual host follows from that resource alone (`messages`), or it is declared to look beyond it
 * (`withSubject`). It answers with drafts; levels, places, suppression and fingerprints are not its business.
 */

import type { Level } from '../model/problem.ts';
import type { FindingTag, RuleExample } from '../model/rules.ts';
import type { Frame } from '../model/walk.ts';
import type { Regexes } from '../routing/regex/regexes.ts';
import type { Release } from '../schema/release.ts';
import type { Message, MessageName } from '../schema/types.ts';
import type { ApiVersion } from '../schema/version.ts';
import type { Document, Draft, Location } from './finding.ts';
import type { Subject } from './subject.ts';

/** How loud a rule is; `off` switches it off. */
export type RuleLevel = Level | 'off';

export interface RuleTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What is said about a rule to people. */
export interface RuleTexts {
  /** Permanent; scripts, suppressions and baselines name it. */
  readonly id: string;
  /** Of its findings, unless a draft says otherwise. */
  readonly level: Level;
  readonly tag?: FindingTag;
  /** One line: what is found. */
  readonly purpose: string;
  readonly why: string;
  /** What to do about a finding. */
  readonly remedy: string;
  /** Where it is demanded: a heading of the specification, the contract, or how the proxy behaves. */
  readonly source: string;
  /** Off until a level is set for it. */
  readonly asked?: true;
  /** What the rule knows one by one, for its page. */
  readonly table?: RuleTable;
  /** Gives findings of this rule and of no other, but for `deprecated-field` where it cannot do without. */
  readonly bad: RuleExample;
  /** Gives no finding at all. */
  readonly good: RuleExample;
}

/** A rule as it is explained; one that is about rules themselves has no examples. */
export type ExplainedRule = Omit<RuleTexts, 'bad' | 'good'> & Partial<Pick<RuleTexts, 'bad' | 'good'>>;

/** What a rule that looks at one message is handed beside it, whose frame has nothing above its resource. */
export interface RuleContext {
  /** The namespace of the file. */
  readonly namespace: string;
  /** The release that the file is for, where one is said. */
  readonly release: Release | undefined;
  readonly regexes: Regexes;
  /** The place of a message of this document, of a field of it, or of an entry of that field. */
  spot(frame: Pick<Frame, 'message' | 'type'>, field?: string, index?: number | string): Location;
  report(draft: Draft): void;
}

/** The same with all that is looked at together; the frame has everything above it. */
export interface SubjectContext extends RuleContext {
  readonly document: Document;
  readonly subject: Subject;
}

type Visit<T extends MessageName, C> = (message: Message<T>, frame: Frame, look: C) => void;

/** Functions by the table of the messages that they look at. */
export type Visits<C = RuleContext> = { readonly [T in MessageName]?: Visit<T, C> };

/** What of a rule is run. */
export interface RunRule extends Pick<RuleTexts, 'id' | 'level' | 'asked'> {
  /** Whether its findings can be errors: what the proxy refuses. */
  readonly refuses?: true;
  /** Is asked of settings too that a route switches off, of which the proxy reads nothing but their types. */
  readonly asksIdle?: true;
  /** The version of the API whose messages it looks at; both where absent. */
  readonly version?: ApiVersion;
  readonly messages?: Visits;
  /** The same of messages that have no types of their own here (generated tables), by the name of their table. */
  readonly tables?: { readonly [table: string]: (frame: Frame, look: RuleContext) => void };
  /** Looks at every message, whatever its table. */
  readonly every?: (frame: Frame, look: RuleContext) => void;
  /** Look beyond the resource: asked again when anything changed, also of a resource that reads the same. */
  readonly withSubject?: Visits<SubjectContext>;
  readonly subject?: (subject: Subject, report: (draft: Draft) => void) => void;
}

export interface AnalysisRule extends RuleTexts, RunRule {}
