/** What comes from the terminal, decoded, and what keys and the command line ask for: as data. */
import type { ThemeName } from './theme.ts';

/** In the order of their number keys and of Tab. */
export const VIEW_NAMES = ['overview', 'tree', 'findings', 'trace', 'migrate', 'diff', 'help'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** What a line is typed for: a search, a command, a request in Trace, or the name of a file for a patch in Migrate. */
export type Purpose = 'search' | 'command' | 'request' | 'patch';

/** Where a step leads: a view, and what it is to show there. */
export type Destination =
  | { readonly view: ViewName }
  /** A row of the tree. */
  | { readonly view: 'tree'; readonly item: number }
  /** Only these rows of the tree, and what leads to them; the text says what they have in common. */
  | { readonly view: 'tree'; readonly items: readonly number[]; readonly text: string }
  /** A finding by its position in the analysis. */
  | { readonly view: 'findings'; readonly finding: number }
  /** A request was asked about; the text says which. */
  | { readonly view: 'trace'; readonly waiting: string }
  /** Findings of one rule. */
  | { readonly view: 'findings'; readonly rule: string };

export type Motion = 'up' | 'down' | 'page-up' | 'page-down' | 'half-up' | 'half-down' | 'start' | 'end';

export type Command =
  | { readonly do: 'move'; readonly motion: Motion }
  | { readonly do: 'scroll'; readonly lines: number; readonly column: number; readonly row: number }
  /** On a place of the view, from 0: puts the cursor there; once more is Enter. */
  | { readonly do: 'click'; readonly column: number; readonly row: number }
  /** Enter: what the cursor is on. */
  | { readonly do: 'open' }
  /** Into what the cursor is on, or out of it: the right and left keys. */
  | { readonly do: 'in' }
  | { readonly do: 'out' }
  /** Esc: takes back what was narrowed, else returns to the place before. */
  | { readonly do: 'back' }
  | { readonly do: 'go'; readonly to: Destination }
  | { readonly do: 'next-view'; readonly by: 1 | -1 }
  | { readonly do: 'ask'; readonly purpose: Purpose }
  /** A search while it is typed (`isFinal` with Enter). */
  | { readonly do: 'search'; readonly text: string; readonly isFinal: boolean }
  | { readonly do: 'next-match'; readonly by: 1 | -1 }
  /** A line was typed for a view. */
  | { readonly do: 'submit'; readonly purpose: 'request' | 'patch'; readonly text: string }
  | { readonly do: 'copy' }
  | { readonly do: 'edit' }
  | { readonly do: 'quit' }
  | { readonly do: 'suspend' }
  | { readonly do: 'redraw' }
  | { readonly do: 'reload' }
  | { readonly do: 'theme'; readonly theme: ThemeName }
  /** Between the panes of a view. */
  | { readonly do: 'other-pane' }
  | { readonly do: 'expand-all' }
  | { readonly do: 'collapse-all' }
  /** From a route to its cluster, from a cluster to what reaches it. */
  | { readonly do: 'follow' }
  /** Source text instead of the normalized form, and back. */
  | { readonly do: 'toggle-source' }
  | { readonly do: 'toggle-defaults' }
  | { readonly do: 'toggle-level'; readonly level: 'error' | 'warning' | 'info' }
  /** Only findings of the rule under the cursor, and all again. */
  | { readonly do: 'only-rule' }
  | { readonly do: 'next-finding'; readonly by: 1 | -1 }
  | { readonly do: 'explain' }
  /** The next difference, or the request after the one that is shown. */
  | { readonly do: 'next-entry'; readonly by: 1 | -1 }
  /** The request that is shown, once more. */
  | { readonly do: 'again' }
  /** The text below the list, where the cursor stays in the list. */
  | { readonly do: 'scroll-text'; readonly by: number }
  /** The edit under the cursor, or all of them. */
  | { readonly do: 'accept' }
  | { readonly do: 'leave' }
  | { readonly do: 'accept-all' }
  | { readonly do: 'accept-lift' }
  | { readonly do: 'leave-all' }
  | { readonly do: 'write' }
  | { readonly do: 'save-patch' }
  | { readonly do: 'toggle-cosmetic' }
  /** A request that lands at the route under the cursor. */
  | { readonly do: 'request-for' };

// What comes from the terminal, decoded, as data.

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
  /** The left button was pressed; where the pointer is, from 0. */
  | { readonly kind: 'click'; readonly column: number; readonly row: number }
  /** Rows up (negative) or down; where the pointer is, from 0. */
  | { readonly kind: 'wheel'; readonly lines: number; readonly column: number; readonly row: number }
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number };
