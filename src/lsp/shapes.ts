/** What a workspace is given, and what it answers: plain data that can be sent to another thread. */
import type { RuleLevel } from '../analyze/index.ts';
import type { OpenOptions } from '../model/open.ts';
import type { Range } from '../source/lines.ts';
import type { Diagnostic } from './diagnostics.ts';
import type { Known } from './document.ts';

/** A text with what counts for it. */
export interface WorkspaceText {
  /** What findings call the file. */
  readonly name: string;
  readonly text: string;
  readonly options: OpenOptions;
  readonly levels: ReadonlyMap<string, RuleLevel>;
  /** It is one configuration with all other texts of which that is said. */
  readonly together?: boolean;
}

export interface Place {
  readonly file: string;
  readonly range: Range;
}

export interface PlacedChange {
  readonly range: Range;
  readonly text: string;
}

export interface FileChanges {
  readonly file: string;
  readonly changes: readonly PlacedChange[];
}

export interface SymbolTree {
  readonly type: string;
  readonly name: string;
  readonly range: Range;
  readonly nameRange: Range;
  readonly children: readonly SymbolTree[];
}

export interface Lens {
  readonly range: Range;
  readonly title: string;
  /** What leads there, or hides it. */
  readonly places: readonly Place[];
}

/** What an editor shows of a text as a whole. */
export interface Shown {
  readonly diagnostics: readonly Diagnostic[];
  /** Absent where it cannot be read, or is no configuration. */
  readonly known?: Known;
}
