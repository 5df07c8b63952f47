/** What the reports of a migration are made from. */
import type { FileMigration } from '../../migrate/index.ts';
import { safeLine } from '../text/safe-text.ts';

export interface MigratedFile {
  /** As messages name it: the path, `REV:PATH` or `<stdin>`. */
  readonly name: string;
  /** Where it is written back to; absent for standard input, pipes and `REV:PATH`. */
  readonly path?: string;
  /** The text before. */
  readonly before: string;
  /** Documents in the file. */
  readonly documents: number;
  readonly migration: FileMigration;
}

/** `file:line:col` of an offset's position, safe to print. */
export function placeOf(name: string, position: { readonly line: number; readonly column: number }): string {
  return `${safeLine(name)}:${position.line}:${position.column}`;
}
