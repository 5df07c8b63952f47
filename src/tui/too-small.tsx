import { Text } from 'ink';
import type { ReactElement } from 'react';
import { SMALLEST } from './state.ts';
import { cut } from './text/width.ts';
import type { Size } from './view.ts';

/** The polite word for a window that nothing fits into. */
export function TooSmall({ size: { columns, rows } }: { readonly size: Size }): ReactElement {
  const words = [
    `This window is ${columns} by ${rows}.`,
    `cfgtool explore needs ${SMALLEST.columns} by ${SMALLEST.rows}:`,
    'please make it larger.',
    'Nothing is lost. q quits.',
  ];
  return (
    <Text>
      {words
        .slice(0, Math.max(1, rows))
        .map((line) => cut(line, Math.max(1, columns)))
        .join('\n')}
    </Text>
  );
}
