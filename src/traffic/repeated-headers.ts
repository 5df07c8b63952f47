/**
 * How a header that stands several times is matched (docs/routing.md, fact 103): each value by itself in newer releases,
 * all of them joined with a comma in older ones, where a bootstrap says so, in version 2, and in matcher trees.
 */
import { isObject, versionOf } from '../model/bound.ts';
import { compareReleases, NEWEST_RELEASE } from '../schema/release.ts';
import type { Message } from '../schema/types.ts';
import { ExactNumber } from '../source/data.ts';
import { isRenamed, type OwnHeaders, renamedMatcher, USUAL_HEADERS } from './own-headers.ts';
import { lowerAscii } from './text.ts';

type HeaderMatcher = Message<'route.HeaderMatcher'>;

/** Which matchers look at all values joined: those of routes and filters, and those of policies of `rbac`. */
export type Joining = { readonly [of in Asking]: boolean } & { readonly own?: OwnHeaders };

type Asking = 'matchers' | 'policies';

/** The first release that matches each value by itself, and the runtime key that a bootstrap switches that off with. */
const EACH_VALUE = {
  matchers: ['1.39', 'envoy.reloadable_features.match_headers_individually'],
  policies: ['1.38', 'envoy.reloadable_features.rbac_match_headers_individually'],
} as const;

/** @param runtime the value of a key, where a bootstrap says it */
export function joiningAt(
  release: string = NEWEST_RELEASE,
  runtime: (key: string) => unknown = () => undefined,
): Joining {
  const joins = ([first, key]: readonly [string, string]): boolean =>
    compareReleases(release, first) < 0 || String(runtime(key) ?? true) === 'false';
  return { matchers: joins(EACH_VALUE.matchers), policies: joins(EACH_VALUE.policies) };
}

/** Set on matchers that look at all values joined, whatever the release. */
const JOINING: unique symbol = Symbol('joining');

/** The same matcher, which looks at all values joined with a comma. */
export function joiningMatcher(matcher: HeaderMatcher): HeaderMatcher {
  return { ...matcher, ...{ [JOINING]: true } };
}

/** Whether any matcher looks at headers in another way than the newest release does where a bootstrap says nothing. */
export function looksOtherwise({ matchers, policies, own = USUAL_HEADERS }: Joining): boolean {
  return matchers || policies || own.joined.length > 0 || own.renamed.length > 0;
}

/** The same of whatever holds header matchers; the same object where none of them looks otherwise. */
export function withJoining<T extends object>(message: T, joining: Joining): T {
  return looksOtherwise(joining) ? (joinedIn(message, joining, undefined, 0) as T) : message;
}

function heldMatcher(matcher: unknown, of: Asking, joining: Joining): unknown {
  if (!isObject(matcher)) return matcher;
  const { own = USUAL_HEADERS } = joining;
  const { name = '' }: HeaderMatcher = matcher;
  if (isRenamed(name, own)) return renamedMatcher(matcher);
  return joining[of] || own.joined.includes(lowerAscii(name)) ? joiningMatcher(matcher) : matcher;
}

/** Fields with lists of header matchers: of matches, and of `oauth2`. */
const MATCHER_LISTS: ReadonlySet<string> = new Set([
  'headers',
  'pass_through_matcher',
  'deny_redirect_matcher',
  'allow_failed_matcher',
]);

/** Fields below which `header` is a matcher, and whose. */
const AROUND_HEADER: ReadonlyMap<string, Asking> = new Map([
  ['permissions', 'policies'],
  ['principals', 'policies'],
  ['header_filter', 'matchers'],
]);

/** Conditions of policies nest; what nests deeper is data in which no matcher stands. */
const DEEPEST = 256;

function joinedIn(value: unknown, joining: Joining, around: Asking | undefined, depth: number): unknown {
  if (depth > DEEPEST || typeof value !== 'object' || value === null || value instanceof ExactNumber)
    return value;
  if (Array.isArray(value)) return value.map((item) => joinedIn(item, joining, around, depth + 1));
  const fields = Object.entries(value).map(([field, item]): readonly [string, unknown] => {
    if (MATCHER_LISTS.has(field) && Array.isArray(item))
      return [field, item.map((each) => heldMatcher(each, 'matchers', joining))];
    if (field === 'header' && around !== undefined) return [field, heldMatcher(item, around, joining)];
    return [field, joinedIn(item, joining, AROUND_HEADER.get(field) ?? around, depth + 1)];
  });
  return { ...value, ...Object.fromEntries(fields) };
}

/** Whether a matcher looks at each value of its header by itself; any one that meets it is enough. */
export function matchesEachValue(matcher: HeaderMatcher): boolean {
  return versionOf(matcher) === 'v3' && !(JOINING in matcher) && !keptAsOne(lowerAscii(matcher.name ?? ''));
}

/** Whether the proxy keeps a header as one text: it joins values of these as it reads them. */
export function keptAsOne(name: string): boolean {
  return name.startsWith(':') || KEPT_ONCE.has(name) || KEPT_ONCE_OF_PROXY.has(name.replace(/^x-[^-]+-/, ''));
}

const KEPT_ONCE: ReadonlySet<string> = new Set(
  `accept accept-encoding access-control-request-headers access-control-request-method
  access-control-request-private-network authorization cache-control connection content-encoding content-length
  content-type expect grpc-accept-encoding grpc-timeout host if-match if-modified-since if-none-match if-range
  if-unmodified-since keep-alive origin pragma proxy-connection proxy-status referer te transfer-encoding upgrade
  user-agent via x-client-trace-id x-forwarded-client-cert x-forwarded-for x-forwarded-host x-forwarded-port
  x-forwarded-proto x-request-id`.split(/\s+/),
);

/** Behind `x-` and the namespace. */
const KEPT_ONCE_OF_PROXY: ReadonlySet<string> = new Set(
  `attempt-count decorator-operation downstream-service-cluster downstream-service-node expected-rq-timeout-ms
  external-address force-trace hedge-on-per-try-timeout internal ip-tags is-timeout-retry max-retries original-host
  original-path original-url retriable-header-names retriable-status-codes retry-grpc-on retry-on
  upstream-alt-stat-name upstream-rq-per-try-timeout-ms upstream-rq-timeout-alt-response upstream-rq-timeout-ms
  upstream-stream-duration-ms`.split(/\s+/),
);
