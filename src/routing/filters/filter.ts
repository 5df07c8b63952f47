/** What an HTTP filter sees of a request, and what it does with it. */
import { type BoundMessage, emptyBeside, isObject } from '../../model/bound.ts';
import type { Release } from '../../schema/release.ts';
import type { Message, MessageName } from '../../schema/types.ts';
import { messageOfType, typeIn } from '../../schema/version.ts';
import type { Data } from '../../source/data.ts';
import type { RouteVisit } from '../context.ts';
import type { Answer, Regexes } from '../regex/regexes.ts';
import type { Request, SeenRequest } from '../request/request.ts';
import type { Client } from './client.ts';
import { kindOfType } from './kind.ts';

/** What a filter leaves for those behind it. */
interface Leaves {
  readonly metadata?: Metadata;
  readonly filterState?: FilterState;
  /** The route is looked for anew, by the request as it is then. */
  readonly clearsRoute?: boolean;
}

/** What a filter does with one request, each with the reason. */
export type Verdict =
  | (Leaves & {
      readonly effect: 'passed' | 'skipped';
      readonly why: string;
      /** The policy or rule that lets it pass. */
      readonly rule?: string;
      /** What it leaves of a request that it has not checked. */
      readonly request?: Request;
    })
  | (Leaves & { readonly effect: 'changed'; readonly why: string; readonly request: Request })
  | Answered
  /** Something outside of the configuration decides; it is taken to do as `that` says. */
  | (Leaves & {
      readonly effect: 'assumed';
      readonly why: string;
      readonly that: string;
      /** What it does to the request in any case. */
      readonly request?: Request;
    })
  /** A part of the request that nobody said decides. */
  | { readonly effect: 'open'; readonly why: string };

export interface Answered {
  readonly effect: 'answered';
  readonly why: string;
  readonly status: number;
  /** The policy or rule that decides. */
  readonly rule?: string;
  /** Where that stands, if not at the filter, and whether it does with the routes. */
  readonly at?: BoundMessage;
  readonly isOfRoute?: boolean;
  /** From 0 to 1, where chance decides; all other requests pass. */
  readonly share?: number;
  /** What becomes of those where somebody else decides. */
  readonly rest?: { readonly why: string; readonly that: string };
}

/** What filters leave for those behind them, by namespace. */
export type Metadata = ReadonlyMap<string, Data>;

/** Objects of the filter state as texts, by their keys. */
export type FilterState = ReadonlyMap<string, string>;

/** The route of a request, as filters see it. */
export type RouteMet =
  | { readonly kind: 'none' }
  /** The redirect of require_tls, which has no settings of its own. */
  | { readonly kind: 'tls' }
  /** A redirect or a direct response. */
  | { readonly kind: 'answer'; readonly visit: RouteVisit }
  | { readonly kind: 'forward'; readonly visit: RouteVisit; readonly clusters: readonly string[] };

export interface FilterVisit {
  readonly request: SeenRequest;
  /** What the levels of the route say for the filter, the most specific first. */
  readonly settings: readonly BoundMessage[];
  readonly route: RouteMet;
  readonly client: Client;
  readonly metadata: Metadata;
  /** Why namespaces that are not in `metadata` may be there all the same. */
  readonly openMetadata: string | undefined;
  readonly filterState: FilterState;
  readonly regexes: Regexes;
  readonly namespace: string;
  /** Of the proxy; the newest where nothing says another. */
  readonly release: Release;
}

/** How a kind of filter decides. @param config the settings in the chain */
export type FilterModel = (config: BoundMessage, visit: FilterVisit) => Verdict;

/** A text that is set and not empty. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A message of a type, where that is what stands there; what says of no type is taken as it is. */
export function readAs<N extends MessageName>(id: N, value: unknown): Message<N> | undefined {
  if (!isObject(value)) return undefined;
  const { '@type': type } = value;
  const isOther = typeof type === 'string' && messageOfType(type)?.id !== id;
  return isOther ? undefined : (value as Message<N>);
}

/** The same for a message that has no table by hand, so that its fields have no types. */
export function ofType(id: string, value: unknown): BoundMessage | undefined {
  if (!isObject(value)) return undefined;
  const { '@type': type } = value;
  return typeof type === 'string' && messageOfType(type)?.id !== id ? undefined : value;
}

/** The most specific settings of a route; those of another type count as none, and hide what is less specific. */
export function mostSpecific<N extends MessageName>(
  id: N,
  { settings }: FilterVisit,
): Message<N> | undefined {
  return readAs(id, settings[0]);
}

/**
 * The most specific settings where the type for routes is not that of the chain: an empty message of the latter is read
 * as one of the former (fact 154).
 */
export function ofRoutes<N extends MessageName>(
  id: N,
  settings: BoundMessage | undefined,
): Message<N> | undefined {
  const own = readAs(id, settings);
  if (own !== undefined || settings === undefined) return own;
  const isEmpty = Object.entries(settings).every(([name, value]) => name === '@type' || value === undefined);
  return isEmpty && kindOfType(String(settings['@type'])) === kindOfType(typeIn('v3', id) ?? '')
    ? readAs(id, emptyBeside(settings))
    : undefined;
}

export function passed(why: string): Verdict {
  return { effect: 'passed', why };
}

export function skipped(why: string): Verdict {
  return { effect: 'skipped', why };
}

/** Whether all hold; one that fails decides, whatever stays open. */
export function allOf<T>(all: Iterable<T>, holds: (each: T) => Answer): Answer {
  let answer: Answer = true;
  for (const each of all) {
    const one = holds(each);
    if (one === false) return false;
    if (one !== true && answer === true) answer = one;
  }
  return answer;
}

/** Whether any holds; one that does decides, whatever stays open. */
export function anyOf<T>(all: Iterable<T>, holds: (each: T) => Answer): Answer {
  let answer: Answer = false;
  for (const each of all) {
    const one = holds(each);
    if (one === true) return true;
    if (one !== false && answer === false) answer = one;
  }
  return answer;
}

export function opposite(answer: Answer): Answer {
  return typeof answer === 'boolean' ? !answer : answer;
}
