/** What the arguments ask for, as far as it has to be known before anything is loaded. */

/** Other names of commands. */
export const aliases: ReadonlyMap<string, string> = new Map([['lint', 'analyze']]);

export interface Arguments {
  /** The command by its own name, if there is one, and what it is given. */
  readonly argv: readonly string[];
  /** `--color` or `--no-color`, whichever comes last. */
  readonly color: boolean | undefined;
}

/** `cfgtool help migrate` as `cfgtool migrate --help`; a colour flag before the command as one after it; no aliases. */
export function rearranged(given: readonly string[]): Arguments {
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

export function isHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}

/** Whether it is help that is wanted. Behind `--` everything is a name. */
export function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.length === 0 || argv.slice(0, end === -1 ? argv.length : end).some(isHelp);
}
