/** What is still made of an answer of the proxy itself on its way to the client. */

import { type BoundMessage, isObject, messagesIn } from '../../model/bound.ts';
import type { Place } from '../../model/place.ts';
import { lowerHeader } from '../../traffic/headers.ts';
import { matchesHeader } from '../match/headers.ts';
import {
  type Assumption,
  type Branch,
  type FilterStep,
  type Outcome,
  undecided,
} from '../outcome/outcome.ts';
import type { Answer, Regexes } from '../regex/regexes.ts';
import { isGrpcType, type SeenRequest } from '../request/request.ts';
import { effectiveShare, runtimeInteger, runtimeValue, takesAll } from '../runtime.ts';
import { follow, type ValueOf } from '../tree/follow.ts';
import { type Input, idOf, readTree } from '../tree/tree.ts';
import type { HttpFilter } from './chain.ts';
import { allOf, anyOf, ofType, textIn } from './filter.ts';
import { takesStatus } from './header-mutation.ts';
import { kindOfType } from './kind.ts';
import { isUnmodelled } from './models.ts';
import { assumingToo } from './network.ts';
import { hasField, type Level, settingsFor } from './settings.ts';

/** Kinds that look at answers, beside those that nobody knows. */
const LOOKING: ReadonlySet<string> = new Set(['ext_proc', 'lua', 'wasm']);

const PROXYS_OWN: ReadonlySet<string> = new Set(['answered', 'direct_response', 'not_found', 'redirect']);

export interface Replying {
  readonly manager: BoundMessage;
  readonly filters: readonly HttpFilter[];
  readonly request: SeenRequest;
  readonly regexes: Regexes;
  readonly placeOf: (message: BoundMessage) => Place | undefined;
  readonly typeOf: (filter: HttpFilter) => string | null;
  readonly namespace: string;
}

/** What may say something for the filters that an answer passes. */
export interface ReplyLevels {
  /** The most specific first. */
  readonly certain: readonly Level[];
  /** Which of them counts is not known here. */
  readonly possible: readonly Level[];
}

/**
 * The answer as the client gets it: with the status that `local_reply_config` and then `custom_response` give it, and
 * what it rests on, that no other filter rewrites it.
 */
export function replied(branch: Branch, levels: ReplyLevels, replying: Replying): Branch {
  const isForward = branch.outcome.kind === 'forward';
  if (!isForward && !PROXYS_OWN.has(branch.outcome.kind)) return branch;
  const whole = isForward ? forwarded(branch, levels, replying) : ofProxy(branch, levels, replying);
  return resting(whole, restsOnStatus(branch, levels, replying));
}

/** That no filter which the answer passes takes its status out: without one it is not sent on. */
function restsOnStatus({ outcome }: Branch, levels: ReplyLevels, replying: Replying): readonly Assumption[] {
  const { filters, regexes, namespace, placeOf } = replying;
  return filters.flatMap((filter, at): readonly Assumption[] => {
    if (filter.kind !== 'header_mutation' && !PICKING.has(filter.kind ?? '')) return [];
    const isPassed =
      outcome.kind === 'forward' ? wasAsked(outcome.filters?.[at]) : mayPass(filter, levels, namespace);
    const { all } = settingsFor(filter, [...levels.certain, ...levels.possible], namespace);
    if (!isPassed || !takesStatus([filter.config, ...all], regexes)) return [];
    return [{ filter: filter.name, that: 'answers keep their :status', ...placeOf(filter.message) }];
  });
}

/** Whether what the proxy itself answers may pass a filter. */
function mayPass(filter: HttpFilter, levels: ReplyLevels, namespace: string): boolean {
  const { disabled = filter.disabled } = settingsFor(filter, levels.certain, namespace);
  return !disabled || isSaid(filter, levels, namespace);
}

/** Whether a level of which nobody knows that it counts says something for a filter. */
function isSaid(filter: HttpFilter, { possible }: ReplyLevels, namespace: string): boolean {
  return possible.some((each) => settingsFor(filter, [each], namespace).disabled !== undefined);
}

function resting(branch: Branch, more: readonly Assumption[]): Branch {
  return more.length === 0 ? branch : { ...branch, outcome: assumingToo(branch.outcome, more) };
}

/** What the proxy itself answers. */
function ofProxy(branch: Branch, levels: ReplyLevels, replying: Replying): Branch {
  const { filters, placeOf, namespace } = replying;
  const steps = branch.outcome.filters ?? [];
  let outcome = mapped(branch.outcome, replying);
  const more: Assumption[] = [];
  // Answers pass the last filter first.
  for (const [at, filter] of [...filters.entries()].reverse()) {
    if (!mayPass(filter, levels, namespace)) continue;
    const written =
      filter.kind !== 'custom_response'
        ? undefined
        : isSaid(filter, levels, namespace)
          ? OPEN
          : writtenBy(filter, settingsFor(filter, levels.certain, namespace).all, outcome, replying);
    if (written === undefined && !looksAtAnswers(filter)) continue;
    if (written?.kind === 'local') {
      outcome = mapped(answeredAnew(outcome, written.status, filter, replying), replying);
      break;
    }
    // A filter that the request did not come to has nothing to send anew.
    const isSent = written?.kind === 'redirect';
    if (isSent && !wasAsked(steps[at])) continue;
    if (isSent) {
      const why = `the filter ${JSON.stringify(filter.name)} answers with what another request comes to (redirect_policy)`;
      const { assuming } = branch.outcome;
      return { ...branch, outcome: { ...undecided(why), filters: steps, ...(assuming ? { assuming } : {}) } };
    }
    const that = 'it leaves the answer as it is';
    more.unshift({ filter: filter.name, that, ...placeOf(filter.message) });
  }
  return resting(outcome === branch.outcome ? branch : { ...branch, outcome }, more);
}

/** The answer of a cluster is not known here, and may have another request sent. */
function forwarded(branch: Branch, { certain }: ReplyLevels, replying: Replying): Branch {
  const { filters, placeOf, namespace } = replying;
  const { outcome } = branch;
  const more = filters.flatMap((filter, at): readonly Assumption[] => {
    if (filter.kind !== 'custom_response' || !wasAsked(outcome.filters?.[at])) return [];
    if (!sendsAnew([filter.config, ...settingsFor(filter, certain, namespace).all])) return [];
    const that = 'it answers no answer of the cluster with what another request comes to (redirect_policy)';
    return [{ filter: filter.name, that, ...placeOf(filter.message) }];
  });
  return resting(branch, more);
}

/** Whether settings of `custom_response` answer with what another request comes to. */
export function sendsAnew(all: readonly BoundMessage[]): boolean {
  return hasField(all, (name, value) => name === '@type' && String(value).includes('.redirect_policy.'));
}

/** Whether a filter, beside `custom_response`, may write answers anew by what no configuration tells. */
export function looksAtAnswers({ kind, unread, config }: HttpFilter): boolean {
  if (unread !== undefined || isUnmodelled(kind) || LOOKING.has(kind ?? '')) return true;
  return (
    PICKING.has(kind ?? '') &&
    hasField(
      config,
      (name, value) => name === 'dynamic_config' || (name === '@type' && looksBehind(String(value))),
    )
  );
}

/** Kinds with others behind a matcher, which may look at the answer for itself. */
const PICKING: ReadonlySet<string> = new Set(['composite', 'match_delegate']);

/** Types of what a matcher is made of. */
const OF_MATCHERS =
  /^(?:type|xds\.type|extensions\.(?:common|filters\.common|filters\.http\.composite|matching))\./;

function looksBehind(type: string): boolean {
  if (OF_MATCHERS.test(type)) return false;
  const kind = kindOfType(type);
  return kind === 'custom_response' || isUnmodelled(kind) || LOOKING.has(kind ?? '');
}

/** Whether a filter saw the request. */
function wasAsked(step: FilterStep | undefined): boolean {
  return step !== undefined && step.effect !== 'skipped';
}

type Written = { readonly kind: 'local'; readonly status: number } | { readonly kind: 'redirect' | 'open' };

const OPEN: Written = { kind: 'open' };

/** What `custom_response` makes of an answer: by the most specific settings whose matcher takes it, else by its own. */
function writtenBy(
  { config, unread }: HttpFilter,
  ofLevels: readonly BoundMessage[],
  { status }: Outcome,
  { request, regexes }: Replying,
): Written | undefined {
  // The answer to a gRPC request has the status 200, and says this one behind that.
  if (unread !== undefined || status === null || isGrpcType(request.header('content-type'))) return OPEN;
  const own = ofLevels.filter((each) => ofType('CustomResponse', each) !== undefined);
  for (const { custom_response_matcher: matcher } of [...own, config]) {
    if (!isObject(matcher)) continue;
    const found = follow(readTree(matcher), { valueOf: (input) => answerInput(input, status), regexes });
    if (found.kind === 'none') continue;
    const policy = found.kind === 'action' ? idOf(found.action) : undefined;
    if (found.kind === 'open' || policy === undefined) return OPEN;
    if (policy === 'RedirectPolicy') return { kind: 'redirect' };
    if (policy !== 'LocalResponsePolicy') return OPEN;
    const { status_code: code } = found.action;
    return { kind: 'local', status: typeof code === 'number' ? code : status };
  }
  return undefined;
}

function answerInput({ type }: Input, status: number): ReturnType<ValueOf> {
  switch (type) {
    case 'HttpResponseStatusCodeMatchInput':
      return String(status);
    case 'HttpResponseStatusCodeClassMatchInput':
      return `${Math.floor(status / 100)}xx`;
    case 'HttpResponseLocalReplyMatchInput':
      return 'true';
    default:
      return { undecided: 'its matcher looks at more than the status of the answer' };
  }
}

/** Of a redirect nothing is left. */
function answeredAnew(
  outcome: Outcome,
  status: number,
  filter: HttpFilter,
  { typeOf, placeOf }: Replying,
): Outcome {
  if (outcome.kind !== 'redirect') return { ...outcome, status };
  const by = { filter: filter.name, type: typeOf(filter), ...placeOf(filter.message) };
  return { ...outcome, kind: 'answered', location: null, status, by };
}

/** The first mapper whose filter takes the answer decides; the status that it gives is not mapped again. */
function mapped(outcome: Outcome, replying: Replying): Outcome {
  const { local_reply_config: replies } = replying.manager;
  const mappers = isObject(replies) ? messagesIn(replies.mappers) : [];
  for (const mapper of mappers) {
    const { filter, status_code: status } = mapper;
    const takes = isObject(filter) ? takesAnswer(filter, outcome, replying) : true;
    if (takes === false) continue;
    if (takes !== true)
      return mappers.some((each) => each.status_code !== undefined)
        ? assuming(outcome, mapper, replying)
        : outcome;
    // What gRPC is answered with keeps its status, and says this one in grpc-status.
    return typeof status === 'number' ? { ...outcome, status } : outcome;
  }
  return outcome;
}

function assuming(outcome: Outcome, mapper: BoundMessage, { placeOf }: Replying): Outcome {
  const that = 'local_reply_config leaves the status as it is';
  return { ...outcome, assuming: [...(outcome.assuming ?? []), { filter: null, that, ...placeOf(mapper) }] };
}

const DEEPEST = 40;
const NOT_KNOWN = { undecided: 'a filter of local_reply_config that is not known here' } as const;

/** Whether an access log filter takes an answer. */
function takesAnswer(filter: BoundMessage, outcome: Outcome, replying: Replying, depth = 0): Answer {
  if (depth > DEEPEST) return NOT_KNOWN;
  const { request, regexes } = replying;
  const { status_code_filter: byStatus, header_filter: byHeader, and_filter: and, or_filter: or } = filter;
  const inner = (each: BoundMessage): Answer => takesAnswer(each, outcome, replying, depth + 1);
  if (isObject(byStatus))
    return isObject(byStatus.comparison) ? compared(byStatus.comparison, outcome, request) : NOT_KNOWN;
  if (isObject(byHeader))
    return isObject(byHeader.header)
      ? matchesHeader(lowerHeader(byHeader.header), request, regexes, undefined)
      : NOT_KNOWN;
  if (isObject(and)) return allOf(messagesIn(and.filters), inner);
  if (isObject(or)) return anyOf(messagesIn(or.filters), inner);
  if (isObject(filter.not_health_check_filter)) return NOT_KNOWN;
  const { runtime_filter: byRuntime } = filter;
  if (isObject(byRuntime)) {
    const { runtime_key: key, percent_sampled: sampled } = byRuntime;
    const fraction = {
      runtime_key: textIn(key) ?? '',
      ...(isObject(sampled) ? { default_value: sampled } : {}),
    };
    const share = effectiveShare(fraction, request.request);
    return share.numerator === 0 ? false : takesAll(share) ? true : NOT_KNOWN;
  }
  return NOT_KNOWN;
}

function compared({ op = 'EQ', value }: BoundMessage, { status }: Outcome, { request }: SeenRequest): Answer {
  if (!isObject(value) || status === null) return NOT_KNOWN;
  const wanted =
    runtimeInteger(runtimeValue(request, textIn(value.runtime_key))) ?? Number(value.default_value ?? 0);
  switch (op) {
    case 'EQ':
      return status === wanted;
    case 'NE':
      return status !== wanted;
    case 'GE':
      return status >= wanted;
    case 'LE':
      return status <= wanted;
    default:
      return NOT_KNOWN;
  }
}
