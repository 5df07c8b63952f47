/** Long text on a terminal goes through `$PAGER`, as git does it. */
import { spawn } from 'node:child_process';
import { standardOutput } from './start/output.ts';

/** The pager to use; undefined where the text is better written as it is. */
export function pagerFor(text: string): string | undefined {
  const { GIT_PAGER, PAGER } = process.env;
  const pager = (GIT_PAGER ?? PAGER ?? 'less').trim();
  if (!standardOutput.isTerminal || pager === '' || pager === 'cat') return undefined;
  const rows = process.stdout.rows ?? 24;
  return text.split('\n').length > rows ? pager : undefined;
}

/** Shows a text in the user's own pager. @returns whether it could be started */
export function page(pager: string, text: string): Promise<boolean> {
  return new Promise((resolve) => {
    // Colours pass, and a short text leaves at once; whoever set LESS knows better.
    const env = { ...process.env, LESS: process.env.LESS ?? 'FRX' };
    const child = spawn(pager, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code !== 127));
    // Whoever leaves the pager early has seen enough.
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}
