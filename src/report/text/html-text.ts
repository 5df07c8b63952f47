/** Text inside HTML: nothing in it can become an element, an attribute or a script. */
import { safeText } from './safe-text.ts';

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** A text as HTML shows it literally, also within a quoted attribute. */
export function htmlText(text: string): string {
  return safeText(text).replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? character);
}
