/** The hosts that two route configurations can get: for each pair of virtual hosts those that come to both. */
import { type HostPiece, takenHosts } from '../../../routing/all/base.ts';
import { domainIndex } from '../../../routing/match/hosts.ts';
import type { Message } from '../../../schema/types.ts';

/** All hosts that one virtual host takes before and one takes after; undefined where none takes them. */
export interface HostPair {
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** Disjoint. */
  readonly pieces: readonly HostPiece[];
}

export interface HostPairs {
  readonly pairs: readonly HostPair[];
  /** Whether these are all pairs; there may be as many as virtual hosts of one side times those of the other. */
  readonly isWhole: boolean;
}

type RouteConfiguration = Message<'RouteConfiguration'>;

/** Hosts that no domain takes on either side are left out: they get a 404 before and after. */
export function hostPairs(before: RouteConfiguration, after: RouteConfiguration): HostPairs {
  const { taken, isWhole } = takenHosts([domainIndex(before), domainIndex(after)]);
  return {
    pairs: taken.map(({ takers: [one, other], pieces }) => ({ before: one, after: other, pieces })),
    isWhole,
  };
}
