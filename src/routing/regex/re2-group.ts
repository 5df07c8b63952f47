/** What stands after an opening parenthesis in RE2: a name, flags for the group, or flags for what follows. */
import { PatternProblem } from './problem.ts';
import type { Re2Reader } from './re2-escape.ts';

export interface Flags {
  readonly fold: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  /** `*` takes as few as it can, and `*?` as many. */
  readonly lazy: boolean;
}

export const NO_FLAGS: Flags = { fold: false, multiline: false, dotAll: false, lazy: false };

export interface GroupHead {
  readonly flags: Flags;
  /** False for `(?i)`, which opens nothing. */
  readonly opens: boolean;
  /** Whether what it takes can be asked for by its number. */
  readonly captures: boolean;
}

const NAME = /^[\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}]+$/u;

/** Reads from after `(`. */
export function groupHead(reader: Re2Reader, flags: Flags, start: number): GroupHead {
  const { chars } = reader;
  if (chars[reader.at] !== '?') return { flags, opens: true, captures: true };
  const before = nameStart(reader);
  if (before !== undefined) {
    const end = chars.indexOf('>', reader.at);
    const written = end < 0 ? '' : chars.slice(reader.at + before, end).join('');
    if (!NAME.test(written))
      throw new PatternProblem('has a group whose name is not letters, digits and _', start);
    reader.at = end + 1;
    return { flags, opens: true, captures: true };
  }
  const flagsWritten = /^\?([imsU]*)(?:-([imsU]+))?([:)])/.exec(
    chars.slice(reader.at, reader.at + 64).join(''),
  );
  if (flagsWritten === null)
    throw new PatternProblem(unknownHead(chars.slice(reader.at, reader.at + 3).join('')), start);
  const [all, on = '', off = '', end] = flagsWritten;
  reader.at += all.length;
  const flag = (letter: string, before: boolean): boolean =>
    !off.includes(letter) && (before || on.includes(letter));
  return {
    flags: {
      fold: flag('i', flags.fold),
      multiline: flag('m', flags.multiline),
      dotAll: flag('s', flags.dotAll),
      lazy: flag('U', flags.lazy),
    },
    opens: end === ':',
    captures: false,
  };
}

/** How many signs stand before the name of a group; undefined where it has none. */
function nameStart({ chars, at, dialect }: Re2Reader): number | undefined {
  if (chars[at + 1] === 'P' && chars[at + 2] === '<') return 3;
  return dialect.plainNames && chars[at + 1] === '<' && !/[=!]/.test(chars[at + 2] ?? '') ? 2 : undefined;
}

function unknownHead(written: string): string {
  const around = /^\?<?[=!]/.exec(written)?.[0];
  if (around !== undefined) return `looks around with (${around}, which RE2 does not have`;
  if (written.startsWith('?P=')) return 'refers back to a named group, which RE2 does not do';
  return `has a group that begins with (${written}, which RE2 does not know`;
}
