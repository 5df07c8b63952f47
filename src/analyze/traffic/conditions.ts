/** The conditions of a route match, each alone: in words, and as a match that asks for nothing else. */
import { isCredentialHeader } from '../../model/secrets.ts';
import { pathRuleText } from '../../routing/match/path.ts';
import { templateOf } from '../../routing/match/path-template.ts';
import { quoted, quotedAs } from '../../routing/match/text.ts';
import type { Message } from '../../schema/types.ts';
import { secretlyIf } from '../../source/secret-marks.ts';
import { isSecretName } from '../../source/secret-names.ts';

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
    path_separated_prefix,
    path_match_policy,
    headers = [],
    query_parameters = [],
    grpc,
  } = match;
  const any = { prefix: '' };
  const pathRule = {
    prefix,
    path,
    regex,
    safe_regex,
    path_separated_prefix,
    path_match_policy,
    case_sensitive,
  };
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
  const { path_separated_prefix: segments } = match;
  if (segments !== undefined) return `the path is ${quoted(segments)} or below it${folded}`;
  const pattern = regex ?? safeRegex?.regex;
  if (pattern !== undefined) return `the path matches ${quoted(pattern)}`;
  const template = templateOf(match.path_match_policy);
  return template === undefined
    ? pathRuleText(match)
    : `the path fits the template ${quoted(template.written)}`;
}

function headerWords(matcher: HeaderMatcher): string {
  const { name = '' } = matcher;
  const subject = name === ':method' ? 'the method' : `header ${name}`;
  const inverted = matcher.invert_match === true;
  const wanted = headerValueWords(matcher);
  // An empty exact_match asks for presence too (fact 22).
  if (wanted === undefined || matcher.exact_match === '')
    return `${subject} is ${inverted === (matcher.present_match !== false) ? 'missing' : 'there'}`;
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
  const { contains_match: contains, string_match: text } = matcher;
  if (text !== undefined) return textWanted(text);
  if (exact !== undefined || prefix !== undefined || suffix !== undefined || contains !== undefined)
    return textWanted({
      ...(exact === undefined ? {} : { exact }),
      ...(prefix === undefined ? {} : { prefix }),
      ...(suffix === undefined ? {} : { suffix }),
      ...(contains === undefined ? {} : { contains }),
    });
  if (range !== undefined)
    return {
      verb: 'is',
      not: 'is not',
      value: `a whole number from ${range.start ?? 0} up to, not including, ${range.end ?? 0}`,
    };
  const pattern = matcher.regex_match ?? matcher.safe_regex_match?.regex;
  return pattern === undefined ? undefined : textWanted({ regex: pattern });
}

/** What a matcher of texts asks for. */
function textWanted(matcher: Message<'type.matcher.StringMatcher'>): Wanted {
  const { exact, prefix, suffix, contains, regex, safe_regex: safeRegex } = matcher;
  const folded = matcher.ignore_case === true ? ' in any letter case' : '';
  const value = (text: string): string => `${quoted(text)}${folded}`;
  if (exact !== undefined) return { verb: 'is', not: 'is not', value: value(exact) };
  if (prefix !== undefined) return { verb: 'begins with', not: 'does not begin with', value: value(prefix) };
  if (suffix !== undefined) return { verb: 'ends with', not: 'does not end with', value: value(suffix) };
  if (contains !== undefined) return { verb: 'contains', not: 'does not contain', value: value(contains) };
  return { verb: 'matches', not: 'does not match', value: quoted(regex ?? safeRegex?.regex ?? '') };
}

function parameterWords(matcher: QueryMatcher): string {
  const { name = '', value, string_match: text } = matcher;
  const subject = `query parameter ${quoted(name)}`;
  if (text !== undefined) {
    const wanted = textWanted(text);
    return `${subject} ${wanted.verb} ${secretlyIf(isSecretName(name), wanted.value)}`;
  }
  if (matcher.present_match !== undefined || value === undefined || value === '')
    return `${subject} is ${matcher.present_match === false ? 'missing' : 'there'}`;
  return `${subject} ${matcher.regex === true ? 'matches' : 'is'} ${quotedAs(isSecretName(name), value)}`;
}
