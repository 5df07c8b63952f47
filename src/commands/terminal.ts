/** Standard output and standard error, as commands use them. */
import { ansiPaint, noPaint, type Paint } from '../report/paint.ts';
import { InputError } from '../source/errors.ts';
import { systemCode, writingFailed } from '../source/file-problem.ts';

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
}

/** The process's own streams. @param color `--color` and `--no-color`, where given */
export function processTerminal(color: boolean | undefined): Terminal {
  const paint = (stream: NodeJS.WriteStream): Paint => (isColored(stream, color) ? ansiPaint : noPaint);
  return {
    result: writeResult,
    note: (text) => void process.stderr.write(text),
    resultPaint: paint(process.stdout),
    notePaint: paint(process.stderr),
    resultIsSeen: process.stdout.isTTY === true,
  };
}

/** A flag decides, then `FORCE_COLOR`, then `NO_COLOR`, then whether a terminal that knows colours is there. */
function isColored(stream: NodeJS.WriteStream, flag: boolean | undefined): boolean {
  const { FORCE_COLOR: force, NO_COLOR: none, TERM: terminal } = process.env;
  if (flag !== undefined) return flag;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  if (none !== undefined && none !== '') return false;
  return stream.isTTY === true && terminal !== 'dumb';
}

function writeResult(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) resolve();
      else if (systemCode(error) === 'EPIPE') reject(new ClosedPipe());
      else reject(cannotWrite(error));
    });
  });
}

function cannotWrite(error: Error): Error {
  const failed = systemCode(error) === undefined ? error : writingFailed('<stdout>', error, false);
  return failed instanceof InputError ? failed : error;
}

/** Errors of the streams reach the writes they belong to; without listeners they would end the process as well. */
export function quietStreams(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error');
    stream.on('error', () => {});
  }
}
