/** A command as data, for completion, man pages and the docs: what oclif knows of it, in plain types. */
import type { Command } from '@oclif/core';

export interface DescribedFlag {
  readonly name: string;
  /** The short form, one letter. */
  readonly char?: string;
  readonly takesValue: boolean;
  /** What help calls the value. */
  readonly helpValue?: string;
  /** The values it takes, where they are few. */
  readonly options: readonly string[];
  readonly repeatable: boolean;
  /** Whether `--no-NAME` exists too. */
  readonly negatable: boolean;
  readonly description: string;
  readonly default?: string;
}

export interface DescribedArgument {
  readonly name: string;
  readonly required: boolean;
  readonly repeatable: boolean;
  readonly options: readonly string[];
  readonly description: string;
}

export interface DescribedCommand {
  readonly name: string;
  readonly summary: string;
  /** Paragraphs; `code` in backquotes. */
  readonly description: readonly string[];
  readonly examples: readonly string[];
  readonly arguments: readonly DescribedArgument[];
  /** Whether more may follow the last argument. */
  readonly takesMore: boolean;
  /** The line of usage, where it is not made of the arguments and flags. */
  readonly usage?: string;
  /** In the order of the command's own list, those of every command last. */
  readonly flags: readonly DescribedFlag[];
}

/** @param command its class, or what the manifest says of it. Hidden flags are left out. */
export function described(name: string, command: Command.Class | Command.Cached): DescribedCommand {
  const { summary = '', description = '', examples = [], args = {}, flags = {} } = command;
  const { baseFlags = {} } = command as Partial<Command.Class>;
  const { usage, strict = true } = command;
  return {
    name,
    summary: named(summary),
    description: named(description)
      .split('\n')
      .filter((paragraph) => paragraph !== ''),
    examples: examples.map((example) => named(typeof example === 'string' ? example : example.command)),
    takesMore: !strict,
    ...(usage === undefined ? {} : { usage: [usage].flat().join('\n') }),
    arguments: Object.entries(args).map(([key, arg]) => describedArgument(key, arg)),
    flags: Object.entries({ ...baseFlags, ...flags })
      .filter(([, { hidden }]) => hidden !== true)
      .sort(([, left], [, right]) => Number(isGlobal(left)) - Number(isGlobal(right)))
      .map(([key, flag]) => describedFlag(key, flag)),
  };
}

type Flag = NonNullable<Command.Class['flags']>[string] | Command.Flag.Cached;
type Argument = NonNullable<Command.Class['args']>[string] | Command.Arg.Cached;

function isGlobal({ helpGroup }: Flag): boolean {
  return helpGroup === 'GLOBAL';
}

function describedFlag(name: string, flag: Flag): DescribedFlag {
  const { char, description = '', default: preset } = flag;
  const isBoolean = flag.type === 'boolean';
  return {
    name,
    ...(char === undefined ? {} : { char }),
    takesValue: !isBoolean,
    ...(isBoolean || flag.helpValue === undefined ? {} : { helpValue: [flag.helpValue].flat().join(' ') }),
    options: isBoolean ? [] : (flag.options ?? []),
    repeatable: !isBoolean && flag.multiple === true,
    negatable: isBoolean && flag.allowNo === true,
    description: named(description),
    ...(typeof preset === 'string' ? { default: preset } : {}),
  };
}

function describedArgument(key: string, arg: Argument): DescribedArgument {
  const { required = false, multiple = false, options = [], description = '' } = arg;
  return {
    name: key.toUpperCase(),
    required,
    repeatable: multiple === true,
    options,
    description: named(description),
  };
}

function named(text: string): string {
  return text.replaceAll('<%= config.bin %>', 'cfgtool');
}
