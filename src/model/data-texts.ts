/** The texts in data that no table describes, in which a name may hide. */
import { ExactNumber } from '../source/data.ts';

/** Texts in quotes or long brackets within a longer text: a program, or JSON within a text. */
const QUOTED = /\\?"([^"\\\n]{1,200})\\?"|'([^'\\\n]{1,200})'|\[\[([^\]\n]{1,200})\]\]/g;

/**
 * Calls `visit` with every text in a value, and with every quoted one inside of those.
 *
 * @param value plain data, or a bound message
 */
export function eachText(value: unknown, visit: (text: string) => void): void {
  const open: unknown[] = [value];
  for (let at = open.pop(); at !== undefined || open.length > 0; at = open.pop()) {
    if (typeof at === 'string') {
      visit(at);
      for (const quoted of quotedTexts(at)) visit(quoted);
    } else if (typeof at === 'object' && at !== null && !(at instanceof ExactNumber)) {
      for (const [key, item] of Object.entries(at)) {
        if (!Array.isArray(at)) visit(key);
        open.push(item);
      }
    }
  }
}

/** The texts that stand in quotes within a text. */
export function* quotedTexts(text: string): Generator<string> {
  if (!/["'[]/.test(text)) return;
  for (const [, double, single, long] of text.matchAll(QUOTED)) yield double ?? single ?? long ?? '';
}
