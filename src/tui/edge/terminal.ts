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

export function takeTerminal(of: TerminalProcess, hooks: TerminalHooks): TakenTerminal {
  let state: 'ours' | 'lent' | 'released' = 'released';
  const { stdin, stdout } = of;
  const take = (): void => {
    state = 'ours';
    // A shell that we come back from has set the modes of the line; only a change reaches them.
    stdin.setRawMode(false);
    stdin.setRawMode(true);
    stdin.resume();
    stdout.write(TAKE);
    hooks.taken();
  };
  const give = (to: 'lent' | 'released'): void => {
    if (state === 'ours') hooks.given();
    const wasOurs = state === 'ours';
    state = to;
    if (!wasOurs) return;
    // The terminal may be gone by now, which is no reason to fail while ending.
    attempt(() => stdout.write(GIVE));
    attempt(() => stdin.setRawMode(false));
    stdin.pause();
  };
  const input = (chunk: string): void => {
    if (state === 'ours') hooks.input(chunk);
  };
  const release = (): void => {
    give('released');
    stdin.off('data', input);
    for (const [signal, listener] of listeners) of.off(signal, listener);
    of.off('exit', release);
    of.off('uncaughtException', release);
  };
  const endBy = (signal: NodeJS.Signals) => () => {
    // While a program has the terminal, keys such as Ctrl-C are for it, although they reach us too.
    if (state === 'lent' && (signal === 'SIGINT' || signal === 'SIGQUIT')) return;
    release();
    of.kill(of.pid, signal);
  };
  const suspend = (): void => {
    give('lent');
    of.off('SIGTSTP', suspend);
    // The whole job stops, as when the terminal itself sees Ctrl-Z; the next line runs when it is continued.
    of.kill(0, 'SIGTSTP');
    setTimeout(() => {
      if (state !== 'lent') return;
      of.on('SIGTSTP', suspend);
      take();
    }, 0);
  };
  const continued = (): void => {
    if (state === 'ours') take();
  };
  const listeners: readonly (readonly [NodeJS.Signals, () => void])[] = [
    ...ENDING.map((signal) => [signal, endBy(signal)] as const),
    ['SIGTSTP', suspend],
    ['SIGCONT', continued],
  ];
  stdin.setEncoding('utf8');
  stdin.on('data', input);
  for (const [signal, listener] of listeners) of.on(signal, listener);
  of.on('exit', release);
  of.prependListener('uncaughtException', release);
  take();
  return {
    release,
    suspend,
    async lend(program) {
      give('lent');
      // The program's Ctrl-Z stops us along with it, without a word from us.
      of.off('SIGTSTP', suspend);
      try {
        return await program();
      } finally {
        if (state === 'lent') {
          of.on('SIGTSTP', suspend);
          take();
        }
      }
    },
  };
}

function attempt(action: () => unknown): void {
  try {
    action();
  } catch {
    // Nothing is left to be told, and nobody to tell.
  }
}
