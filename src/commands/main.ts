/** One run of the command line, from its arguments to its exit code. */
import { settings } from '@oclif/core/settings';
import { meantBy } from '../model/near-miss.ts';
import { bug, type ExitCode, exitCodeOf, type FailureContext, failureOf, isOutcome } from './exit.ts';
import { commandNames, loadCommand } from './index.ts';
import { oclifConfig } from './oclif-config.ts';
import { asksForHelp, isHelp, rearranged } from './start/arguments.ts';
import { quietStreams, standardError, standardOutput } from './start/output.ts';
import { processTerminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export interface Installation {
  /** The folder of package.json. */
  readonly root: string;
  /** The version in package.json. */
  readonly version: string;
}

/** @param given the arguments after the program's name */
export async function main(given: readonly string[], installation: Installation): Promise<ExitCode> {
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
  process.on('uncaughtException', (error) => {
    standardError.write(bug(error, context));
    process.exit(3);
  });
  try {
    const outcome = await run(argv, installation);
    return isOutcome(outcome) ? exitCodeOf(outcome) : 0;
  } catch (error) {
    const failure = failureOf(error, context);
    if (failure.message !== '') standardError.write(failure.message);
    return failure.code;
  }
}

/** Whether all that was written was written at once, so that the process may end when {@link main} does. */
export function isDone(): boolean {
  return !standardOutput.isStream && !standardError.isStream;
}

/** What the command says about its run; nothing where help was asked for. */
async function run(argv: readonly string[], { root, version }: Installation): Promise<unknown> {
  const [name, ...rest] = argv;
  if (name !== undefined && !isHelp(name)) checkCommand(name);
  if (name === undefined || asksForHelp(argv)) {
    // Only where src/commands/start/help-pages.ts had no answer.
    const [{ Help }, { manifest }] = await Promise.all([import('@oclif/core/help'), import('./manifest.ts')]);
    quietStreams();
    await new Help(oclifConfig(root, version, manifest())).showHelp([...argv]);
    return undefined;
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
