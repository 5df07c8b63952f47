/** Changes of request headers by the filter, then by each level of the route. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { matchesString } from '../match/text.ts';
import { addition } from '../outcome/header-changes.ts';
import { lowerAscii, type Request } from '../request/request.ts';
import { type FilterVisit, passed, readAs, type Verdict } from './filter.ts';

type Headers = Map<string, readonly string[]>;

export function headerMutation(config: BoundMessage, visit: FilterVisit): Verdict {
  const { mutations, most_specific_header_mutations_wins: specificLast } = config;
  const levels = visit.settings.flatMap((each) => (isObject(each.mutations) ? [each.mutations] : []));
  const all = [
    ...(isObject(mutations) ? [mutations] : []),
    ...(specificLast === true ? levels.toReversed() : levels),
  ];
  const changes = all.flatMap((each) => objects(each.request_mutations));
  if (all.some((each) => objects(each.query_parameter_mutations).length > 0))
    return {
      effect: 'assumed',
      why: 'it changes query parameters',
      that: 'the query parameters that it changes decide nothing',
    };
  if (changes.length === 0) return passed('it changes no request headers');
  const { request } = visit.request;
  const headers: Headers = new Map(
    Object.entries(request.headers).map(([name, value]) => [name, request.repeated?.[name] ?? [value]]),
  );
  const touched = new Set<string>();
  const open = new Set<string>();
  for (const change of changes) apply(change, headers, touched, open, visit);
  if (open.size > 0)
    return {
      effect: 'assumed',
      why: `it changes the headers ${[...touched].join(', ')}`,
      that: `${[...open].join(', ')}, which it writes by what is not known here, decide nothing`,
    };
  return {
    effect: 'changed',
    why: `it changes the headers ${[...touched].join(', ')}`,
    request: withLines(request, headers),
  };
}

function apply(
  { remove, append, remove_on_match: match }: BoundMessage,
  headers: Headers,
  touched: Set<string>,
  open: Set<string>,
  { regexes }: FilterVisit,
): void {
  if (typeof remove === 'string') {
    const name = lowerAscii(remove);
    touched.add(name);
    if (name.startsWith(':')) open.add(name);
    else if (name !== 'host') headers.delete(name);
    return;
  }
  if (isObject(match)) {
    const matcher = match.key_matcher;
    for (const name of isObject(matcher) ? [...headers.keys()] : []) {
      const answer = matchesString(matcher as BoundMessage, name, 'the name', regexes, undefined);
      if (answer === false) continue;
      touched.add(name);
      if (answer === true) headers.delete(name);
      else open.add(name);
    }
    return;
  }
  const option = readAs('core.HeaderValueOption', append);
  if (option === undefined) return;
  const { key, value, append: appends, when } = addition(option);
  const name = lowerAscii(key);
  touched.add(name);
  if (/%/.test(value) || name.startsWith(':')) open.add(name);
  const there = headers.get(name);
  if (when === 'absent' && there !== undefined) return;
  if (when === 'present' && there === undefined) return;
  headers.set(name, appends && there !== undefined ? [...there, value] : [value]);
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

function objects(value: unknown): readonly BoundMessage[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
