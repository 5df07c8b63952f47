/** Rows that are painted and fitted already, as one text: the cheapest thing that ink can draw. */
import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import type { Theme } from './theme.ts';

interface LinesProps {
  /** Each of the same width in columns. */
  readonly rows: readonly string[];
  /**
   * That width. Where it is given blanks at the end of rows are left out: ink spends its time on single characters,
   * and nothing stands there anyway.
   */
  readonly columns?: number;
}

export function Lines({ rows, columns }: LinesProps): ReactElement {
  if (columns === undefined) return <Text wrap="truncate">{rows.join('\n')}</Text>;
  return (
    <Box width={columns} height={rows.length} flexShrink={0}>
      <Text wrap="truncate">{rows.map((row) => row.trimEnd()).join('\n')}</Text>
    </Box>
  );
}

interface PanesProps {
  /** From left to right, each with `count` rows. */
  readonly panes: readonly { readonly columns: number; readonly content: ReactElement }[];
  readonly count: number;
  readonly theme: Theme;
}

/** Panes beside each other, with a line between them. */
export function Panes({ panes, count, theme }: PanesProps): ReactElement {
  const [open, close] = theme.marks.border;
  const line = `${open}│${close}`;
  const between = new Array<string>(count).fill(line);
  return (
    <Box>
      {panes.map(({ columns, content }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: panes have no identity but their place
        <Box key={index} width={columns + (index === 0 ? 0 : 1)} flexShrink={0}>
          {index === 0 ? null : <Lines rows={between} columns={1} />}
          {content}
        </Box>
      ))}
    </Box>
  );
}
