/**
 * Draws frames: of a frame only the lines that differ from what stands on the screen are written, in one piece and
 * inside a synchronised update, so that nothing flickers and a key press costs little on a slow line.
 */
import { EventEmitter } from 'node:events';

/** What can be drawn on: a terminal's own stream, or a test's. */
export interface ScreenTarget {
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

export interface Screen {
  /** Shows a frame, lines parted by line breaks; what does not fit on the screen is left out. */
  draw(frame: string): void;
  /** The next frame, or the last one again, is written as a whole: something else wrote on the screen. */
  redraw(): void;
  /** Draws nothing until {@link redraw}, such as while an editor has the terminal. */
  pause(): void;
  readonly size: { readonly columns: number; readonly rows: number };
  /** Frames that changed something on the screen. */
  readonly frames: number;
}

const BEGIN_UPDATE = '\u001b[?2026h';
const END_UPDATE = '\u001b[?2026l';
const CLEAR = '\u001b[0m\u001b[2J';

export function screenOn(target: ScreenTarget): Screen {
  let shown: readonly string[] | undefined;
  let last: string | undefined;
  let [isPaused, frames] = [false, 0];
  const size = () => ({ columns: target.columns || 80, rows: target.rows || 24 });
  const draw = (frame: string): void => {
    last = frame;
    if (isPaused) return;
    const lines = frame.split('\n').slice(0, size().rows);
    const changes = shown === undefined ? CLEAR + changed([], lines) : changed(shown, lines);
    shown = lines;
    if (changes === '') return;
    frames++;
    target.write(BEGIN_UPDATE + changes + END_UPDATE);
  };
  return {
    draw,
    redraw() {
      shown = undefined;
      isPaused = false;
      if (last !== undefined) draw(last);
    },
    pause() {
      isPaused = true;
    },
    get size() {
      return size();
    },
    get frames() {
      return frames;
    },
  };
}

/** Each line is cleared before it is written: after it, clearing would take the last cell of a full one along. */
function changed(before: readonly string[], after: readonly string[]): string {
  let text = '';
  for (let row = 0; row < Math.max(before.length, after.length); row++) {
    const line = after[row] ?? '';
    if (line !== (before[row] ?? '')) text += `\u001b[${row + 1};1H\u001b[0m\u001b[2K${line}`;
  }
  return text;
}

// The stream that ink believes to be its terminal: each write is a whole frame, which goes to the screen.

/** With its `debug` option ink writes whole frames, each in one piece, and leaves the rest to us. */
export function frameStream(screen: Screen): NodeJS.WriteStream {
  const stream: object = Object.assign(new EventEmitter(), {
    isTTY: true,
    writable: true,
    write: (frame: string): boolean => {
      // An empty write only asks whether all others are done.
      if (frame !== '') screen.draw(frame);
      return true;
    },
  });
  Object.defineProperties(stream, {
    columns: { get: () => screen.size.columns },
    rows: { get: () => screen.size.rows },
  });
  // What ink asks of a terminal; the rest of a stream it does not use.
  return stream as NodeJS.WriteStream;
}
