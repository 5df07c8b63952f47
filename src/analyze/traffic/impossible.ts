/** Why no request meets the conditions of a match, in words. */

import type { Box } from '../../routing/all/box.ts';
import { decide, matchList } from '../../routing/all/index.ts';
import type { Message } from '../../schema/types.ts';
import type { HeaderTest } from '../../traffic/headers.ts';
import { assemble, type Predicate, withFraction } from '../../traffic/predicate.ts';
import { type Condition, conditionsOf } from '../../traffic/words.ts';
import { listed } from '../listed.ts';
import { type DecidingContext, hostsOf } from './shadow.ts';

/** Longer lists of conditions are not searched for those that contradict each other. */
const MAX_SEARCHED = 50;

const ANY: readonly Box[] = [new Map()];

/** Whether no request that comes there at all meets a match; its runtime fraction does not count. */
export function neverMatches(asked: Predicate, { budget, ...context }: DecidingContext): boolean {
  const list = matchList([withFraction(asked, undefined)], context);
  return budget.ask((meter) => decide(list, 0, meter))?.kind === 'never';
}

/** @param asked one that never matches what comes to its virtual host, by its conditions alone */
export function whyImpossible(
  asked: Predicate,
  deciding: DecidingContext,
  host: Message<'route.VirtualHost'>,
): string {
  const anywhere = { ...deciding, base: ANY };
  if (neverMatches(asked, anywhere)) return contradiction(asked, anywhere);
  const { name = '', require_tls: required = 'NONE' } = host;
  const of = name === '' ? 'its virtual host' : `virtual host ${JSON.stringify(name)}`;
  return neverMatches(asked, { ...deciding, base: hostsOf(deciding) })
    ? `no host that comes to ${of} by its domains meets its condition on :authority`
    : `require_tls ${required} of ${of} redirects all such requests before any route is looked at`;
}

function contradiction(asked: Predicate, deciding: DecidingContext): string {
  const all = conditionsOf(asked);
  if (all.length > MAX_SEARCHED) return 'its conditions contradict each other';
  const alone = all.find((condition) => neverMatches(condition.asked, deciding));
  const core = alone === undefined ? coreOf(all, deciding) : [alone];
  const why = alone === undefined ? undefined : whyAlone(alone.asked);
  return `no request is such that ${listed(core.map(({ words }) => words))}${why === undefined ? '' : ` (${why})`}`;
}

/** Conditions that contradict each other, none of which can be left out. */
function coreOf(all: readonly Condition[], deciding: DecidingContext): readonly Condition[] {
  let core = all;
  for (const condition of all) {
    const fewer = core.filter((other) => other !== condition);
    if (fewer.length > 0 && neverMatches(joined(fewer), deciding)) core = fewer;
  }
  return core;
}

function joined(conditions: readonly Condition[]): Predicate {
  const all = conditions.map(({ asked }) => asked);
  // All conditions but that on the path ask for the empty prefix.
  const path = all.find(({ path: rule }) => rule.kind !== 'prefix' || rule.text !== '')?.path;
  return assemble({
    ...(path === undefined ? {} : { path }),
    grpc: all.some(({ grpc }) => grpc),
    headers: all.flatMap(({ headers }) => headers),
    query: all.flatMap(({ query }) => query),
  });
}

/** What makes a single condition one that is never met; undefined where the condition says it all. */
function whyAlone({ path, headers: [header], query: [parameter] }: Predicate): string | undefined {
  if (header !== undefined) return whyHeader(header);
  if (parameter !== undefined)
    return /[&=]/.test(parameter.name)
      ? 'the query is split at & and =, so that no key holds one'
      : undefined;
  const text = path.kind === 'exact' || path.kind === 'prefix' ? path.text : undefined;
  if (text !== undefined && !text.startsWith('/')) return 'every path begins with /';
  if (path.kind === 'regex' || (path.kind === 'exact' && path.text.includes('?')))
    return 'a path begins with / and is compared without its query';
  return text !== undefined && text !== '' ? 'no path holds a blank or a control character' : undefined;
}

function whyHeader({ name, test, inverted }: HeaderTest): string | undefined {
  if (name.toLowerCase() === 'host') return 'the proxy keeps Host as :authority';
  if (test.kind === 'any') return 'an empty exact_match asks for presence, and its inversion for nothing';
  if (test.kind === 'range') return 'the end of a range is not in it';
  return inverted ? 'it is there in every request' : undefined;
}
