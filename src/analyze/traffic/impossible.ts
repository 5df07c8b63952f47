/** Why no request meets the conditions of a match, in words. */

import type { Box } from '../../routing/all/box.ts';
import { decide, routeList } from '../../routing/all/index.ts';
import type { Message } from '../../schema/types.ts';
import { listed } from '../listed.ts';
import { type Condition, conditionsOf } from './conditions.ts';
import { type Ground, hostsOf } from './shadow.ts';

type RouteMatch = Message<'route.RouteMatch'>;

/** Longer lists of conditions are not searched for those that contradict each other. */
const MAX_SEARCHED = 50;

const ANY: readonly Box[] = [new Map()];

/** Whether no request that comes there at all meets a match; its runtime fraction does not count. */
export function neverMatches(match: RouteMatch, { budget, ...context }: Ground): boolean {
  const { runtime_fraction: _, ...conditions } = match;
  const list = routeList([{ match: conditions }], context);
  return budget.ask((meter) => decide(list, 0, meter))?.kind === 'never';
}

/** @param match one that never matches what comes to its virtual host, by its conditions alone */
export function whyImpossible(match: RouteMatch, ground: Ground, host: Message<'route.VirtualHost'>): string {
  const anywhere = { ...ground, base: ANY };
  if (neverMatches(match, anywhere)) return contradiction(match, anywhere);
  const { name = '', require_tls: required = 'NONE' } = host;
  const of = name === '' ? 'its virtual host' : `virtual host ${JSON.stringify(name)}`;
  return neverMatches(match, { ...ground, base: hostsOf(ground) })
    ? `no host that comes to ${of} by its domains meets its condition on :authority`
    : `require_tls ${required} of ${of} redirects all such requests before any route is looked at`;
}

function contradiction(match: RouteMatch, ground: Ground): string {
  const all = conditionsOf(match);
  if (all.length > MAX_SEARCHED) return 'its conditions contradict each other';
  const alone = all.find((condition) => neverMatches(condition.match, ground));
  const core = alone === undefined ? coreOf(all, ground) : [alone];
  const why = alone === undefined ? undefined : whyAlone(alone.match);
  return `no request is such that ${listed(core.map(({ words }) => words))}${why === undefined ? '' : ` (${why})`}`;
}

/** Conditions that contradict each other, none of which can be left out. */
function coreOf(all: readonly Condition[], ground: Ground): readonly Condition[] {
  let core = all;
  for (const condition of all) {
    const fewer = core.filter((other) => other !== condition);
    if (fewer.length > 0 && neverMatches(joined(fewer), ground)) core = fewer;
  }
  return core;
}

function joined(conditions: readonly Condition[]): RouteMatch {
  const matches = conditions.map(({ match }) => match);
  const grpc = matches.find((match) => match.grpc !== undefined)?.grpc;
  return {
    // All conditions but that on the path ask for the empty prefix.
    ...(matches.find(({ prefix }) => prefix !== '') ?? { prefix: '' }),
    headers: matches.flatMap(({ headers = [] }) => headers),
    query_parameters: matches.flatMap(({ query_parameters = [] }) => query_parameters),
    ...(grpc === undefined ? {} : { grpc }),
  };
}

/** What makes a single condition one that is never met; undefined where the condition says it all. */
function whyAlone({ prefix, path, regex, safe_regex: safeRegex, headers, query_parameters }: RouteMatch) {
  const [header] = headers ?? [];
  const [parameter] = query_parameters ?? [];
  if (header !== undefined) return whyHeader(header);
  if (parameter !== undefined && /[&=]/.test(parameter.name ?? ''))
    return 'the query is split at & and =, so that no key holds one';
  const text = path ?? prefix;
  if (text !== undefined && !text.startsWith('/')) return 'every path begins with /';
  if (path?.includes('?') || regex !== undefined || safeRegex !== undefined)
    return 'a path begins with / and is compared without its query';
  return text !== undefined && text !== '' ? 'no path holds a blank or a control character' : undefined;
}

function whyHeader(header: Message<'route.HeaderMatcher'>): string | undefined {
  const { name = '', exact_match: exact, range_match: range } = header;
  if (name.toLowerCase() === 'host') return 'the proxy keeps Host as :authority';
  if (exact === '') return 'an empty exact_match asks for presence, and its inversion for nothing';
  if (range !== undefined) return 'the end of a range is not in it';
  return header.invert_match === true ? 'it is there in every request' : undefined;
}
