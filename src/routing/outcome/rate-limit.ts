/** Rate limit descriptors of a request (data-model, route.RateLimit; facts 52 to 55). */
import { isIP } from 'node:net';
import type { Message } from '../../schema/types.ts';
import { secretlyIf } from '../../source/secret-marks.ts';
import { isCredentialHeader } from '../../source/secret-names.ts';
import { lowerHeader } from '../../traffic/headers.ts';
import type { RouteVisit } from '../context.ts';
import { matchesHeaders } from '../match/headers.ts';
import type { Undecided } from '../regex/regexes.ts';
import { isSwitchedOn, runtimeInteger, runtimeValue } from '../runtime.ts';
import type { Steps } from '../steps.ts';

type RateLimit = Message<'route.RateLimit'>;
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

/**
 * The rate limits in force: the route's own first, and those of the virtual host where the route has none or asks for
 * them (fact 54).
 */
export function rateLimitsOf({ route, virtualHost }: RouteVisit): readonly RateLimit[] {
  const own = route.route?.rate_limits ?? [];
  const above = virtualHost.rate_limits ?? [];
  return own.length === 0 || route.route?.include_vh_rate_limits === true ? [...own, ...above] : own;
}

/** Whether a descriptor depends on the cluster that is picked. */
export function namesCluster(limits: readonly RateLimit[]): boolean {
  return limits.some((limit) => limit.actions?.some((action) => action.destination_cluster !== undefined));
}

/**
 * One descriptor for each configuration whose actions all append an entry (fact 52).
 *
 * @param cluster the cluster that the request goes to
 */
export function descriptors(
  limits: readonly RateLimit[],
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
