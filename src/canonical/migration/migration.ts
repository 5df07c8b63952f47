/**
 * What a migration is: it looks at one bound message and answers with edits on that message, each migration with its
 * reason, or with a reason why it cannot. One file a migration under `migrations/`.
 */

import { type BoundMessage, INVALID } from '../../model/bound.ts';
import type { ApiVersion } from '../../schema/version.ts';
import type { Data } from '../../source/data.ts';
import type { Edit } from '../../source/edit/index.ts';
import type { Sharing } from './sharing.ts';

/** One step from a message to what is inside: a field, an entry of the list before, a key of the map before. */
export type Step = string | number | { readonly key: string };

/** A bound message as a migration sees it; pointers are relative to the message. */
export interface MessageView {
  /** Full name of its table, such as `Cluster`. */
  readonly type: string;
  /** The message in canonical form: names in snake_case, values as the tables say. */
  readonly value: BoundMessage;
  /** The namespace of names and type URLs in this input, such as `envoy`. */
  readonly namespace: string;
  /** Leave alone what would need fields that the older form of the data model lacks. */
  readonly older: boolean;
  /** Whether another migration is asked of the same document. */
  isAsked(migration: string): boolean;
  /** The message that holds this one. */
  readonly parent: { readonly type: string; readonly value: BoundMessage } | undefined;
  /** The field of the parent that it stands in. */
  readonly field: string | undefined;
  /** The nearest message of a type that holds this one, however far out. */
  around(type: string): BoundMessage | undefined;
  /** Where a field of that message stands or goes, from the document's root. */
  placeAround(type: string, field: string): string | undefined;
  /** Where a field stands, in the file's own spelling; with an index or key, where that entry stands. */
  at(field: string, index?: number | string): string;
  /** Where what these steps lead to stands, or goes where it is not set. */
  within(...steps: readonly Step[]): string;
  /** Where a new field goes, spelled as this message spells its fields. */
  place(field: string): string;
  /** A canonical value of the named type, spelled as this message spells. */
  spell(type: string, value: unknown): Data;
  /** How a field of a type that this message's author adds is spelled. */
  spelling(field: string): string;
  /** A scalar field's text as written. */
  text(field: string): string;
  /** Entries of a list field as written, the ones that could not be read included. */
  entries(field: string): number;
  /** Why the entries of a list field cannot be put anywhere else, one by one. */
  whyEntriesStay(field: string): string | undefined;
  /** How a field's value is shared through an anchor; `winner` is the field beside which it does not count. */
  sharing(field: string, winner: string): Sharing;
  /** Whether a field's list stands in brackets in a message written in lines, without comments in it. */
  isInBrackets(field: string): boolean;
  /** The `@type` of a table. */
  typeUrl(table: string): string;
  /**
   * The `@type` of a type of version 2 without a table, by its name without the namespace; undefined in version 3, which
   * has a table of it, so that it would no longer be data.
   */
  typeUrlOfName(name: string): string | undefined;
  /** What static runtime layers of the same bootstrap hold under a key; pointers are from the document's root. */
  runtimeValues(key: string): readonly RuntimeValue[];
  /**
   * Why what is stored under a runtime key cannot change its base with the mirror policy that names it; undefined where
   * it can. What is found decides for all policies with that key alike.
   */
  whyRuntimeStays(key: string): string | undefined;
}

export interface RuntimeValue {
  readonly pointer: string;
  readonly value: Data;
}

/** Changes of one migration that mean the same only when all of them are made. */
export interface Together {
  /** The same for all of them in one document. */
  readonly key: string;
  /** Why one of them is not made where another one cannot be. */
  readonly why: string;
}

export type MigrationOutcome =
  | {
      readonly kind: 'edits';
      readonly edits: readonly Edit[];
      /** What was done to this message, in the user's names. */
      readonly reason: string;
      /** What changes for somebody all the same, where something does. */
      readonly warning?: string;
      /** Edits outside the message (pointers from the document's root), such as runtime values. */
      readonly elsewhere?: readonly Edit[];
      /** With which others of the migration it is made, or not made. */
      readonly together?: Together;
    }
  | { readonly kind: 'left'; readonly field: string; readonly reason: string };

/** The answer that leaves a field as it is. @param reason why, and what to do */
export function leave(field: string, reason: string): readonly MigrationOutcome[] {
  return [{ kind: 'left', field, reason }];
}

/** The answer under `--older` where the current form needs a field that came later. */
export function leaveForOlder(field: string, lacking: string): readonly MigrationOutcome[] {
  return leave(field, `the older form of the data model has no ${lacking} (--older)`);
}

/** Whether a field is written, readable or not. */
export function isWritten({ value }: MessageView, field: string): boolean {
  return value[field] !== undefined || value[INVALID]?.[field] !== undefined;
}

/** What `cfgtool explain` and the docs show of a migration; the examples are run by the tests. */
export interface MigrationText {
  /** One line: from what to what. */
  readonly title: string;
  readonly why: string;
  /** What it does, and what it leaves. */
  readonly how: string;
  /** The section of the specification that demands it. */
  readonly source: string;
  /** A message of the type in `example.type`, before and after, as YAML. */
  readonly example: { readonly type: string; readonly before: string; readonly after: string };
}

export interface Migration extends MigrationText {
  /** Permanent; scripts name it. */
  readonly id: string;
  /** Run only when named by `--also`. */
  readonly optional: boolean;
  /** Versions of the API whose messages it looks at; version 2 where absent. */
  readonly versions?: readonly ApiVersion[];
  /** Tables of the messages it looks at. */
  readonly messages: readonly string[];
  /** The fields it looks at, deprecated ones among them: a message without any of them is not asked about. */
  readonly fields: readonly string[];
  plan(message: MessageView): readonly MigrationOutcome[];
}
