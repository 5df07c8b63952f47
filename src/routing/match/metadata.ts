/** Conditions on metadata, wherever that comes from. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Data } from '../../source/data.ts';
import { ExactNumber } from '../../source/data.ts';
import type { Answer, Regexes, Say } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';
import { allHold } from './all-hold.ts';
import { UNKNOWN_CONDITION } from './open-match.ts';
import { matchesString, quoted } from './text.ts';

/** Whether all matchers of a route hold for the metadata that a request is said to have. */
export function matchesMetadata(
  matchers: readonly BoundMessage[],
  metadata: { readonly [namespace: string]: Data },
  request: SeenRequest,
  regexes: Regexes,
  say: Say,
): Answer {
  const holds = (matcher: BoundMessage): Answer => {
    const namespace = namespaceOf(matcher);
    const data = Object.hasOwn(metadata, namespace) ? metadata[namespace] : undefined;
    const answer = holdsIn(matcher, data, regexes);
    if (answer === false) say?.(`the dynamic metadata ${quoted(namespace)} is not what it asks for`);
    return answer;
  };
  return allHold(matchers, holds, request, regexes, say);
}

export function namespaceOf({ filter }: BoundMessage): string {
  return typeof filter === 'string' ? filter : '';
}

/** Whether a matcher holds for what stands under its namespace. */
export function holdsIn(
  { path, value, invert }: BoundMessage,
  data: Data | undefined,
  regexes: Regexes,
): Answer {
  const keys = (Array.isArray(path) ? path : []).map((segment) =>
    isObject(segment) && typeof segment.key === 'string' ? segment.key : '',
  );
  const answer = isObject(value) ? valueHolds(value, valueAt(data, keys), regexes) : UNKNOWN_CONDITION;
  return typeof answer === 'boolean' && invert === true ? !answer : answer;
}

function valueAt(data: Data | undefined, keys: readonly string[]): Data | undefined {
  let at = data;
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || at instanceof ExactNumber)
      return undefined;
    at = Object.hasOwn(at, key) ? (at as { readonly [key: string]: Data })[key] : undefined;
  }
  return at;
}

/** What is missing meets nothing, also no null_match; `present_match: false` is never met. */
function valueHolds(matcher: BoundMessage, value: Data | undefined, regexes: Regexes): Answer {
  if (value === undefined) return false;
  const { null_match: isNull, double_match: double, string_match: text, bool_match: bool } = matcher;
  const { present_match: present, list_match: list, or_match: or } = matcher;
  if (isObject(text))
    return typeof value === 'string' && matchesString(text, value, 'the metadata', regexes, undefined);
  if (typeof bool === 'boolean') return value === bool;
  if (present !== undefined) return present === true;
  if (isObject(list)) {
    const inner = list.one_of;
    if (!isObject(inner)) return UNKNOWN_CONDITION;
    if (!Array.isArray(value)) return false;
    const answers = value.map((each) => valueHolds(inner, each, regexes));
    return answers.find((each) => each === true) ?? answers.find((each) => each !== false) ?? false;
  }
  if (isObject(or)) {
    const all = Array.isArray(or.value_matchers) ? or.value_matchers.filter(isObject) : [];
    const answers = all.map((each) => valueHolds(each, value, regexes));
    return answers.find((each) => each === true) ?? answers.find((each) => each !== false) ?? false;
  }
  if (isObject(double)) return doubleHolds(double, value);
  return isNull !== undefined ? value === null : UNKNOWN_CONDITION;
}

function doubleHolds({ exact, range }: BoundMessage, value: Data): Answer {
  const number = value instanceof ExactNumber ? Number(value.text) : value;
  if (typeof number !== 'number') return false;
  if (exact !== undefined) return number === Number(exact);
  if (!isObject(range)) return UNKNOWN_CONDITION;
  return number >= Number(range.start ?? 0) && number < Number(range.end ?? 0);
}
