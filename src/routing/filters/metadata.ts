/** Conditions on metadata: what earlier filters left, or what stands in the route. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Data } from '../../source/data.ts';
import { ExactNumber } from '../../source/data.ts';
import { UNKNOWN_CONDITION } from '../match/open-match.ts';
import { matchesString } from '../match/text.ts';
import type { Answer, Regexes } from '../regex/regexes.ts';
import type { FilterVisit } from './filter.ts';

/** Whether a MetadataMatcher holds. @param ofRoute it looks at the metadata of the route */
export function metadataHolds(matcher: BoundMessage, visit: FilterVisit, ofRoute = false): Answer {
  const { filter, path, value, invert } = matcher;
  const namespace = typeof filter === 'string' ? filter : '';
  const found = ofRoute ? routeMetadata(namespace, visit) : dynamicMetadata(namespace, visit);
  if (typeof found === 'object' && found !== null && 'undecided' in found) return found;
  const keys = (Array.isArray(path) ? path : []).map((segment) =>
    isObject(segment) && typeof segment.key === 'string' ? segment.key : '',
  );
  const answer = isObject(value)
    ? valueHolds(value, valueAt(found?.data, keys), visit.regexes)
    : UNKNOWN_CONDITION;
  return typeof answer === 'boolean' && invert === true ? !answer : answer;
}

type Found = { readonly data: Data | undefined } | undefined | { readonly undecided: string };

function dynamicMetadata(namespace: string, { metadata, openMetadata }: FilterVisit): Found {
  const data = metadata.get(namespace);
  if (data !== undefined) return { data };
  if (openMetadata === undefined) return undefined;
  const asked = `the dynamic metadata ${JSON.stringify(namespace)}`;
  return { undecided: `it asks about ${asked}, which ${openMetadata} (dynamic_metadata of --request)` };
}

function routeMetadata(namespace: string, { route }: FilterVisit): Found {
  if (route.kind === 'none' || route.kind === 'tls') return undefined;
  return { data: route.visit.route.metadata?.filter_metadata?.[namespace] };
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
