/** The pages of the docs about commands, from what the commands say of themselves. */
import type { DescribedArgument, DescribedCommand, DescribedFlag } from '../src/commands/described.ts';

/** What is written by hand about a command, as a path from its own page, with the name of that page. */
const MORE: ReadonlyMap<string, readonly (readonly [string, string])[]> = new Map([
  ['migrate', [['../migrations/README.md', 'The migrations']]],
  [
    'diff',
    [
      ['../diff.md', 'Using diff'],
      ['../comparing.md', 'How configurations are compared'],
      ['../diff/rules.md', 'Its rules'],
    ],
  ],
  [
    'analyze',
    [
      ['../analyze.md', 'Using analyze'],
      ['../rules/README.md', 'The rules'],
      ['../configuration.md', 'Configuration'],
    ],
  ],
  [
    'validate',
    [
      ['../analyze.md', 'Using analyze'],
      ['../rules/README.md', 'The rules'],
    ],
  ],
  ['trace', [['../routing.md', 'How all requests are decided']]],
  ['test', [['../test-format.md', 'Test files']]],
  [
    'explain',
    [
      ['../rules/README.md', 'The rules'],
      ['../migrations/README.md', 'The migrations'],
    ],
  ],
  ['explore', [['../explore.md', 'Explore, screen by screen']]],
  ['report', [['../scale.md', 'Many files, and shares of a run']]],
  ['init', [['../configuration.md', 'Configuration']]],
]);

/** One page for each command, and the list of them, by their path under `docs`. */
export function commandPages(commands: readonly DescribedCommand[]): ReadonlyMap<string, string> {
  return new Map([
    ['commands/README.md', listPage(commands)],
    ...commands.map((each): [string, string] => [`commands/${each.name}.md`, commandPage(each)]),
  ]);
}

function listPage(commands: readonly DescribedCommand[]): string {
  const lines = [
    '# Commands',
    '',
    'Generated from the commands; `npm run docs` writes it. `cfgtool COMMAND --help` says the same in the terminal, and so do the man pages.',
    '',
    '| command | job |',
    '|---|---|',
    ...commands.map(({ name, summary }) => `| [\`cfgtool ${name}\`](${name}.md) | ${cell(summary)} |`),
    '',
    '## Exit codes',
    '',
    '| code | means |',
    '|---|---|',
    ...EXIT_CODES.map(([code, text]) => `| ${code} | ${text} |`),
  ];
  return `${lines.join('\n')}\n`;
}

/** The codes of every command, with what they mean. */
export const EXIT_CODES: readonly (readonly [string, string])[] = [
  ['0', 'nothing found'],
  ['1', 'found: findings, differences, something left to migrate under `--check`, a failed expectation'],
  ['2', 'bad usage, or an input that cannot be read or understood'],
  ['3', 'a bug in cfgtool'],
];

function commandPage(command: DescribedCommand): string {
  const { name, summary, description, examples, flags } = command;
  const blocks = [
    `# cfgtool ${name}`,
    summary,
    fenced(usageOf(command)),
    ...description,
    ...argumentTable(command.arguments),
    '## Flags',
    ['| flag | meaning |', '|---|---|', ...flags.map(flagRow)].join('\n'),
    ...(examples.length === 0 ? [] : ['## Examples', fenced(examples.join('\n'))]),
    ...moreOf(name),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** `cfgtool trace INPUT [URL] [FLAGS]` */
export function usageOf({ name, arguments: all, usage }: DescribedCommand): string {
  if (usage !== undefined) return `cfgtool ${usage}`;
  return ['cfgtool', name, ...all.map(argumentUsage), '[FLAGS]'].join(' ');
}

function argumentUsage({ name, required, repeatable }: DescribedArgument): string {
  const shown = repeatable ? `${name}...` : name;
  return required ? shown : `[${shown}]`;
}

/** `-o, --output FILE` */
export function flagUsage({
  name,
  char,
  negatable,
  takesValue,
  helpValue,
  options,
  repeatable,
}: DescribedFlag): string {
  const short = char === undefined ? '' : `-${char}, `;
  const value = takesValue ? ` ${helpValue ?? (options.length > 0 ? options.join('|') : 'VALUE')}` : '';
  return `${short}--${negatable ? '[no-]' : ''}${name}${value}${repeatable ? ' …' : ''}`;
}

/** Its description, with its values where its usage does not name them, and what counts where it is not given. */
export function flagText({ description, options, helpValue, default: preset }: DescribedFlag): string {
  const isSaid = helpValue === undefined || options.every((option) => description.includes(option));
  const values = isSaid || options.length === 0 ? '' : ` One of ${options.join(', ')}.`;
  return `${description}${values}${preset === undefined ? '' : ` Default: ${preset}.`}`;
}

function flagRow(flag: DescribedFlag): string {
  return `| \`${flagUsage(flag).replaceAll('|', '\\|')}\` | ${cell(flagText(flag))} |`;
}

function argumentTable(all: readonly DescribedArgument[]): readonly string[] {
  if (all.length === 0) return [];
  const rows = all.map(({ name, description, options }) => {
    const values = options.length === 0 ? '' : ` One of ${options.join(', ')}.`;
    return `| \`${name}\` | ${cell(`${description}${values}`)} |`;
  });
  return ['## Arguments', ['| argument | meaning |', '|---|---|', ...rows].join('\n')];
}

function moreOf(name: string): readonly string[] {
  const pages = MORE.get(name) ?? [];
  if (pages.length === 0) return [];
  return ['## More', pages.map(([path, title]) => `- [${title}](${path})`).join('\n')];
}

function fenced(text: string): string {
  return `\`\`\`sh\n${text}\n\`\`\``;
}

/** Text in a table, in which a pipe would end the cell and an angle bracket begin markup. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*.', '\\*.');
}
