/** What a workspace is given, and what it answers: plain data that can be sent to another thread. */
import type { RuleLevel } from '../analyze/index.ts';
import type { OpenOptions } from '../model/open.ts';
import type { Settings } from '../settings/index.ts';
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
  /** Rules of one's own that are data; modules are code, which an editor does not run. */
  readonly rows?: Settings['own']['rows'];
  /** Files of properties that it is held to; those that cannot be read so far do not count. */
  readonly properties?: Settings['own']['properties'];
  /** It is such a file itself. */
  readonly holdsProperties?: boolean;
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
  /** What it leads to; absent where it has a request to trace from here. */
  readonly places?: readonly Place[];
}

/** A file of tests (`cfgtool test`). */
export interface TestFile {
  readonly name: string;
  readonly text: string;
}

/** A request, or the place of what it is to come to. */
export type Asked = { readonly line: string } | { readonly offset: number };

/** What became of a request. */
export interface TracedRequest {
  readonly request: string;
  readonly text: string;
}

/** How a text is compared with an older version of it. */
export interface DifferenceWish {
  /** What it is called, and its text. */
  readonly before: { readonly name: string; readonly text: string };
  readonly format: 'text' | 'html';
  /** Paths of changes that do not count, and levels of rules. */
  readonly ignore: Settings['diff']['ignore'];
  readonly rules: Settings['diff']['rules'];
  /** Of the program, for the page. */
  readonly version: string;
}

export interface Difference {
  readonly text: string;
}

/** What an editor shows of a text as a whole. */
export interface Shown {
  readonly diagnostics: readonly Diagnostic[];
  /** Absent where it cannot be read, or is no configuration. */
  readonly known?: Known;
}
