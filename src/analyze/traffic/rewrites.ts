/** Prefix rewrites of routes, of those that forward as of those that redirect. */

import { type Frame, isOf } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import type { Location } from '../finding.ts';
import type { RuleContext } from '../rule.ts';

export interface PrefixRewrite {
  /** What comes in the place of the matched text; never empty. */
  readonly rewrite: string;
  readonly at: Location;
  /** Where the result goes, for sentences. */
  readonly goes: string;
}

/** The prefix rewrite of a route; undefined where it has none, or an empty one, which rewrites nothing. */
export function prefixRewriteOf(
  { route, redirect }: Message<'route.Route'>,
  { spot }: RuleContext,
): PrefixRewrite | undefined {
  if (route?.prefix_rewrite)
    return {
      rewrite: route.prefix_rewrite,
      at: spot({ message: route, type: 'route.RouteAction' }, 'prefix_rewrite'),
      goes: 'goes upstream as',
    };
  if (redirect?.prefix_rewrite)
    return {
      rewrite: redirect.prefix_rewrite,
      at: spot({ message: redirect, type: 'route.RedirectAction' }, 'prefix_rewrite'),
      goes: 'is redirected to',
    };
  return undefined;
}

/** For each virtual host, and each prefix in lower case, the first route that has it. */
const firstByPrefix = new WeakMap<object, ReadonlyMap<string, number>>();

/**
 * Whether a route before this one has that prefix, so that longer paths may never come here.
 *
 * @returns undefined where the routes before this one are not in the input
 */
export function isTakenBefore(prefix: string, { parent, index }: Frame): boolean | undefined {
  if (!isOf(parent, 'route.VirtualHost')) return index === undefined ? false : undefined;
  const { message } = parent;
  let known = firstByPrefix.get(message);
  if (known === undefined) {
    const first = new Map<string, number>();
    for (const [position, { match }] of (message.routes ?? []).entries()) {
      const each = match?.prefix?.toLowerCase();
      if (each !== undefined && !first.has(each)) first.set(each, position);
    }
    firstByPrefix.set(message, first);
    known = first;
  }
  const first = known.get(prefix.toLowerCase());
  return first !== undefined && typeof index === 'number' && first < index;
}
