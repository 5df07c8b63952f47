/** Ctrl-C and SIGTERM: the first one ends the run after the input in work, the second one at once. */

export type StopSignal = 'SIGINT' | 'SIGTERM';

export interface SignalSource {
  on(signal: StopSignal, listener: () => void): unknown;
  off(signal: StopSignal, listener: () => void): unknown;
}

export class Interrupt {
  /** The signal that came, if any. */
  came: StopSignal | undefined;
  private readonly source: SignalSource;
  private readonly tell: (signal: StopSignal) => void;
  private readonly listeners = {
    SIGINT: () => this.take('SIGINT'),
    SIGTERM: () => this.take('SIGTERM'),
  };

  /** @param tell called at the first signal */
  constructor(source: SignalSource, tell: (signal: StopSignal) => void) {
    this.source = source;
    this.tell = tell;
  }

  listen(): void {
    this.source.on('SIGINT', this.listeners.SIGINT);
    this.source.on('SIGTERM', this.listeners.SIGTERM);
  }

  /** From now on a signal ends the process as it always does. */
  release(): void {
    this.source.off('SIGINT', this.listeners.SIGINT);
    this.source.off('SIGTERM', this.listeners.SIGTERM);
  }

  private take(signal: StopSignal): void {
    this.came = signal;
    // The system's own way of ending works while JavaScript is busy, too.
    this.release();
    this.tell(signal);
  }
}
