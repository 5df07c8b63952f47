/** A line that is being typed: text with a cursor, edited by keys as shells have them. */
import type { KeyPress } from './events.ts';
import { graphemes } from './text/width.ts';

export interface LineInput {
  readonly text: string;
  /** In graphemes, from 0. */
  readonly cursor: number;
}

export function lineOf(text: string): LineInput {
  return { text, cursor: graphemes(text).length };
}

/** The line after a key; undefined where the key means nothing to it. */
export function editLine(line: LineInput, key: KeyPress): LineInput | undefined {
  const all = graphemes(line.text);
  const { cursor } = line;
  const at = (next: number): LineInput => ({
    text: line.text,
    cursor: Math.max(0, Math.min(all.length, next)),
  });
  const without = (from: number, to: number): LineInput => ({
    text: [...all.slice(0, from), ...all.slice(to)].join(''),
    cursor: from,
  });
  if (key.ctrl) {
    if (key.name === 'a') return at(0);
    if (key.name === 'e') return at(all.length);
    if (key.name === 'b') return at(cursor - 1);
    if (key.name === 'f') return at(cursor + 1);
    if (key.name === 'u') return without(0, cursor);
    if (key.name === 'k') return without(cursor, all.length);
    if (key.name === 'w') return without(wordStart(all, cursor), cursor);
    return undefined;
  }
  switch (key.name) {
    case 'left':
      return at(key.alt ? wordStart(all, cursor) : cursor - 1);
    case 'right':
      return at(cursor + 1);
    case 'home':
      return at(0);
    case 'end':
      return at(all.length);
    case 'backspace':
      return cursor === 0 ? line : without(cursor - 1, cursor);
    case 'delete':
      return without(cursor, cursor + 1);
  }
  return key.alt || isNamed(key.name) ? undefined : insertText(line, key.name);
}

/** Text put in at the cursor; line breaks and other control characters become spaces. */
export function insertText(line: LineInput, text: string): LineInput {
  const all = graphemes(line.text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const added = text.replace(/[\u0000-\u001f\u007f]+/g, ' ');
  const before = all.slice(0, line.cursor).join('') + added;
  return { text: before + all.slice(line.cursor).join(''), cursor: graphemes(before).length };
}

function wordStart(all: readonly string[], cursor: number): number {
  let at = cursor;
  while (at > 0 && all[at - 1] === ' ') at--;
  while (at > 0 && all[at - 1] !== ' ') at--;
  return at;
}

/** Whether a key's name is a word (`up`, `enter`, `f1`) and not a character. */
function isNamed(name: string): boolean {
  return /^[a-z][a-z0-9]+$/.test(name);
}
