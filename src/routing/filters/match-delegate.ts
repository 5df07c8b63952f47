/** Filters behind a matcher, which skips them (ExtensionWithMatcher) or picks which run (composite). */
import { type BoundMessage, isObject, messagesIn } from '../../model/bound.ts';
import { lookup } from '../../source/lookup.ts';
import { seen } from '../request/request.ts';
import { effectiveShare } from '../runtime.ts';
import { type Followed, follow } from '../tree/follow.ts';
import { type Input, idOf, readTree } from '../tree/tree.ts';
import { type FilterModel, type FilterVisit, passed, skipped, textIn, type Verdict } from './filter.ts';
import { kindOfType } from './kind.ts';

type ModelOf = (kind: string | undefined) => FilterModel;

/** @param modelOf the model of the filter behind it */
export function matchDelegate(modelOf: ModelOf): FilterModel {
  return (config, visit) => {
    const { typed_config: inner } = isObject(config.extension_config) ? config.extension_config : {};
    const behind = isObject(inner) ? inner : {};
    const isComposite = kindIn(behind) === 'composite';
    const run = () => modelOf(kindIn(behind))(behind, visit);
    const [own] = visit.settings;
    const isOfRoute = own !== undefined && OF_ROUTES.test(idOf(own) ?? '');
    const matcher = isOfRoute ? own.xds_matcher : (config.xds_matcher ?? config.matcher);
    if (!isObject(matcher)) {
      if (isOfRoute) return isComposite ? passed('no matcher picks a filter of it') : run();
      return skipped('it has no matcher, so that the filter behind it does not run');
    }
    const found = followed(matcher, visit);
    if (found.kind === 'open') return { effect: 'open', why: found.why };
    if (found.kind === 'action' && idOf(found.action) === 'SkipFilter')
      return skipped('its matcher skips the filter behind it');
    if (isComposite)
      return found.kind === 'action'
        ? executed(found.action, behind, visit, modelOf)
        : passed('its matcher picks no filter');
    return run();
  };
}

/** The most specific settings of a route, which need not have a matcher; an empty message of the chain's type is one too. */
const OF_ROUTES = /^ExtensionWithMatcher(?:PerRoute)?$/;

/** A composite that stands alone, with a matcher of its own. */
export function composite(modelOf: ModelOf): FilterModel {
  return (config, visit) => {
    const own = visit.settings.find((each) => isObject(each.matcher));
    const matcher = own?.matcher ?? config.matcher;
    if (!isObject(matcher)) return passed('no matcher picks a filter of it');
    const found = followed(matcher, visit);
    if (found.kind === 'open') return { effect: 'open', why: found.why };
    if (found.kind === 'none') return passed('its matcher picks no filter');
    const settings = visit.settings.filter((each) => !isObject(each.matcher));
    return executed(found.action, config, { ...visit, settings }, modelOf);
  };
}

function followed(matcher: BoundMessage, visit: FilterVisit): Followed {
  return follow(readTree(matcher), {
    valueOf: (input: Input) => valueIn(input, visit),
    regexes: visit.regexes,
  });
}

/** The filters of an action (ExecuteFilterAction) in order, for the share of requests that it samples. */
function executed(
  action: BoundMessage,
  { named_filter_chains: named }: BoundMessage,
  visit: FilterVisit,
  modelOf: ModelOf,
): Verdict {
  if (idOf(action) !== 'ExecuteFilterAction')
    return { effect: 'open', why: 'the action of its matcher is not known here' };
  const { typed_config: one, dynamic_config: fetched, filter_chain: chain, filter_chain_name: name } = action;
  if (isObject(fetched))
    return { effect: 'open', why: 'the filter that its matcher picks is fetched (dynamic_config)' };
  const { sample_percent: sample } = action;
  const share = isObject(sample) ? effectiveShare(sample, visit.request.request) : undefined;
  if (share?.numerator === 0) return passed('it samples no share of requests (sample_percent)');
  const chosen = textIn(name);
  const ofName = chosen !== undefined && isObject(named) ? lookup(named, chosen) : undefined;
  const list = chosen === undefined ? chain : ofName;
  const filters = isObject(one) ? [one] : isObject(list) ? messagesIn(list.typed_config) : [];
  const verdict = inOrder(filters, visit, modelOf);
  if (share === undefined || share.numerator >= share.denominator) return verdict;
  const part = share.numerator / share.denominator;
  if (verdict.effect === 'answered') return { ...verdict, share: part * (verdict.share ?? 1) };
  if (verdict.effect === 'passed' && verdict.metadata === undefined && verdict.filterState === undefined)
    return verdict;
  return { effect: 'open', why: 'it changes a share of requests only (sample_percent)' };
}

/** What the filters of a list come to together. */
function inOrder(filters: readonly BoundMessage[], visit: FilterVisit, modelOf: ModelOf): Verdict {
  let at = visit;
  let whole: Going = { effect: 'passed', why: 'its matcher picks no filter' };
  for (const { typed_config: config } of filters) {
    const own = isObject(config) ? config : {};
    const verdict = modelOf(kindIn(own))(own, at);
    if (verdict.effect === 'open') return verdict;
    if (verdict.effect === 'answered')
      return whole.effect === 'assumed' ? { effect: 'open', why: whole.that } : verdict;
    const { request } = 'request' in verdict ? verdict : {};
    at = {
      ...at,
      metadata: new Map([...at.metadata, ...(verdict.metadata ?? [])]),
      filterState: new Map([...at.filterState, ...(verdict.filterState ?? [])]),
      ...(request === undefined ? {} : { request: seen(request, visit.namespace) }),
    };
    whole = together(whole, verdict);
  }
  return whole;
}

type Going = Exclude<Verdict, { effect: 'open' | 'answered' }>;

function together(before: Going, after: Going): Going {
  if (before.effect === 'passed' || before.effect === 'skipped')
    return before.request === undefined ? after : { request: before.request, ...after };
  const clears = before.clearsRoute === true || after.clearsRoute === true;
  const more = {
    ...(after.metadata === undefined && before.metadata === undefined
      ? {}
      : { metadata: new Map([...(before.metadata ?? []), ...(after.metadata ?? [])]) }),
    ...(clears ? { clearsRoute: true } : {}),
  };
  if (after.effect === 'assumed')
    return {
      ...after,
      ...more,
      that: before.effect === 'assumed' ? `${before.that}; ${after.that}` : after.that,
      ...(after.request === undefined && before.request !== undefined ? { request: before.request } : {}),
    };
  if (before.effect === 'assumed')
    return { ...before, ...more, ...('request' in after ? { request: after.request } : {}) };
  return after.effect === 'changed' ? { ...after, ...more } : { ...before, ...more };
}

function kindIn({ '@type': type }: BoundMessage): string | undefined {
  return typeof type === 'string' ? kindOfType(type) : undefined;
}

function valueIn({ type, header }: Input, { request }: FilterVisit) {
  if (type !== 'HttpRequestHeaderMatchInput')
    return { undecided: 'its matcher looks at an input that is not known here' };
  return request.header(header === 'host' ? ':authority' : header);
}
