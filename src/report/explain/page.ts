/** A page of text as data: what `explain` shows in the terminal and the docs hold as Markdown. */

/** Text that may hold `code` in backquotes. */
type Prose = string;

export type Block =
  | { readonly kind: 'paragraph'; readonly text: Prose }
  | { readonly kind: 'heading'; readonly text: string }
  /** Labels with what there is to say about them. */
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  /** Short names, as many side by side as fit. */
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'code'; readonly language: 'yaml' | 'sh'; readonly text: string };

export interface Fact {
  readonly label: string;
  readonly text: Prose;
}

export interface Page {
  readonly title: string;
  /** What the title is: a field, a rule… */
  readonly subtitle: string;
  readonly blocks: readonly Block[];
}
