/**
 * What is left out of a path where a route configuration ignores its parameters (docs/routing.md, fact 76): since release
 * 1.39 those of each segment, before that all behind the first semicolon.
 */
import { isBefore, type Release } from '../schema/release.ts';
import type { Message } from '../schema/types.ts';

type RouteConfiguration = Message<'RouteConfiguration'>;

/** The first release that looks at each segment. */
const FIRST: Release = '1.39';

/** Set on route configurations of releases before that. */
const CUTTING: unique symbol = Symbol('cutting paths');

/** What of a path does not count: the rest behind the first semicolon, or the parameters of each segment. */
export type LeftOut = 'rest' | 'parameters';

/** The same route configuration, which looks at paths as its release does. */
export function withPathParameters(
  configuration: RouteConfiguration,
  release: Release | undefined,
): RouteConfiguration {
  return isBefore(release, FIRST) ? { ...configuration, ...{ [CUTTING]: true } } : configuration;
}

/** Undefined where its path rules look at whole paths. */
export function leftOutOf(configuration: RouteConfiguration): LeftOut | undefined {
  if (configuration.ignore_path_parameters_in_path_matching !== true) return undefined;
  return CUTTING in configuration ? 'rest' : 'parameters';
}

/** A path as path rules see it. @param path without its query */
export function withoutLeftOut(path: string, leftOut: LeftOut | undefined): string {
  if (leftOut === undefined) return path;
  return leftOut === 'rest' ? path.replace(/;.*$/s, '') : path.replace(/;[^/]*/g, '');
}
