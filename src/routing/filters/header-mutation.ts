/** Changes of request headers by the filter, then by each level of the route. */

import { type BoundMessage, isObject, messagesIn } from '../../model/bound.ts';
import { compareReleases } from '../../schema/release.ts';
import { lowerAscii, lowerText } from '../../traffic/text.ts';
import { textHolds } from '../match/text.ts';
import { addition } from '../outcome/header-changes.ts';
import type { Regexes } from '../regex/regexes.ts';
import { type Request, seen } from '../request/request.ts';
import { type FilterVisit, passed, readAs, textIn, type Verdict } from './filter.ts';
import { formatted, parametersOf, withParameters } from './format.ts';
import { hasField } from './settings.ts';

type Headers = Map<string, readonly string[]>;

/** What is made of a request, one change after the other. */
interface Making {
  /** As it was, but for its path. */
  request: Request;
  /** Its headers as they are by now. */
  readonly headers: Headers;
  readonly touched: Set<string>;
  /** What is written by what is not known here. */
  readonly open: Set<string>;
  readonly visit: FilterVisit;
}

export function headerMutation(config: BoundMessage, visit: FilterVisit): Verdict {
  const { mutations, most_specific_header_mutations_wins: specificLast } = config;
  const levels = visit.settings.flatMap((each) => (isObject(each.mutations) ? [each.mutations] : []));
  const all = [
    ...(isObject(mutations) ? [mutations] : []),
    ...(specificLast === true ? levels.toReversed() : levels),
  ];
  const making = startMaking(visit);
  for (const each of all) {
    for (const change of messagesIn(each.request_mutations)) changeHeaders(change, making);
    const parameters = messagesIn(each.query_parameter_mutations);
    if (parameters.length > 0) changeQuery(parameters, making);
  }
  return changedTo(making);
}

/** What a list of changes makes of a request. */
export function mutated(changes: readonly BoundMessage[], visit: FilterVisit): Verdict {
  const making = startMaking(visit);
  for (const change of changes) changeHeaders(change, making);
  return changedTo(making);
}

function startMaking(visit: FilterVisit): Making {
  const { request } = visit.request;
  const headers: Headers = new Map(
    Object.entries(request.headers).map(([name, value]) => [name, request.repeated?.[name] ?? [value]]),
  );
  return { request, headers, touched: new Set(), open: new Set(), visit };
}

function changedTo({ request: before, headers, touched, open }: Making): Verdict {
  if (touched.size === 0) return passed('it changes nothing of requests');
  const request = withLines(before, headers);
  const why = `it changes ${[...touched].join(', ')}`;
  if (open.size > 0)
    return {
      effect: 'assumed',
      why,
      that: `${[...open].join(', ')}, which it writes by what is not known here, decide nothing`,
      request,
    };
  return { effect: 'changed', why, request };
}

/** Whether settings, or those of filters inside them, may take :status out of answers, without which none is sent on. */
export function takesStatus(settings: readonly BoundMessage[], regexes: Regexes): boolean {
  const isOfStatus = ({ remove_on_match: match }: BoundMessage): boolean => {
    const matcher = isObject(match) ? match.key_matcher : undefined;
    return isObject(matcher) && textHolds(lowerText(matcher), ':status', regexes) !== false;
  };
  return hasField(
    settings,
    (name, value) => name === 'response_mutations' && messagesIn(value).some(isOfStatus),
  );
}

function changeHeaders({ remove, append, remove_on_match: match }: BoundMessage, making: Making): void {
  const { headers, touched, open } = making;
  if (typeof remove === 'string') {
    const name = lowerAscii(remove);
    touched.add(name);
    // Without its host a request is another one, which the upstream may refuse.
    if (name.startsWith(':') || name === 'host') open.add(name);
    else headers.delete(name);
  } else if (isObject(match)) removeMatching(match, making);
  else {
    const option = readAs('core.HeaderValueOption', append);
    if (option === undefined) return;
    const { key, value, append: appends, when, keep_empty: keepsEmpty } = addition(option);
    const name = lowerAscii(key);
    touched.add(name);
    // A value in bytes is written by what is not looked into here.
    const isRaw = option.header !== undefined && 'raw_value' in option.header && value === '';
    const text = isRaw ? { undecided: 'raw_value' } : textOf(value, making);
    const there = headers.get(name);
    if (typeof text !== 'string' || name.startsWith(':')) open.add(name);
    // Nothing is written for an empty value, unless that is asked for.
    else if (text === '' && keepsEmpty !== true) return;
    if (when === 'absent' && there !== undefined) return;
    if (when === 'present' && there === undefined) return;
    const written = typeof text === 'string' ? text : value;
    headers.set(name, appends && there !== undefined ? [...there, written] : [written]);
  }
}

/** What a format writes for the request as it is by now. */
function textOf(format: string, { request, headers, visit }: Making): ReturnType<typeof formatted> {
  if (!format.includes('%')) return format;
  return formatted(format, { ...visit, request: seen(withLines(request, headers), visit.namespace) });
}

/** Without one of these a request is none any more. */
const PSEUDO: readonly string[] = [':authority', ':method', ':path', ':scheme'];

function removeMatching(match: BoundMessage, { headers, touched, open, visit }: Making): void {
  const { key_matcher: matcher } = match;
  for (const name of isObject(matcher) ? [...PSEUDO, ...headers.keys()] : []) {
    const answer = textHolds(lowerText(matcher as BoundMessage), name, visit.regexes);
    if (answer === false) continue;
    touched.add(name);
    if (answer === true && !name.startsWith(':')) headers.delete(name);
    else open.add(name);
  }
}

/** The whole query is written anew, decoded and in the order of its names. */
function changeQuery(changes: readonly BoundMessage[], making: Making): void {
  const { request, touched, open, visit } = making;
  const params = parametersOf(request.path);
  // Fact 126.
  const encodes = compareReleases(visit.release, '1.38') >= 0;
  for (const { append, remove } of changes) {
    const gone = textIn(remove);
    if (gone !== undefined) {
      params.delete(gone);
      continue;
    }
    const { record, action = 'APPEND_IF_EXISTS_OR_ADD' } = isObject(append) ? append : {};
    const { key, value } = isObject(record) ? record : {};
    if (typeof key !== 'string' || typeof value !== 'string') {
      open.add('the query');
      continue;
    }
    const text = textOf(value, making);
    if (typeof text !== 'string') open.add('the query');
    const before = params.get(key);
    const written = typeof text !== 'string' ? value : encodes ? encoded(text) : text;
    if (action === 'ADD_IF_ABSENT' && before !== undefined) continue;
    if (action === 'OVERWRITE_IF_EXISTS' && before === undefined) continue;
    const appends = action === 'APPEND_IF_EXISTS_OR_ADD' || action === 'ADD_IF_ABSENT';
    params.set(key, appends ? [...(before ?? []), written] : [written]);
  }
  touched.add('the query');
  making.request = { ...request, path: withParameters(request.path, params) };
}

/** Values are encoded when they are written; those that were there are not. */
function encoded(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => String.fromCharCode(byte))
    .map((each) =>
      /[-.0-9A-Z_a-z~]/.test(each)
        ? each
        : `%${each.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');
}

function withLines({ repeated: _, ...request }: Request, headers: Headers): Request {
  const lines = [...headers];
  const several = lines.filter(([, values]) => values.length > 1);
  return {
    ...request,
    headers: Object.fromEntries(lines.map(([name, values]) => [name, values.join()])),
    ...(several.length === 0 ? {} : { repeated: Object.fromEntries(several) }),
  };
}
