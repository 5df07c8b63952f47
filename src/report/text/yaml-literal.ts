/** Texts of several lines as literal blocks. */

/** All that a literal block can show as it is: printable, no carriage return, nothing invisible. */
const PRINTABLE = /^[\t\n\x20-\x7e\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u;
/** Blanks at the end of a line would be lost to the eye, and to editors. */
const TRAILING_BLANKS = /[ \t](?:\n|$)/;

/** Whether a text is better shown as a literal block, and can be. */
export function fitsLiteral(value: string): boolean {
  return /^[^\n \t][^\n]*\n/.test(value) && PRINTABLE.test(value) && !TRAILING_BLANKS.test(value);
}

/** A literal block: its header, and its lines with the indentation. */
export function yamlLiteral(
  value: string,
  indent: string,
): { readonly header: string; readonly lines: string } {
  const body = value.replace(/\n+$/, '');
  const breaks = value.length - body.length;
  const chomp = breaks === 0 ? '-' : breaks === 1 ? '' : '+';
  const lines = body.split('\n').map((line) => (line === '' ? '' : indent + line));
  // Kept line breaks are lines of their own.
  for (let more = 1; more < breaks; more++) lines.push('');
  return { header: `|${chomp}`, lines: lines.join('\n') };
}
