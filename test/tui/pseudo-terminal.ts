/** A program in a real pseudo-terminal, through tmux: keys go in, the screen is looked at until it shows what is awaited. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Whether the tests can run; in CI they have to. */
export const hasTmux = process.env.CI !== undefined || spawnSync('tmux', ['-V']).status === 0;

/** Between two looks at the screen, in milliseconds. */
const LOOK = 40;
/** How long something may take until it is on the screen; the machine may be busy. */
const DEADLINE = 90_000;

export class PseudoTerminal {
  private readonly socket: string;

  /** Starts a shell in a folder. */
  constructor(
    folder: string,
    {
      columns = 100,
      rows = 30,
      env = {},
    }: { columns?: number; rows?: number; env?: { [name: string]: string } } = {},
  ) {
    this.socket = join(folder, 'tmux');
    const given = Object.entries({ LC_ALL: 'C.UTF-8', HISTFILE: '', ...env });
    const variables = given.flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    // Without a settings file of the person who runs the tests.
    this.tmux(
      '-f',
      '/dev/null',
      'new-session',
      '-d',
      '-x',
      `${columns}`,
      '-y',
      `${rows}`,
      '-c',
      folder,
      ...variables,
      'bash --norc --noprofile',
    );
    this.tmux('set-option', '-g', 'set-clipboard', 'on');
  }

  private tmux(...args: readonly string[]): string {
    return execFileSync('tmux', ['-S', this.socket, ...args], {
      encoding: 'utf8',
      env: { ...process.env, TMUX: '', TERM: 'xterm-256color' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** The screen as text, without blanks at the end of rows. */
  screen(): string {
    return this.tmux('capture-pane', '-p').replace(/\n+$/, '');
  }

  /** What tmux knows of the terminal, such as `alternate_on`. */
  ask(format: string): string {
    return this.tmux('display-message', '-p', `#{${format}}`).trim();
  }

  /** What a program copied. */
  clipboard(): string {
    return this.tmux('show-buffer');
  }

  /** Presses keys by tmux's names: `j`, `Enter`, `Escape`, `C-z`. */
  press(...keys: readonly string[]): void {
    this.tmux('send-keys', ...keys);
  }

  /** Types a text as it is. */
  type(text: string): void {
    this.tmux('send-keys', '-l', text);
  }

  /** Types a line for the shell. */
  run(line: string): void {
    this.type(line);
    this.press('Enter');
  }

  resize(columns: number, rows: number): void {
    this.tmux('resize-window', '-x', `${columns}`, '-y', `${rows}`);
  }

  /** Waits until the screen is as wanted, and gives it. @param patience milliseconds @throws with the screen where that does not come */
  async until(wanted: string | RegExp | ((screen: string) => boolean), patience = DEADLINE): Promise<string> {
    const fits =
      typeof wanted === 'function'
        ? wanted
        : (screen: string) => (typeof wanted === 'string' ? screen.includes(wanted) : wanted.test(screen));
    const end = performance.now() + patience;
    for (;;) {
      const screen = this.screen();
      if (fits(screen)) return screen;
      if (performance.now() > end)
        throw new Error(`the screen never showed ${String(wanted)}; it shows:\n${screen}`);
      await pause(LOOK);
    }
  }

  /** Waits until tmux says so. */
  async untilAsked(format: string, wanted: string): Promise<void> {
    const end = performance.now() + DEADLINE;
    while (this.ask(format) !== wanted) {
      if (performance.now() > end) throw new Error(`${format} stays ${this.ask(format)}, not ${wanted}`);
      await pause(LOOK);
    }
  }

  /** The process that runs in the shell. */
  async child(): Promise<number> {
    const end = performance.now() + DEADLINE;
    for (;;) {
      const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', this.ask('pane_pid')], {
        encoding: 'utf8',
      });
      const pid = Number(stdout.trim().split('\n')[0]);
      if (pid > 0) return pid;
      if (performance.now() > end) throw new Error('nothing runs in the shell');
      await pause(LOOK);
    }
  }

  close(): void {
    spawnSync('tmux', ['-S', this.socket, 'kill-server']);
  }
}
