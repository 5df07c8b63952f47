/** The stream that ink believes to be its terminal: each write is a whole frame, which goes to the screen. */
import { EventEmitter } from 'node:events';
import type { Screen } from './screen.ts';

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
