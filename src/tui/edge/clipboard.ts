/** Copying through the terminal (OSC 52), which also works over ssh. */

/** Terminals drop longer sequences silently, so that it is better to say so. */
const MAX_BYTES = 74_000;

/** The sequence that asks the terminal to put a text on the clipboard; undefined where it is too long for terminals. */
export function copySequence(text: string): string | undefined {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length > MAX_BYTES) return undefined;
  return `\u001b]52;c;${bytes.toString('base64')}\u0007`;
}
