/**
 * How a header that stands several times is matched (docs/routing.md, fact 103): each value by itself since release
 * 1.39, all of them joined with a comma before that, in version 2, and in matcher trees.
 */

import { versionOf } from '../model/bound.ts';
import { compareReleases, NEWEST_RELEASE } from '../schema/release.ts';
import type { Message } from '../schema/types.ts';
import { ExactNumber } from '../source/data.ts';
import { lowerAscii } from './text.ts';

type HeaderMatcher = Message<'route.HeaderMatcher'>;
type RouteConfiguration = Message<'RouteConfiguration'>;

/** The first release that matches each value by itself. */
const FIRST = '1.39';

/** The runtime key that a bootstrap switches the newer way off with. */
export const EACH_VALUE_KEY = 'envoy.reloadable_features.match_headers_individually';

/** Whether a release matches each value by itself. */
export function releaseMatchesEachValue(release: string = NEWEST_RELEASE): boolean {
  return compareReleases(release, FIRST) >= 0;
}

/** Set on matchers that look at all values joined, whatever the release. */
const JOINING: unique symbol = Symbol('joining');

/** The same matcher, which looks at all values joined with a comma. */
export function joiningMatcher(matcher: HeaderMatcher): HeaderMatcher {
  return { ...matcher, ...{ [JOINING]: true } };
}

/** The same route configuration, in which every header matcher looks at all values joined. */
export function withJoiningMatchers(configuration: RouteConfiguration): RouteConfiguration {
  return joiningIn(configuration);
}

/** The same of whatever holds lists of header matchers. */
export function joiningIn<T extends object>(message: T): T {
  return joining(message, 0) as T;
}

/** Fields with lists of header matchers: of matches, and of `oauth2`. */
const MATCHER_LISTS: ReadonlySet<string> = new Set([
  'headers',
  'pass_through_matcher',
  'deny_redirect_matcher',
  'allow_failed_matcher',
]);

function joining(value: unknown, depth: number): unknown {
  // What nests deeper is data in which no matcher stands.
  if (depth > 16 || typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  if (Array.isArray(value)) return value.map((item) => joining(item, depth + 1));
  const fields = Object.entries(value).map(([field, item]): readonly [string, unknown] => [
    field,
    MATCHER_LISTS.has(field) && Array.isArray(item) ? item.map(joiningMatcher) : joining(item, depth + 1),
  ]);
  return { ...value, ...Object.fromEntries(fields) };
}

/** Whether a matcher looks at each value of its header by itself; any one that meets it is enough. */
export function matchesEachValue(matcher: HeaderMatcher): boolean {
  return (
    versionOf(matcher) === 'v3' &&
    !(JOINING in matcher) &&
    releaseMatchesEachValue() &&
    !keptAsOne(lowerAscii(matcher.name ?? ''))
  );
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
