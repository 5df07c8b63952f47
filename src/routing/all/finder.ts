/**
 * A short readable member of what one dimension may be. A search is remembered without the plain text that all its
 * languages begin with, so that routes which differ in nothing but their heads are searched once.
 */
import type { Automaton } from '../regex/automaton.ts';
import type { Meter } from '../regex/meter.ts';
import type { Ranges } from '../regex/ranges.ts';
import { differenceOf, type Found, findNamespace, intersectionOf, unionOf } from '../regex/search.ts';
import { automatonOf } from '../regex/subset.ts';
import { EVERYTHING, literal, type Regex, sequence } from '../regex/syntax.ts';
import { bytesOf } from '../regex/utf8.ts';
import type { Language } from './language.ts';
import { type Universe, universeOf } from './universe.ts';
import { headsMeet, holds, type Values } from './values.ts';

export type Member =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string }
  /** Values of one header. */
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
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
      const { each, ...single } = values;
      const find = (one: Values): Member =>
        guessed(one, universe, meter) ?? searched(dimension, one, universe, memory, meter);
      const member = find(single);
      if (each !== true || member.kind === 'text' || values.within.length < 2) return member;
      return several(single, find);
    },
  };
}

/** A text for each of the languages where no single one is in all of them: they are values of one header. */
function several({ within, without }: Values, find: (values: Values) => Member): Member {
  const texts: string[] = [];
  for (const language of within) {
    if (texts.some((text) => language.holds(text) === true)) continue;
    const member = find({ absent: false, present: true, within: [language], without });
    if (member.kind !== 'text') return member;
    texts.push(member.text);
  }
  return { kind: 'texts', texts };
}

const ABSENT: Member = { kind: 'absent' };
const NONE: Member = { kind: 'none' };

/** What is seen without a search. */
function guessed(values: Values, universe: Universe, meter: Meter): Member | undefined {
  const work = 1 + values.within.length + values.without.length;
  let regex: Language | undefined;
  for (const language of values.within) {
    const { form, rest } = language;
    if (form === undefined) regex ??= rest === undefined ? undefined : language;
    else if (form.kind === 'exact' && !form.fold) {
      if (!meter.spend(work)) return outOfBudget(meter);
      const answer = universe.holds(form.text) && holds(values, form.text);
      if (answer === undefined) return undefined;
      return answer ? { kind: 'text', text: form.text } : NONE;
    }
  }
  if (regex !== undefined) {
    // Usual texts are seldom among those of a regex.
    const example = regex.rest?.example();
    if (!meter.spend(work)) return outOfBudget(meter);
    const text = example === undefined ? undefined : (regex.head ?? '') + example;
    return text !== undefined && universe.holds(text) && holds(values, text) === true
      ? { kind: 'text', text }
      : undefined;
  }
  for (const { form } of values.within)
    if (form?.kind === 'prefix' && !form.fold && universe.holds(form.text) && holds(values, form.text))
      return { kind: 'text', text: form.text };
  for (const language of [...values.within, universe])
    for (const text of language.samples) {
      if (!meter.spend(work)) return outOfBudget(meter);
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
      ? `the regex ${JSON.stringify(open.pattern ?? open.key)} cannot be decided for all texts at once`
      : `${JSON.stringify(text)} was found by one way of matching and not by the other`,
  };
}

/** What is left of a language behind a plain text that it begins with. */
interface Left {
  readonly head: string;
  readonly key: string;
  readonly tree: Regex;
}

interface Question {
  /** What every member begins with. */
  readonly head: string;
  readonly within: readonly Left[];
  readonly without: readonly Left[];
}

/** Takes off the plain text that every member begins with; undefined where there can be no member. */
function behindHead(values: Values, universe: Universe): Question | undefined {
  let longest = '';
  for (const language of values.within) {
    const head = headOf(language);
    if (!headsMeet(head, longest)) return undefined;
    if (head.length > longest.length) longest = head;
  }
  // What begins with something else takes nothing away.
  const outside = values.without.filter((language) => headsMeet(headOf(language), longest));
  let length = longest.length;
  for (const language of values.within) length = Math.min(length, headOf(language).length);
  for (const language of outside) length = Math.min(length, headOf(language).length);
  let head = longest.slice(0, length);
  if (/[\ud800-\udbff]$/.test(head)) head = head.slice(0, -1);
  if (universe.after === undefined || !universe.holds(head)) head = '';
  return { head, within: leftOf(values.within, head.length), without: leftOf(outside, head.length) };
}

function headOf({ head, rest }: Language): string {
  return rest === undefined ? '' : (head ?? '');
}

/** Languages without an automaton are left out: what is empty without them is empty with them. */
function leftOf(languages: readonly Language[], length: number): readonly Left[] {
  const left: Left[] = [];
  for (const language of languages) {
    const { rest } = language;
    const tree = rest === undefined ? language.tree() : rest.tree;
    if (tree === undefined) continue;
    left.push({ head: headOf(language).slice(length), key: rest?.key ?? language.key, tree });
  }
  return left;
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
  return shortestText([around, ...within.map(treeOf)], without.map(treeOf), automata, meter);
}

function treeOf({ head, tree }: Left): Regex {
  return head === '' ? tree : sequence([literal(bytesOf(head)), tree]);
}

function outOfBudget(meter: Meter): Member {
  return { kind: 'undecided', reason: meter.exhausted() ?? 'the budget ended' };
}

/** A short readable text that is in some languages and in none of others. */
type Shortest = { readonly text: string } | 'none' | { readonly undecided: string };

/** Automata over all bytes, and over those of ASCII alone. */
type Alphabet = 'bytes' | 'ascii';

/** Makes automata; shared ones keep the steps that were taken before. */
type Automata = (tree: Regex, alphabet: Alphabet, meter: Meter) => Automaton | 'too-large';

/** So many are kept of each alphabet, those that were used last. */
const MAX_KEPT = 500;

const ALPHABETS: { readonly [alphabet in Alphabet]: Ranges | undefined } = {
  bytes: undefined,
  ascii: [0, 0x7f],
};

function startAutomata(): Automata {
  const known = { bytes: new Map<Regex, Automaton>(), ascii: new Map<Regex, Automaton>() };
  return (tree, alphabet, meter) => {
    const kept = known[alphabet];
    const automaton = kept.get(tree) ?? automatonOf(tree, meter, ALPHABETS[alphabet]);
    kept.delete(tree);
    if (automaton === 'too-large') return automaton;
    kept.set(tree, automaton);
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    return automaton;
  };
}

/**
 * Classes of bytes from which on a search in ASCII alone comes first: a class of letters of all scripts tells a hundred
 * kinds of bytes apart, which few configurations are about, and each step of a search looks at all of them.
 */
const MANY_CLASSES = 40;

/** `within` must not be empty. No tree may hold a back reference. */
function shortestText(
  within: readonly Regex[],
  without: readonly Regex[],
  automata: Automata,
  meter: Meter,
): Shortest {
  const all = rest(within, without, meter, (tree) => automata(tree, 'bytes', meter));
  if (all === undefined)
    return { undecided: meter.exhausted() ?? 'a regular expression is too large to be searched' };
  if (all.classes.bytes.length > MANY_CLASSES) {
    const ascii = rest(within, without, meter, (tree) => automata(tree, 'ascii', meter));
    const found = ascii === undefined ? undefined : findNamespace(ascii, meter);
    if (found?.kind === 'word') return shortest(found);
  }
  return shortest(findNamespace(all, meter));
}

function shortest(found: Found): Shortest {
  if (found.kind === 'none') return 'none';
  if (found.kind === 'undecided') return { undecided: found.reason };
  return found.text === undefined ? { undecided: 'no text in UTF-8 was found' } : { text: found.text };
}

/** What all of the first take and none of the others; undefined where one is too large, or the meter ends. */
function rest(
  within: readonly Regex[],
  without: readonly Regex[],
  meter: Meter,
  made: (tree: Regex) => Automaton | 'too-large',
): Automaton | undefined {
  const inside: Automaton[] = [];
  const outside: Automaton[] = [];
  for (const [trees, automata] of [
    [within, inside],
    [without, outside],
  ] as const)
    for (const tree of trees) {
      const automaton = made(tree);
      // Walked together, each tells all bytes apart.
      if (automaton === 'too-large' || !meter.spend(BYTES)) return undefined;
      automata.push(automaton);
    }
  const together = intersectionOf(inside);
  return outside.length === 0 ? together : differenceOf(together, unionOf(outside));
}

const BYTES = 256;
