/**
 * Laws of chains of HTTP filters of all kinds, with what routes say for them: what `diff` and `analyze` say over all
 * requests, against the one-request model (which `--mode filters` holds to the real proxy). That nothing which is proved
 * is broken by a request stands in `test/prove/chains.test.ts`.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  editedChains,
  type Fields,
  type Filter,
  withFilters,
  withoutSettings,
} from '../../../scripts/proxy/edited-chains.ts';
import { chainRequest, chains } from '../../../scripts/proxy/generate-filters.ts';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../../src/analyze/index.ts';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../../src/diff/index.ts';
import type { Outcome } from '../../../src/routing/outcome/outcome.ts';
import type { Request } from '../../../src/routing/request/request.ts';
import { routeRequest } from '../../../src/routing/route.ts';
import { stepsIn, triedByDiff } from '../../laws/printed/checking.ts';
import { opened } from '../../opened.ts';
import { provingOf } from '../../prove/proved.ts';
import { filter } from './chains.ts';

const RUNS = Number(process.env.LAW_RUNS || 25);
const SEED = Number(process.env.LAW_SEED || 1);
const params = { numRuns: RUNS, seed: SEED, endOnFailure: true };
const TIMEOUT = 3_600_000;
const requests = fc.array(chainRequest(1), { minLength: 200, maxLength: 200 });

const side = (value: unknown) => [opened(JSON.stringify(value), { api: 'v3' }, 'side.json')];

/** What becomes of requests; undefined where nothing is said. */
function outcomes(value: unknown, all: readonly Request[]): readonly (Outcome | undefined)[] {
  const { routing, contextFor } = provingOf(JSON.stringify(value));
  return all.map((request) => {
    const routed = routeRequest(routing, request, {}, contextFor);
    return 'problem' in routed ? undefined : routed.trace.outcome;
  });
}

const PLACE: ReadonlySet<string> = new Set(['file', 'pointer', 'range', 'api', 'release']);

/** An outcome without the steps of some filters, and without places, which move when a filter goes. */
const bare = (outcome: Outcome | undefined, name: RegExp): string =>
  JSON.stringify(outcome ?? null, (key, item) =>
    PLACE.has(key)
      ? undefined
      : key === 'filters' && Array.isArray(item)
        ? item.filter((step) => !name.test(step.name))
        : item,
  );

test(
  'a chain is equal to itself',
  () => {
    fc.assert(
      fc.property(chains(1), (value) => {
        const { equal, changes, undecided } = compareBehaviour(side(value), side(value));
        expect({ equal, changes, undecided }).toEqual({ equal: true, changes: [], undecided: [] });
      }),
      params,
    );
  },
  TIMEOUT,
);

test(
  'filters of all kinds that are disabled everywhere are as if they were not there',
  () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(chains(1), chains(1), requests, fc.nat(), (value, other, all, which) => {
        const added: Filter[] = [];
        withFilters(other, (filters) => {
          for (const [at, each] of filters.slice(0, -1).entries())
            added.push({ ...each, name: `added ${at}`, disabled: true });
          return filters;
        });
        for (const { typed_config: typed } of added) kinds.add(JSON.stringify((typed as Fields)?.['@type']));
        const after = withFilters(value, (filters) => filters.toSpliced(which % filters.length, 0, ...added));
        const [without, having] = [outcomes(value, all), outcomes(after, all)];
        for (const at of all.keys()) expect(bare(having[at], /^added /)).toBe(bare(without[at], /^added /));
        const { equal, changes, undecided } = compareBehaviour(side(value), side(after));
        expect({ equal, changes, undecided }).toEqual({ equal: true, changes: [], undecided: [] });
        expect(diffConfigurations(side(value), side(after)).changes).toEqual([]);
        // Where they stand, and what they are told, makes no difference either.
        const [first, ...others] = added;
        const told = withFilters(
          after,
          (filters) =>
            [
              ...others.toReversed(),
              {
                ...others.at(-1),
                ...first,
                typed_config: { ...(first?.typed_config as Fields), stat_prefix: 'x' },
              },
              ...filters.filter(({ name }) => !name.startsWith('added ')),
            ] as readonly Filter[],
        );
        expect(diffConfigurations(side(after), side(told)).changes).toEqual([]);
      }),
      params,
    );
    expect(kinds.size).toBeGreaterThan(15);
  },
  TIMEOUT,
);

test(
  'what routes say for a filter that is not there changes nothing',
  () => {
    fc.assert(
      fc.property(chains(1), requests, fc.nat(), (value, all, which) => {
        let gone = '';
        const without = withFilters(value, (filters) => {
          gone = filters[which % (filters.length - 1)]?.name ?? '';
          return filters.filter(({ name }) => name !== gone);
        });
        const bareSettings = withoutSettings(without, gone);
        const [one, other] = [outcomes(without, all), outcomes(bareSettings, all)];
        for (const at of all.keys()) expect(bare(one[at], /^$/)).toBe(bare(other[at], /^$/));
      }),
      params,
    );
  },
  TIMEOUT,
);

/** Filters of which some answer every request. */
const guard = fc
  .constantFrom(
    filter('rbac', 'RBAC', { rules: { policies: {} } }),
    filter('rbac', 'RBAC', { rules: { action: 'DENY', policies: {} } }),
    filter('health_check', 'HealthCheck', { pass_through_mode: false }),
    filter('health_check', 'HealthCheck', { pass_through_mode: true }),
    filter('api_key_auth', 'ApiKeyAuth', { key_sources: [{ header: 'x-key' }] }),
  )
  .map((own): Filter => ({ ...own, name: 'front' }));

test(
  'no request comes to what analyze says that none comes to',
  () => {
    let found = 0;
    fc.assert(
      fc.property(chains(1), guard, requests, (chain, front, all) => {
        const value = withFilters(chain, (filters) => [front, ...filters]);
        const { findings } = analyze(subjectOf(side(value)), { rules: analysisRules, known: ruleIds });
        const unreached = findings.filter(({ rule }) => rule === 'unreachable-filter');
        if (unreached.length === 0) return;
        const steps = outcomes(value, all).flatMap((outcome) => (outcome ? stepsIn(outcome) : []));
        for (const { data } of unreached) {
          found++;
          const ran = steps.filter(({ name, effect }) => name === data.filter && effect !== 'skipped');
          expect(ran).toEqual([]);
        }
      }),
      params,
    );
    expect(found).toBeGreaterThan(0);
  },
  TIMEOUT,
);

test(
  'requests that diff prints do in trace what it says, on both sides',
  () => {
    let printed = 0;
    fc.assert(
      fc.property(editedChains(1), ({ before, after }) => {
        for (const { wrong, request } of triedByDiff(side(before), side(after))) {
          printed++;
          expect([wrong, request]).toEqual([undefined, request]);
        }
      }),
      { ...params, numRuns: 2 * RUNS },
    );
    expect(printed).toBeGreaterThan(0);
  },
  TIMEOUT,
);
