/** What a run and the thread of its own rules tell each other. */
import type { FoundElsewhere } from '../../analyze/run.ts';
import type { Release } from '../../schema/release.ts';
import type { ApiVersion } from '../../schema/version.ts';
import type { SourceFile } from '../../source/load.ts';
import type { NamedRule } from '../analyze-options.ts';
import type { NamedFile } from '../descriptors.ts';

/** What the thread begins with. */
export interface OwnStart {
  /** Modules, as absolute paths, in the order in which they are loaded. */
  readonly modules: readonly NamedFile[];
  readonly descriptors: readonly NamedFile[];
}

/** Configurations that belong together, so that the thread opens them as the run did; none to hear of the rules. */
export type OwnQuestion = readonly {
  readonly name: string;
  readonly text: string;
  readonly found: SourceFile['found'];
  readonly type?: string | undefined;
  readonly namespace?: string | undefined;
  readonly api?: ApiVersion | undefined;
  readonly release?: Release | undefined;
}[];

export type OwnReply =
  | { readonly rules: readonly NamedRule[]; readonly found: readonly FoundElsewhere[] }
  /** A module that cannot be loaded, or a rule that threw. */
  | { readonly file: string; readonly problem: string };

/** What is said of modules that the command line does not ask for. */
export function notRun(modules: readonly string[], file: string): string {
  return `own rules of ${file} not run: ${modules.join(', ')}; they are code, which --own-rules runs`;
}
