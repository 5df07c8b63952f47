/** A session from what was read. */
import { sideOf } from '../model/side.ts';
import type { Session } from '../session.ts';
import type { ExploreHost, Loaded } from './loaded.ts';

export function sessionOf({ side, before }: Loaded, { now }: Pick<ExploreHost, 'now'>): Session {
  const clock = { now };
  return {
    side: sideOf(side.name, side.configurations, clock),
    ...(before === undefined ? {} : { before: sideOf(before.name, before.configurations, clock) }),
  };
}
