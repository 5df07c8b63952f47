/** Whether one route takes a request, its runtime fraction left aside (data-model, route.RouteMatch). */
import { isSecretName } from '../../source/secret-names.ts';
import {
  type CookieTest,
  type PathTest,
  type Predicate,
  type QueryTest,
  whyUnseen,
} from '../../traffic/predicate.ts';
import { quoted, quotedAs } from '../../traffic/words.ts';
import type { Answer, Regexes, Say } from '../regex/regexes.ts';
import type { Request, SeenRequest } from '../request/request.ts';
import { shownBy } from '../where/certificates.ts';
import { isGrpc, matchesHeaders } from './headers.ts';
import { matchesMetadata } from './metadata.ts';
import {
  allHold,
  equals,
  isUnder,
  matchesRegex,
  matchesText,
  startsWith,
  UNKNOWN_CONDITION,
} from './text.ts';

/**
 * Whether all conditions but the runtime fraction hold. The first one that fails is put into words for `say`; one that
 * is undecided matters only where no other fails. Makes no new objects for a route that fails, so that a list of
 * 100,000 routes is a plain scan.
 */
export function matchesRoute(asked: Predicate, request: SeenRequest, regexes: Regexes, say?: Say): Answer {
  let answer = matchesPath(asked, request, regexes, say);
  if (answer === false) return false;
  if (asked.grpc && !isGrpc(request)) {
    say?.(`the request is not gRPC: its content-type is ${quotedOrMissing(request.header('content-type'))}`);
    return false;
  }
  if (asked.certificate !== undefined) {
    const each = matchesCertificate(asked.certificate, request.request, say);
    if (each === false) return false;
    if (answer === true) answer = each;
  }
  const { headers, query, cookies } = asked;
  if (headers.length > 0) {
    const each = matchesHeaders(headers, request, regexes, say);
    if (each === false) return false;
    if (answer === true) answer = each;
  }
  if (query.length > 0) {
    const each = allHold(query, (test) => matchesParameter(test, request, regexes, say));
    if (each === false) return false;
    if (answer === true) answer = each;
  }
  if (cookies.length > 0) {
    const each = allHold(cookies, (test) => matchesCookie(test, request, regexes, say));
    if (each === false) return false;
    if (answer === true) answer = each;
  }
  const { dynamic_metadata: given } = request.request;
  if (given !== undefined && asked.metadata.length > 0) {
    const each = matchesMetadata(asked.metadata, given, regexes, say);
    if (each === false) return false;
    if (answer === true) answer = each;
  }
  if (answer !== true) return answer;
  const unseen = whyUnseen(asked, given !== undefined);
  if (unseen !== undefined) return { undecided: unseen };
  // What nobody here knows or can read may ask for anything.
  return asked.isUnknown ? UNKNOWN_CONDITION : true;
}

/** Without TLS, and where nothing asks for one, no certificate is presented, nor validated (fact 132). */
function matchesCertificate(
  { presented, validated }: NonNullable<Predicate['certificate']>,
  request: Request,
  say: Say,
): Answer {
  const shown = shownBy(request);
  const isPresented = shown !== 'none';
  if (presented !== undefined && presented !== isPresented) {
    say?.(
      isPresented
        ? 'the route wants no client certificate, and the request shows one'
        : 'the route wants a client certificate, and the request shows none',
    );
    return false;
  }
  if (validated === undefined) return true;
  if (shown === undefined) return { undecided: VALIDITY };
  if (validated === (shown === 'valid')) return true;
  say?.(
    isPresented
      ? `the route wants a client certificate that is ${validated ? '' : 'not '}valid`
      : 'the route wants a valid client certificate, and the request shows none',
  );
  return false;
}

const VALIDITY =
  'it asks whether the client certificate is valid, which the request does not tell (validated in --client-certificate)';

function quotedOrMissing(value: string | undefined): string {
  return value === undefined ? 'missing' : quoted(value);
}

/**
 * Whether the path rule holds (facts 12 to 19, 69 to 73): in version 2 a prefix on `:path` with its query, all else on
 * what is before the `?`.
 */
export function matchesPath(asked: Predicate, request: SeenRequest, regexes: Regexes, say: Say): Answer {
  const { version, path } = asked;
  const { matchedPath } = request;
  if (version === 'v3' && request.rawPath === '' && path.kind !== 'connect') {
    say?.('the request has no path, as only a connect_matcher takes it', 'path');
    return false;
  }
  switch (path.kind) {
    case 'prefix': {
      const text = path.withQuery ? request.rawPath : matchedPath;
      if (startsWith(text, path.text, !path.fold)) return true;
      const what = path.withQuery ? ':path' : 'the path';
      say?.(`${what} is ${quoted(text)}, which does not begin with ${quoted(path.text)}`, 'path');
      return false;
    }
    case 'exact':
      if (equals(matchedPath, path.text, !path.fold)) return true;
      say?.(`the path is ${quoted(matchedPath)}, not ${quoted(path.text)}`, 'path');
      return false;
    case 'under':
      if (isUnder(matchedPath, path.text, !path.fold)) return true;
      say?.(`the path is ${quoted(matchedPath)}, which is not ${quoted(path.text)} or below it`, 'path');
      return false;
    case 'regex':
      return matchesRegex(path.pattern, path.grammar, matchedPath, PATH, regexes, ofPath(say));
    case 'template':
      // The whole path counts, its parameters too.
      return matchesRegex(path.template.pattern, 're2', request.barePath, PATH, regexes, ofPath(say));
    case 'connect':
      if (isConnect(request)) return true;
      say?.('the request is neither CONNECT nor an upgrade to connect-udp', 'path');
      return false;
    case 'extension':
      return UNKNOWN_POLICY;
    case 'none':
      // What nobody knows may be the path rule.
      if (asked.isUnknown) return UNKNOWN_CONDITION;
      say?.('the route has none of prefix, path and regex', 'path');
      return false;
    case 'no-match':
      say?.('the route has no match');
      return false;
  }
}

function ofPath(say: Say): Say {
  return say && ((words) => say(words, 'path'));
}

const PATH = { words: 'the path' };

const UNKNOWN_POLICY = {
  undecided: 'its path_match_policy is an extension that is not known here',
} as const;

/** Whether a request asks for a tunnel, whatever its path (fact 72). */
function isConnect(request: SeenRequest): boolean {
  return request.request.method === 'CONNECT' || request.header('upgrade')?.toLowerCase() === 'connect-udp';
}

/** How much of `:path` the path rule stands for, which is what prefix_rewrite replaces (fact 35). */
export function matchedLength(path: PathTest, request: SeenRequest): number {
  switch (path.kind) {
    case 'prefix':
    case 'exact':
    case 'under':
      return path.text.length;
    case 'template':
      // As it is written, which redirects of such routes get wrong (fact 79).
      return path.template.written.length;
    default:
      return request.barePath.length;
  }
}

/** Conditions on query parameters (data-model, route.QueryParameterMatcher; facts 27 to 29). */
function matchesParameter(
  { name, test }: QueryTest,
  request: SeenRequest,
  regexes: Regexes,
  say: Say,
): Answer {
  const found = request.queryParameter(name);
  if (test.kind === 'absent') {
    if (found === undefined) return true;
    say?.(`the query has a parameter ${quoted(name)}, which has to be missing`);
    return false;
  }
  if (found === undefined) {
    say?.(`the query has no parameter ${quoted(name)}`);
    return false;
  }
  if (test.kind === 'present') return true;
  const subject = { words: `the query parameter ${quoted(name)}`, isSecret: isSecretName(name) };
  return matchesText(test, found, subject, regexes, say);
}

/** Conditions on cookies, of version 3 (fact 77): a missing one fails before it is inverted, unlike a missing header. */
function matchesCookie(
  { name, test, inverted }: CookieTest,
  request: SeenRequest,
  regexes: Regexes,
  say: Say,
): Answer {
  const value = cookieOf(request, name);
  const words = `the cookie ${quoted(name)}`;
  const answer =
    value === undefined
      ? false
      : matchesText(test, value, { words, isSecret: true }, regexes, inverted ? undefined : say);
  if (typeof answer !== 'boolean' || !inverted) {
    if (value === undefined) say?.(`${words} is missing`);
    return answer;
  }
  if (answer) say?.(`${words} is ${quotedAs(true, value ?? '')}, which invert_match rules out`);
  return !answer;
}

/** The first cookie of a name, up to which only blanks in front do not count; quotes around its value are no part of it. */
export function cookieOf(request: SeenRequest, name: string): string | undefined {
  for (const [each, value] of cookiesOf(request.request)) if (each === name) return value;
  return undefined;
}

/** All cookies with their values, in the order in which they come. */
export function* cookiesOf({
  headers,
  repeated,
}: Request): Generator<readonly [name: string, value: string]> {
  const lines = repeated?.cookie ?? [headers.cookie ?? ''];
  for (const piece of lines.flatMap((line) => line.split(';'))) {
    const equals = piece.indexOf('=');
    if (equals === -1) continue;
    const value = piece.slice(equals + 1);
    const isQuoted = /^".*"$/s.test(value) && value.length > 1;
    yield [piece.slice(0, equals).replace(/^ +/, ''), isQuoted ? value.slice(1, -1) : value];
  }
}
