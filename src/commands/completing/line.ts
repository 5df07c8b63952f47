/** The words of a shell's command line up to the cursor, as bash would split them. Nothing in it is expanded. */

/** How the word at the cursor is quoted there. */
export type Quoting = 'none' | 'single' | 'double';

export interface ShellLine {
  /** The words before the one at the cursor, the program first, without their quotes. */
  readonly words: readonly string[];
  /** What the word at the cursor says so far. */
  readonly current: string;
  readonly quoting: Quoting;
  /** How much of `current` stands before the part that the shell replaces. */
  readonly kept: number;
  /** A redirection is being written: the word names a file. */
  readonly redirects: boolean;
}

const ESCAPED_IN_DOUBLE = '"\\$`';

/**
 * @param line the command line up to the cursor
 * @param breaks the characters at which the shell begins another word of its own (bash: `COMP_WORDBREAKS`)
 */
export function readLine(line: string, breaks: string): ShellLine {
  const words: string[] = [];
  let current = '';
  let started = false;
  let quoting: Quoting = 'none';
  let kept = 0;
  let redirects = false;
  const finish = (): void => {
    if (started && !redirects) words.push(current);
    if (started) redirects = false;
    current = '';
    started = false;
    kept = 0;
  };
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (quoting !== 'none') {
      if (character === (quoting === 'single' ? "'" : '"')) quoting = 'none';
      else if (
        quoting === 'double' &&
        character === '\\' &&
        ESCAPED_IN_DOUBLE.includes(line.charAt(at + 1))
      ) {
        at++;
        current += line.charAt(at);
      } else current += character;
    } else if (character === "'" || character === '"') {
      quoting = character === "'" ? 'single' : 'double';
      started = true;
      kept = current.length;
    } else if (character === '\\') {
      at++;
      current += line.charAt(at);
      started = true;
    } else if (/\s/.test(character)) finish();
    else if (character === '<' || character === '>') {
      // `2>` and `&>` are part of the redirection.
      if (/^[\d&]*$/.test(current)) started = false;
      finish();
      redirects = true;
    } else {
      current += character;
      started = true;
      if (breaks.includes(character)) kept = current.length;
    }
  }
  return { words: withoutAssignments(words), current, quoting, kept, redirects };
}

/** `NAME=value` before a command sets its environment. */
function withoutAssignments(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  return first === -1 ? [] : words.slice(first);
}
