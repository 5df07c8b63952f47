/** Route configurations without what has no effect in them, read alike: what of theirs is compared. */
import { withoutIdleParts } from '../../effects/fold.ts';
import { type BoundMessage, versionOf } from '../../model/bound.ts';
import type { Configuration } from '../../model/open.ts';
import type { Frame } from '../../model/walk.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import { withJoining } from '../../traffic/repeated-headers.ts';
import type { ClusterNames } from '../cluster-names.ts';
import { effectsOf, framesOf } from '../effects-context.ts';
import type { Served } from './served-host.ts';

interface Pair {
  readonly before: Served;
  readonly after: Served;
}

/** Answers with both sides of a pair of route configurations as they take effect; with the same where all does. */
export function startFolding(
  before: readonly Configuration[],
  after: readonly Configuration[],
  names: () => ClusterNames,
): { of(pair: Pair): Pair } {
  let frames: ReadonlyMap<BoundMessage, Frame> | undefined;
  const effects = effectsOf(before, after, '', names);
  const folded = (served: Served): Served => {
    const { found, context } = served;
    const message = found.routeConfiguration;
    frames ??= new Map(
      framesOf([...before, ...after], 'RouteConfiguration').map((frame) => [frame.message, frame]),
    );
    const frame = frames.get(found.written) ?? { type: 'RouteConfiguration' };
    const made = withoutIdleParts({ ...frame, message }, { ...effects, namespace: context.namespace });
    if (made === message) return served;
    const routeConfiguration = made as FoundRoutes['routeConfiguration'];
    return { ...served, found: { ...found, routeConfiguration } };
  };
  return {
    of: (pair) => {
      const [before, after] = [folded(pair.before), folded(pair.after)];
      return isAcross(pair) ? { before: joined(before), after: joined(after) } : { before, after };
    },
  };
}

function isAcross({ before, after }: Pair): boolean {
  return versionOf(before.found.routeConfiguration) !== versionOf(after.found.routeConfiguration);
}

/**
 * The same, which matches a header that stands twice as version 2 does (fact 103). Releases of version 3 changed that for
 * all conditions alike, so that it is no change of any route.
 */
function joined(served: Served): Served {
  const { found } = served;
  const routeConfiguration = withJoining(found.routeConfiguration, { matchers: true, policies: true });
  return { ...served, found: { ...found, routeConfiguration } };
}
