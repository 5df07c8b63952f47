/** Filters whose answer is given by somebody else, or depends on what came before. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { rateLimitsOf } from '../outcome/rate-limit.ts';
import { effectiveShare } from '../runtime.ts';
import { type FilterModel, type FilterVisit, passed, skipped, type Verdict } from './filter.ts';

function assumed(why: string, that: string): Verdict {
  return { effect: 'assumed', why, that };
}

/** Nothing is asked where no route takes the request (404). */
export function extAuthz(config: BoundMessage, { route, settings, request }: FilterVisit): Verdict {
  if (route.kind === 'none') return skipped('no route takes the request, so that nobody is asked');
  const [own] = settings;
  if (own?.disabled === true) return skipped('the settings of the route switch it off');
  const { filter_enabled: enabled, deny_at_disable: denies, status_on_error: status } = config;
  const share = isObject(enabled) ? shareIn(enabled, request) : 1;
  if (share === 0) {
    const denied = isObject(denies) ? denies : {};
    const isDenied = isObject(denied.default_value) ? false : denied.default_value === true;
    if (isDenied)
      return {
        effect: 'answered',
        status: codeIn(status) ?? 403,
        why: 'it is switched off, and deny_at_disable denies',
      };
    return skipped('it is switched off (filter_enabled)');
  }
  return assumed(
    'an authorization service decides',
    'the authorization service lets the request pass unchanged',
  );
}

function shareIn(
  fraction: Message<'core.RuntimeFractionalPercent'>,
  request: FilterVisit['request'],
): number {
  const { numerator, denominator } = effectiveShare(fraction, request.request);
  return numerator / denominator;
}

/** A status by its number or, in version 3, its name (`Forbidden`). */
function codeIn(status: unknown): number | undefined {
  const code = isObject(status) ? status.code : undefined;
  if (typeof code === 'number') return code;
  return typeof code === 'string' ? STATUS_NAMES.get(code) : undefined;
}

const STATUS_NAMES: ReadonlyMap<string, number> = new Map([
  ['OK', 200],
  ['BadRequest', 400],
  ['Unauthorized', 401],
  ['PaymentRequired', 402],
  ['Forbidden', 403],
  ['NotFound', 404],
  ['TooManyRequests', 429],
  ['InternalServerError', 500],
  ['NotImplemented', 501],
  ['BadGateway', 502],
  ['ServiceUnavailable', 503],
  ['GatewayTimeout', 504],
]);

/** Asked only where the route, or the filter itself, yields a descriptor. */
export function rateLimit(config: BoundMessage, { route, settings }: FilterVisit): Verdict {
  if (route.kind !== 'forward') return skipped('no route sends the request to a cluster');
  const [own] = settings;
  const isElsewhere = [own?.rate_limits, config.rate_limits].some(
    (limits) => Array.isArray(limits) && limits.length > 0,
  );
  if (!isElsewhere && rateLimitsOf(route.visit).length === 0)
    return skipped('neither route nor virtual host has rate limits');
  return assumed('a rate limit service decides', 'the request is within its rate limits');
}

/** Answers where a bucket is empty; a bucket that never holds anything is always. */
export function localRateLimit(config: BoundMessage, { settings, request }: FilterVisit): Verdict {
  const own = settings[0] ?? config;
  const { filter_enabled: enabled, filter_enforced: enforced, token_bucket: bucket } = own;
  const share =
    isObject(enabled) && isObject(enforced)
      ? Math.min(shareIn(enabled, request), shareIn(enforced, request))
      : 0;
  if (share === 0) return passed('it limits no share of requests (filter_enabled, filter_enforced)');
  if (!isObject(bucket) && !Array.isArray(own.descriptors)) return passed('it has no bucket');
  if (isObject(bucket) && (bucket.max_tokens ?? 0) === 0 && !Array.isArray(own.descriptors))
    return {
      effect: 'answered',
      status: codeIn(own.status) ?? 429,
      why: 'its bucket never holds a token (max_tokens is 0)',
      ...(share >= 1 ? {} : { share }),
    };
  return assumed('tokens are taken by all requests', 'its bucket has a token left');
}

/** Requests without a session are sent to log in. */
export function oauth2(config: BoundMessage, { request }: FilterVisit): Verdict {
  if (!isObject(config.config) || request.header('cookie') !== undefined)
    return assumed('a session decides', 'the request has a valid session, or needs none');
  return assumed('requests without a session are sent to log in', 'the request needs no session');
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

/** What may answer by what it saw before. */
export function depends(on: string, that: string): FilterModel {
  return () => assumed(on, that);
}
