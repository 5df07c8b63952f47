/**
 * A short readable member of what one dimension may be. A search is remembered without the plain text that all its
 * languages begin with, so that routes which differ in nothing but their heads are searched once.
 */
import type { Meter } from '../regex/meter.ts';
import { EVERYTHING, literal, type Regex, sequence } from '../regex/syntax.ts';
import { bytesOf } from '../regex/text.ts';
import type { Language } from './language.ts';
import { type Automata, type Shortest, shortestText, startAutomata } from './shortest.ts';
import { type Universe, universeOf } from './universe.ts';
import { headsMeet, holds, type Values } from './values.ts';

export type Member =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'undecided'; readonly reason: string };

/** Finds members of single dimensions; what was searched once is remembered. */
export interface Finder {
  /** One of the values, absence first; what is short and reads well before the rest. */
  readonly member: (dimension: string, values: Values, meter: Meter) => Member;
}

const FINDERS = new WeakMap<object, Finder>();

/** The finder that all route lists use which ask the same regex engine: they often ask the same. */
export function finderOf(engine: object): Finder {
  const known = FINDERS.get(engine);
  if (known !== undefined) return known;
  const made = startFinding();
  FINDERS.set(engine, made);
  return made;
}

/** What earlier searches have found and made. */
interface Memory {
  readonly found: Map<string, Shortest>;
  readonly automata: Automata;
}

export function startFinding(): Finder {
  const memory: Memory = { found: new Map(), automata: startAutomata() };
  return {
    member: (dimension, values, meter) => {
      const universe = universeOf(dimension);
      if (values.absent && !universe.always) return ABSENT;
      if (!values.present) return NONE;
      return guessed(values, universe, meter) ?? searched(dimension, values, universe, memory, meter);
    },
  };
}

const ABSENT: Member = { kind: 'absent' };
const NONE: Member = { kind: 'none' };

/** What is seen without a search. */
function guessed(values: Values, universe: Universe, meter: Meter): Member | undefined {
  const only = values.within.find(({ form }) => form?.kind === 'exact' && !form.fold)?.form?.text;
  if (only !== undefined) {
    if (!meter.spend(1 + values.within.length + values.without.length)) return outOfBudget(meter);
    const answer = universe.holds(only) && holds(values, only);
    if (answer === undefined) return undefined;
    return answer ? { kind: 'text', text: only } : NONE;
  }
  // Usual texts are seldom among those of a regex.
  if (values.within.some(({ rest, form }) => rest !== undefined && form === undefined)) return undefined;
  for (const language of [...values.within, universe])
    for (const text of language.samples) {
      if (!meter.spend(1 + values.within.length + values.without.length)) return outOfBudget(meter);
      if (universe.holds(text) && holds(values, text) === true) return { kind: 'text', text };
    }
  return undefined;
}

function searched(
  dimension: string,
  values: Values,
  universe: Universe,
  memory: Memory,
  meter: Meter,
): Member {
  const question = behindHead(values, universe);
  if (question === undefined) return NONE;
  const { head, within, without } = question;
  const key = `${dimension}${head === '' ? '' : ' behind'}${keyOf(within)} without${keyOf(without)}`;
  const found = memory.found.get(key) ?? search(question, universe, memory.automata, meter);
  if (found === 'none' || 'text' in found) memory.found.set(key, found);
  if (found === 'none') return NONE;
  if ('undecided' in found) return { kind: 'undecided', reason: found.undecided };
  const text = head + found.text;
  if (holds(values, text) === true) return { kind: 'text', text };
  const open = [...values.within, ...values.without].find((each) => each.tree() === undefined);
  return {
    kind: 'undecided',
    reason: open
      ? `${JSON.stringify(open.key)} cannot be decided for all texts at once`
      : `${JSON.stringify(text)} was found by one way of matching and not by the other`,
  };
}

/** What is left of a language behind a plain text that it begins with. */
interface Left {
  readonly head: string;
  readonly key: string;
  readonly tree: () => Regex | undefined;
}

interface Question {
  /** What every member begins with. */
  readonly head: string;
  readonly within: readonly Left[];
  readonly without: readonly Left[];
}

/** Takes off the plain text that every member begins with; undefined where there can be no member. */
function behindHead(values: Values, universe: Universe): Question | undefined {
  const inside = values.within.map(whole);
  const longest = inside.reduce((most, { head }) => (head.length > most.length ? head : most), '');
  if (inside.some(({ head }) => !longest.startsWith(head))) return undefined;
  // What begins with something else takes nothing away.
  const outside = values.without.map(whole).filter(({ head }) => headsMeet(head, longest));
  let head = longest;
  for (const each of outside) if (each.head.length < head.length) head = each.head;
  for (const each of inside) if (each.head.length < head.length) head = each.head;
  if (/[\ud800-\udbff]$/.test(head)) head = head.slice(0, -1);
  if (universe.after === undefined || !universe.holds(head)) head = '';
  const left = (each: Left): Left => ({ ...each, head: each.head.slice(head.length) });
  return { head, within: inside.filter(hasTree).map(left), without: outside.filter(hasTree).map(left) };
}

function whole(language: Language): Left {
  const { head = '', rest } = language;
  return rest === undefined
    ? { head: '', key: language.key, tree: () => language.tree() }
    : { head, key: rest.key, tree: () => rest.tree };
}

/** Languages without an automaton are left out: what is empty without them is empty with them. */
function hasTree({ tree }: Left): boolean {
  return tree() !== undefined;
}

/** Every text has its length before it, so that no two lists run into one. */
function keyOf(all: readonly Left[]): string {
  let text = '';
  for (const { head, key } of all) text += ` ${head.length} ${key.length} ${head}${key}`;
  return text;
}

function search(
  { head, within, without }: Question,
  universe: Universe,
  automata: Automata,
  meter: Meter,
): Shortest {
  const around = head === '' ? universe.tree() : (universe.after?.() ?? EVERYTHING);
  return shortestText([around, ...within.flatMap(treeOf)], without.flatMap(treeOf), automata, meter);
}

function treeOf({ head, tree }: Left): readonly Regex[] {
  const rest = tree();
  if (rest === undefined) return [];
  return [head === '' ? rest : sequence([literal(bytesOf(head)), rest])];
}

function outOfBudget(meter: Meter): Member {
  return { kind: 'undecided', reason: meter.exhausted() ?? 'the budget ended' };
}
