/** Requests from pages of other origins: preflights are answered (CORS), changing requests are refused (CSRF). */
import type { BoundMessage } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { lowerText } from '../../traffic/text.ts';
import { textHolds } from '../match/text.ts';
import { corsPolicyOf, isCorsPolicy } from '../outcome/policies.ts';
import type { Answer } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';
import { effectiveShare } from '../runtime.ts';
import { anyOf, type FilterVisit, mostSpecific, passed, readAs, skipped, type Verdict } from './filter.ts';

type Policy = Message<'route.CorsPolicy'>;

export function cors(_: BoundMessage, visit: FilterVisit): Verdict {
  const { request, route, settings } = visit;
  if (route.kind !== 'forward') return skipped('no route sends the request to a cluster');
  const policy: Policy | null = corsPolicyOf(route.visit, settings.filter(isCorsPolicy));
  if (policy === null) return skipped('the route has no policy for other origins');
  // Without a switch it is on.
  const { filter_enabled: enabled = { default_value: { numerator: 100 } } } = policy;
  const share = enforcedShare({ ...policy, filter_enabled: enabled }, request);
  if (share === 0) return skipped('the policy for other origins is switched off');
  const origin = request.header('origin') ?? '';
  const isPreflight =
    request.request.method === 'OPTIONS' &&
    origin !== '' &&
    (request.header('access-control-request-method') ?? '') !== '';
  if (!isPreflight) return passed('the request is no preflight');
  const allowed = allows(policy, origin, visit);
  if (typeof allowed !== 'boolean') return { effect: 'open', why: allowed.undecided };
  if (!allowed && forwardsOthers(policy))
    return passed(`the origin ${JSON.stringify(origin)} is not allowed, and such preflights are forwarded`);
  return {
    effect: 'answered',
    status: 200,
    why: `it answers the preflight, whose origin ${JSON.stringify(origin)} is ${allowed ? '' : 'not '}allowed`,
    ...(share >= 1 ? {} : { share }),
  };
}

function forwardsOthers({ forward_not_matching_preflights: forwards }: Policy): boolean {
  return forwards !== false;
}

/** A matcher that takes `*` takes every origin. */
function allows(policy: Policy, origin: string, { regexes }: FilterVisit): Answer {
  const {
    allow_origin_string_match: matchers = [],
    allow_origin: plain = [],
    allow_origin_regex: older = [],
  } = policy;
  if (plain.includes('*') || plain.includes(origin)) return true;
  const all: readonly Message<'type.matcher.StringMatcher'>[] = [
    ...matchers,
    ...older.map((regex) => ({ regex })),
  ];
  return anyOf(all, (matcher) =>
    anyOf(['*', origin], (text) => textHolds(lowerText(matcher), text, regexes)),
  );
}

const CHANGING: ReadonlySet<string> = new Set(['POST', 'PUT', 'DELETE', 'PATCH']);

export function csrf(config: BoundMessage, visit: FilterVisit): Verdict {
  const { request, regexes } = visit;
  if (!CHANGING.has(request.request.method))
    return passed(`${request.request.method} requests are not looked at`);
  const policy = mostSpecific('CsrfPolicy', visit) ?? readAs('CsrfPolicy', config) ?? {};
  const { additional_origins: more = [] } = policy;
  const share = enforcedShare(policy, request);
  if (share === 0) return skipped('it is switched off');
  const source = sourceOf(request);
  const own = hostOf(`${request.header(':scheme') ?? 'http'}://${request.request.authority}`);
  const refused = { effect: 'answered', status: 403 } as const;
  const part = share >= 1 ? {} : { share };
  if (source === '') return { ...refused, ...part, why: 'the request tells no origin' };
  if (source === own) return passed('the request comes from the host that it goes to');
  const answer = anyOf(more, (matcher) => textHolds(lowerText(matcher), source, regexes));
  if (typeof answer !== 'boolean') return { effect: 'open', why: answer.undecided };
  if (answer) return passed(`the origin ${JSON.stringify(source)} is one of additional_origins`);
  return { ...refused, ...part, why: `the origin ${JSON.stringify(source)} is not ${JSON.stringify(own)}` };
}

/**
 * The share of requests that a policy is enforced on. Each switch is asked twice, with a new random value each time:
 * first whether either is on, then whether only `shadow_enabled` is. So it is enforced on a part of a shadowed share.
 */
function enforcedShare(
  {
    filter_enabled: enabled = {},
    shadow_enabled: shadow = {},
  }: Pick<Policy, 'filter_enabled' | 'shadow_enabled'>,
  { request }: SeenRequest,
): number {
  const partOf = (fraction: Message<'core.RuntimeFractionalPercent'>): number => {
    const { numerator, denominator } = effectiveShare(fraction, request);
    return Math.min(1, numerator / denominator);
  };
  const [on, shadowed] = [partOf(enabled), partOf(shadow)];
  return (1 - (1 - on) * (1 - shadowed)) * (1 - shadowed * (1 - on));
}

/** Host and port of the origin, else of the page that led here. */
function sourceOf(request: SeenRequest): string {
  const origin = request.header('origin') ?? '';
  if (origin === 'null') return '';
  return origin === '' ? hostOf(request.header('referer') ?? '') : hostOf(origin);
}

/** What is no URL is taken as it is. */
function hostOf(url: string): string {
  return /^https?:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1] ?? url;
}
