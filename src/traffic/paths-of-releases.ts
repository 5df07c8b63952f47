/**
 * What older releases do otherwise with paths of a route configuration: one that a `regex_rewrite` leaves empty counts as
 * none since 1.37, so that the old one stays, and was written before (docs/routing.md, fact 128); where its parameters
 * are ignored, those of each segment are left out since 1.39, and all behind the first semicolon before (fact 76).
 */
import { versionOf } from '../model/bound.ts';
import { isBefore, type Release } from '../schema/release.ts';
import type { Message } from '../schema/types.ts';

type RouteConfiguration = Message<'RouteConfiguration'>;

/** Set on route configurations that are held to a release other than the newest. */
const HELD_TO: unique symbol = Symbol('held to a release');

/** The same route configuration, which looks at paths and writes them as its release does. */
export function withPathsOf(
  release: Release | undefined,
  configuration: RouteConfiguration,
): RouteConfiguration {
  return release === undefined ? configuration : { ...configuration, ...{ [HELD_TO]: release } };
}

function releaseOf(
  configuration: RouteConfiguration & { readonly [HELD_TO]?: Release },
): Release | undefined {
  return configuration[HELD_TO];
}

/** Whether a rewrite within a route configuration writes an empty path. */
export function writesEmptyPath(
  configuration: RouteConfiguration,
  rewrite: Message<'type.matcher.RegexMatchAndSubstitute'>,
): boolean {
  return isBefore(releaseOf(configuration), '1.37') || versionOf(rewrite) !== 'v3';
}

/** What of a path does not count: the rest behind the first semicolon, or the parameters of each segment. */
export type LeftOut = 'rest' | 'parameters';

/** Undefined where its path rules look at whole paths. */
export function leftOutOf(configuration: RouteConfiguration): LeftOut | undefined {
  if (configuration.ignore_path_parameters_in_path_matching !== true) return undefined;
  return isBefore(releaseOf(configuration), '1.39') ? 'rest' : 'parameters';
}

/** A path as path rules see it. @param path without its query */
export function withoutLeftOut(path: string, leftOut: LeftOut | undefined): string {
  if (leftOut === undefined) return path;
  return leftOut === 'rest' ? path.replace(/;.*$/s, '') : path.replace(/;[^/]*/g, '');
}
