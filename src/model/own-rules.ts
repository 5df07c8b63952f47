/** What users want looked for beside the rules, as settings have it. */
import type { Data } from '../source/data.ts';
import type { Position } from '../source/lines.ts';
import type { Level } from './problem.ts';

/** A rule that is data: messages of a name for which a condition holds. */
export interface RuleRow {
  readonly id: string;
  readonly level: Level;
  /** The name of the messages. */
  readonly message: string;
  /** As written. */
  readonly condition: Data;
  /** What is said of each; `{path}` stands for the values there. */
  readonly words: string;
  /** Where the row stands, for what is said about it. */
  readonly file: string;
  readonly position: Position;
}

/** A file of properties (docs/prove.md). */
export interface PropertyFile {
  /** What findings call it. */
  readonly name: string;
  readonly text: string;
}

const ID = /^own\/[a-z][a-z0-9-]{0,99}$/;

/** Whether an id is one of a rule of the user's own: no other rule has such a one. */
export function isOwnId(id: string): boolean {
  return ID.test(id);
}
