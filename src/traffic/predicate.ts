/**
 * What a route asks of a request (data-model, route.RouteMatch), lowered from the matches of both versions: whoever
 * matches a request, computes sets of requests or finds words for a condition reads this, and no field of a message.
 * What nobody can decide from a request stands in it as `open`, with the reason.
 */
import { isObject, versionOf } from '../model/bound.ts';
import { hasConflict, hasUnknownField, knownFields } from '../model/unknown-fields.ts';
import type { Message } from '../schema/types.ts';
import type { ApiVersion } from '../schema/version.ts';
import { type HeaderTest, lowerHeader } from './headers.ts';
import { whyUndecidable } from './host-options.ts';
import { lowerMetadata, type MetadataTest } from './metadata.ts';
import { hasOpenName, RENAMED } from './own-headers.ts';
import { type PathTemplate, templateOf } from './path-template.ts';
import { type Grammar, lowerText, type TextTest } from './text.ts';

type RouteMatch = Message<'route.RouteMatch'>;
type QueryParameterMatcher = Message<'route.QueryParameterMatcher'>;

/** The path rule (facts 12 to 19, 69 to 73). */
export type PathTest =
  /** With the query where version 2 reads it so (fact 69). */
  | { readonly kind: 'prefix'; readonly text: string; readonly fold: boolean; readonly withQuery: boolean }
  | { readonly kind: 'exact'; readonly text: string; readonly fold: boolean }
  /** That path, or what goes on with a slash behind it (fact 70). */
  | { readonly kind: 'under'; readonly text: string; readonly fold: boolean }
  | { readonly kind: 'regex'; readonly pattern: string; readonly grammar: Grammar }
  | { readonly kind: 'template'; readonly template: PathTemplate }
  /** A request for a tunnel, whatever its path (fact 72). */
  | { readonly kind: 'connect' }
  /** An extension that is not known here. */
  | { readonly kind: 'extension' }
  /** No path rule, which nothing meets, or no match at all. */
  | { readonly kind: 'none' | 'no-match' };

export interface QueryTest {
  readonly name: string;
  readonly test: TextTest | { readonly kind: 'present' } | { readonly kind: 'absent' };
}

export interface CookieTest {
  readonly name: string;
  readonly test: TextTest;
  readonly inverted: boolean;
}

/** All of it has to hold. */
export interface Predicate {
  readonly version: ApiVersion;
  readonly path: PathTest;
  readonly grpc: boolean;
  /** What it asks about a client certificate, be it that none is shown. */
  readonly certificate: { readonly presented?: boolean; readonly validated?: boolean } | undefined;
  readonly headers: readonly HeaderTest[];
  readonly query: readonly QueryTest[];
  readonly cookies: readonly CookieTest[];
  readonly metadata: readonly MetadataTest[];
  /** Why nobody can decide whether the branch of a matcher tree is taken that leads to it. */
  readonly branch: string | undefined;
  /** Whether it asks about filter state, which filters set. */
  readonly asksState: boolean;
  readonly fraction: Message<'core.RuntimeFractionalPercent'> | undefined;
  /** How its route configuration wants requests to be looked at, which the search over all requests does not know of. */
  readonly seenOtherwise: string | undefined;
  /** Whether it has fields that nobody here knows or can read. */
  readonly isUnknown: boolean;
  /** Why it stays open over all requests which of them it takes: it …; undefined where that is known. */
  readonly open: string | undefined;
  /** The same without what nobody knows, as the search over all requests reads it. */
  readonly asRead: Predicate;
  /** The match that this was read from. */
  readonly from: RouteMatch | undefined;
}

const NONE: readonly never[] = [];
const ANY_PATH: PathTest = { kind: 'prefix', text: '', fold: false, withQuery: false };
const UNKNOWN = 'asks by a field that is unknown or cannot be read';

/** @param match undefined for a route without one, which takes nothing */
export function lowerMatch(match: RouteMatch | undefined): Predicate {
  return match === undefined ? NO_MATCH : new LoweredMatch(match);
}

/** The match of a rule of jwt_authn, of which path, headers and query alone count. */
export function lowerRuleMatch(match: RouteMatch | undefined): Predicate {
  if (match === undefined) return NO_MATCH;
  const { grpc: _, runtime_fraction: __, dynamic_metadata: ___, tls_context: ____, ...some } = match;
  const { cookies: _____, filter_state: ______, ...looked } = some;
  return lowerMatch(looked);
}

/** A class, since a long list has one of these for each route: what is seldom asked for is made when it is. */
class LoweredMatch implements Predicate {
  readonly from: RouteMatch;
  readonly path: PathTest;
  readonly headers: readonly HeaderTest[];
  readonly query: readonly QueryTest[];
  #isUnknown: boolean | undefined;
  /** Null until it is asked for. */
  #open: string | undefined | null = null;
  #asRead: Predicate | undefined;

  constructor(match: RouteMatch) {
    this.from = match;
    this.path = lowerPath(match);
    this.headers = match.headers === undefined ? NONE : match.headers.map(lowerHeader);
    this.query = match.query_parameters === undefined ? NONE : match.query_parameters.map(lowerQuery);
  }

  get version(): ApiVersion {
    return versionOf(this.from);
  }

  get grpc(): boolean {
    return this.from.grpc !== undefined;
  }

  get certificate(): Predicate['certificate'] {
    const { presented, validated } = this.from.tls_context ?? {};
    return presented === undefined && validated === undefined ? undefined : this.from.tls_context;
  }

  get cookies(): readonly CookieTest[] {
    return this.from.cookies === undefined ? NONE : this.from.cookies.map(lowerCookie);
  }

  get metadata(): readonly MetadataTest[] {
    return this.from.dynamic_metadata === undefined ? NONE : this.from.dynamic_metadata.map(lowerMetadata);
  }

  get branch(): string | undefined {
    return this.from.filter_state === undefined ? undefined : branchOf(this.from.filter_state);
  }

  get asksState(): boolean {
    return (this.from.filter_state?.length ?? 0) > 0;
  }

  get fraction(): Predicate['fraction'] {
    return this.from.runtime_fraction;
  }

  get seenOtherwise(): string | undefined {
    return whyUndecidable(this.from);
  }

  get isUnknown(): boolean {
    this.#isUnknown ??=
      hasUnknownField('route.RouteMatch', this.from) || this.from.headers?.some(hasOpenName) === true;
    return this.#isUnknown;
  }

  get open(): string | undefined {
    if (this.#open === null) this.#open = whyOpen(this);
    return this.#open;
  }

  get asRead(): Predicate {
    if (!this.isUnknown) return this;
    this.#asRead ??= lowerMatch(knownFields('route.RouteMatch', this.from) as RouteMatch);
    return this.#asRead;
  }
}

/** What a route without a match asks: nothing meets it. */
export const NO_MATCH: Predicate = assemble({ path: { kind: 'no-match' } });

/** Conditions put together; of the path nothing is asked unless a rule is given. */
export function assemble({
  path = ANY_PATH,
  grpc = false,
  headers = NONE,
  query = NONE,
  certificate,
}: Partial<Pick<Predicate, 'path' | 'grpc' | 'headers' | 'query' | 'certificate'>>): Predicate {
  const isUnknown =
    headers.some(({ unknown }) => unknown !== undefined) || query.some(({ test }) => test.kind === 'unknown');
  return {
    version: 'v2',
    path,
    grpc,
    certificate,
    headers,
    query,
    cookies: NONE,
    metadata: NONE,
    branch: undefined,
    asksState: false,
    fraction: undefined,
    seenOtherwise: undefined,
    isUnknown,
    open: isUnknown ? UNKNOWN : undefined,
    get asRead(): Predicate {
      return this;
    },
    from: undefined,
  };
}

/** The same, but for the requests that its runtime fraction takes. */
export function withFraction(asked: Predicate, fraction: Predicate['fraction']): Predicate {
  const { from } = asked;
  if (from === undefined || asked.fraction === fraction) return asked;
  const { runtime_fraction: _, ...match } = from;
  return lowerMatch(fraction === undefined ? match : { ...match, runtime_fraction: fraction });
}

/** Where several rules are set, which is refused, the first counts. */
function lowerPath(match: RouteMatch): PathTest {
  const { prefix, path, regex, safe_regex: safeRegex, path_separated_prefix: under } = match;
  const fold = match.case_sensitive === false;
  if (prefix !== undefined)
    return { kind: 'prefix', text: prefix, fold, withQuery: versionOf(match) === 'v2' };
  if (path !== undefined) return { kind: 'exact', text: path, fold };
  if (regex !== undefined) return { kind: 'regex', pattern: regex, grammar: 'ecmascript' };
  if (safeRegex !== undefined) return { kind: 'regex', pattern: safeRegex.regex ?? '', grammar: 're2' };
  if (under !== undefined) return { kind: 'under', text: under, fold };
  if (match.connect_matcher !== undefined) return { kind: 'connect' };
  if (match.path_match_policy === undefined) return { kind: 'none' };
  const template = templateOf(match.path_match_policy);
  return template === undefined ? { kind: 'extension' } : { kind: 'template', template };
}

/** Without a value, or with an empty one, the key just has to be there; `present_match: false` is of version 3 (fact 29). */
function lowerQuery(matcher: QueryParameterMatcher): QueryTest {
  const { name = '', value = '', string_match: text, present_match: present } = matcher;
  const as = (test: QueryTest['test']): QueryTest => ({ name, test });
  if (text !== undefined) return as(lowerText(text));
  if (present === false && versionOf(matcher) === 'v3') return as({ kind: 'absent' });
  if (present !== undefined || value === '') return as({ kind: 'present' });
  return as(
    matcher.regex === true
      ? { kind: 'regex', pattern: value, grammar: 'ecmascript' }
      : { kind: 'exact', text: value, fold: false },
  );
}

/** A matcher as it is bound; nobody wrote a table for it. */
function lowerCookie(matcher: unknown): CookieTest {
  const { name, string_match: text, invert_match: inverted } = isObject(matcher) ? matcher : {};
  return {
    name: typeof name === 'string' ? name : '',
    test: lowerText(isObject(text) ? text : {}),
    inverted: inverted === true,
  };
}

/** On a condition that stands for one which nobody here can decide: why. */
const OPEN: unique symbol = Symbol('open');

/** A condition that nobody here can decide, among those on filter state. @param about what it asks; equal texts ask the same */
export function openState(why: string, about: string): { readonly key: string } {
  return { key: about, ...{ [OPEN]: why } };
}

function branchOf(state: readonly unknown[]): string | undefined {
  for (const each of state)
    if (typeof each === 'object' && each !== null && OPEN in each) return String(each[OPEN]);
  return undefined;
}

/**
 * What it asks of that no request shows: filters set it, which are not looked at here.
 *
 * @param knowsMetadata whether the request says what its metadata is
 */
export function whyUnseen(predicate: Predicate, knowsMetadata: boolean): string | undefined {
  if (predicate.branch !== undefined) return predicate.branch;
  if (!knowsMetadata && predicate.metadata.length > 0)
    return 'it asks about dynamic metadata, which filters set';
  return predicate.asksState ? 'it asks about filter state, which filters set' : undefined;
}

function whyOpen(predicate: LoweredMatch): string | undefined {
  const { from, path } = predicate;
  const hidden = whyUnseen(predicate, false);
  if (hidden !== undefined) return hidden.replace(/^it /, '');
  if (predicate.isUnknown) return from.headers?.some(hasOpenName) === true ? RENAMED : UNKNOWN;
  if (hasConflict('route.RouteMatch', from)) return 'asks for the path in several ways';
  // What of version 3 the search over all requests does not look into.
  if (path.kind === 'connect') return 'asks for CONNECT requests, whatever their path';
  if ((from.cookies?.length ?? 0) > 0) return 'asks about cookies';
  if (path.kind === 'extension') return 'asks for the path by an extension that is not known here';
  return predicate.seenOtherwise;
}
