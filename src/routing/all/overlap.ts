/** Whether two routes of a list share requests. */
import { matchesRoute } from '../match/match.ts';
import type { Meter } from '../regex/meter.ts';
import { type Request, seen } from '../request/request.ts';
import { intersection } from './box.ts';
import type { Matcher } from './normalise.ts';
import { DISAGREE } from './outside.ts';
import { remainderOf } from './remainder.ts';
import { boxOf, type RouteList } from './route-list.ts';
import { requestAt } from './witness.ts';

export type Overlap =
  | { readonly kind: 'shared'; readonly witness: Request }
  | { readonly kind: 'none' }
  | { readonly kind: 'undecided'; readonly why: string };

/** A request that meets the conditions of both; runtime fractions are left aside. */
export function overlap(list: RouteList, left: number, right: number, meter: Meter): Overlap {
  const pair = [left, right].map((route) => list.matchers[route]);
  if (pair.some((matcher) => matcher === undefined || matcher.impossible !== undefined))
    return { kind: 'none' };
  const whole = pair.some((matcher) => matcher?.box === undefined);
  const both = intersection(boxOf(list, left, whole), boxOf(list, right, whole));
  const boxes = list.base.map((base) => intersection(base, both));
  const found = remainderOf(boxes, list.finder, meter).outside([]);
  if (found.kind === 'none') return { kind: 'none' };
  if (found.kind === 'undecided') return { kind: 'undecided', why: found.reason };
  const witness = requestAt(found.point);
  const looked = seen(witness, list.namespace);
  const takes = (matcher: Matcher | undefined): boolean =>
    matcher !== undefined && matchesRoute(matcher.asked, looked, list.regexes) === true;
  const confirmed = [left, right].every((route) => takes(list.matchers[route]));
  return confirmed ? { kind: 'shared', witness } : { kind: 'undecided', why: DISAGREE };
}
