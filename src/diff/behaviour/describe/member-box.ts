/** The requests that a pair of routes shares by the conditions of both. */
import { type Box, intersection } from '../../../routing/all/box.ts';
import { type Matcher, routesOf } from '../../../routing/all/index.ts';
import type { Member } from '../compare-hosts.ts';
import { SIDES } from '../served-host.ts';

/** The matchers of the routes that a member's requests come to, of both sides. */
export function matchersOf({ hosts, difference, region, about }: Member): readonly Matcher[] {
  if (about === 'virtual_clusters') return [];
  return SIDES.flatMap((side) => {
    if (region[side] === 'redirect') return [];
    return routesOf(difference[side]).flatMap((route) => hosts.lists[side]?.matchers[route] ?? []);
  });
}

/** What meets the conditions of all of them. @param whole whether to look at path and query as a whole */
export function sharedBox(matchers: readonly Matcher[], whole: boolean): Box {
  const none: Box = new Map();
  return matchers
    .map((matcher) => (whole ? matcher.targetBox() : matcher.box) ?? none)
    .reduce(intersection, none);
}

/** Whether one of them looks at path and query as a whole. */
export function areWhole(matchers: readonly Matcher[]): boolean {
  return matchers.some(({ box }) => box === undefined);
}
