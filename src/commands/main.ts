/** One run of the command line, from its arguments to its exit code. */
import { settings } from '@oclif/core/settings';
import { meantBy } from '../model/near-miss.ts';
import { bug, type ExitCode, exitCodeOf, type FailureContext, failureOf, isOutcome } from './exit.ts';
import { aliases, commandNames, loadCommand } from './index.ts';
import { oclifConfig } from './oclif-config.ts';
import { processTerminal, quietStreams } from './terminal.ts';
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
  const context: FailureContext = {
    version: installation.version,
    paint: processTerminal(color).notePaint,
    debug: (process.env.CFGTOOL_DEBUG ?? '') !== '',
  };
  process.on('uncaughtException', (error) => {
    process.stderr.write(bug(error, context));
    process.exit(3);
  });
  try {
    const outcome = await run(argv, installation);
    return isOutcome(outcome) ? exitCodeOf(outcome) : 0;
  } catch (error) {
    const failure = failureOf(error, context);
    process.stderr.write(failure.message);
    return failure.code;
  }
}

/** `cfgtool help migrate` as `cfgtool migrate --help`; a colour flag before the command as one after it; no aliases. */
function rearranged(given: readonly string[]): { argv: string[]; color: boolean | undefined } {
  const other = given.findIndex((argument) => !isColorFlag(argument));
  const early = other === -1 ? given : given.slice(0, other);
  const [first, ...rest] = given.slice(early.length);
  const plain =
    first === 'help' ? [...rest, '--help'] : first === undefined ? [] : [first, ...early, ...rest];
  const argv = plain.map((argument, index) => (index === 0 ? (aliases.get(argument) ?? argument) : argument));
  const end = given.indexOf('--');
  const flag = given.slice(0, end === -1 ? given.length : end).findLast(isColorFlag);
  return { argv, color: flag === undefined ? undefined : flag === '--color' };
}

function isColorFlag(argument: string | undefined): boolean {
  return argument === '--color' || argument === '--no-color';
}

/** What the command says about its run; nothing where help was asked for. */
async function run(argv: readonly string[], { root, version }: Installation): Promise<unknown> {
  const [name, ...rest] = argv;
  if (name !== undefined && !isHelp(name)) checkCommand(name);
  if (name === undefined || asksForHelp(argv)) {
    const [{ Help }, { manifest }] = await Promise.all([import('@oclif/core/help'), import('./manifest.ts')]);
    quietStreams();
    await new Help(oclifConfig(root, version, manifest())).showHelp([...argv]);
    return undefined;
  }
  const Chosen = await loadCommand(name);
  // oclif's base class has put listeners of its own on standard output.
  quietStreams();
  Chosen.id = name;
  return await new Chosen(rest, oclifConfig(root, version)).start();
}

function isHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}

/** Behind `--` everything is a name. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? argv.length : end).some(isHelp);
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
