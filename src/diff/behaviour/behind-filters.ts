/** Requests whose routes differ, but which a filter in front answers or changes: what is said of them rests on that filter. */
import type { Assumption, FilterStep, Outcome } from '../../routing/outcome/outcome.ts';
import { RATE_LIMIT_TYPE } from '../../routing/outcome/rate-limit.ts';
import type { Meter } from '../../routing/regex/meter.ts';
import { routeRequest } from '../../routing/route.ts';
import { type AccessSide, isGuardType } from './access.ts';
import type { ChangedRequests } from './changed-requests.ts';
import { SIDES, type Side } from './served-host.ts';

const THAT = 'it lets the request pass unchanged';
const ANSWERS = 'answers of the proxy itself';

/** The same group, whose sides name the filters that they rest on. */
export function behindFilters(
  change: ChangedRequests,
  sides: { readonly [side in Side]: AccessSide },
  meter: Meter,
): ChangedRequests {
  let made = change;
  const names = new Set<string>();
  // They let this request pass, and others of the group perhaps not.
  const guards = new Set<string>();
  const limits: { [side in Side]?: readonly FilterStep[] } = {};
  let areWritten = false;
  for (const side of SIDES) {
    if (meter.exhausted() !== undefined) break;
    meter.spend(1 + (change.served.found.routeConfiguration.virtual_hosts?.length ?? 0));
    const { routing, contextFor } = sides[side];
    const routed = routeRequest(routing, change.request, {}, contextFor);
    const { outcome } = change[side];
    if ('problem' in routed) continue;
    const steps = stepsOf(routed.trace.outcome);
    limits[side] = steps.filter(isCounting);
    for (const { name, type, effect } of steps)
      if (effect === 'passed' && isGuardType(type)) guards.add(JSON.stringify(name));
    const isOther = ofRoutes(routed.trace.outcome) !== ofRoutes(outcome);
    const letting = assumptionsOf(steps, isOther);
    const isWritten = isOther && letting.length === 0 && isWrittenAnew(outcome, routed.trace.outcome);
    areWritten ||= isWritten;
    const more = isWritten ? [{ filter: null, that: `${ANSWERS} are not written anew` }] : letting;
    if (more.length === 0) continue;
    for (const { filter } of letting) names.add(JSON.stringify(filter));
    const assuming = [...(outcome.assuming ?? []), ...more];
    made = { ...made, [side]: { ...made[side], outcome: { ...outcome, assuming } } };
  }
  const all = [...names, ...guards].filter((name, at, list) => list.indexOf(name) === at);
  const rests = (filters: readonly string[], what: string): readonly string[] => [
    ...(filters.length === 0 ? [] : [`where ${filtersLet(filters)} ${what} pass`]),
    ...(areWritten ? [`where ${ANSWERS} are not written anew (custom_response, local_reply_config)`] : []),
  ];
  const standsFor = [...(made.standsFor === '' ? [] : [made.standsFor]), ...rests(all, 'them')].join(', ');
  const lost = lostLimit(made, limits);
  const isUnlimited =
    lost === undefined ? [] : [`the rate limit ${JSON.stringify(lost)} counts it no longer`];
  return {
    ...made,
    message: [made.message, ...isUnlimited, ...rests([...names], 'it')].join(', '),
    standsFor,
    ...(lost === undefined ? {} : { isUnlimited: true }),
  };
}

/** Whether it is a rate limit that the request counts for, be it by rules of its own. */
function isCounting({ type, effect }: FilterStep): boolean {
  const isLimit = [RATE_LIMIT_TYPE, /\.http\.rate_limit_quota\.v\d/].some((each) => each.test(type ?? ''));
  return (effect === 'unknown' || effect === 'answered') && isLimit;
}

/** A rate limit that the request counted for, where it goes on to a cluster and none of that kind counts it any more. */
function lostLimit(
  { after }: ChangedRequests,
  limits: { readonly [side in Side]?: readonly FilterStep[] },
): string | undefined {
  if (after.outcome.kind !== 'forward' || limits.before === undefined || limits.after === undefined)
    return undefined;
  const left = new Set(limits.after.map(({ type }) => type));
  return limits.before.find(({ type }) => !left.has(type))?.name;
}

function filtersLet(filters: readonly string[]): string {
  return filters.length === 1 ? `the filter ${filters[0]} lets` : `the filters ${filters.join(' and ')} let`;
}

/** Whether the proxy answers itself, with another status than its routes say. */
function isWrittenAnew(said: Outcome, met: Outcome): boolean {
  return (
    met.status !== null && met.status !== said.status && (met.kind === said.kind || met.kind === 'answered')
  );
}

/** An outcome without what filters did that let the request pass. */
function ofRoutes(outcome: Outcome): string {
  return JSON.stringify(outcome, (key, value) =>
    key === 'filters' || key === 'assuming' ? undefined : value,
  );
}

function stepsOf(outcome: Outcome): readonly FilterStep[] {
  return outcome.kind === 'random'
    ? outcome.branches.flatMap((branch) => stepsOf(branch.outcome))
    : (outcome.filters ?? []);
}

/** One for each filter that may answer the request or change it, and where the request `isOther`, that does. */
function assumptionsOf(steps: readonly FilterStep[], isOther: boolean): readonly Assumption[] {
  const found = new Map<string, Assumption>();
  for (const { name, type: _, effect, why: __, rule: ___, ...place } of steps)
    if (effect === 'unknown' || (isOther && (effect === 'answered' || effect === 'changed')))
      found.set(name, { filter: name, that: THAT, ...place });
  return [...found.values()];
}
