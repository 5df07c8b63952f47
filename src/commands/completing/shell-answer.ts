/** What a shell is told when somebody presses Tab. */
import { safeLine } from '../../present/text.ts';
import type { DescribedCommand, DescribedFlag } from '../described.ts';
import {
  type Candidate,
  type Candidates,
  type Cursor,
  FILES,
  type ValueKind,
  type Wanted,
  wantedAt,
} from './wanted.ts';

/** The commands that can be completed. */
interface Commands {
  readonly commands: ReadonlyMap<string, DescribedCommand>;
  readonly aliases: ReadonlyMap<string, string>;
}

export type Shell = 'bash' | 'zsh' | 'fish';

/** More would scroll away. */
const MAX_WORDS = 1000;
const LONGEST_ABOUT = 80;

/**
 * The answer, a line each: first what kind it is (`files`, or `words`, with `nospace` where the word goes on), then
 * the words that could stand at the cursor. For bash they are quoted, and begin where bash begins to replace; for the
 * other shells, which quote by themselves, a tab and a few words of description follow.
 *
 * @param given for bash its word breaks and the line up to the cursor; for the others the words up to the cursor
 */
export async function answer(shell: Shell, given: readonly string[], commands: Commands): Promise<string> {
  if (shell !== 'bash') {
    const last = given.at(-1) ?? '';
    // Fish shows the word at the cursor with its quotes, which it knows much as bash does.
    const current = shell === 'fish' ? readLine(last, '').current : last;
    const found = await candidatesFor(given.slice(0, -1), current, commands);
    return listed(found, ({ value, about }) => `${value}\t${shortened(about)}`);
  }
  const [breaks = '', typed = ''] = given;
  const line = readLine(typed, breaks);
  const found = line.redirects ? FILES : await candidatesFor(line.words, line.current, commands);
  return listed(found, ({ value }) => quoted(value.slice(line.kept), line.quoting));
}

function listed(
  { of, words: all, goesOn }: Candidates,
  line: (word: Candidates['words'][number]) => string,
): string {
  const head = goesOn ? `${of} nospace` : of;
  return [head, ...all.map(line)].map((each) => `${each}\n`).join('');
}

/** @param typed the words before the cursor, the program first */
async function candidatesFor(
  typed: readonly string[],
  current: string,
  commands: Commands,
): Promise<Candidates> {
  const found = await allFor(typed.slice(1), current, commands);
  const seen = new Set<string>();
  const fitting = found.words.filter(({ value }) => {
    const fits = value.startsWith(current) && safeLine(value) === value && !seen.has(value);
    if (fits) seen.add(value);
    return fits;
  });
  return { ...found, words: fitting.slice(0, MAX_WORDS) };
}

async function allFor(typed: readonly string[], current: string, commands: Commands): Promise<Candidates> {
  const at = typed.findIndex((word) => word !== '--color' && word !== '--no-color');
  const name = at === -1 ? undefined : typed[at];
  if (name === undefined || name === 'help') {
    if (name === undefined && current.startsWith('-'))
      return words(
        '',
        ['--help', '--version', '--color', '--no-color'].map((value) => ({ value, about: '' })),
      );
    return commandWords(commands, name === undefined);
  }
  const command = commands.commands.get(commands.aliases.get(name) ?? name);
  if (command === undefined) return FILES;
  const cursor = wantedAt(command, typed.slice(at + 1), current);
  const { wanted } = cursor;
  return wanted.kind === 'flags' ? flagWords(wanted.flags) : await valuesAt(wanted, cursor, current);
}

function commandWords(commands: Commands, withHelp: boolean): Candidates {
  const named = [...commands.commands.values()].map(({ name, summary }) => ({ value: name, about: summary }));
  const others = [...commands.aliases].map(([value, of]) => ({ value, about: `the same as ${of}` }));
  const help = withHelp ? [{ value: 'help', about: 'What there is, or what one command takes.' }] : [];
  return words('', [...named, ...others, ...help]);
}

function shortened(text: string): string {
  const line = safeLine(text);
  return line.length > LONGEST_ABOUT ? `${line.slice(0, LONGEST_ABOUT - 1)}…` : line;
}

// Text put onto a bash command line such that the shell takes it literally, whatever it holds.

/** ASCII that means something to a shell, or may. */
const SPECIAL = /[^\w@%+,./:=\u0080-\uffff-]/g;

/** @param quoting of the place where the text goes; bash closes an open quote by itself */
export function quoted(text: string, quoting: Quoting): string {
  switch (quoting) {
    case 'single':
      return text.replaceAll("'", "'\\''");
    case 'double':
      // History is expanded within double quotes too, and there a backslash before `!` would stay.
      return text.replace(/["\\$`]/g, '\\$&').replaceAll('!', '"\\!"');
    case 'none':
      return text.replace(SPECIAL, '\\$&');
  }
}

// The words of a shell's command line up to the cursor, as bash would split them. Nothing in it is expanded.

/** How the word at the cursor is quoted there. */
type Quoting = 'none' | 'single' | 'double';

interface ShellLine {
  /** The words before the one at the cursor, the program first, without their quotes. */
  readonly words: readonly string[];
  /** What the word at the cursor says so far. */
  readonly current: string;
  readonly quoting: Quoting;
  /** How much of `current` stands before the part that the shell replaces. */
  readonly kept: number;
  /** A redirection is being written: the word names a file. */
  readonly redirects: boolean;
}

const ESCAPED_IN_DOUBLE = '"\\$`';

/**
 * @param line the command line up to the cursor
 * @param breaks the characters at which the shell begins another word of its own (bash: `COMP_WORDBREAKS`)
 */
export function readLine(line: string, breaks: string): ShellLine {
  const words: string[] = [];
  let current = '';
  let started = false;
  let quoting: Quoting = 'none';
  let kept = 0;
  let redirects = false;
  const finish = (): void => {
    if (started && !redirects) words.push(current);
    if (started) redirects = false;
    current = '';
    started = false;
    kept = 0;
  };
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (quoting !== 'none') {
      if (character === (quoting === 'single' ? "'" : '"')) quoting = 'none';
      else if (
        quoting === 'double' &&
        character === '\\' &&
        ESCAPED_IN_DOUBLE.includes(line.charAt(at + 1))
      ) {
        at++;
        current += line.charAt(at);
      } else current += character;
    } else if (character === "'" || character === '"') {
      quoting = character === "'" ? 'single' : 'double';
      started = true;
      kept = current.length;
    } else if (character === '\\') {
      at++;
      current += line.charAt(at);
      started = true;
    } else if (/\s/.test(character)) finish();
    else if (character === '<' || character === '>') {
      // `2>` and `&>` are part of the redirection.
      if (/^[\d&]*$/.test(current)) started = false;
      finish();
      redirects = true;
    } else {
      current += character;
      started = true;
      if (breaks.includes(character)) kept = current.length;
    }
  }
  return { words: withoutAssignments(words), current, quoting, kept, redirects };
}

/** `NAME=value` before a command sets its environment. */
function withoutAssignments(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  return first === -1 ? [] : words.slice(first);
}

type Value = Extract<Wanted, { readonly kind: 'value' }>;

/** @param current the word at the cursor, as far as it goes */
async function valuesAt(value: Value, { given }: Cursor, current: string): Promise<Candidates> {
  const { lead, options, of } = value;
  const typed = current.slice(lead.length);
  if (options.length > 0)
    return words(
      lead,
      options.map((option) => ({ value: option, about: '' })),
    );
  if (of === 'files') return FILES;
  if (of === 'rule levels') return await ruleLevels(lead, typed);
  if (of === 'migrations') return await migrationList(lead, typed);
  const found = await namesOf(of, given, typed);
  return { ...words(lead, found), goesOn: of === 'urls' };
}

function flagWords(flags: readonly DescribedFlag[]): Candidates {
  const all = flags.flatMap(({ name, negatable, description }): Candidate[] => [
    { value: `--${name}`, about: description },
    ...(negatable ? [{ value: `--no-${name}`, about: description }] : []),
  ]);
  return words('', [...all, { value: '--help', about: 'What the command takes.' }]);
}

function words(lead: string, candidates: readonly Candidate[]): Candidates {
  const led = candidates.map(({ value, about }) => ({ value: `${lead}${value}`, about }));
  return { of: 'words', words: led, goesOn: false };
}

/** Rule ids, and behind `ID=` the levels. */
async function ruleLevels(lead: string, typed: string): Promise<Candidates> {
  const { explainedRules } = await import('../../analyze/index.ts');
  const at = typed.indexOf('=');
  if (at === -1) {
    const rules = explainedRules.map(({ id, purpose }) => ({ value: `${id}=`, about: purpose }));
    return { ...words(lead, rules), goesOn: true };
  }
  const { RULE_SETTINGS } = await import('../../settings/index.ts');
  const levels = RULE_SETTINGS.map((level) => ({ value: level, about: '' }));
  return words(`${lead}${typed.slice(0, at + 1)}`, levels);
}

/** Migration ids, several with commas between them. */
async function migrationList(lead: string, typed: string): Promise<Candidates> {
  const { migrations } = await import('../../../migrations/index.ts');
  const before = typed.slice(0, typed.lastIndexOf(',') + 1);
  const named = before.split(',');
  const left = migrations.filter(({ id }) => !named.includes(id));
  return words(
    `${lead}${before}`,
    left.map(({ id, title }) => ({ value: id, about: title })),
  );
}

async function namesOf(
  of: ValueKind,
  files: readonly string[],
  typed: string,
): Promise<readonly Candidate[]> {
  switch (of) {
    case 'messages': {
      const { namesToExplain } = await import('../../report/explain/find.ts');
      return namesToExplain('messages', typed);
    }
    case 'names': {
      const { namesToExplain } = await import('../../report/explain/find.ts');
      return namesToExplain('all', typed);
    }
    case 'methods':
      return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT'].map((value) => ({
        value,
        about: '',
      }));
    case 'urls':
    case 'route configurations':
    case 'listeners':
    case 'clusters': {
      const names = await import('./names.ts');
      const routing = await names.routingIn(files);
      if (of === 'urls') return names.urls(routing, typed);
      if (of === 'clusters') return names.clusterNames(routing);
      return of === 'listeners' ? names.listenerNames(routing) : names.routeConfigurationNames(routing);
    }
    default:
      return [];
  }
}
