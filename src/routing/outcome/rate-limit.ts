/** Rate limit descriptors of a request (data-model, route.RateLimit; facts 52 to 55 and 142). */
import { isIP } from 'node:net';
import { type BoundMessage, isObject, messagesIn } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { messageOfType } from '../../schema/version.ts';
import { secretlyIf } from '../../source/secret-marks.ts';
import { isCredentialHeader } from '../../source/secret-names.ts';
import { lowerHeader } from '../../traffic/headers.ts';
import type { Limiter, RouteVisit } from '../context.ts';
import { ofType } from '../filters/filter.ts';
import { settingsFor } from '../filters/settings.ts';
import { matchesHeaders } from '../match/headers.ts';
import type { Undecided } from '../regex/regexes.ts';
import { isSwitchedOn, runtimeInteger, runtimeValue } from '../runtime.ts';
import type { Steps } from '../steps.ts';

type RateLimit = Message<'route.RateLimit'>;
export type RateLimits = readonly RateLimit[];
type Action = Message<'route.RateLimit.Action'>;

export interface DescriptorEntry {
  readonly key: string;
  readonly value: string;
}

export type Descriptor = readonly DescriptorEntry[];

export interface Descriptors {
  readonly all: readonly Descriptor[];
  readonly undecided: readonly string[];
}

/** Types of filters that ask by the rate limits of routes. */
export const RATE_LIMIT_TYPE = /\.http\.(?:local_)?rate_?limit\.v\d/;

/** @param kind of a filter, by the package of its type */
export function isRateLimit(kind: string | undefined): kind is 'ratelimit' | 'local_ratelimit' {
  return kind === 'ratelimit' || kind === 'local_ratelimit';
}

/** By which rate limits a filter asks (fact 142). */
interface Asking {
  /** Its own, in place of those of routes and virtual hosts. */
  readonly own: RateLimits;
  /** `vh_rate_limits`: what it makes of those of virtual hosts. */
  readonly option?: unknown;
  /** Absent where it is not known. */
  readonly stage?: number;
}

const BY_DEFAULT: Asking = { own: [] };

/** A filter by the package of its type, where that is known. */
interface Reader {
  readonly kind: string | undefined;
  readonly config: BoundMessage;
}

/** @param given what the most specific level of a route says for the filter */
function askingOf({ kind, config }: Reader, given: unknown): Asking | undefined {
  const message = isObject(given) ? given : {};
  const type = messageOfType(String(message['@type']))?.id;
  const limitsIn = ({ rate_limits: limits }: BoundMessage): RateLimits => messagesIn(limits);
  if (kind === 'local_ratelimit' || (kind === undefined && type === 'http.local_ratelimit.LocalRateLimit')) {
    const own = type === 'http.local_ratelimit.LocalRateLimit' ? message : config;
    return { own: limitsIn(own), option: own.vh_rate_limits, stage: Number(own.stage ?? 0) };
  }
  const said = type === 'RateLimitPerRoute' ? message : {};
  const limits = [said, config].map(limitsIn).find((each) => each.length > 0) ?? [];
  const asking = { own: limits, option: said.vh_rate_limits };
  if (kind === 'ratelimit') return { ...asking, stage: Number(config.stage ?? 0) };
  return type === 'RateLimitPerRoute' ? asking : undefined;
}

type Around = Pick<RouteVisit, 'route' | 'virtualHost'>;

/** The rate limits that a filter asks by: the route's first. */
function limitsFor(limiter: Reader, given: BoundMessage | undefined, around: Around | undefined): RateLimits {
  const asking = askingOf(limiter, given) ?? BY_DEFAULT;
  return asking.own.length > 0 || around === undefined ? asking.own : limitsAround(asking, around);
}

/** A local rate limit leaves out what has a key to switch it off, whatever that key says. @param around where a route sends requests to a cluster */
export function limitsAsked(
  filter: Reader,
  settings: readonly BoundMessage[],
  around: Around | undefined,
): RateLimits {
  const limits = limitsFor(filter, settings[0], around);
  return filter.kind === 'local_ratelimit'
    ? limits.filter(({ disable_key: key = '' }) => key === '')
    : limits;
}

/** Of a route and its virtual host: none where the filter, or what the route says for it, has its own. */
export function limitsRead(
  filter: Reader,
  settings: readonly BoundMessage[],
  around: Around | undefined,
): RateLimits {
  if (limitsFor(filter, settings[0], undefined).length > 0) return [];
  const isLocal = filter.kind === 'local_ratelimit';
  // Without descriptors of its own one bucket counts for all requests.
  if (isLocal && messagesIn(localConfig(filter, settings).descriptors).length === 0) return [];
  return limitsAsked(filter, settings, around);
}

/** What a local rate limit goes by: what the route says for it takes the place of all that it has. */
export function localConfig(
  { config }: Pick<Reader, 'config'>,
  settings: readonly BoundMessage[],
): BoundMessage {
  return ofType('http.local_ratelimit.LocalRateLimit', settings[0]) ?? config;
}

/** Those of the virtual host too where the route has none or asks for them, or the filter does (facts 54 and 142). */
function limitsAround({ option, stage }: Asking, { route, virtualHost }: Around): RateLimits {
  const { rate_limits: own = [], include_vh_rate_limits: included } = route.route ?? {};
  const above = virtualHost.rate_limits ?? [];
  const hasAbove = included === true || option === 'INCLUDE' || (option !== 'IGNORE' && own.length === 0);
  const all = hasAbove ? [...own, ...above] : own;
  return stage === undefined ? all : all.filter((limit) => stageOf(limit) === stage);
}

function stageOf({ stage = 0 }: RateLimit): number {
  return Number(stage);
}

type Entry = Message<'route.WeightedCluster.ClusterWeight'>;

/**
 * The rate limits in force: those by which any filter in front asks, the route's own first. Where no filter is known to
 * ask, those by which it does without settings.
 *
 * @param entries the weighted clusters of which one is picked
 */
export function rateLimitsOf(
  visit: Omit<RouteVisit, 'request'>,
  entries: readonly (Entry | undefined)[] = visit.route.route?.weighted_clusters?.clusters ?? [undefined],
): RateLimits {
  const { route, virtualHost } = visit;
  const all = [...(route.route?.rate_limits ?? []), ...(virtualHost.rate_limits ?? [])];
  if (all.length === 0) return all;
  const asking = entries.flatMap((entry) => askingBefore(visit, entry));
  const isAsked = (limit: RateLimit): boolean =>
    asking.some(({ stage }) => stage === undefined || stage === stageOf(limit));
  const asked = new Set(asking.flatMap((each) => (each.own.length > 0 ? [] : limitsAround(each, visit))));
  const others = limitsAround(BY_DEFAULT, visit);
  return all.filter((limit) => (isAsked(limit) ? asked.has(limit) : others.includes(limit)));
}

function askingBefore(
  { route, virtualHost, routeConfiguration, context }: Omit<RouteVisit, 'request'>,
  entry: Entry | undefined,
): readonly Asking[] {
  const levels = [...(entry === undefined ? [] : [entry]), route, virtualHost, routeConfiguration];
  const { limiters = limitersNamedIn(levels), namespace } = context;
  return limiters.flatMap((limiter) => {
    const { disabled = limiter.disabled, all } = settingsFor(limiter, levels, namespace);
    const asking = askingOf(limiter, all[0]) ?? (context.limiters === undefined ? undefined : BY_DEFAULT);
    return disabled || asking === undefined ? [] : [asking];
  });
}

/** Whatever routes have settings for, where nobody knows which filters are in front. */
function limitersNamedIn(levels: readonly BoundMessage[]): readonly Limiter[] {
  const names = levels.flatMap(({ typed_per_filter_config: typed }) =>
    isObject(typed) ? Object.keys(typed) : [],
  );
  return [...new Set(names)].map((name) => ({ name, kind: undefined, disabled: false, config: {} }));
}

/** Whether a filter that nobody knows may ask by rate limits of the virtual host that are not in force otherwise. */
export function mayAskByMore(visit: Omit<RouteVisit, 'request'>): boolean {
  const { rate_limits: above = [] } = visit.virtualHost;
  const isOpen = visit.context.limiters?.some(({ kind }) => kind === undefined) ?? true;
  if (!isOpen || above.length === 0) return false;
  const inForce = new Set(rateLimitsOf(visit));
  return above.some((limit) => !inForce.has(limit));
}

/** Whether a descriptor depends on the cluster that is picked. */
export function namesCluster(limits: RateLimits): boolean {
  return limits.some((limit) => limit.actions?.some((action) => action.destination_cluster !== undefined));
}

/**
 * One descriptor for each configuration whose actions all append an entry (fact 52).
 *
 * @param cluster the cluster that the request goes to
 */
export function descriptors(
  limits: RateLimits,
  cluster: string,
  visit: RouteVisit,
  steps: Steps | undefined,
): Descriptors {
  const all: Descriptor[] = [];
  const undecided: string[] = [];
  for (const [index, limit] of limits.entries()) {
    const what = `rate limit ${index}`;
    if (isDisabled(limit, visit)) {
      steps?.add(
        what,
        false,
        `runtime switches it off by its disable_key ${JSON.stringify(limit.disable_key)}`,
      );
      continue;
    }
    const found = descriptor(limit, cluster, visit);
    if ('undecided' in found) {
      undecided.push(`rate_limit_descriptors: ${found.undecided}`);
      steps?.add(what, false, found.undecided);
    } else if ('without' in found) steps?.add(what, false, found.without);
    else {
      all.push(found.entries);
      steps?.add(
        what,
        true,
        found.entries.map(({ key, value }) => `${key}=${JSON.stringify(value)}`).join(', '),
      );
    }
  }
  return { all, undecided };
}

/** The runtime key itself switched on, or the key that the rate limit filter derives from it set to 0. */
function isDisabled({ disable_key: key }: RateLimit, { request }: RouteVisit): boolean {
  if (key === undefined || key === '') return false;
  const derived = runtimeValue(request.request, `ratelimit.${key}.http_filter_enabled`);
  return isSwitchedOn(runtimeValue(request.request, key)) || runtimeInteger(derived) === 0;
}

type Found = { readonly entries: Descriptor } | Undecided | { readonly without: string };

function descriptor(limit: RateLimit, cluster: string, visit: RouteVisit): Found {
  const entries: DescriptorEntry[] = [];
  for (const action of limit.actions ?? []) {
    const entry = entryOf(action, cluster, visit);
    if (typeof entry === 'string') return { without: entry };
    if ('undecided' in entry) return entry;
    entries.push(entry);
  }
  return entries.length === 0 ? { without: 'it has no actions' } : { entries };
}

/** The entry an action appends, or in words why it appends none. */
function entryOf(action: Action, cluster: string, visit: RouteVisit): DescriptorEntry | Undecided | string {
  const { request, context } = visit;
  if (action.source_cluster) return { key: 'source_cluster', value: request.request.service_cluster ?? '' };
  if (action.destination_cluster) return { key: 'destination_cluster', value: cluster };
  if (action.request_headers) {
    const { header_name: name = '', descriptor_key: key = '' } = action.request_headers;
    const value = request.header(name);
    return value === undefined
      ? `the header ${name} is missing`
      : { key, value: secretlyIf(isCredentialHeader(name), value) };
  }
  if (action.remote_address) {
    const address = trustedAddress(visit);
    if (address === undefined) return 'the request says no client address (remote_address)';
    return isIP(address) === 0
      ? `the client address ${JSON.stringify(address)} is no IP address`
      : { key: 'remote_address', value: address };
  }
  if (action.generic_key) return { key: 'generic_key', value: action.generic_key.descriptor_value ?? '' };
  if (action.header_value_match) {
    const {
      headers = [],
      expect_match: expected = true,
      descriptor_value: value = '',
    } = action.header_value_match;
    const matched = matchesHeaders(headers.map(lowerHeader), request, context.regexes, undefined);
    if (typeof matched !== 'boolean') return matched;
    if (matched !== expected) return expected ? 'the headers do not match' : 'the headers match';
    return { key: 'header_match', value };
  }
  return 'an action of it says nothing';
}

/** The address the request states, else the one that the nearest proxy wrote into x-forwarded-for. */
function trustedAddress({ request }: RouteVisit): string | undefined {
  return request.request.remote_address ?? request.header('x-forwarded-for')?.split(',').at(-1)?.trim();
}
