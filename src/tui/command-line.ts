/** The commands of `:`: what they mean and how they are completed. */
import type { Command, ViewName } from './command.ts';
import { nameOfItem } from './model/names.ts';
import type { Session } from './session.ts';
import { THEME_NAMES } from './theme.ts';

interface LineCommand {
  readonly name: string;
  /** What follows the name, for the help; empty for nothing. */
  readonly argument: string;
  readonly help: string;
  /** What it asks for; a text says what is wrong. */
  run(argument: string, session: Session): Command | string;
  /** What the argument may be. */
  choices?(session: Session): Iterable<string>;
}

function goTo(view: ViewName, help: string): LineCommand {
  return { name: view, argument: '', help, run: () => ({ do: 'go', to: { view } }) };
}

export const LINE_COMMANDS: readonly LineCommand[] = [
  goTo('overview', 'what was loaded'),
  goTo('tree', 'everything in it'),
  {
    name: 'findings',
    argument: '[RULE]',
    help: 'what is wrong; of one rule',
    run: (rule) => ({ do: 'go', to: rule === '' ? { view: 'findings' } : { view: 'findings', rule } }),
    choices: ({ analysis }) => new Set(analysis?.findings.map(({ rule }) => rule).sort()),
  },
  goTo('trace', 'where a request goes, and why'),
  goTo('migrate', 'deprecated forms, edit by edit'),
  goTo('diff', 'what differs between two inputs'),
  {
    name: 'go',
    argument: 'NAME',
    help: 'to a listener, route configuration, virtual host or cluster by its name',
    run(name, { side }) {
      for (let item = 0; item < side.items.count; item++)
        if (nameOfItem(side.items, item) === name) return { do: 'go', to: { view: 'tree', item } };
      return `nothing is named ${JSON.stringify(name)}; / searches in everything`;
    },
    *choices({ side }) {
      const seen = new Set<string>();
      for (let item = 0; item < side.items.count; item++) {
        const name = nameOfItem(side.items, item);
        if (name !== undefined && !seen.has(name)) {
          seen.add(name);
          yield name;
        }
      }
    },
  },
  {
    name: 'theme',
    argument: THEME_NAMES.join('|'),
    help: 'colours for a dark or a light terminal, for any, or none',
    run(name) {
      const theme = THEME_NAMES.find((each) => each === name);
      return theme === undefined ? `the themes are ${THEME_NAMES.join(', ')}` : { do: 'theme', theme };
    },
    choices: () => THEME_NAMES,
  },
  { name: 'edit', argument: '', help: 'open it in $EDITOR', run: () => ({ do: 'edit' }) },
  { name: 'reload', argument: '', help: 'read the files again', run: () => ({ do: 'reload' }) },
  goTo('help', 'all keys and commands'),
  { name: 'quit', argument: '', help: 'quit', run: () => ({ do: 'quit' }) },
];

/** So many completions are offered; more nobody steps through. */
const MAX_CHOICES = 200;

/** What a line asks for. An unambiguous beginning of a command's name is enough. @returns a text where it means nothing */
export function runCommandLine(text: string, session: Session): Command | string {
  // `:q!` comes from the fingers; there is nothing here that could be lost.
  const [, name = '', argument = ''] = /^([^\s!]*)!?\s*(.*)$/.exec(text.trim()) ?? [];
  const found = LINE_COMMANDS.filter((command) => command.name.startsWith(name));
  const command = found.find((each) => each.name === name) ?? (found.length === 1 ? found[0] : undefined);
  if (command !== undefined) return command.run(argument, session);
  const names = (found.length > 0 ? found : LINE_COMMANDS).map((each) => each.name).join(', ');
  return found.length > 0 ? `:${name} may mean ${names}` : `there is no command :${name}; there are ${names}`;
}

/** Whole lines that a line may be completed to. */
export function completed(text: string, session: Session): readonly string[] {
  const [, name = '', space = '', argument = ''] = /^(\S*)(\s*)(.*)$/.exec(text.trimStart()) ?? [];
  if (space === '')
    return LINE_COMMANDS.filter((command) => command.name.startsWith(name)).map((command) => command.name);
  const command = LINE_COMMANDS.find((each) => each.name === name);
  const wanted = argument.toLowerCase();
  const choices: string[] = [];
  for (const choice of command?.choices?.(session) ?? []) {
    if (choices.length === MAX_CHOICES) break;
    if (choice.toLowerCase().startsWith(wanted)) choices.push(`${name} ${choice}`);
  }
  return choices;
}
