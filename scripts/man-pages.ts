/** The man pages, from what the commands say of themselves (man(7) macros). */
import type { DescribedCommand } from '../src/commands/described.ts';
import { EXIT_CODES, flagText, flagUsage, usageOf } from './command-pages.ts';

export interface Edition {
  readonly version: string;
  /** Of the version, as `2026-11-21`. */
  readonly date: string;
}

/** One page for each command, and one about all, by their path under `man`. */
export function manPages(
  commands: readonly DescribedCommand[],
  edition: Edition,
): ReadonlyMap<string, string> {
  return new Map([
    ['cfgtool.1', overview(commands, edition)],
    ...commands.map((each): [string, string] => [`cfgtool-${each.name}.1`, page(each, edition)]),
  ]);
}

const PURPOSE = 'read, migrate, check and compare layer-7 proxy configurations';

const ENVIRONMENT: readonly (readonly [string, string])[] = [
  [
    'NO_COLOR, FORCE_COLOR',
    'No colours, or colours, whatever the terminal says; the flag \\-\\-[no\\-]color wins.',
  ],
  ['PAGER, GIT_PAGER', 'The pager for long text on a terminal.'],
  ['CFGTOOL_DEBUG', 'Where set, a bug in cfgtool is reported with where it happened.'],
];

function overview(commands: readonly DescribedCommand[], edition: Edition): string {
  return roff([
    header('CFGTOOL', edition),
    section('NAME', `cfgtool \\- ${PURPOSE}`),
    section('SYNOPSIS', '.B cfgtool', '.I COMMAND', '.RI [ ARGUMENTS ]'),
    section(
      'DESCRIPTION',
      text(
        'INPUT is a file, a directory, a quoted glob, - for standard input, or REV:PATH as git writes it.',
      ),
      '.PP',
      text('Results go to standard output, everything else to standard error.'),
    ),
    section(
      'COMMANDS',
      ...commands.flatMap(({ name, summary }) => ['.TP', `.BR cfgtool\\-${text(name)} (1)`, text(summary)]),
    ),
    exitStatus(),
    section('ENVIRONMENT', ...ENVIRONMENT.flatMap(([name, what]) => ['.TP', `.B ${name}`, what])),
    section(
      'FILES',
      '.TP',
      '.B .cfgtool.yaml',
      text('Settings; the nearest one upwards from each input counts. cfgtool init writes one.'),
    ),
    seeAlso(commands.map(({ name }) => `cfgtool-${name}`)),
  ]);
}

function page(command: DescribedCommand, edition: Edition): string {
  const { name, summary, description, examples, flags } = command;
  const [, , ...usage] = usageOf(command).split(' ');
  return roff([
    header(`CFGTOOL-${name.toUpperCase()}`, edition),
    section('NAME', `cfgtool\\-${text(name)} \\- ${text(summary.replace(/\.$/, ''))}`),
    section('SYNOPSIS', `.B cfgtool ${text(name)}`, `.I ${text(usage.join(' '))}`),
    section(
      'DESCRIPTION',
      ...description.flatMap((paragraph, index) => [...(index === 0 ? [] : ['.PP']), text(paragraph)]),
    ),
    ...(command.arguments.length === 0
      ? []
      : [
          section(
            'ARGUMENTS',
            ...command.arguments.flatMap(({ name: label, description: what }) => [
              '.TP',
              `.I ${text(label)}`,
              text(what),
            ]),
          ),
        ]),
    section(
      'OPTIONS',
      ...flags.flatMap((flag) => ['.TP', `.B ${text(flagUsage(flag))}`, text(flagText(flag))]),
    ),
    exitStatus(),
    ...(examples.length === 0
      ? []
      : [
          section(
            'EXAMPLES',
            ...examples.flatMap((example, index) => [
              ...(index === 0 ? [] : ['.PP']),
              '.EX',
              text(example),
              '.EE',
            ]),
          ),
        ]),
    seeAlso(['cfgtool']),
  ]);
}

function header(title: string, { version, date }: Edition): string {
  return [
    '.\\" Made from the commands by `npm run docs`.',
    `.TH ${text(title)} 1 ${date} "cfgtool ${version}" "cfgtool manual"`,
  ].join('\n');
}

function section(title: string, ...lines: readonly string[]): string {
  return [`.SH ${title}`, ...lines].join('\n');
}

function exitStatus(): string {
  return section(
    'EXIT STATUS',
    ...EXIT_CODES.flatMap(([code, what]) => ['.TP', `.B ${code}`, text(what.replaceAll('`', ''))]),
  );
}

function seeAlso(names: readonly string[]): string {
  return section(
    'SEE ALSO',
    ...names.map((name, index) => `.BR ${text(name)} (1)${index < names.length - 1 ? ',' : ''}`),
  );
}

function roff(sections: readonly string[]): string {
  return `${sections.join('\n')}\n`;
}

/** Text that roff takes for nothing but text. */
function text(plain: string): string {
  const escaped = plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('`', '\\(ga')
    .replaceAll("'", '\\(aq')
    .replaceAll('"', '\\(dq')
    .replace(
      /[\u0080-\u{10ffff}]/gu,
      (character) => `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
  return escaped.startsWith('.') ? `\\&${escaped}` : escaped;
}
