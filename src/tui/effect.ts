/** What the reducer wants done outside, as data; `edge/` does it and answers with actions. */

export type Effect =
  | { readonly kind: 'quit' }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'redraw' }
  | { readonly kind: 'reload' }
  /** To the clipboard; `what` names it for the notice. */
  | { readonly kind: 'copy'; readonly text: string; readonly what: string }
  /** In the person's editor; line and column from 1. */
  | { readonly kind: 'edit'; readonly file: string; readonly line: number; readonly column: number };
