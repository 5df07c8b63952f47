/** Where a form stands, in words. */
import { safeLine } from '../text/safe-text.ts';

/** `file:line:col` of an offset's position, safe to print. */
export function placeOf(name: string, position: { readonly line: number; readonly column: number }): string {
  return `${safeLine(name)}:${position.line}:${position.column}`;
}
