/**
 * What a migration is: it looks at one bound message and answers with edits on that message, each migration with its
 * reason, or with a reason why it cannot. One file a migration under `migrations/`.
 */
import type { Data } from '../source/data.ts';
import type { Edit } from '../source/edit/index.ts';

/** A bound message as a migration sees it; pointers are relative to the message. */
export interface MessageView {
  /** Full name of its table, such as `Cluster`. */
  readonly type: string;
  /** The message in canonical form: names in snake_case, values as the tables say. */
  readonly value: { readonly [field: string]: unknown };
  /** The reserved word of names and type URLs in this input, such as `envoy`. */
  readonly word: string;
  /** Leave alone what would need fields that the older form of the data model lacks. */
  readonly older: boolean;
  /** Where a field stands, in the file's own spelling; with an index, where that entry of a list stands. */
  at(field: string, index?: number): string;
  /** Where a new field goes, spelled as this message spells its fields. */
  place(field: string): string;
  /** A canonical value of the named type, spelled as this file spells. */
  spell(type: string, value: unknown): Data;
  /** The value of a field of the enclosing message (`name` of an extension beside its `config`), if any. */
  readonly parent?: { readonly type: string; readonly value: { readonly [field: string]: unknown } };
  /** Integers that a static runtime layer of the same bootstrap holds under a key, with their pointers. */
  runtimeValues(key: string): readonly { readonly pointer: string; readonly value: Data }[];
}

export type MigrationOutcome =
  | {
      readonly kind: 'edits';
      readonly edits: readonly Edit[];
      /** What was done to this message, in the user's names. */
      readonly reason: string;
      /** What changes for somebody all the same, where something does. */
      readonly warning?: string;
      /** Edits outside the message (pointers from the root of the document), such as runtime values. */
      readonly elsewhere?: readonly Edit[];
    }
  | { readonly kind: 'left'; readonly field: string; readonly reason: string };

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
  /** Tables of the messages it looks at. */
  readonly messages: readonly string[];
  plan(message: MessageView): readonly MigrationOutcome[];
}
