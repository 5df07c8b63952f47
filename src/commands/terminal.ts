/** Standard output and standard error, as commands use them. */
import { ansiPaint, noPaint, type Paint } from '../present/text.ts';
import { InputError } from '../source/errors.ts';
import { systemCode, writingFailed } from '../source/file-problem.ts';
import { isColored, type Output, standardError, standardOutput } from './start/output.ts';

/** Whoever read our output stopped reading: the run ends silently. */
export class ClosedPipe extends Error {
  constructor() {
    super('the reader of the output is gone');
    this.name = 'ClosedPipe';
  }
}

export interface Terminal {
  /** Writes a result to standard output. Rejects with {@link ClosedPipe} when nobody reads it any more. */
  result(text: string): Promise<void>;
  /** Writes anything else to standard error. */
  note(text: string): void;
  /** Colours for standard output and standard error. */
  readonly resultPaint: Paint;
  readonly notePaint: Paint;
  /** Whether a person sees standard output as it is. */
  readonly resultIsSeen: boolean;
  /** How wide standard output is; undefined where it is no terminal, or one that does not say so. */
  readonly columns: number | undefined;
}

/** The process's own streams. @param color `--color` and `--no-color`, where given */
export function processTerminal(color: boolean | undefined): Terminal {
  const paint = (output: Output): Paint => (isColored(output, color) ? ansiPaint : noPaint);
  return {
    result: writeResult,
    // A closed pipe ends the command silently.
    note: (text) => (isRead ? standardError.write(text) : undefined),
    get resultPaint() {
      return paint(standardOutput);
    },
    get notePaint() {
      return paint(standardError);
    },
    get resultIsSeen() {
      return standardOutput.isTerminal;
    },
    get columns() {
      return (standardOutput.isTerminal && standardOutput.stream.columns) || undefined;
    },
  };
}

/** @param output the value of `--output` */
export function isStandardOutput(output: string | undefined): output is undefined | '-' | '/dev/stdout' {
  return output === undefined || output === '-' || output === '/dev/stdout';
}

/** What standard error says of a file that was written. */
export function writtenText(file: string, about?: string): string {
  return `${file}: written${about === undefined ? '' : ` (${about})`}`;
}

let isRead = true;

function writeResult(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    standardOutput.write(text, (error) => {
      if (!error) resolve();
      else if (systemCode(error) === 'EPIPE') {
        isRead = false;
        reject(new ClosedPipe());
      } else reject(cannotWrite(error));
    });
  });
}

function cannotWrite(error: Error): Error {
  const failed = systemCode(error) === undefined ? error : writingFailed('<stdout>', error, false);
  return failed instanceof InputError ? failed : error;
}
