/** The policies of access (rbac) in front of routes, and which of them decide about the request of a test. */
import { type BoundMessage, isObject, NODE } from '../../model/bound.ts';
import { type Place, placeOfNode } from '../../model/place.ts';
import { filtersFor } from '../filters/chain.ts';
import { levelsIn, settingsFor } from '../filters/settings.ts';
import type { Outcome } from '../outcome/outcome.ts';
import type { FoundRouting } from '../where/find.ts';
import type { FoundRoutes } from '../where/found-routes.ts';
import { type FoundManager, placeInManager } from '../where/manager.ts';
import type { TestResult } from './run.ts';

/** A policy by its name; those of one name in one filter, wherever a route sets it, count as one. */
export interface CoveredPolicy extends Partial<Place> {
  readonly filter: string;
  readonly policy: string;
}

export interface PolicyCoverage {
  readonly total: number;
  readonly reached: number;
  /** Those that let no request of a test pass, and deny none. */
  readonly never: readonly CoveredPolicy[];
}

/** @param among the route configurations that tests are about */
export function policyCoverage(
  { listeners }: FoundRouting,
  among: readonly FoundRoutes[],
  results: readonly TestResult[],
): PolicyCoverage {
  const all = new Map<string, CoveredPolicy>();
  const asked = new Set(among);
  for (const { chains } of listeners)
    for (const { leads } of chains)
      for (const { found, manager } of leads)
        if (asked.has(found))
          for (const each of policiesAround(manager, found))
            if (!all.has(keyOf(each))) all.set(keyOf(each), each);
  const met = new Set(results.flatMap(({ filtered }) => decidingIn(filtered)).map(keyOf));
  const never = [...all].flatMap(([key, policy]) => (met.has(key) ? [] : [policy]));
  return { total: all.size, reached: all.size - never.length, never };
}

function keyOf({ filter, policy }: CoveredPolicy): string {
  return JSON.stringify([filter, policy]);
}

/** The policies that let a request pass, or that denied it. */
function decidingIn(outcome: Outcome): readonly CoveredPolicy[] {
  if (outcome.kind === 'random') return outcome.branches.flatMap((branch) => decidingIn(branch.outcome));
  const { filters = [] } = outcome;
  const passed = filters.flatMap(({ name, rule }) =>
    rule === undefined ? [] : [{ filter: name, policy: rule }],
  );
  if (outcome.kind !== 'answered' || outcome.by.rule === undefined) return passed;
  return [...passed, { filter: outcome.by.filter, policy: outcome.by.rule }];
}

function policiesAround(manager: FoundManager, found: FoundRoutes): readonly CoveredPolicy[] {
  const { namespace } = manager;
  const filters = filtersFor(manager.message, PLAIN, namespace).filter(({ kind }) => kind === 'rbac');
  const levels = filters.length === 0 ? [] : levelsIn(found.routeConfiguration);
  return filters.flatMap((filter): readonly CoveredPolicy[] => [
    ...named(filter.name, filter.config, (policy) => placeInManager(manager, policy)),
    ...levels.flatMap(({ level, host }) => {
      const [own] = settingsFor(filter, [level], namespace).all;
      return named(filter.name, own?.rbac, (policy) => {
        const node = policy[NODE];
        return node === undefined ? undefined : placeOfNode(found.file, found.rootOf(host), node);
      });
    }),
  ]);
}

const PLAIN = { method: 'GET', authority: '', path: '/', scheme: 'http', internal: false, headers: {} };

function named(
  filter: string,
  config: unknown,
  placeOf: (policy: BoundMessage) => Place | undefined,
): readonly CoveredPolicy[] {
  const rules = isObject(config) ? config.rules : undefined;
  const policies = isObject(rules) && isObject(rules.policies) ? Object.entries(rules.policies) : [];
  return policies.flatMap(([policy, message]) =>
    isObject(message) ? [{ filter, policy, ...placeOf(message) }] : [],
  );
}
