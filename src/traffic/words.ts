/** What is asked of a request, and what it has, in words. */
import { REDACTED } from '../model/secrets.ts';
import { secretlyIf } from '../source/secret-marks.ts';
import { isCredentialHeader, isSecretName } from '../source/secret-names.ts';
import type { HeaderTest, ValueTest } from './headers.ts';
import { assemble, type PathTest, type Predicate, type QueryTest } from './predicate.ts';

/** A text from the request, quoted, and cut where it is long. */
export function quoted(text: string): string {
  return JSON.stringify(cut(text));
}

/** The same, to be hidden where it is secret. */
export function quotedAs(isSecret: boolean, text: string): string {
  return JSON.stringify(secretlyIf(isSecret, cut(text)));
}

function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** The path rule as it is written, such as `prefix "/shop"`. @param shown a text of it, in quotes unless told otherwise */
export function pathRuleText(path: PathTest, shown: (text: string) => string = quoted): string {
  switch (path.kind) {
    case 'prefix':
      return `prefix ${shown(path.text)}`;
    case 'exact':
      return `path ${shown(path.text)}`;
    case 'regex':
      return `${path.grammar === 're2' ? 'safe_regex' : 'regex'} ${shown(path.pattern)}`;
    case 'under':
      return `path_separated_prefix ${shown(path.text)}`;
    case 'connect':
      return 'connect_matcher';
    case 'template':
      return `template ${shown(path.template.written)}`;
    case 'extension':
      return 'path_match_policy';
    case 'none':
    case 'no-match':
      return 'no path rule';
  }
}

/** One of several conditions: in words, and as what asks for nothing else. */
export interface Condition {
  /** What must hold: `header x is "1"`. */
  readonly words: string;
  /** Takes every request that meets this condition, whatever else a request is like. */
  readonly asked: Predicate;
}

/** All conditions of a route but its runtime fraction. */
export function conditionsOf({ path, headers, query, grpc, certificate }: Predicate): readonly Condition[] {
  const found: Condition[] = [{ words: pathWords(path), asked: assemble({ path }) }];
  for (const header of headers)
    found.push({ words: headerWords(header), asked: assemble({ headers: [header] }) });
  for (const parameter of query)
    found.push({ words: parameterWords(parameter), asked: assemble({ query: [parameter] }) });
  if (grpc) found.push({ words: 'the request is gRPC', asked: assemble({ grpc }) });
  for (const words of certificateWords(certificate))
    found.push({ words: `the client shows ${words}`, asked: assemble({ certificate }) });
  return found;
}

function certificateWords({ presented, validated }: Predicate['certificate'] = {}): readonly string[] {
  const said = [
    presented === undefined ? [] : presented ? 'a certificate' : 'no certificate',
    validated === undefined ? [] : validated ? 'a valid certificate' : 'no valid certificate',
  ].flat();
  return said.length === 0 ? [] : [said.join(' and ')];
}

/** `the path begins with "/shop"`, for what comes after a `where`. */
function pathWords(path: PathTest): string {
  const folded = 'fold' in path && path.fold ? ' in any letter case' : '';
  switch (path.kind) {
    case 'prefix':
      return `the path begins with ${quoted(path.text)}${folded}`;
    case 'exact':
      return `the path is ${quoted(path.text)}${folded}`;
    case 'under':
      return `the path is ${quoted(path.text)} or below it${folded}`;
    case 'regex':
      return `the path matches ${quoted(path.pattern)}`;
    case 'template':
      return `the path fits the template ${quoted(path.template.written)}`;
    default:
      return pathRuleText(path);
  }
}

function headerWords({ name, test, inverted }: HeaderTest): string {
  const subject = name === ':method' ? 'the method' : `header ${name}`;
  const wanted = wantedWords(test, (text) => quoted(text));
  // An empty exact_match asks for presence too (fact 22).
  if (wanted === undefined)
    return `${subject} is ${inverted === (test.kind === 'absent') ? 'there' : 'missing'}`;
  const value = isCredentialHeader(name) ? 'what is given there' : wanted.value;
  const holds = `${inverted ? wanted.not : wanted.verb} ${value}`;
  return inverted && !name.startsWith(':') ? `${subject} is there and ${holds}` : `${subject} ${holds}`;
}

function parameterWords({ name, test }: QueryTest): string {
  const subject = `query parameter ${quoted(name)}`;
  const wanted = wantedWords(test, (text) => quotedAs(isSecretName(name), text));
  return wanted === undefined
    ? `${subject} is ${test.kind === 'absent' ? 'missing' : 'there'}`
    : `${subject} ${wanted.verb} ${wanted.value}`;
}

interface Wanted {
  readonly verb: string;
  /** The verb, denied. */
  readonly not: string;
  readonly value: string;
}

/** Undefined where any value will do, or none. */
function wantedWords(test: ValueTest, shown: (text: string) => string): Wanted | undefined {
  const folded = 'fold' in test && test.fold ? ' in any letter case' : '';
  switch (test.kind) {
    case 'any':
    case 'present':
    case 'absent':
      return undefined;
    case 'exact':
      return { verb: 'is', not: 'is not', value: shown(test.text) + folded };
    case 'prefix':
      return { verb: 'begins with', not: 'does not begin with', value: shown(test.text) + folded };
    case 'suffix':
      return { verb: 'ends with', not: 'does not end with', value: shown(test.text) + folded };
    case 'contains':
      return { verb: 'contains', not: 'does not contain', value: shown(test.text) + folded };
    case 'range':
      return {
        verb: 'is',
        not: 'is not',
        value: `a whole number from ${test.start} up to, not including, ${test.end}`,
      };
    case 'regex':
      return { verb: 'matches', not: 'does not match', value: shown(test.pattern) };
    case 'nothing':
    case 'unknown':
      return { verb: 'matches', not: 'does not match', value: shown('') };
  }
}

/**
 * All that a route takes, in one line: `/cart* x-canary: 1`. `/cart*` is a prefix, `/cart[/*]` one of whole segments,
 * `= /cart` a whole path, `~ …` a regular expression.
 */
export function lineOf(asked: Predicate): string {
  const { path } = asked;
  const parts = [pathLine(path)];
  for (const { name, test, inverted } of asked.headers)
    parts.push(valueLine(name, ': ', test, inverted !== (test.kind === 'absent')));
  for (const { name, test } of asked.query)
    parts.push(`?${valueLine(name, '=', test, test.kind === 'absent')}`);
  if (asked.grpc) parts.push('gRPC');
  parts.push(...certificateWords(asked.certificate));
  if (asked.fraction !== undefined) parts.push('by chance');
  if ('fold' in path && path.fold) parts.push('(any case)');
  return parts.join('  ');
}

function pathLine(path: PathTest): string {
  switch (path.kind) {
    case 'prefix':
      return `${path.text}*`;
    case 'exact':
      return `= ${path.text}`;
    case 'regex':
      return `~ ${path.pattern}`;
    case 'under':
      return `${path.text}[/*]`;
    case 'connect':
      return 'CONNECT';
    case 'template':
      return path.template.written;
    default:
      return '(no path)';
  }
}

function valueLine(name: string, sign: string, test: ValueTest, isDenied: boolean): string {
  const value = valueText(test);
  const denied = isDenied ? `!${name}` : name;
  return value === undefined ? denied : `${denied}${sign}${isCredentialHeader(name) ? REDACTED : value}`;
}

function valueText(test: ValueTest): string | undefined {
  switch (test.kind) {
    case 'exact':
      return test.text;
    case 'prefix':
      return `${test.text}*`;
    case 'suffix':
      return `*${test.text}`;
    case 'contains':
      return `*${test.text}*`;
    case 'regex':
      return `~${test.pattern}`;
    case 'range':
      return `${test.start}..${test.end}`;
    default:
      return undefined;
  }
}
