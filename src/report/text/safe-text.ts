/**
 * Text from files, made safe to show: nothing in it can move the cursor, change colours or reorder what is read.
 * Control characters, bidirectional overrides and lone surrogates are written as `\u001b`.
 */

/** Control characters but tab and line break, marks that reorder or hide text, line separators. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}]|[\u{e0000}-\u{e007f}]/gu;

/** Safe text that may have several lines; tabs stay. */
export function safeText(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** Safe text within one line: line breaks and tabs are escaped too. */
export function safeLine(text: string): string {
  return safeText(text).replace(/[\n\t]/g, escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}

const INVISIBLE = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Text whose quoted parts know the escape `\u001b` (JSON, YAML), with such escapes for what steers or hides. */
export function escapedUnsafe(text: string): string {
  return text.replace(INVISIBLE, escaped);
}
