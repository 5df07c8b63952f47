/** What becomes of the rate limits that routes and virtual hosts have, as the filters in front read them (fact 142). */
import { contentKey, withoutDefaults } from '../../../model/content.ts';
import type { HttpFilter } from '../../../routing/filters/chain.ts';
import { isUnmodelled } from '../../../routing/filters/models.ts';
import { hasField, settingsFor } from '../../../routing/filters/settings.ts';
import {
  isRateLimit,
  limitsAsked,
  limitsRead,
  RATE_LIMIT_TYPE,
  type RateLimits,
} from '../../../routing/outcome/rate-limit.ts';
import type { Message } from '../../../schema/types.ts';
import type { Level } from '../../change.ts';
import type { Fact } from '../../facts/fact.ts';
import type { Location } from '../../facts/side.ts';
import type { Around } from '../chains.ts';
import { type FilterState, stateOf } from './filter-state.ts';
import type { Impact, Way } from './topic.ts';

type Route = Message<'route.Route'>;
type RateLimit = RateLimits[number];

/** Why they matter. */
export const RATE_LIMITS =
  'The descriptors decide which requests are counted together; beyond a limit clients get a 429, and what no limit counts passes.';

const LOST = 'breaking where a rate limit filter reads what is gone, or no chain is known';
const UNREAD = 'info where no filter of the chain reads it';

/** What there is to say of `rateLimitLevel`. */
export const RATE_LIMIT_LEVELS = {
  removed: `${LOST}; ${UNREAD}`,
  added: `breaking where those of the virtual host do not count any more; ${UNREAD}`,
  changed: `breaking where a rate limit filter does not read it any more; ${UNREAD}`,
  disabled: `${LOST}; ${UNREAD}`,
} as const;

/** A limit that nobody asks about any more lets more requests through; one that nobody reads makes no difference. */
export function rateLimitLevel(way: Way, { fact, around }: Impact): Level | undefined {
  const [before, after] = [around('before'), around('after')];
  if (before === undefined || after === undefined)
    return (way === 'removed' && fact.before?.value !== false) || way === 'disabled' ? 'breaking' : undefined;
  const [was, is] = [readIn(before), readIn(after)];
  const [gone, come] = [concerned(fact, before, 'before'), concerned(fact, after, 'after')];
  const still = new Set(is.everywhere.map(contentOf));
  const lost = gone.filter((limit) => was.anywhere.has(limit) && !still.has(contentOf(limit)));
  const isOther = fact.kind === 'changed' && come.some((limit) => is.anywhere.has(limit));
  if (lost.length > 0 && !isOther) return 'breaking';
  const isUnread =
    !gone.some((limit) => was.anywhere.has(limit)) && !come.some((limit) => is.anywhere.has(limit));
  return isUnread && before.filters.every(isKnown) && after.filters.every(isKnown) ? 'info' : undefined;
}

/** Whether what routes say for a filter makes it ask about less than before. */
export function asksLess(was: FilterState, is: FilterState, around: Around): boolean {
  const { virtualHost, namespace } = around;
  return routesIn(around).some((route) => {
    const isHidden =
      around.route === undefined && settingsFor(was.filter, [route], namespace).disabled !== undefined;
    const limited = route.route && { route, virtualHost: virtualHost ?? {} };
    const [one, other] = [was, is].map(({ filter, settings }) => limitsAsked(filter, settings, limited));
    if (isHidden || one === undefined || other === undefined || other.length >= one.length) return false;
    const known = new Set(one.map(contentOf));
    return other.every((limit) => known.has(contentOf(limit)));
  });
}

function routesIn({ route, virtualHost }: Around): readonly Route[] {
  return route === undefined ? (virtualHost?.routes ?? []) : [route];
}

interface Read {
  /** What a filter reads on some route. */
  readonly anywhere: ReadonlySet<RateLimit>;
  /** What one reads on each that sends requests to a cluster. */
  readonly everywhere: RateLimits;
}

function readIn(around: Around): Read {
  const { filters, levels, virtualHost, namespace } = around;
  const lists = routesIn(around).flatMap((route) => {
    if (route.route === undefined) return [];
    const at = around.route === undefined ? [route, ...levels] : levels;
    return [
      filters.flatMap((filter) => {
        const { isOff, settings } = stateOf(filter, at, namespace);
        const limited = { route, virtualHost: virtualHost ?? {} };
        if (isOff || !mayLimit(filter)) return [];
        // What cannot be read may look at all of them.
        return isReadable(filter)
          ? limitsRead(filter, settings, limited)
          : [...(route.route?.rate_limits ?? []), ...(virtualHost?.rate_limits ?? [])];
      }),
    ];
  });
  const [first = [], ...others] = lists;
  const keys = others.map((list) => new Set(list.map(contentOf)));
  return {
    anywhere: new Set(lists.flat()),
    everywhere: first.filter((limit) => keys.every((each) => each.has(contentOf(limit)))),
  };
}

/** Whether a filter is a rate limit, or one stands behind its matcher. */
function mayLimit({ kind, config }: HttpFilter): boolean {
  if (isRateLimit(kind)) return true;
  return (
    isHolder(kind) &&
    hasField(config, (name, value) => name === '@type' && RATE_LIMIT_TYPE.test(String(value)))
  );
}

function isHolder(kind: string | undefined): boolean {
  return kind === 'match_delegate' || kind === 'composite';
}

function isReadable({ kind, unread }: HttpFilter): boolean {
  return unread === undefined && !isHolder(kind);
}

/** Whether somebody knows what a filter reads. */
function isKnown({ kind, unread }: HttpFilter): boolean {
  return unread === undefined && !isUnmodelled(kind);
}

/** The rate limits that a change is about, as they were written; those of the virtual host where it says which count. */
function concerned(fact: Fact, { route, virtualHost }: Around, side: 'before' | 'after'): RateLimits {
  const ofHost = virtualHost?.rate_limits ?? [];
  const isOfRoute = route !== undefined;
  const spot = fact[side];
  const field = fieldOf(fact);
  if (field === 'include_vh_rate_limits') return ofHost;
  const own = isOfRoute ? (route.route?.rate_limits ?? []) : ofHost;
  const isFirst = isOfRoute && side === 'before' && fact.kind === 'added' && own.length === 0;
  // A first rate limit of a route takes the place of those of its virtual host.
  if (isFirst) return ofHost;
  return spot === undefined ? [] : own.filter((_, at) => isIn(spot, at));
}

function fieldOf({ step }: Fact): string | undefined {
  for (let at = step; at !== undefined; at = at.up)
    if (at.kind === 'field' && /^(?:include_vh_)?rate_limits$/.test(at.name)) return at.name;
  return undefined;
}

/** Whether a position of the list is what a place in it, or inside an entry, is about; all are where it is the list itself. */
function isIn(spot: Location, position: number): boolean {
  if (spot.field === 'rate_limits') return spot.inside.length === 0 || spot.inside[0] === position;
  for (let at: typeof spot.sideRoot.frame | undefined = spot.sideRoot.frame; at !== undefined; at = at.parent)
    if (at.field?.name === 'rate_limits') return at.index === position;
  return true;
}

function contentOf(limit: RateLimit): string {
  return contentKey(withoutDefaults(limit));
}
