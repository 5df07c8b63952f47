/** CORS: preflights of allowed origins are answered by the proxy itself. */
import type { BoundMessage } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { matchesString } from '../match/text.ts';
import { corsPolicyOf } from '../outcome/policies.ts';
import type { Answer } from '../regex/regexes.ts';
import { effectiveShare, takesAll } from '../runtime.ts';
import { anyOf } from './answers.ts';
import { type FilterVisit, passed, skipped, type Verdict } from './filter.ts';

type Policy = Message<'route.CorsPolicy'>;

export function cors(_: BoundMessage, visit: FilterVisit): Verdict {
  const { request, route } = visit;
  if (route.kind !== 'forward') return skipped('no route sends the request to a cluster');
  const policy: Policy | null = corsPolicyOf(route.visit);
  if (policy === null) return skipped('the route has no policy for other origins');
  const { filter_enabled: enabled } = policy;
  const share =
    enabled === undefined
      ? { numerator: 100, denominator: 100 as const }
      : effectiveShare(enabled, request.request);
  if (share.numerator === 0) return skipped('the policy for other origins is switched off');
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
    ...(takesAll(share) ? {} : { share: share.numerator / share.denominator }),
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
    anyOf(['*', origin], (text) => matchesString(matcher, text, 'the origin', regexes, undefined)),
  );
}
