/** Filters whose answer is given by somebody else, or depends on what came before. */
import { type BoundMessage, isObject, messagesIn } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { codeIn } from '../../traffic/status.ts';
import { addition } from '../outcome/header-changes.ts';
import { descriptors, limitsAsked, localConfig, type RateLimits } from '../outcome/rate-limit.ts';
import { effectiveShare, runtimeValue } from '../runtime.ts';
import {
  type FilterModel,
  type FilterVisit,
  ofType,
  passed,
  skipped,
  textIn,
  type Verdict,
} from './filter.ts';
import { metadataHolds } from './metadata.ts';

function assumed(why: string, that: string): Verdict {
  return { effect: 'assumed', why, that };
}

/** Nothing is asked where no route takes the request (404). */
export function extAuthz(config: BoundMessage, visit: FilterVisit): Verdict {
  const { route, settings, request } = visit;
  if (route.kind === 'none') return skipped('no route takes the request, so that nobody is asked');
  const [own] = settings;
  if (own?.disabled === true) return skipped('the settings of the route switch it off');
  const { filter_enabled: enabled, deny_at_disable: denies, status_on_error: status } = config;
  const share = isObject(enabled) ? shareIn(enabled, request) : 1;
  const { filter_enabled_metadata: byMetadata } = config;
  const isMeant = isObject(byMetadata) ? metadataHolds(byMetadata, visit) : true;
  if (typeof isMeant !== 'boolean') return { effect: 'open', why: isMeant.undecided };
  const shadows = config.shadow_mode === true;
  if (share === 0 || !isMeant) {
    const by = share === 0 ? 'filter_enabled' : 'filter_enabled_metadata';
    if (!shadows && deniesAtDisable(denies, request))
      return {
        effect: 'answered',
        status: codeIn(status) ?? 403,
        why: `it is switched off (${by}), and deny_at_disable denies`,
      };
    return skipped(`it is switched off (${by})`);
  }
  if (shadows) return skipped('it only asks: shadow_mode lets every request pass');
  const lenient =
    config.failure_mode_allow === true
      ? '; where it cannot be asked, requests pass (failure_mode_allow)'
      : '';
  const part = share < 1 ? ` about ${Math.round(share * 10_000) / 100} % of requests` : '';
  const rest = {
    why: `an authorization service decides${part}${lenient}`,
    that: 'the authorization service lets the request pass unchanged',
  };
  if (share >= 1 || !deniesAtDisable(denies, request)) return assumed(rest.why, rest.that);
  const why = 'it is switched off for a share of requests (filter_enabled), and deny_at_disable denies those';
  return { effect: 'answered', status: codeIn(status) ?? 403, share: 1 - share, why, rest };
}

/** Denied where the runtime key, or the default without it, says so. */
function deniesAtDisable(denies: unknown, { request }: FilterVisit['request']): boolean {
  if (!isObject(denies)) return false;
  const { runtime_key: key, default_value: value } = denies;
  const given = runtimeValue(request, textIn(key));
  if (given === true || given === 'true') return true;
  if (given === false || given === 'false') return false;
  return value === true;
}

function shareIn(
  fraction: Message<'core.RuntimeFractionalPercent'>,
  request: FilterVisit['request'],
): number {
  const { numerator, denominator } = effectiveShare(fraction, request.request);
  return Math.min(1, numerator / denominator);
}

/** What is asked about by its descriptors; `unknown` where an action of a limit is not known here. */
function descriptorsOf(limits: RateLimits, { route }: FilterVisit): readonly string[] | 'unknown' {
  if (route.kind !== 'forward' || limits.some((limit) => (limit.actions ?? []).some(isUnknown)))
    return 'unknown';
  const found = route.clusters.map((cluster) => descriptors(limits, cluster, route.visit, undefined));
  if (found.some(({ undecided }) => undecided.length > 0)) return 'unknown';
  const texts = found.map(({ all }) =>
    all.map((entries) => entries.map(({ key, value }) => `${key}=${JSON.stringify(value)}`).join(', ')),
  );
  const [first = []] = texts;
  return texts.every((each) => each.join('\n') === first.join('\n')) ? first : 'unknown';
}

/** Actions whose entries are worked out here, written as they always were. */
const KNOWN_ACTIONS: ReadonlySet<string> = new Set([
  'source_cluster',
  'destination_cluster',
  'request_headers',
  'generic_key',
  'header_value_match',
]);

function isUnknown(action: BoundMessage): boolean {
  const [kind = ''] = Object.keys(action).filter((each) => each !== '@type');
  const inner = action[kind];
  // Keys of their own, and values that are left out, came with version 3.
  const isPlain =
    !isObject(inner) ||
    (inner.skip_if_absent === undefined && !(kind !== 'request_headers' && inner.descriptor_key));
  return !KNOWN_ACTIONS.has(kind) || !isPlain;
}

/** Asked only where the route, or the filter itself, yields a descriptor. */
export function rateLimit(config: BoundMessage, visit: FilterVisit): Verdict {
  const { route, settings, request, namespace } = visit;
  if (route.kind !== 'forward') return skipped('no route sends the request to a cluster');
  const { request_type: type = 'both', failure_mode_deny: denies } = config;
  const isInside = request.header(`x-${namespace}-internal`) === 'true';
  if ((type === 'internal' && !isInside) || (type === 'external' && isInside))
    return skipped(`it is for ${type} requests`);
  const { filter_enabled: enabled, filter_enforced: enforced } = config;
  if (isObject(enabled) && shareIn(enabled, request) === 0)
    return skipped('it is switched off (filter_enabled)');
  if (isObject(enforced) && shareIn(enforced, request) === 0)
    return passed('it only asks, and enforces nothing (filter_enforced)');
  const limits = limitsAsked({ kind: 'ratelimit', config }, settings, route.visit);
  if (limits.length === 0) return skipped('neither route nor virtual host has rate limits');
  const found = descriptorsOf(limits, visit);
  if (found !== 'unknown' && found.length === 0)
    return skipped('its rate limits make no descriptor of the request');
  const asked = found === 'unknown' ? '' : ` about ${found.join(' and ')}`;
  const strict =
    denies === true ? '; where it cannot be asked, requests are refused (failure_mode_deny)' : '';
  const share = [enabled, enforced].reduce<number>(
    (left, each) => left * (isObject(each) ? shareIn(each, request) : 1),
    1,
  );
  const part = share < 1 ? `, for about ${Math.round(share * 10_000) / 100} % of requests` : '';
  return assumed(
    `a rate limit service decides${asked}${part}${strict}`,
    'the request is within its rate limits',
  );
}

/** Answers where a bucket is empty; a bucket that never holds anything is always. The settings of a route replace all. */
export function localRateLimit(config: BoundMessage, visit: FilterVisit): Verdict {
  const { settings, request } = visit;
  const own = localConfig({ config }, settings);
  const { filter_enabled: enabled, filter_enforced: enforced, token_bucket: bucket } = own;
  const share = isObject(enabled) ? shareIn(enabled, request) : 0;
  if (share === 0) return passed('it limits no share of requests (filter_enabled)');
  const holds = isObject(enforced) ? shareIn(enforced, request) : 0;
  const each = messagesIn(own.descriptors);
  const all = [
    ...(isObject(bucket) ? [bucket] : []),
    ...each.map((one) => (isObject(one.token_bucket) ? one.token_bucket : {})),
  ];
  if (all.length === 0) return passed('it has no bucket');
  const mayBeEmpty = all.some((one) => Number(one.max_tokens ?? 0) === 0);
  if (holds === 0) {
    const names = messagesIn(own.request_headers_to_add_when_not_enforced).map(
      (option) => addition(option).key,
    );
    if (names.length === 0) return passed('it enforces nothing (filter_enforced)');
    return assumed(
      'it enforces nothing, and marks requests beyond its limits',
      `it does not write ${names.join(', ')}`,
    );
  }
  if (each.length === 0 && mayBeEmpty) {
    const part = share * holds;
    return {
      effect: 'answered',
      status: limitedStatus(own.status),
      why: 'its bucket never holds a token (max_tokens is 0)',
      ...(part >= 1 ? {} : { share: part }),
    };
  }
  if (each.length === 0) return assumed('tokens are taken by all requests', 'its bucket has a token left');
  return withDescriptors(own, each, visit);
}

/** 429 in place of what is no error. */
function limitedStatus(status: unknown): number {
  const code = codeIn(status) ?? 429;
  return code < 400 ? 429 : code;
}

/** Descriptors pick the buckets that count, beside that of all requests. */
function withDescriptors(own: BoundMessage, each: readonly BoundMessage[], visit: FilterVisit): Verdict {
  const around = visit.route.kind === 'forward' ? visit.route.visit : undefined;
  const limits = limitsAsked({ kind: 'local_ratelimit', config: own }, [], around);
  const found = limits.length === 0 ? [] : descriptorsOf(limits, visit);
  const named = found === 'unknown' || found.length === 0 ? '' : ` by ${found.join(' and ')}`;
  if (found.length === 0 && !isObject(own.token_bucket))
    return passed('the request makes no descriptor, and there is no bucket for all');
  return assumed(
    `tokens are taken by all requests alike${named}, of ${each.length} ${each.length === 1 ? 'descriptor' : 'descriptors'}`,
    'each of its buckets has a token left',
  );
}

export function extProc(_: BoundMessage, { settings }: FilterVisit): Verdict {
  const [own] = settings;
  if (own?.disabled === true) return skipped('the settings of the route switch it off');
  return assumed('an external processor decides', 'the external processor lets the request pass unchanged');
}

export function lua(config: BoundMessage, { settings }: FilterVisit): Verdict {
  const [own] = settings;
  if (own?.disabled === true) return skipped('the settings of the route switch it off');
  const { inline_code: older, default_source_code: code } = config;
  const hasOwn = own !== undefined && (own.name !== undefined || own.source_code !== undefined);
  if (!hasOwn && older === undefined && code === undefined)
    return skipped('it has no script for the request');
  return assumed('a script may answer or change the request', 'its script lets the request pass unchanged');
}

/** Looks up the host of requests to clusters of its own kind. */
export function dynamicForwardProxy(_: BoundMessage, { route, settings }: FilterVisit): Verdict {
  if (route.kind !== 'forward') return skipped('no route sends the request to a cluster');
  const own = ofType('dynamic_forward_proxy.PerRouteConfig', settings[0]);
  const rewrites =
    own !== undefined && (textIn(own.host_rewrite_literal) ?? textIn(own.host_rewrite_header)) !== undefined;
  return assumed(
    'for clusters of its kind it looks up the host that the request asks for',
    `the host can be looked up${rewrites ? ', or the cluster is none of its kind, so that the host stays' : ''}`,
  );
}

/** Keeps requests of one session at one host. */
export function statefulSession(_: BoundMessage, { settings }: FilterVisit): Verdict {
  const own = ofType('StatefulSessionPerRoute', settings[0]);
  if (own?.disabled === true) return skipped('the settings of the route switch it off');
  return passed('it only picks the host within the cluster');
}

/** What may answer by what it saw before. */
export function depends(on: string, that: string): FilterModel {
  return () => assumed(on, that);
}
