/** Rows that are painted and fitted already, as one text: the cheapest thing that ink can draw. */
import { Text } from 'ink';
import type { ReactElement } from 'react';

/** @param rows each of the same width in columns */
export function Lines({ rows }: { readonly rows: readonly string[] }): ReactElement {
  return <Text wrap="truncate">{rows.join('\n')}</Text>;
}
