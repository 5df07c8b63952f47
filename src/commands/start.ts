/** What bin/run.js loads: compiles the parts of the program that are needed, with their code cache, and runs them. */
import { join } from 'node:path';
import { systemCode } from '../source/file-problem.ts';
import type { Installation, isDone, main } from './main.ts';
import { asksForHelp, rearranged } from './start/arguments.ts';
import { openCodeCache } from './start/code-cache.ts';
import { helpPage } from './start/help-pages.ts';
import { standardOutput } from './start/output.ts';
import { loader, openPack } from './start/pack.ts';

/** Runs the command line. Sets the exit code of the process; what is still under way may go on. */
export async function start(installation: Installation): Promise<void> {
  // A failure until there is a result, however the run ends.
  process.exitCode = 3;
  const given = process.argv.slice(2);
  const folder = join(installation.root, 'dist/cli');
  const page = helpPage(given, join(folder, 'help'), standardOutput);
  if (page !== undefined && (await isWritten(page))) {
    process.exitCode = 0;
    return;
  }
  const { load, keep } = opened(folder, commandOf(given));
  const program = load('main.js') as { readonly main: typeof main; readonly isDone: typeof isDone };
  const code = await program.main(given, installation, page);
  process.exitCode = code;
  const signal = code === 130 ? 'SIGINT' : code === 143 ? 'SIGTERM' : undefined;
  // Whoever waits for the process learns that the signal ended it; a pipe that is still waited for would keep it alive.
  if (signal !== undefined) process.kill(process.pid, signal);
  if (code <= 1) keep();
  // Sparing node to take its heap apart is a tenth of what it takes to start.
  if (program.isDone()) process.exit();
}

/** Whether the text was written, as far as anybody reads it: a reader who left has read enough. */
function isWritten(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    standardOutput.write(text, (error) => resolve(!error || systemCode(error) === 'EPIPE'));
  });
}

/** Evaluates one chunk of the program and what it needs: the entry of a thread. Returns what it exports. */
export function startChunk(name: string): object {
  return opened(__dirname, 'thread').load(name);
}

function opened(folder: string, purpose: string) {
  const path = join(folder, 'program.js');
  const pack = openPack(path);
  const { env, platform, version, arch } = process;
  const surroundings = { env, platform, version, arch, uid: process.getuid?.() };
  const cache = openCodeCache(pack.hash, purpose, surroundings);
  // Stacks shall name the lines of the file, which those of chunks that are compiled together are not.
  const isPlain = (env.CFGTOOL_DEBUG ?? '') !== '';
  const loaded = loader(path, pack, isPlain ? { ...cache, together: [] } : cache, require);
  return { load: loaded.load, keep: () => (isPlain ? undefined : cache.keep(loaded)) };
}

/** Runs of one command need the same functions: each has a cache of its own. */
function commandOf(given: readonly string[]): string {
  const { argv } = rearranged(given);
  return asksForHelp(argv) ? 'help' : (argv[0] ?? 'help');
}
