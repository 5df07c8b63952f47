/** Cross-site request forgery: changing requests of other origins are refused. */
import type { BoundMessage } from '../../model/bound.ts';
import { matchesString } from '../match/text.ts';
import type { SeenRequest } from '../request/request.ts';
import { effectiveShare, takesAll } from '../runtime.ts';
import { anyOf } from './answers.ts';
import { type FilterVisit, mostSpecific, passed, readAs, skipped, type Verdict } from './filter.ts';

const CHANGING: ReadonlySet<string> = new Set(['POST', 'PUT', 'DELETE', 'PATCH']);

export function csrf(config: BoundMessage, visit: FilterVisit): Verdict {
  const { request, regexes } = visit;
  if (!CHANGING.has(request.request.method))
    return passed(`${request.request.method} requests are not looked at`);
  const { filter_enabled: enabled = {}, additional_origins: more = [] } =
    mostSpecific('CsrfPolicy', visit) ?? readAs('CsrfPolicy', config) ?? {};
  const share = effectiveShare(enabled, request.request);
  if (share.numerator === 0) return skipped('it is switched off');
  const source = sourceOf(request);
  const own = hostOf(`${request.header(':scheme') ?? 'http'}://${request.request.authority}`);
  const refused = { effect: 'answered', status: 403 } as const;
  const part = takesAll(share) ? {} : { share: share.numerator / share.denominator };
  if (source === '') return { ...refused, ...part, why: 'the request tells no origin' };
  if (source === own) return passed('the request comes from the host that it goes to');
  const answer = anyOf(more, (matcher) => matchesString(matcher, source, 'the origin', regexes, undefined));
  if (typeof answer !== 'boolean') return { effect: 'open', why: answer.undecided };
  if (answer) return passed(`the origin ${JSON.stringify(source)} is one of additional_origins`);
  return { ...refused, ...part, why: `the origin ${JSON.stringify(source)} is not ${JSON.stringify(own)}` };
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
