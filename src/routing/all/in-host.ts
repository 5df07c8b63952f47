/** What becomes of a route of a virtual host that may stand several times in the list that its matcher stands for. */
import type { Message } from '../../schema/types.ts';
import type { Meter } from '../regex/meter.ts';
import { samePlaces } from '../tree/flatten.ts';
import { decide, type Verdict } from './decide.ts';
import type { RouteList } from './route-list.ts';

/**
 * {@link decide} for a route at the first of its places: alive at one of them is alive; hidden at all it is hidden by
 * what hides it at each.
 */
export function decideInHost(
  host: Message<'route.VirtualHost'>,
  list: RouteList,
  place: number,
  meter: Meter,
): Verdict {
  const places = samePlaces(host, place);
  let hidden: Extract<Verdict, { kind: 'hidden' }> | undefined;
  let first: Verdict | undefined;
  for (const each of places) {
    const verdict = decide(list, each, meter);
    if (verdict.kind === 'alive' || verdict.kind === 'undecided') return verdict;
    first ??= verdict;
    if (verdict.kind === 'hidden') hidden = joined(hidden, verdict, places);
  }
  return hidden ?? first ?? decide(list, place, meter);
}

type Hidden = Extract<Verdict, { kind: 'hidden' }>;

/** What stands at another of its own places does not hide a route. */
function joined(one: Hidden | undefined, other: Hidden, places: readonly number[]): Hidden {
  const by = new Set([...(one?.by ?? []), ...other.by].filter((each) => !places.includes(each)));
  return {
    kind: 'hidden',
    by: [...by].sort((first, second) => first - second),
    byDefault: other.byDefault || one?.byDefault === true,
  };
}
