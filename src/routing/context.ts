/** What a trace needs to know beside the configuration and the request. */
import type { BoundMessage } from '../model/bound.ts';
import type { Message } from '../schema/types.ts';
import type { Candidates } from './match/candidates.ts';
import type { RandomSet } from './random-range.ts';
import type { Regexes } from './regex/regexes.ts';
import type { SeenRequest } from './request/request.ts';

/** An HTTP filter that asks by rate limits, or may. */
export interface Limiter {
  /** As it was given; settings of routes are found by it. */
  readonly name: string;
  /** Undefined where it may be any filter, whose settings are not in the input. */
  readonly kind: 'ratelimit' | 'local_ratelimit' | undefined;
  /** It runs only where a route says so. */
  readonly disabled: boolean;
  /** What decides by which rate limits it asks. */
  readonly config: BoundMessage;
}

export interface RoutingContext {
  /** The namespace of header names and of the metadata namespace `WORD.lb`. */
  readonly namespace: string;
  /** Names of the clusters that exist; absent where the input defines none, so that every named one does. */
  readonly clusters?: ReadonlySet<string>;
  /** Those of them whose hosts have no names, so that auto_host_rewrite has no effect. */
  readonly nameless?: ReadonlySet<string>;
  /** Those in front; absent where the input does not say what is in front. */
  readonly limiters?: readonly Limiter[];
  /** Names of the CORS filters in front, which policies of routes are for; absent where nobody can tell. */
  readonly corsFilters?: readonly string[];
  readonly regexes: Regexes;
  /** Spares looking at all routes of long lists; not asked where steps are told. */
  readonly candidates?: Candidates;
  /** Ask for the steps of the trace; without them a route that fails costs no text. */
  readonly explain?: boolean;
  /**
   * Decides every runtime fraction of a route match in place of `random_value % D < N`, for tools with manners of
   * their own.
   */
  readonly decideFraction?: (fraction: Message<'core.RuntimeFractionalPercent'>) => boolean;
}

/** What traces in the route configurations of one input take, by what all of it defines. */
export function contextsOf(
  {
    clusters,
    nameless,
    limiters: all,
    corsFilters,
  }: {
    readonly clusters: ReadonlySet<string> | undefined;
    readonly nameless: ReadonlySet<string>;
    readonly limiters: ReadonlyMap<object, readonly Limiter[]>;
    readonly corsFilters: ReadonlyMap<object, readonly string[]>;
  },
  shared: Pick<RoutingContext, 'regexes' | 'candidates' | 'explain'>,
): (found: { readonly namespace: string }) => RoutingContext {
  return (found) => {
    const limiters = all.get(found);
    const cors = corsFilters.get(found);
    const known = {
      ...(clusters ? { clusters } : {}),
      ...(limiters ? { limiters } : {}),
      ...(cors ? { corsFilters: cors } : {}),
    };
    return { ...shared, namespace: found.namespace, nameless, ...known };
  };
}

/** Where a route stands, and the request that came to it. */
export interface RouteVisit {
  readonly routeConfiguration: Message<'RouteConfiguration'>;
  readonly virtualHost: Message<'route.VirtualHost'>;
  readonly route: Message<'route.Route'>;
  readonly request: SeenRequest;
  readonly context: RoutingContext;
  /** The random values that bring requests like this one to the route; absent where all do, or one is given. */
  readonly values?: RandomSet;
}
