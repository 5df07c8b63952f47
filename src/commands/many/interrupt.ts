/**
 * Ctrl-C and SIGTERM while an input is waited for (a pipe that nobody writes to, a slow disk): the run goes on to its
 * report with what it has. At any other moment the system ends the process at once, since JavaScript that is busy hears
 * no signal.
 */

export type StopSignal = 'SIGINT' | 'SIGTERM';

export interface SignalSource {
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
