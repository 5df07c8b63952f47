/** What comes from the terminal, decoded, as data. */

export interface KeyPress {
  /**
   * One printable character (a grapheme: `a`, `G`, `/`, a space), or one of `up down left right home end pageup
   * pagedown enter escape tab backspace delete insert f1`…`f12`.
   */
  readonly name: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  /** Only set for keys that are no printable character. */
  readonly shift: boolean;
}

export type EdgeEvent =
  | { readonly kind: 'key'; readonly key: KeyPress }
  | { readonly kind: 'paste'; readonly text: string }
  /** Rows up (negative) or down; where the pointer is, from 0. */
  | { readonly kind: 'wheel'; readonly lines: number; readonly column: number; readonly row: number }
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number };
