/** The whole screen: tabs, the view, the line for typing and notices, the keys. A function of the state alone. */
import { Box } from 'ink';
import { type ComponentType, memo, type ReactElement } from 'react';
import { bodies } from './bodies.tsx';
import type { BodyProps } from './body-props.ts';
import { footerRow, statusRows, tabsRow } from './chrome.ts';
import type { ViewName } from './command.ts';
import { Lines } from './lines.tsx';
import { bodySize, SMALLEST, type State } from './state.ts';
import { themeOf } from './theme.ts';
import { TooSmall } from './too-small.tsx';

const kept = new Map<ViewName, ComponentType<BodyProps<unknown>>>();

/** The component of a view, which is not run again while its slice, size and session are the same. */
function bodyOf(view: ViewName): ComponentType<BodyProps<unknown>> {
  const known = kept.get(view);
  if (known !== undefined) return known;
  const made = memo(bodies[view] as (props: BodyProps<unknown>) => ReactElement);
  kept.set(view, made);
  return made;
}

export function App({ state }: { readonly state: State }): ReactElement {
  const { size, view, slices, session } = state;
  if (size.columns < SMALLEST.columns || size.rows < SMALLEST.rows) return <TooSmall size={size} />;
  const theme = themeOf(state.theme);
  const Body = bodyOf(view);
  const { columns, rows } = bodySize(size);
  const status = statusRows(state, theme);
  const body = <Body slice={slices[view]} session={session} size={sizeOf(columns, rows)} theme={theme} />;
  const covered = status.length - 1;
  return (
    <Box flexDirection="column" width={columns} height={size.rows}>
      <Lines rows={[tabsRow(state, theme)]} columns={columns} />
      {covered === 0 ? body : <Cropped rows={rows - covered}>{body}</Cropped>}
      <Lines rows={[...status, footerRow(state, theme)]} columns={columns} />
    </Box>
  );
}

interface CroppedProps {
  readonly rows: number;
  readonly children: ReactElement;
}

/** The first rows of what it holds. */
function Cropped({ rows, children }: CroppedProps): ReactElement {
  return (
    <Box height={rows} overflowY="hidden" flexDirection="column" flexShrink={0}>
      {children}
    </Box>
  );
}

/** The same object for the same size, so that views are not drawn again for nothing. */
function sizeOf(columns: number, rows: number): { readonly columns: number; readonly rows: number } {
  if (lastSize.columns !== columns || lastSize.rows !== rows) lastSize = { columns, rows };
  return lastSize;
}
let lastSize = { columns: 0, rows: 0 };
