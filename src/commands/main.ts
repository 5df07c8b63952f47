/** One run of the command line, from its arguments to its exit code. */
import { settings } from '@oclif/core/settings';
import { meantBy } from '../model/near-miss.ts';
import { bug, type ExitCode, exitCodeOf, type FailureContext, failureOf, type Outcome } from './exit.ts';
import { commandNames, loadCommand } from './index.ts';
import { oclifConfig } from './oclif-config.ts';
import { asksForHelp, isHelp, rearranged } from './start/arguments.ts';
import { standardError, standardOutput } from './start/output.ts';
import { processTerminal, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export interface Installation {
  /** The folder of package.json. */
  readonly root: string;
  /** The version in package.json. */
  readonly version: string;
}

/**
 * @param given the arguments after the program's name
 * @param page the page that answers them, where it could not be written
 */
export async function main(
  given: readonly string[],
  installation: Installation,
  page?: string,
): Promise<ExitCode> {
  // oclif would look for TypeScript sources of its own accord where NODE_ENV is "test".
  settings.enableAutoTranspile = false;
  const { argv, color } = rearranged(given);
  const terminal = processTerminal(color);
  const context: FailureContext = {
    version: installation.version,
    get paint() {
      return terminal.notePaint;
    },
    debug: (process.env.CFGTOOL_DEBUG ?? '') !== '',
  };
  const endWith = (error: unknown): never => {
    standardError.write(bug(error, context));
    process.exit(3);
  };
  // Nothing is left that could come to a result.
  const unfinished = (): never => endWith(new Error('it waits for something that never comes'));
  process.on('uncaughtException', endWith);
  process.once('beforeExit', unfinished);
  try {
    if (page !== undefined) await terminal.result(page);
    return exitCodeOf(page === undefined ? await run(argv, installation, terminal) : NOTHING_FOUND);
  } catch (error) {
    const failure = failureOf(error, context);
    if (failure.message !== '') standardError.write(failure.message);
    return failure.code;
  } finally {
    process.removeListener('beforeExit', unfinished);
  }
}

const NOTHING_FOUND: Outcome = { found: false, unread: false };

/** Whether all that was written was written at once, so that the process may end when {@link main} does. */
export function isDone(): boolean {
  return !standardOutput.isStream && !standardError.isStream;
}

/** What the command says about its run. */
async function run(
  argv: readonly string[],
  { root, version }: Installation,
  terminal: Terminal,
): Promise<Outcome> {
  const [name, ...rest] = argv;
  if (name === '--version' || name === '-V') {
    // Only where bin/run.js could not write it.
    await terminal.result(`${version}\n`);
    return NOTHING_FOUND;
  }
  if (name !== undefined && !isHelp(name)) checkCommand(name);
  if (name === undefined || asksForHelp(argv)) {
    // Only where src/commands/start/help-pages.ts had no answer.
    const [{ helpText }, { manifest }] = await Promise.all([
      import('./help-text.ts'),
      import('./manifest.ts'),
    ]);
    await terminal.result(await helpText(oclifConfig(root, version, manifest()), argv));
    return NOTHING_FOUND;
  }
  const Chosen = await loadCommand(name);
  Chosen.id = name;
  return await new Chosen(rest, oclifConfig(root, version)).start();
}

/** @throws UsageError where there is no such command */
function checkCommand(name: string): void {
  if (commandNames.includes(name)) return;
  const known = [...commandNames];
  if (name.startsWith('-'))
    throw new UsageError(`${name} stands where a command should`, `first one of ${known.join(', ')}`);
  const near = meantBy(name, known).map((each) => `cfgtool ${each}`);
  const all = `the commands are ${known.join(', ')}`;
  throw new UsageError(
    `there is no command ${name}`,
    near.length === 0 ? all : `did you mean ${near.join(' or ')}? Otherwise ${all}`,
  );
}
