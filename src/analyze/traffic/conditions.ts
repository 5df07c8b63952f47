/** The conditions of a route match, each alone: in words, and as a match that asks for nothing else. */
import { isCredentialHeader } from '../../model/secrets.ts';
import { pathRuleText } from '../../routing/match/path.ts';
import { quoted } from '../../routing/match/text.ts';
import type { Message } from '../../schema/types.ts';

type RouteMatch = Message<'route.RouteMatch'>;
type HeaderMatcher = Message<'route.HeaderMatcher'>;
type QueryMatcher = Message<'route.QueryParameterMatcher'>;

export interface Condition {
  /** What must hold: `header x is "1"`. */
  readonly words: string;
  /** Takes every request that meets this condition, whatever else a request is like. */
  readonly match: RouteMatch;
}

/** All conditions of a match but its runtime fraction and its wishes about client certificates. */
export function conditionsOf(match: RouteMatch): readonly Condition[] {
  const {
    prefix,
    path,
    regex,
    safe_regex,
    case_sensitive,
    headers = [],
    query_parameters = [],
    grpc,
  } = match;
  const any = { prefix: '' };
  const pathRule = { prefix, path, regex, safe_regex, case_sensitive };
  const found: Condition[] = [{ words: pathWords(match), match: withoutUndefined(pathRule) }];
  for (const header of headers)
    found.push({ words: headerWords(header), match: { ...any, headers: [header] } });
  for (const parameter of query_parameters)
    found.push({ words: parameterWords(parameter), match: { ...any, query_parameters: [parameter] } });
  if (grpc !== undefined) found.push({ words: 'the request is gRPC', match: { ...any, grpc } });
  return found;
}

function withoutUndefined(match: { readonly [field in keyof RouteMatch]: unknown }): RouteMatch {
  return Object.fromEntries(Object.entries(match).filter(([, value]) => value !== undefined));
}

/** `the path begins with "/shop"`, for what comes after a `where`. */
function pathWords(match: RouteMatch): string {
  const { prefix, path, regex, safe_regex: safeRegex } = match;
  const folded = match.case_sensitive === false ? ' in any letter case' : '';
  if (prefix !== undefined) return `the path begins with ${quoted(prefix)}${folded}`;
  if (path !== undefined) return `the path is ${quoted(path)}${folded}`;
  const pattern = regex ?? safeRegex?.regex;
  return pattern === undefined ? pathRuleText(match) : `the path matches ${quoted(pattern)}`;
}

function headerWords(matcher: HeaderMatcher): string {
  const { name = '' } = matcher;
  const subject = name === ':method' ? 'the method' : `header ${name}`;
  const inverted = matcher.invert_match === true;
  const wanted = headerValueWords(matcher);
  // An empty exact_match asks for presence too (fact 22).
  if (wanted === undefined || matcher.exact_match === '')
    return `${subject} is ${inverted ? 'missing' : 'there'}`;
  const value = isCredentialHeader(name) ? 'what is given there' : wanted.value;
  const holds = `${inverted ? wanted.not : wanted.verb} ${value}`;
  return inverted && !name.startsWith(':') ? `${subject} is there and ${holds}` : `${subject} ${holds}`;
}

interface Wanted {
  readonly verb: string;
  /** The verb, denied. */
  readonly not: string;
  readonly value: string;
}

/** Undefined where any value will do. */
function headerValueWords(matcher: HeaderMatcher): Wanted | undefined {
  const { exact_match: exact, prefix_match: prefix, suffix_match: suffix, range_match: range } = matcher;
  if (exact !== undefined) return { verb: 'is', not: 'is not', value: quoted(exact) };
  if (prefix !== undefined) return { verb: 'begins with', not: 'does not begin with', value: quoted(prefix) };
  if (suffix !== undefined) return { verb: 'ends with', not: 'does not end with', value: quoted(suffix) };
  if (range !== undefined)
    return {
      verb: 'is',
      not: 'is not',
      value: `a whole number from ${range.start ?? 0} up to, not including, ${range.end ?? 0}`,
    };
  const pattern = matcher.regex_match ?? matcher.safe_regex_match?.regex;
  if (pattern === undefined) return undefined;
  return { verb: 'matches', not: 'does not match', value: quoted(pattern) };
}

function parameterWords(matcher: QueryMatcher): string {
  const { name = '', value, string_match: text } = matcher;
  const subject = `query parameter ${quoted(name)}`;
  if (text !== undefined) return `${subject} ${textWords(text)}`;
  if (matcher.present_match !== undefined || value === undefined || value === '')
    return `${subject} is there`;
  return `${subject} ${matcher.regex === true ? 'matches' : 'is'} ${quoted(value)}`;
}

function textWords(matcher: Message<'type.matcher.StringMatcher'>): string {
  const { exact, prefix, suffix, regex, safe_regex: safeRegex } = matcher;
  const folded = matcher.ignore_case === true ? ' in any letter case' : '';
  if (exact !== undefined) return `is ${quoted(exact)}${folded}`;
  if (prefix !== undefined) return `begins with ${quoted(prefix)}${folded}`;
  if (suffix !== undefined) return `ends with ${quoted(suffix)}${folded}`;
  return `matches ${quoted(regex ?? safeRegex?.regex ?? '')}`;
}
