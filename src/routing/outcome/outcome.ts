/** What happens to a request (CONTRACT, trace). */
import type { BoundMessage } from '../../model/bound.ts';
import type { Place } from '../../model/place.ts';
import type { Data } from '../../source/data.ts';
import type { RandomSet } from '../random-range.ts';
import type { Request } from '../request/request.ts';
import type { HashInput } from './hash-policy.ts';
import type { HeaderChanges } from './header-changes.ts';
import type { Mirror } from './mirror.ts';
import type { Descriptor } from './rate-limit.ts';

/** A cluster that the request goes to, with its weight among all that it may go to. */
export interface ClusterShare {
  readonly name: string;
  readonly weight: number;
  /** What this cluster adds to the outcome, where several may be picked and it differs from cluster to cluster. */
  readonly metadata_match?: MetadataMatch;
  readonly request_headers?: HeaderChanges;
  readonly response_headers?: HeaderChanges;
  readonly rate_limit_descriptors?: readonly Descriptor[];
}

/** Subset criteria: what stands under `WORD.lb`. */
export type MetadataMatch = { readonly [key: string]: Data };

/** On the outcome of a request that filters changed: what they left of it. */
export const LEFT: unique symbol = Symbol('left');

/** On a forwarded one the random values that bring requests to its route, where not all do. */
export const VALUES: unique symbol = Symbol('values');

/** On what the connection manager answers itself, whether or not a route takes it: no filter sees the request. */
export const UNFILTERED: unique symbol = Symbol('unfiltered');

/** The fields every outcome has; those that say nothing for its kind are null or empty. */
export interface OutcomeFields {
  readonly clusters: readonly ClusterShare[];
  /** `:path` as sent upstream; null where nothing is sent, or where it could not be found out. */
  readonly path: string | null;
  readonly host: string | null;
  /** What the client gets from a redirect, a direct response or a failure. */
  readonly status: number | null;
  readonly location: string | null;
  readonly virtual_cluster: string | null;
  readonly rate_limit_descriptors: readonly Descriptor[];
  /** `0s` means no limit. */
  readonly timeout: string | null;
  readonly idle_timeout: string | null;
  readonly max_grpc_timeout: string | null;
  readonly priority: string | number | null;
  readonly retry_policy: BoundMessage | null;
  readonly mirror: readonly Mirror[];
  readonly cors: BoundMessage | null;
  readonly hash_policy: readonly HashInput[];
  readonly metadata_match: MetadataMatch;
  readonly request_headers: HeaderChanges;
  readonly response_headers: HeaderChanges;
  /** Parts that stayed open although the kind is known, each with its reason. */
  readonly undecided?: readonly string[];
  /** The HTTP filters of the connection manager, in order; absent where it is not known which one it is. */
  readonly filters?: readonly FilterStep[];
  /** The request as the filters left it, where they changed it; not written anywhere. */
  readonly [LEFT]?: Request;
  readonly [UNFILTERED]?: true;
  readonly [VALUES]?: RandomSet;
  /** What the outcome rests on, where a filter has no model or somebody outside decides. */
  readonly assuming?: readonly Assumption[];
}

/** What an HTTP filter did with the request, and where it stands. */
export interface FilterStep extends Partial<Place> {
  readonly name: string;
  /** With the namespace; null where the input says none. */
  readonly type: string | null;
  readonly effect: 'passed' | 'answered' | 'changed' | 'skipped' | 'unknown';
  readonly why: string;
  /** The policy that lets it pass. */
  readonly rule?: string;
}

/** On an assumption that a header decides nothing which the request has, or which scopes are told by. */
export const ASKED: unique symbol = Symbol('asked');

/** Something that an outcome rests on. */
export interface Assumption extends Partial<Place> {
  readonly [ASKED]?: true;
  /** Its name; null where it is about the chain as a whole. */
  readonly filter: string | null;
  readonly that: string;
}

/** The filter that answered, with the place of the policy or rule where one decided. */
export interface AnsweredBy extends Partial<Place> {
  readonly filter: string;
  readonly type: string | null;
  readonly rule?: string;
}

export type Outcome = OutcomeFields &
  (
    | {
        readonly kind: 'forward';
        /** The upstream host's own name replaces `host`. */
        readonly auto_host_rewrite?: true;
      }
    | { readonly kind: 'redirect' }
    | { readonly kind: 'direct_response' }
    | { readonly kind: 'not_found' }
    /** By an HTTP filter, before the route counts. */
    | { readonly kind: 'answered'; readonly by: AnsweredBy }
    /** No filter chain takes the connection. */
    | { readonly kind: 'closed'; readonly reason: string }
    | { readonly kind: 'random'; readonly branches: readonly Branch[] }
    | { readonly kind: 'undecided'; readonly reason: string }
  );

/** One way a random outcome can go. */
export interface Branch {
  /** From 0 to 1; the shares of all branches add up to 1. */
  readonly share: number;
  /** The route that takes this share, null where none does. */
  readonly route: RouteRef | null;
  readonly outcome: Outcome;
}

/** A route of the chosen virtual host. */
export interface RouteRef {
  readonly index: number;
  readonly name: string | null;
}

/** An outcome's fields where nothing is said. */
export const NOTHING: OutcomeFields = {
  clusters: [],
  path: null,
  host: null,
  status: null,
  location: null,
  virtual_cluster: null,
  rate_limit_descriptors: [],
  timeout: null,
  idle_timeout: null,
  max_grpc_timeout: null,
  priority: null,
  retry_policy: null,
  mirror: [],
  cors: null,
  hash_policy: [],
  metadata_match: {},
  request_headers: { add: [], remove: [] },
  response_headers: { add: [], remove: [] },
};

/** No route, or no such cluster. */
export function notFound(status: number): Outcome {
  return { kind: 'not_found', ...NOTHING, status };
}

export function undecided(reason: string): Outcome {
  return { kind: 'undecided', reason, ...NOTHING };
}
