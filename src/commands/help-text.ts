/** Help as oclif prints it, as a text: oclif itself would not notice that it cannot be written. */
import { format } from 'node:util';
import type { Command, Interfaces } from '@oclif/core';
import { type CommandHelp, Help } from '@oclif/core/help';

export async function helpText(config: Interfaces.Config, argv: readonly string[]): Promise<string> {
  const help = new PrintedHelp(config);
  await help.showHelp([...argv]);
  return help.lines.map((line) => `${line}\n`).join('');
}

/** A flag as oclif's own manifest describes it. */
type Flag = Command.Flag.Any;

class PrintedHelp extends Help {
  readonly lines: string[] = [];

  protected override log(...args: string[]): void {
    this.lines.push(format(...args));
  }

  /** oclif's own synopsis puts `--to` behind `--partial`, which needs it, and breaks lines inside a flag. */
  protected override getCommandHelpClass(command: Command.Loadable): CommandHelp {
    const help = super.getCommandHelpClass(command);
    if (command.usage !== undefined) return help;
    const { maxWidth } = this.opts;
    return Object.assign(help, { usage: () => usageLines(this.config.bin, command, maxWidth).join('\n') });
  }
}

/** Spaces before each line, and again before those that go on. */
const INDENT = 2;

/** The synopsis of a command in the order in which one would type it, broken between flags only. */
function usageLines(
  program: string,
  { id, args, flags }: Command.Loadable,
  width: number,
): readonly string[] {
  const words = [
    ...Object.values(args)
      .filter(({ hidden }) => hidden !== true)
      .map(({ name, required, multiple }) => {
        const shown = `${name.toUpperCase()}${multiple === true ? '...' : ''}`;
        return required === true ? shown : `[${shown}]`;
      }),
    ...synopsis(Object.values(flags).filter(({ hidden }) => hidden !== true)),
  ];
  const lines = [`$ ${program} ${id}`];
  for (const word of words) {
    const line = lines.at(-1) ?? '';
    if (INDENT + line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`${' '.repeat(INDENT)}${word}`);
  }
  return lines;
}

/**
 * Each flag once: behind what it needs (`[--fix [--dry-run]]`), with what needs it in turn (`[--xds-cert FILE --xds-key
 * FILE]`), beside the one that it excludes (`[--write | --check]`).
 */
export function synopsis(flags: readonly Flag[]): readonly string[] {
  const names = new Set(flags.map(({ name }) => name));
  const named = ({ dependsOn = [] }: Flag): string | undefined =>
    dependsOn.find((name) => names.has(name) && !flags.some((each) => each.name === name && each.required));
  const twinOf = (flag: Flag): Flag | undefined =>
    flags.find((each) => named(flag) === each.name && named(each) === flag.name);
  const needs = (flag: Flag): string | undefined => {
    const twin = twinOf(flag);
    return twin !== undefined && flags.indexOf(flag) < flags.indexOf(twin) ? undefined : named(flag);
  };
  const excludes = ({ exclusive = [] }: Flag): string | undefined =>
    exclusive.length === 1 ? exclusive[0] : undefined;
  const isAlternative = (flag: Flag): boolean =>
    flags.some((each) => each !== flag && needs(each) === undefined && excludes(each) === flag.name);
  const shown = (flag: Flag): string =>
    [
      usageOf(flag),
      ...flags
        .filter((each) => needs(each) === flag.name)
        .map((each) => (twinOf(each) === flag ? shown(each) : `[${shown(each)}]`)),
    ].join(' ');
  return flags
    .filter((flag) => needs(flag) === undefined && !isAlternative(flag))
    .sort((one, other) => rank(one) - rank(other))
    .map((flag) => {
      const other = flags.find(({ name }) => name === excludes(flag));
      const either = other === undefined ? shown(flag) : `${shown(flag)} | ${shown(other)}`;
      return flag.required === true ? either : `[${either}]`;
    });
}

/** What has to be given first, what every command has last. */
function rank({ required, helpGroup }: Flag): number {
  return helpGroup === 'GLOBAL' ? 2 : required === true ? 0 : 1;
}

function usageOf(flag: Flag): string {
  const name = flag.char === undefined ? `--${flag.name}` : `-${flag.char}`;
  if (flag.type !== 'option') return name;
  const value = [flag.helpValue ?? flag.options?.join('|') ?? 'VALUE'].flat().join(' ');
  return `${name} ${value}${flag.multiple === true ? '...' : ''}`;
}
