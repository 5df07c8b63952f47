/**
 * What one dimension of a request may be: absent, or a text in some languages and in none of others. Of a header that
 * may come several times (`each`), each of the languages holds one of its values, not always the same one, and no value
 * is in one of the others.
 *
 * Invariant: languages stand only where a text may be there. Their lists hold no key twice and are sorted by key, so
 * that equal lists have equal keys.
 */
import type { Language } from './language.ts';

export interface Values {
  readonly absent: boolean;
  readonly present: boolean;
  readonly within: readonly Language[];
  readonly without: readonly Language[];
  readonly each?: true;
}

/** One text, or several of a header that comes several times. */
export type Text = string | readonly string[];

export const ANYTHING: Values = { absent: true, present: true, within: [], without: [] };
export const ABSENT: Values = { absent: true, present: false, within: [], without: [] };
export const PRESENT: Values = { absent: false, present: true, within: [], without: [] };
export const NEVER: Values = { absent: false, present: false, within: [], without: [] };

export function within(language: Language): Values {
  return { absent: false, present: true, within: [language], without: [] };
}

export function without(language: Language): Values {
  return { absent: false, present: true, within: [], without: [language] };
}

export function meet(left: Values, right: Values): Values {
  const absent = left.absent && right.absent;
  if (!left.present || !right.present) return absent ? ABSENT : NEVER;
  const inside = joined(left.within, right.within);
  const outside = joined(left.without, right.without);
  const isEach = left.each === true || right.each === true;
  if (contradict(inside, outside, isEach)) return absent ? ABSENT : NEVER;
  const both = { absent, present: true, within: inside, without: outside };
  return isEach ? { ...both, each: true } : both;
}

/** Values of a header that may come several times. */
export function ofEach(values: Values): Values {
  return { ...values, each: true };
}

/** Everything else, in disjoint parts. */
export function complement(values: Values): readonly Values[] {
  const { absent, present, within: inside, without: outside, each } = values;
  const there = each ? ofEach(PRESENT) : PRESENT;
  const parts: Values[] = [];
  if (!absent) parts.push(ABSENT);
  if (!present) return [...parts, PRESENT];
  // Parts of sorted lists are sorted.
  for (const [at, language] of inside.entries())
    parts.push(meet({ ...there, within: inside.slice(0, at) }, without(language)));
  for (const [at, language] of outside.entries())
    parts.push(meet({ ...there, within: inside, without: outside.slice(0, at) }, within(language)));
  return parts;
}

/** Whether a text, or its absence, is among the values; undefined where that cannot be said. */
export function holds(values: Values, text: Text | undefined): boolean | undefined {
  if (text === undefined) return values.absent;
  if (!values.present) return false;
  let answer: boolean | undefined = true;
  for (const language of values.within) {
    const each = hasOneOf(language, text);
    if (each === false) return false;
    if (each === undefined) answer = undefined;
  }
  for (const language of values.without) {
    const each = hasOneOf(language, text);
    if (each === true) return false;
    if (each === undefined) answer = undefined;
  }
  return answer;
}

function hasOneOf(language: Language, text: Text): boolean | undefined {
  if (typeof text === 'string') return language.holds(text);
  let answer: boolean | undefined = false;
  for (const one of text) {
    const each = language.holds(one);
    if (each === true) return true;
    if (each === undefined) answer = undefined;
  }
  return answer;
}

/** Both lists are sorted and hold no key twice, and so does the answer. */
function joined(left: readonly Language[], right: readonly Language[]): readonly Language[] {
  if (right.length === 0 || left === right) return left;
  if (left.length === 0) return right;
  const both: Language[] = [];
  let l = 0;
  let r = 0;
  for (;;) {
    const [a, b] = [left[l], right[r]];
    if (a === undefined || b === undefined) {
      for (const rest of a === undefined ? right.slice(r) : left.slice(l)) both.push(rest);
      return both;
    }
    both.push(a.key <= b.key ? a : b);
    if (a.key <= b.key) l++;
    if (b.key <= a.key) r++;
  }
}

/** What can be seen without a search: a language on both sides, or heads that settle it. */
function contradict(inside: readonly Language[], outside: readonly Language[], isEach: boolean): boolean {
  for (const each of inside) {
    for (const other of outside)
      if (each === other || isPartOf(each, other) || each.key === other.key) return true;
    // Several values can be in languages that are apart.
    if (!isEach) for (const other of inside) if (each !== other && areApart(each, other)) return true;
  }
  return false;
}

/** Whether it is plain that two languages share no text. */
function areApart({ form: left }: Language, other: Language): boolean {
  const right = other.form;
  if (left === undefined || right === undefined || left.fold) return false;
  if (left.kind === 'exact') return other.holds(left.text) === false;
  return right.kind === 'prefix' && !right.fold && !headsMeet(left.text, right.text);
}

export function headsMeet(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** Whether it is plain that every text of a language is in another. */
export function isPartOf({ form, head }: Language, other: Language): boolean {
  if (other.form === undefined || (form?.fold === true && !other.form.fold && /[a-z]/i.test(other.form.text)))
    return false;
  if (other.form.kind === 'prefix') return other.holds(form?.text ?? head ?? '') === true;
  return form?.kind === 'exact' && !form.fold && other.holds(form.text) === true;
}
