/** Draws how far a run has come, on a line of standard error that goes away before anything else is written. */
import { progressLine } from '../../report/terminal.ts';
import type { Terminal } from '../terminal.ts';

interface ProgressStream {
  write(text: string): void;
  /** Columns of the terminal, which change while the run lasts. */
  width(): number;
}

/** Milliseconds between two drawings. */
const BETWEEN = 100;
/** A run is drawn when it lasts so long; one over many inputs sooner. */
const PATIENCE = 1000;
const MANY = 20;
const PATIENCE_WITH_MANY = 300;
const CLEAR = '\r\u001b[K';

export class ProgressDisplay {
  private readonly stream: ProgressStream;
  private readonly now: () => number;
  private started: number | undefined;
  private drawnAt = Number.NEGATIVE_INFINITY;
  /** What stands on the terminal now. */
  private line = '';

  constructor(stream: ProgressStream, now: () => number) {
    this.stream = stream;
    this.now = now;
  }

  /** So many inputs are done, and this one comes next. */
  at(done: number, total: number, name: string): void {
    const now = this.now();
    this.started ??= now;
    const elapsed = now - this.started;
    if (total < 2 || elapsed < (total >= MANY ? PATIENCE_WITH_MANY : PATIENCE)) return;
    if (now - this.drawnAt < BETWEEN) return;
    this.drawnAt = now;
    this.draw(progressLine({ done, total, elapsed, name }, this.stream.width()));
  }

  /** Writes a text of lines where the progress stands; the progress moves below it. */
  above(write: () => void): void {
    if (this.line !== '') this.stream.write(CLEAR);
    write();
    if (this.line !== '') this.stream.write(this.line);
  }

  /** Takes the line away. */
  clear(): void {
    if (this.line !== '') this.stream.write(CLEAR);
    this.line = '';
  }

  /** Written over the line before: clearing it first would flicker. */
  private draw(line: string): void {
    this.stream.write(`\r${line}\u001b[K`);
    this.line = line;
  }
}

/** A terminal whose notes, and whose results where they are seen, do not run into the progress. */
export function besideProgress(streams: Terminal, progress: ProgressDisplay): Terminal {
  return {
    get resultPaint() {
      return streams.resultPaint;
    },
    get notePaint() {
      return streams.notePaint;
    },
    get resultIsSeen() {
      return streams.resultIsSeen;
    },
    get columns() {
      return streams.columns;
    },
    note: (text) => progress.above(() => streams.note(text)),
    async result(text) {
      if (streams.resultIsSeen) progress.clear();
      await streams.result(text);
    },
  };
}

// Ctrl-C and SIGTERM while an input is waited for (a pipe that nobody writes to, a slow disk): the run goes on to its
// report with what it has. At any other moment the system ends the process at once, since JavaScript that is busy hears
// no signal.

type StopSignal = 'SIGINT' | 'SIGTERM';

interface SignalSource {
  on(signal: StopSignal, listener: () => void): unknown;
  off(signal: StopSignal, listener: () => void): unknown;
}

/**
 * A shorter wait is not listened in: a signal that came when the listener goes away again would be lost, and files that
 * are there are read in less.
 */
const MIN_WAIT_MS = 50;

export class Interrupt {
  /** The signal that came, if any. */
  came: StopSignal | undefined;
  private readonly source: SignalSource;

  constructor(source: SignalSource) {
    this.source = source;
  }

  /** What the work comes to; nothing where a signal came first, in which case the work may never end. */
  async waited<T>(work: Promise<T>): Promise<T | undefined> {
    let end = (): void => {};
    const signalled = new Promise<undefined>((resolve) => {
      const timer = setTimeout(() => {
        const take = (signal: StopSignal) => () => {
          this.came = signal;
          release();
          resolve(undefined);
        };
        const listeners = { SIGINT: take('SIGINT'), SIGTERM: take('SIGTERM') };
        const release = (): void => {
          this.source.off('SIGINT', listeners.SIGINT);
          this.source.off('SIGTERM', listeners.SIGTERM);
        };
        this.source.on('SIGINT', listeners.SIGINT);
        this.source.on('SIGTERM', listeners.SIGTERM);
        end = release;
      }, MIN_WAIT_MS);
      end = () => clearTimeout(timer);
    });
    try {
      return await Promise.race([work, signalled]);
    } finally {
      end();
    }
  }
}
