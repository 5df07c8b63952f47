/** The built command line beside servers of the test's own process, which have to go on answering. */
import { spawn } from 'node:child_process';
import { BIN, plainEnvironment, type Run, type RunOptions } from '../run.ts';

export function cfgtoolBeside(args: readonly string[], { cwd, env }: RunOptions = {}): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [BIN, ...args], { cwd, env: plainEnvironment(env), stdio: 'pipe' });
    const texts = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => {
      texts.out += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      texts.err += chunk.toString();
    });
    child.stdin.end();
    child.on('close', (code) => resolve({ code, ...texts }));
  });
}
