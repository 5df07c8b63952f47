/** Takes a terminal over and gives it back, whatever happens in between. */

/** What it needs of the process. */
export interface TerminalProcess {
  readonly stdin: {
    readonly isTTY?: boolean;
    setRawMode(isRaw: boolean): unknown;
    setEncoding(encoding: 'utf8'): unknown;
    resume(): unknown;
    pause(): unknown;
    on(event: 'data', listener: (chunk: string) => void): unknown;
    off(event: 'data', listener: (chunk: string) => void): unknown;
  };
  readonly stdout: { write(text: string): unknown };
  readonly pid: number;
  on(event: NodeJS.Signals | 'exit', listener: () => void): unknown;
  prependListener(event: 'uncaughtException', listener: () => void): unknown;
  off(event: NodeJS.Signals | 'exit' | 'uncaughtException', listener: () => void): unknown;
  kill(pid: number, signal: NodeJS.Signals): unknown;
}

export interface TerminalHooks {
  /** A chunk of input, as text. */
  readonly input: (chunk: string) => void;
  /** The terminal is ours again, or anew: everything has to be drawn. */
  readonly taken: () => void;
  /** Somebody else is about to write on it. */
  readonly given: () => void;
}

export interface TakenTerminal {
  /** Gives it back for good. May be called more than once. */
  release(): void;
  /** Stops the process as Ctrl-Z does, with the terminal as it was; comes back when it is continued. */
  suspend(): void;
  /** Lets a program have the terminal until it is done. Ctrl-C is the program's own meanwhile. */
  lend<T>(program: () => Promise<T>): Promise<T>;
}

/** Another screen, no cursor, wheel and clicks as SGR reports, pastes marked, long lines cut at the edge. */
const TAKE = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?1000h\u001b[?1006h\u001b[?2004h\u001b[2J';
const GIVE =
  '\u001b[?2026l\u001b[0m\u001b[?2004l\u001b[?1006l\u001b[?1000l\u001b[?7h\u001b[?25h\u001b[?1049l';

const ENDING: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];

/** Takes the terminal; it is given back when the process ends, however that comes about. */
export function takeTerminal(of: TerminalProcess, hooks: TerminalHooks): TakenTerminal {
  return new Taken(of, hooks);
}

class Taken implements TakenTerminal {
  private readonly of: TerminalProcess;
  private readonly hooks: TerminalHooks;
  private readonly listeners: readonly (readonly [NodeJS.Signals, () => void])[];
  private state: 'ours' | 'lent' | 'released' = 'released';

  constructor(of: TerminalProcess, hooks: TerminalHooks) {
    this.of = of;
    this.hooks = hooks;
    this.listeners = [
      ...ENDING.map((signal) => [signal, () => this.endBy(signal)] as const),
      ['SIGTSTP', this.suspend],
      ['SIGCONT', () => this.state === 'ours' && this.take()],
    ];
    const { stdin } = of;
    stdin.setEncoding('utf8');
    stdin.on('data', this.input);
    for (const [signal, listener] of this.listeners) of.on(signal, listener);
    of.on('exit', this.release);
    of.prependListener('uncaughtException', this.release);
    this.take();
  }

  readonly release = (): void => {
    const { of } = this;
    this.give('released');
    of.stdin.off('data', this.input);
    for (const [signal, listener] of this.listeners) of.off(signal, listener);
    of.off('exit', this.release);
    of.off('uncaughtException', this.release);
  };

  readonly suspend = (): void => {
    const { of } = this;
    this.give('lent');
    of.off('SIGTSTP', this.suspend);
    // The whole job stops, as when the terminal itself sees Ctrl-Z; the next line runs when it is continued.
    of.kill(0, 'SIGTSTP');
    setTimeout(() => this.takeBack(), 0);
  };

  async lend<T>(program: () => Promise<T>): Promise<T> {
    this.give('lent');
    // The program's Ctrl-Z stops us along with it, without a word from us.
    this.of.off('SIGTSTP', this.suspend);
    try {
      return await program();
    } finally {
      this.takeBack();
    }
  }

  private readonly input = (chunk: string): void => {
    if (this.state === 'ours') this.hooks.input(chunk);
  };

  private take(): void {
    const { stdin, stdout } = this.of;
    this.state = 'ours';
    // A shell that we come back from has set the modes of the line; only a change reaches them.
    stdin.setRawMode(false);
    stdin.setRawMode(true);
    stdin.resume();
    stdout.write(TAKE);
    this.hooks.taken();
  }

  private give(to: 'lent' | 'released'): void {
    const { stdin, stdout } = this.of;
    const wasOurs = this.state === 'ours';
    if (wasOurs) this.hooks.given();
    this.state = to;
    if (!wasOurs) return;
    // The terminal may be gone by now, which is no reason to fail while ending.
    attempt(() => stdout.write(GIVE));
    attempt(() => stdin.setRawMode(false));
    stdin.pause();
  }

  /** After it was lent, unless it was released meanwhile. */
  private takeBack(): void {
    if (this.state !== 'lent') return;
    this.of.on('SIGTSTP', this.suspend);
    this.take();
  }

  private endBy(signal: NodeJS.Signals): void {
    // While a program has the terminal, keys such as Ctrl-C are for it, although they reach us too.
    if (this.state === 'lent' && (signal === 'SIGINT' || signal === 'SIGQUIT')) return;
    this.release();
    this.of.kill(this.of.pid, signal);
  }
}

function attempt(action: () => unknown): void {
  try {
    action();
  } catch {
    // Nothing is left to be told, and nobody to tell.
  }
}
