/** A filter behind a matcher, which may skip it (ExtensionWithMatcher). */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { follow } from '../tree/follow.ts';
import { type Input, idOf, readTree } from '../tree/tree.ts';
import { kindOfType } from './chain.ts';
import type { FilterModel, FilterVisit, Verdict } from './filter.ts';
import { skipped } from './filter.ts';

/** @param modelOf the model of the filter behind it */
export function matchDelegate(modelOf: (kind: string | undefined) => FilterModel): FilterModel {
  return (config, visit) => {
    const inner = isObject(config.extension_config) ? config.extension_config.typed_config : undefined;
    const own = visit.settings.find((each) => isObject(each.xds_matcher));
    const matcher = own?.xds_matcher ?? config.xds_matcher ?? config.matcher;
    if (!isObject(matcher)) return skipped('it has no matcher, so that the filter behind it does not run');
    const found = follow(readTree(matcher), {
      valueOf: (input: Input) => valueIn(input, visit),
      regexes: visit.regexes,
    });
    if (found.kind === 'open') return { effect: 'open', why: found.why };
    if (found.kind === 'action' && idOf(found.action) === 'SkipFilter')
      return skipped('its matcher skips the filter behind it');
    const type = isObject(inner) ? inner['@type'] : undefined;
    const kind = typeof type === 'string' ? kindOfType(type) : undefined;
    return within(isObject(inner) ? inner : {}, kind, visit, modelOf);
  };
}

function within(
  config: BoundMessage,
  kind: string | undefined,
  visit: FilterVisit,
  modelOf: (kind: string | undefined) => FilterModel,
): Verdict {
  const settings = visit.settings.filter((each) => !isObject(each.xds_matcher));
  return modelOf(kind)(config, { ...visit, settings });
}

function valueIn({ type, header }: Input, { request }: FilterVisit) {
  if (type !== 'HttpRequestHeaderMatchInput')
    return { undecided: 'its matcher looks at an input that is not known here' };
  return request.header(header === 'host' ? ':authority' : header);
}
