/** `oauth2`: whoever shows no session is sent to log in. Sessions are not tried here, cookies of none are known. */

import { type BoundMessage, isObject, messagesIn } from '../../model/bound.ts';
import { isBefore, type Release } from '../../schema/release.ts';
import { lowerHeader } from '../../traffic/headers.ts';
import { lowerText } from '../../traffic/text.ts';
import { matchesHeader } from '../match/headers.ts';
import { cookieOf, cookiesOf } from '../match/match.ts';
import { textHolds } from '../match/text.ts';
import type { Answer } from '../regex/regexes.ts';
import { type Request, type SeenRequest, withHeaders, withoutHeaders } from '../request/request.ts';
import { anyOf, type FilterVisit, ofType, skipped, textIn, type Verdict } from './filter.ts';
import { parametersOf } from './format.ts';

const STATUS = 'x-envoy-oauth-status';
const REASON = 'x-envoy-oauth-failure-reason';
const FAILED = 'Unauthorized, and forwarding as unauthorized because OAuth failure is allowed';

/** The first of what decides that takes the request, in the order of the proxy. */
export function oauth2(config: BoundMessage, visit: FilterVisit): Verdict {
  const { request: seen, regexes } = visit;
  const own = ofType('OAuth2PerRoute', visit.settings[0])?.config ?? config.config;
  const request = withoutStatus(seen.request, visit.release);
  const passing = (why: string): Verdict =>
    request === seen.request ? skipped(why) : { effect: 'skipped', why, request };
  if (!isObject(own)) return passing('it has no settings, and the route brings none');
  const takes = (field: string): Answer =>
    anyOf(messagesIn(own[field]), (each) => matchesHeader(lowerHeader(each), seen, regexes, undefined));
  const decides: readonly (readonly [() => Answer, () => Verdict])[] = [
    [() => takes('pass_through_matcher'), () => passing('pass_through_matcher lets it pass')],
    [
      () => isPath(own.signout_path, visit),
      () => answered(302, 'the path is signout_path, which ends the session'),
    ],
    [() => isPath(own.redirect_path_matcher, visit), () => calledBack(seen)],
    [() => shows(own, seen) !== undefined, () => inSession(own, request, seen)],
    [() => takes('allow_failed_matcher'), () => withoutSession(own, request)],
    [
      () => takes('deny_redirect_matcher'),
      () => answered(401, 'the request shows no session, and deny_redirect_matcher takes it'),
    ],
  ];
  for (const [decided, verdict] of decides) {
    const answer = decided();
    if (answer === true) return verdict();
    if (answer !== false) return { effect: 'open', why: answer.undecided };
  }
  const { allowed_redirect_domains: domains } = own;
  if (Array.isArray(domains) && domains.length > 0)
    return { effect: 'open', why: 'allowed_redirect_domains decide between 302, to log in, and 401' };
  return answered(302, 'the request shows no session, so that it is sent to log in');
}

const answered = (status: number, why: string): Verdict => ({ effect: 'answered', status, why });

/** What clients say of its own headers goes, since 1.38. */
function withoutStatus(request: Request, release: Release): Request {
  return isBefore(release, '1.38') ? request : withoutHeaders(request, new Set([STATUS, REASON]));
}

/** Whether a path without its query is what a matcher asks for. */
function isPath(matcher: unknown, visit: FilterVisit): Answer {
  if (!isObject(matcher) || !isObject(matcher.path)) return false;
  return textHolds(lowerText(matcher.path), visit.request.barePath, visit.regexes);
}

/** It never comes further: only a login that was begun here, with its cookies, code and state, is not refused. */
function calledBack(request: SeenRequest): Verdict {
  const params = parametersOf(request.rawPath);
  if (request.header('cookie') !== undefined && params.has('code') && params.has('state'))
    return {
      effect: 'open',
      why: 'the login that comes back to redirect_path_matcher decides between 302 and 401',
    };
  return answered(401, 'whoever comes back from logging in shows a code, a state and cookies');
}

function cookieNames({ credentials }: BoundMessage): (field: string, usual: string) => string {
  const { cookie_names: names } = isObject(credentials) ? credentials : {};
  return (field, usual) => (isObject(names) ? textIn(names[field]) : undefined) ?? usual;
}

/** What the cookies of a request may show. */
function shows(own: BoundMessage, request: SeenRequest): 'session' | 'refresh' | undefined {
  const named = cookieNames(own);
  // A token that is too long for one cookie may come in several, with more behind the name.
  const isCut = own.token_cookie_chunking !== undefined;
  const has = (name: string): boolean =>
    (cookieOf(request, name) ?? '') !== '' || (isCut && (request.header('cookie') ?? '').includes(name));
  if (has(named('oauth_hmac', 'OauthHMAC')) && has(named('oauth_expires', 'OauthExpires'))) return 'session';
  return own.use_refresh_token !== false && has(named('refresh_token', 'RefreshToken'))
    ? 'refresh'
    : undefined;
}

function inSession(own: BoundMessage, request: Request, seen: SeenRequest): Verdict {
  const writes = own.forward_bearer_token === true || own.forward_id_token !== undefined;
  const that =
    shows(own, seen) === 'session'
      ? 'the request has a valid session'
      : 'the token endpoint renews the session of the request';
  return {
    effect: 'assumed',
    why: 'a session decides, which the cookies of the request may show',
    that: writes ? `${that}, and the tokens that it writes into headers decide nothing` : that,
    request: writes ? request : withoutAuthorization(own, request),
  };
}

function withoutSession(own: BoundMessage, request: Request): Verdict {
  const named = cookieNames(own);
  const gone = new Set([
    named('oauth_hmac', 'OauthHMAC'),
    named('oauth_expires', 'OauthExpires'),
    named('bearer_token', 'BearerToken'),
    named('id_token', 'IdToken'),
    named('refresh_token', 'RefreshToken'),
  ]);
  const begun = [named('oauth_nonce', 'OauthNonce'), named('code_verifier', 'CodeVerifier')];
  // The first of a name counts.
  const all = new Map([...cookiesOf(request)].toReversed());
  const kept = [...all]
    .toReversed()
    .filter(
      ([name]) => !gone.has(name) && !begun.some((each) => name === each || name.startsWith(`${each}.`)),
    );
  const plain = withoutAuthorization(own, request);
  const left = withHeaders(plain, {
    ...(all.size === 0 ? {} : { cookie: kept.map(([name, value]) => `${name}=${value}`).join('; ') }),
    [STATUS]: 'failed',
    [REASON]: `${FAILED}: ${request.path}`,
  });
  const why = 'the request shows no session, and allow_failed_matcher lets it pass without';
  if (kept.length < 2) return { effect: 'skipped', why, request: left };
  const that = 'the order of the cookies, which it writes anew, decides nothing';
  return { effect: 'assumed', why, that, request: left };
}

function withoutAuthorization(own: BoundMessage, request: Request): Request {
  return own.preserve_authorization_header === true
    ? request
    : withoutHeaders(request, new Set(['authorization']));
}
