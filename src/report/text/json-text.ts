/** Values as JSON text, numbers with all the digits they were written with. */

import { plainData } from '../../results/detached.ts';
import { type Redact, showAll } from '../../results/secrets/redact.ts';
import { printJson } from '../../source/edit/print.ts';
import { escapedUnsafe } from './safe-text.ts';

/** JSON in two-space indentation, with a line break at the end. `redact` is applied to every text value. */
export function jsonText(value: unknown, redact: Redact = showAll): string {
  return `${escapedUnsafe(printJson(plainData(value, redact), '  '))}\n`;
}
