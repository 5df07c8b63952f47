/**
 * The whole screen, a function of the state alone, and the only component: ink lays out characters, which costs it more
 * than everything that a view does, so it is given rows that are painted and fitted already, in one text.
 */
import { Text } from 'ink';
import { type ReactElement, useMemo } from 'react';
import { footerRow, statusRows, tabsRow } from './chrome.ts';
import { bodySize, SMALLEST, type State, views } from './state.ts';
import { cut } from './text.ts';
import { themeOf } from './theme.ts';
import type { Size, View } from './view.ts';

export function App({ state }: { readonly state: State }): ReactElement {
  const { size, view, slices, session, theme } = state;
  const slice: unknown = slices[view];
  // Typing a line, or a notice, leaves the view as it is.
  const body = useMemo(
    () => drawnBody({ view, slice, session, size, theme }),
    [view, slice, session, size, theme],
  );
  const rows = isTooSmall(size) ? tooSmall(size) : screenRows(state, body);
  // Blanks at the end of rows cost ink time, and nothing stands there anyway.
  return <Text wrap="truncate">{rows.map((row) => row.trimEnd()).join('\n')}</Text>;
}

type Shown = Pick<State, 'view' | 'session' | 'size' | 'theme'> & { readonly slice: unknown };

function drawnBody({ view, slice, session, size, theme }: Shown): readonly string[] {
  if (isTooSmall(size)) return [];
  const { draw } = views[view] as View<unknown>;
  return draw({ slice, session, size: bodySize(size), theme: themeOf(theme) });
}

/** The tabs, the view, what is typed or said (which may cover the last rows of the view), the keys. */
function screenRows(state: State, body: readonly string[]): readonly string[] {
  const theme = themeOf(state.theme);
  const status = statusRows(state, theme);
  const { rows } = bodySize(state.size);
  const shown = body.slice(0, rows - (status.length - 1));
  return [tabsRow(state, theme), ...shown, ...status, footerRow(state, theme)];
}

function isTooSmall({ columns, rows }: Size): boolean {
  return columns < SMALLEST.columns || rows < SMALLEST.rows;
}

/** For a window that nothing fits into. */
function tooSmall({ columns, rows }: Size): readonly string[] {
  return [
    `This window is ${columns} by ${rows}.`,
    `cfgtool explore needs ${SMALLEST.columns} by ${SMALLEST.rows}:`,
    'please make it larger.',
    'Nothing is lost. q quits.',
  ]
    .slice(0, Math.max(1, rows))
    .map((line) => cut(line, Math.max(1, columns)));
}
