/** A word that could stand at the cursor. */
export interface Candidate {
  readonly value: string;
  /** A few words about it, for shells that show them; may be empty. */
  readonly about: string;
}

/** What there is to choose from. */
export interface Candidates {
  readonly of: 'words' | 'files';
  readonly words: readonly Candidate[];
  /** Something is to follow at once, so that no space comes behind the word. */
  readonly goesOn: boolean;
}

export const FILES: Candidates = { of: 'files', words: [], goesOn: false };
