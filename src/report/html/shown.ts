/** Texts from a configuration as a page shows them: without secrets, without markup, in one line, not endless. */

import type { Redact } from '../../results/secrets/redact.ts';
import { grouped } from '../../source/grouped.ts';
import { htmlText } from '../text/html-text.ts';
import { safeLine } from '../text/safe-text.ts';

/** A text as HTML. */
export type Show = (text: string) => string;

/** A text as text. */
export type Say = (text: string) => string;

/** Longest text of a name, a message or a value; what is cut off is counted. */
const LONGEST = 1200;

/** What every text from a configuration goes through on its way into a page. */
export function showing(redact: Redact): Show {
  const say = saying(redact);
  return (text) => htmlText(say(text));
}

/** The same for what is no HTML yet. */
export function saying(redact: Redact): Say {
  return (text) => safeLine(shortened(redact(text), LONGEST));
}

/** The beginning of a long text, with how much is left out. */
export function shortened(text: string, longest: number): string {
  const left = text.length - longest;
  return left <= 0 ? text : `${text.slice(0, longest)}… (${grouped(left)} more characters)`;
}

/** The tool's own texts mark code with backticks, which are entities by now. */
export function inlineCode(html: string): string {
  return html.replace(/&#96;(.{1,200}?)&#96;/g, '<code>$1</code>');
}
