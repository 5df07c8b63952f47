/** A line that is being typed, edited by keys as shells have them, and the commands of `:`. */
import type { Command, KeyPress, ViewName } from './command.ts';
import { nameOfItem } from './model/items.ts';
import { graphemes } from './text.ts';
import { THEME_NAMES } from './theme.ts';
import type { Session } from './view.ts';

export interface LineInput {
  readonly text: string;
  /** In graphemes, from 0. */
  readonly cursor: number;
}

export function lineOf(text: string): LineInput {
  return { text, cursor: graphemes(text).length };
}

/** The line after a key; undefined where the key means nothing to it. */
export function editLine(line: LineInput, key: KeyPress): LineInput | undefined {
  const all = graphemes(line.text);
  const { cursor } = line;
  const at = (next: number): LineInput => ({
    text: line.text,
    cursor: Math.max(0, Math.min(all.length, next)),
  });
  const without = (from: number, to: number): LineInput => ({
    text: [...all.slice(0, from), ...all.slice(to)].join(''),
    cursor: from,
  });
  if (key.ctrl) {
    if (key.name === 'a') return at(0);
    if (key.name === 'e') return at(all.length);
    if (key.name === 'b') return at(cursor - 1);
    if (key.name === 'f') return at(cursor + 1);
    if (key.name === 'u') return without(0, cursor);
    if (key.name === 'k') return without(cursor, all.length);
    if (key.name === 'w') return without(wordStart(all, cursor), cursor);
    return undefined;
  }
  switch (key.name) {
    case 'left':
      return at(key.alt ? wordStart(all, cursor) : cursor - 1);
    case 'right':
      return at(cursor + 1);
    case 'home':
      return at(0);
    case 'end':
      return at(all.length);
    case 'backspace':
      return cursor === 0 ? line : without(cursor - 1, cursor);
    case 'delete':
      return without(cursor, cursor + 1);
  }
  return key.alt || isNamed(key.name) ? undefined : insertText(line, key.name);
}

/** Text put in at the cursor; line breaks and other control characters become spaces. */
export function insertText(line: LineInput, text: string): LineInput {
  const all = graphemes(line.text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const added = text.replace(/[\u0000-\u001f\u007f]+/g, ' ');
  const before = all.slice(0, line.cursor).join('') + added;
  return { text: before + all.slice(line.cursor).join(''), cursor: graphemes(before).length };
}

function wordStart(all: readonly string[], cursor: number): number {
  let at = cursor;
  while (at > 0 && all[at - 1] === ' ') at--;
  while (at > 0 && all[at - 1] !== ' ') at--;
  return at;
}

/** Whether a key's name is a word (`up`, `enter`, `f1`) and not a character. */
function isNamed(name: string): boolean {
  return /^[a-z][a-z0-9]+$/.test(name);
}

// The commands of `:`: what they mean and how they are completed.

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
