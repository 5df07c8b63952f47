/** An interactive shell in a terminal of its own, for tests that press keys. Needs tmux. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIN } from './run.ts';

/** Whether a program is installed. */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/**
 * A folder with a `cfgtool` that completes as the real one does; any other command of it only writes its arguments
 * into `arguments.txt` of the working folder, one a line.
 */
export function programFolder(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const program = join(bin, 'cfgtool');
  const real = `exec '${process.execPath}' '${BIN}' "$@"`;
  writeFileSync(
    program,
    `#!/bin/sh\nif [ "$1" = completion ]; then ${real}; fi\nprintf '%s\\n' "$@" > arguments.txt\n`,
  );
  chmodSync(program, 0o755);
  return bin;
}

export interface Shell {
  /** Presses keys; text is typed as it is, `Tab` and `Enter` are keys. */
  press(...keys: readonly string[]): void;
  /** Waits until the screen fits, and answers with it; with what it shows in the end where it never does. */
  screen(fits: (text: string) => boolean): Promise<string>;
  close(): void;
}

/** @param start the command line of the shell */
export function openShell(start: string, cwd: string, env: { readonly [name: string]: string }): Shell {
  const socket = `cfgtool-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const tmux = (...args: readonly string[]) =>
    spawnSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], {
      encoding: 'utf8',
      env: { ...process.env, HISTFILE: '/dev/null', ...env },
    });
  const started = tmux('new-session', '-d', '-x', '150', '-y', '40', '-c', cwd, start);
  if (started.status !== 0) throw new Error(started.stderr);
  return {
    press(...keys) {
      for (const key of keys)
        if (key === 'Tab' || key === 'Enter') tmux('send-keys', key);
        else tmux('send-keys', '-l', key);
    },
    async screen(fits) {
      let text = '';
      for (let round = 0; round < 400; round++) {
        text = tmux('capture-pane', '-p', '-J').stdout;
        if (fits(text)) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return text;
    },
    close: () => void tmux('kill-server'),
  };
}
