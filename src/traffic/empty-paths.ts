/**
 * What becomes of a path that a route's `regex_rewrite` leaves empty (docs/routing.md, fact 128): since release 1.37 it
 * counts as none, so that the old one stays; before that it was written.
 */
import { versionOf } from '../model/bound.ts';
import { compareReleases, NEWEST_RELEASE, type Release } from '../schema/release.ts';
import type { Message } from '../schema/types.ts';

type RouteConfiguration = Message<'RouteConfiguration'>;

/** The first release that leaves the old path. */
const FIRST = '1.37';

/** Set on route configurations of releases before that. */
const WRITING: unique symbol = Symbol('writing empty paths');

/** The same route configuration, whose rewrites write an empty path where its release does. */
export function withEmptyPaths(
  configuration: RouteConfiguration,
  release: Release = NEWEST_RELEASE,
): RouteConfiguration {
  return compareReleases(release, FIRST) >= 0 ? configuration : { ...configuration, ...{ [WRITING]: true } };
}

/** Whether a rewrite within a route configuration writes an empty path. */
export function writesEmptyPath(
  configuration: RouteConfiguration,
  rewrite: Message<'type.matcher.RegexMatchAndSubstitute'>,
): boolean {
  return WRITING in configuration || versionOf(rewrite) !== 'v3';
}
