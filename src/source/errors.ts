/** Input that cannot be read or understood: the one kind of failure that ends a run with exit code 2. */
import { excerptAt } from './excerpt.ts';
import { lineIndex, type Position } from './lines.ts';
import { withoutSecrets } from './secret-looks.ts';

export interface InputErrorDetails {
  /** The file as the user named it; `<stdin>` for standard input. */
  readonly file: string;
  /** What is wrong, in one sentence. */
  readonly problem: string;
  /** What to do about it. */
  readonly hint?: string;
  readonly position?: Position;
  /** The offending line and the one before it, with a mark below the column. */
  readonly excerpt?: string;
}

export class InputError extends Error {
  readonly details: InputErrorDetails;

  constructor(details: InputErrorDetails) {
    const place = details.position ? `:${details.position.line}:${details.position.column}` : '';
    super(`${details.file}${place}: ${details.problem}`);
    this.name = 'InputError';
    this.details = details;
  }
}

/** An InputError at an offset of a text, with its line, column and an excerpt; words that quote the text lose its secrets. */
export function inputErrorAt(
  file: string,
  text: string,
  offset: number,
  problem: string,
  hint?: string,
): InputError {
  const lines = lineIndex(text);
  const position = lines.position(Math.max(0, Math.min(offset, text.length)));
  return new InputError({
    file,
    problem: withoutSecrets(problem),
    position,
    excerpt: excerptAt(lines, position),
    ...(hint === undefined ? {} : { hint: withoutSecrets(hint) }),
  });
}
