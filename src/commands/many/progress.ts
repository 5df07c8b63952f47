/** Draws how far a run has come, on a line of standard error that goes away before anything else is written. */
import { progressLine } from '../../report/progress.ts';
import type { Terminal } from '../terminal.ts';

export interface ProgressStream {
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
