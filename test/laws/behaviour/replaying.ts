/** One request through both sides, quickly: what is written alike in the outcomes need not be looked at closely. */
import { differingAspects, type Replayed, replay } from '../../../src/diff/behaviour/outcomes/replay.ts';
import type { Served } from '../../../src/diff/behaviour/served-host.ts';
import type { Configuration } from '../../../src/model/index.ts';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import type { Request } from '../../../src/routing/request/request.ts';
import { type Trace, traceRequest } from '../../../src/routing/trace.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { sameData } from '../../../src/source/edit/index.ts';

const regexes = regexEngine();

/** The only route configuration of a configuration, ready for requests. */
export function servedBy(configuration: Configuration): Served {
  const { routes, clusters } = findRouting([configuration]);
  const [found, more] = routes;
  if (found === undefined || more !== undefined) throw new Error('one route configuration is wanted');
  return {
    found,
    context: { regexes, namespace: configuration.namespace, ...(clusters ? { clusters } : {}) },
  };
}

export interface BothWays {
  readonly before: Replayed;
  readonly after: Replayed;
}

export interface Replaying {
  /** What happens to a request on both sides; undefined where it is the same. */
  differing(request: Request): BothWays | undefined;
  both(request: Request): BothWays;
}

export function startReplaying(before: Served, after: Served): Replaying {
  const both = (request: Request): BothWays => ({
    before: replay(before, request),
    after: replay(after, request),
  });
  /** Whether routes with the same outcome do the same beside it: by their positions on both sides. */
  const alike = new Map<string, boolean>();
  return {
    both,
    differing(request) {
      const [one, other] = [before, after].map(({ found, context }) =>
        traceRequest(found.routeConfiguration, request, context),
      );
      // What is drawn is done by several routes.
      const isDrawn = one?.outcome.kind === 'random';
      const isSame = !isDrawn && sameData(one?.outcome, other?.outcome);
      const key = `${takerOf(one)} ${takerOf(other)} ${one?.outcome.kind}`;
      if (isSame && alike.get(key) === true) return undefined;
      const looked = both(request);
      const differs = differingAspects(looked.before, looked.after).length > 0;
      // Beside its outcome a request meets what its route is configured to do, which does not hang on the request.
      if (isSame) alike.set(key, !differs);
      return differs ? looked : undefined;
    },
  };
}

function takerOf(trace: Trace | undefined): string {
  return `${trace?.virtual_host_index} ${trace?.route?.index}`;
}
