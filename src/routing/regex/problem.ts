import type { Regex } from './syntax.ts';

export type Parsed =
  | { readonly ok: true; readonly tree: Regex }
  | {
      readonly ok: false;
      /** What is wrong, in words that can stand after "the regular expression". */
      readonly problem: string;
      /** Where, as an index into the pattern. */
      readonly offset: number;
      /** `invalid`: the library rejects it too. `unsupported`: the library takes it, it is only not read here. */
      readonly kind: 'invalid' | 'unsupported';
    };

/** Ends a parse; thrown and caught inside parse.ts only. The offset counts what the grammar's parser counts. */
export class PatternProblem extends Error {
  readonly offset: number;
  readonly kind: 'invalid' | 'unsupported';
  constructor(problem: string, offset: number, kind: 'invalid' | 'unsupported' = 'invalid') {
    super(problem);
    this.name = 'PatternProblem';
    this.offset = offset;
    this.kind = kind;
  }
}

/** Trees deeper than this are not read: walking them could exhaust the call stack. */
export const MAX_DEPTH = 500;

export function tooDeep(offset: number): PatternProblem {
  return new PatternProblem(
    `nests repetitions and choices more than ${MAX_DEPTH} deep`,
    offset,
    'unsupported',
  );
}
