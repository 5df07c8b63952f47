/**
 * Standard output and standard error. node's streams for them take milliseconds to load, so that a short text for a file
 * or a pipe is written without them: at once, which is what the streams do as well.
 */
import { fstatSync, writeSync } from 'node:fs';

/** A longer text might fill a pipe whose reader is slow; the streams wait for it and hear signals meanwhile. */
const MAX_AT_ONCE = 16_384;

type Done = (error?: Error | null) => void;

export class Output {
  private readonly descriptor: 1 | 2;
  private loaded: NodeJS.WriteStream | undefined;

  constructor(descriptor: 1 | 2) {
    this.descriptor = descriptor;
  }

  /** Whether node's stream is in use, so that something may still be under way. */
  get isStream(): boolean {
    return this.loaded !== undefined;
  }

  /** node's stream. Its errors reach the writes they belong to; without listeners they would end the process as well. */
  get stream(): NodeJS.WriteStream {
    if (this.loaded === undefined) {
      this.loaded = this.descriptor === 1 ? process.stdout : process.stderr;
      this.loaded.removeAllListeners('error');
      this.loaded.on('error', () => {});
    }
    return this.loaded;
  }

  /** Whether a person sees it as it is. */
  get isTerminal(): boolean {
    return this.isDevice && this.stream.isTTY === true;
  }

  /** @param done called when the text is written, or with the reason why it cannot be */
  write(text: string, done: Done = () => {}): void {
    const isPlain = this.loaded === undefined && process.platform !== 'win32';
    const bytes = Buffer.from(text);
    if (isPlain && bytes.length <= MAX_AT_ONCE && !this.isDevice) this.writeNow(bytes, done);
    else this.stream.write(bytes, done);
  }

  private writeNow(bytes: Uint8Array, done: Done): void {
    let at = 0;
    try {
      while (at < bytes.length) at += writeSync(this.descriptor, bytes, at);
    } catch (error) {
      // A pipe that does not wait for its reader: the stream knows how.
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') this.stream.write(bytes.subarray(at), done);
      else done(error as Error);
      return;
    }
    done();
  }

  /** Whether it may be a terminal: told without node's stream. */
  get isDevice(): boolean {
    try {
      return fstatSync(this.descriptor).isCharacterDevice();
    } catch {
      return true;
    }
  }
}

export const standardOutput = new Output(1);
export const standardError = new Output(2);

/** For code that writes to node's streams by itself. */
export function quietStreams(): readonly NodeJS.WriteStream[] {
  return [standardOutput.stream, standardError.stream];
}

/** A flag decides, then `FORCE_COLOR`, then `NO_COLOR`, then whether a terminal that knows colours is there. */
export function isColored(output: Output, flag: boolean | undefined): boolean {
  const { FORCE_COLOR: force, NO_COLOR: none, TERM: terminal } = process.env;
  if (flag !== undefined) return flag;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  if (none !== undefined && none !== '') return false;
  return terminal !== 'dumb' && output.isTerminal;
}
