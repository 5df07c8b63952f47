/** What belongs at the cursor of a command line. */
import type { DescribedArgument, DescribedCommand, DescribedFlag } from '../described.ts';

/** A kind of value that completion knows how to list. */
export type ValueKind =
  | 'files'
  | 'nothing'
  | 'rules'
  | 'rule levels'
  | 'migrations'
  | 'messages'
  | 'names'
  | 'methods'
  | 'urls'
  | 'route configurations'
  | 'listeners'
  | 'clusters';

export type Wanted =
  | { readonly kind: 'flags'; readonly flags: readonly DescribedFlag[] }
  | {
      readonly kind: 'value';
      /** The beginning of the word that the value stands behind, such as `--format=`. */
      readonly lead: string;
      readonly options: readonly string[];
      readonly of: ValueKind;
    };

export interface Cursor {
  readonly wanted: Wanted;
  /** The positional arguments before the cursor. */
  readonly given: readonly string[];
}

/**
 * @param words the words behind the command's name, without the one at the cursor
 * @param current the word at the cursor, as far as it goes
 */
export function wantedAt(command: DescribedCommand, words: readonly string[], current: string): Cursor {
  const given: string[] = [];
  const used = new Set<string>();
  let pending: DescribedFlag | undefined;
  let onlyArguments = false;
  for (const word of words) {
    if (pending !== undefined) pending = undefined;
    else if (onlyArguments || !word.startsWith('-') || word === '-') given.push(word);
    else if (word === '--') onlyArguments = true;
    else {
      const flag = flagOf(command, word);
      if (flag === undefined) continue;
      used.add(flag.name);
      const holdsValue = word.startsWith('--') ? word.includes('=') : word.length > 2;
      if (flag.takesValue && !holdsValue) pending = flag;
    }
  }
  if (pending !== undefined) return { wanted: valueFor(pending, ''), given };
  if (!onlyArguments && current.startsWith('--') && current.includes('=')) {
    const flag = flagOf(command, current);
    const lead = current.slice(0, current.indexOf('=') + 1);
    return { wanted: flag?.takesValue ? valueFor(flag, lead) : NOTHING, given };
  }
  const free = command.flags.filter(({ name, repeatable }) => repeatable || !used.has(name));
  const argument = argumentAt(command, given.length);
  if (!onlyArguments && (current.startsWith('-') || (argument === undefined && current === '')))
    return { wanted: { kind: 'flags', flags: free }, given };
  return { wanted: argument === undefined ? NOTHING : ofArgument(command.name, argument), given };
}

function argumentAt(
  { arguments: all, takesMore }: DescribedCommand,
  at: number,
): DescribedArgument | undefined {
  const last = all.at(-1);
  const more = takesMore && last?.options.length === 0 ? last : undefined;
  return all[at] ?? all.find(({ repeatable }) => repeatable) ?? more;
}

const NOTHING: Wanted = { kind: 'value', lead: '', options: [], of: 'nothing' };

function flagOf({ flags }: DescribedCommand, word: string): DescribedFlag | undefined {
  if (!word.startsWith('--')) return flags.find(({ char }) => char === word.charAt(1));
  const name = word.slice(2).replace(/=.*$/s, '');
  return flags.find((flag) => flag.name === name || (flag.negatable && name === `no-${flag.name}`));
}

function valueFor({ name, options, helpValue = '' }: DescribedFlag, lead: string): Wanted {
  return { kind: 'value', lead, options, of: BY_FLAG.get(name) ?? BY_HELP.get(helpValue) ?? 'nothing' };
}

/** By what help calls a value, and by the flag where that says too little. */
const BY_HELP: ReadonlyMap<string, ValueKind> = new Map([
  ['FILE', 'files'],
  ['DIRECTORY', 'files'],
  ['FOLDER', 'files'],
  ['DIR', 'files'],
  ['MESSAGE', 'messages'],
  ['ID', 'migrations'],
  ['ID=LEVEL', 'rule levels'],
  ['METHOD', 'methods'],
]);

const BY_FLAG: ReadonlyMap<string, ValueKind> = new Map([
  ['route-config', 'route configurations'],
  ['listener', 'listeners'],
  ['service-cluster', 'clusters'],
  ['cluster', 'clusters'],
]);

function ofArgument(command: string, { name, options }: DescribedArgument): Wanted {
  const byName: ReadonlyMap<string, ValueKind> = new Map([
    ['explain NAME', 'names'],
    ['schema MESSAGE', 'messages'],
    // A method may stand before the URL, or not.
    ['trace METHOD', 'urls'],
    ['trace URL', 'urls'],
  ]);
  const of = byName.get(`${command} ${name}`) ?? (options.length > 0 ? 'nothing' : 'files');
  return { kind: 'value', lead: '', options, of };
}

/** A word that could stand at the cursor. */
export interface Candidate {
  readonly value: string;
  /** A few words about it, for shells that show them; may be empty. */
  readonly about: string;
}

/** What there is to choose from. */
export interface Candidates {
  readonly of: 'words' | 'files';
  readonly words: readonly Candidate[];
  /** Something is to follow at once, so that no space comes behind the word. */
  readonly goesOn: boolean;
}

export const FILES: Candidates = { of: 'files', words: [], goesOn: false };
