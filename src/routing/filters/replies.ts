/** What is still made of an answer of the proxy itself on its way to the client. */

import { type BoundMessage, isObject } from '../../model/bound.ts';
import { lowerHeader } from '../../traffic/headers.ts';
import { matchesHeader } from '../match/headers.ts';
import type { Assumption, Branch, Outcome } from '../outcome/outcome.ts';
import type { Answer, Regexes } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';
import { effectiveShare, runtimeInteger, runtimeValue, takesAll } from '../runtime.ts';
import { objects } from '../tree/tree.ts';
import { allOf, anyOf } from './answers.ts';
import type { HttpFilter } from './chain.ts';
import { textIn } from './filter.ts';
import { isUnmodelled } from './models.ts';

/** Kinds that look at answers, beside those that nobody knows. */
const LOOKING: ReadonlySet<string> = new Set(['custom_response', 'ext_proc', 'lua', 'wasm']);

const PROXYS_OWN: ReadonlySet<string> = new Set(['answered', 'direct_response', 'not_found', 'redirect']);

export interface Replying {
  readonly manager: BoundMessage;
  readonly filters: readonly HttpFilter[];
  readonly request: SeenRequest;
  readonly regexes: Regexes;
  readonly placeOf: (message: BoundMessage) => Partial<Assumption> | undefined;
}

/**
 * The answer as the client gets it: with the status that `local_reply_config` gives it, and what it rests on, that no
 * filter rewrites it.
 */
export function replied(branch: Branch, replying: Replying): Branch {
  const { outcome } = branch;
  if (!PROXYS_OWN.has(outcome.kind)) return branch;
  const made = mapped(outcome, replying);
  const more = filterAssumptions(made, replying);
  if (more.length === 0) return made === outcome ? branch : { ...branch, outcome: made };
  return { ...branch, outcome: { ...made, assuming: [...(made.assuming ?? []), ...more] } };
}

function filterAssumptions(
  { filters: steps = [] }: Outcome,
  { filters, placeOf }: Replying,
): readonly Assumption[] {
  return filters.flatMap((filter, at): readonly Assumption[] => {
    const isOff = steps[at]?.effect === 'skipped' && filter.disabled;
    if (isOff || !(isUnmodelled(filter.kind) || LOOKING.has(filter.kind ?? ''))) return [];
    return [{ filter: filter.name, that: 'it leaves the answer as it is', ...placeOf(filter.message) }];
  });
}

/** The first mapper whose filter takes the answer decides; the status that it gives is not mapped again. */
function mapped(outcome: Outcome, replying: Replying): Outcome {
  const { local_reply_config: replies } = replying.manager;
  const mappers = isObject(replies) ? objects(replies.mappers) : [];
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
  if (isObject(and)) return allOf(objects(and.filters), inner);
  if (isObject(or)) return anyOf(objects(or.filters), inner);
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
