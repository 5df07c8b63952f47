/** What may be written at a place. */
import type { Span } from '../../source/lines.ts';

export interface Suggestion {
  readonly label: string;
  readonly kind: 'field' | 'value' | 'reference' | 'extension' | 'type';
  /** In a few words. */
  readonly detail?: string;
  /** In sentences; Markdown. */
  readonly documentation?: string;
  /**
   * Takes the place of {@link Suggestion.replaces}, in the snippet syntax of editors. Its further lines are indented from
   * where the line begins that it is written in.
   */
  readonly insert: string;
  readonly replaces: Span;
  readonly isDeprecated?: boolean;
}

/** A text as it stands in a snippet. */
export function literal(text: string): string {
  return text.replaceAll(/[\\$}]/g, '\\$&');
}
