/** What a route takes, in one line: `/cart… x-canary: 1`. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { isCredentialHeader, REDACTED } from '../../model/secrets.ts';
import { templateOf } from '../../routing/match/path-template.ts';
import { messagesIn, text } from './values.ts';

/** Conditions of a RouteMatch in words; `/cart*` is a prefix, `/cart[/*]` one of whole segments, `= /cart` a whole path, `~ …` a regular expression. */
export function matchText(match: unknown): string {
  if (!isObject(match)) return '(a route without a match)';
  const parts = [pathText(match)];
  for (const header of messagesIn(match.headers)) parts.push(conditionText(header, ':'));
  for (const parameter of messagesIn(match.query_parameters)) parts.push(`?${conditionText(parameter, '=')}`);
  if (match.grpc !== undefined) parts.push('gRPC');
  if (match.tls_context !== undefined) parts.push('TLS');
  if (match.runtime_fraction !== undefined) parts.push('by chance');
  if (match.case_sensitive === false) parts.push('(any case)');
  return parts.join('  ');
}

function pathText(match: BoundMessage): string {
  if (typeof match.prefix === 'string') return `${match.prefix}*`;
  if (typeof match.path === 'string') return `= ${match.path}`;
  if (typeof match.regex === 'string') return `~ ${match.regex}`;
  if (isObject(match.safe_regex)) return `~ ${text(match.safe_regex.regex)}`;
  if (typeof match.path_separated_prefix === 'string') return `${match.path_separated_prefix}[/*]`;
  if (match.connect_matcher !== undefined) return 'CONNECT';
  return templateOf(match.path_match_policy)?.written ?? '(no path)';
}

/** A condition on a header or query parameter. */
function conditionText(condition: BoundMessage, sign: string): string {
  const name = text(condition.name);
  const invert = condition.invert_match === true ? '!' : '';
  const value = (shown: string): string =>
    `${invert}${name}${sign}${sign === ':' ? ' ' : ''}${isCredentialHeader(name) ? REDACTED : shown}`;
  const inner = isObject(condition.string_match) ? condition.string_match : condition;
  const exact = inner.exact_match ?? inner.exact ?? condition.value;
  if (typeof exact === 'string') return value(exact);
  const prefix = inner.prefix_match ?? inner.prefix;
  if (typeof prefix === 'string') return value(`${prefix}*`);
  const suffix = inner.suffix_match ?? inner.suffix;
  if (typeof suffix === 'string') return value(`*${suffix}`);
  const inside = inner.contains_match ?? inner.contains;
  if (typeof inside === 'string') return value(`*${inside}*`);
  const regex = inner.regex_match ?? inner.safe_regex_match ?? inner.safe_regex ?? inner.regex;
  if (regex !== undefined) return value(`~${isObject(regex) ? text(regex.regex) : text(regex)}`);
  if (isObject(condition.range_match))
    return value(`${String(condition.range_match.start ?? 0)}..${String(condition.range_match.end ?? 0)}`);
  return condition.present_match === false ? `!${name}` : `${invert}${name}`;
}
