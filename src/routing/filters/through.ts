/** The way of a request through the HTTP filters of its connection manager, which may answer it or change it. */

import { type BoundMessage, messagesIn } from '../../model/bound.ts';
import type { Place } from '../../model/place.ts';
import { typeUrlOfName } from '../../model/type-url.ts';
import type { Release } from '../../schema/release.ts';
import type { Message } from '../../schema/types.ts';
import type { LeftOut } from '../../traffic/paths-of-releases.ts';
import type { RouteVisit, RoutingContext } from '../context.ts';
import { routeOutcome } from '../outcome/action.ts';
import {
  type Assumption,
  type Branch,
  type FilterStep,
  LEFT,
  NOTHING,
  notFound,
  type Outcome,
  type RouteRef,
  undecided,
  VALUES,
} from '../outcome/outcome.ts';
import { tlsLocation } from '../outcome/redirect.ts';
import { type Request, seen } from '../request/request.ts';
import type { HttpFilter } from './chain.ts';
import type { Client } from './client.ts';
import type { Answered, FilterState, FilterVisit, Metadata, RouteMet, Verdict } from './filter.ts';
import { isUnmodelled, modelOf, SETTERS } from './models.ts';
import { levelsOf, settingsFor } from './settings.ts';
import { unsaidBy } from './unsaid-metadata.ts';

type Entry = Message<'route.WeightedCluster.ClusterWeight'>;

/** What a request comes to if no filter answers it. */
export interface Branching {
  readonly share: number;
  readonly route: RouteRef | null;
  readonly met: RouteMet;
  /** The weighted cluster that was picked, where its settings count. */
  readonly entry?: Entry;
  readonly outcome: Outcome;
}

export interface Passage {
  readonly filters: readonly HttpFilter[];
  readonly client: Client;
  readonly context: RoutingContext;
  /** As the connection manager hands it on. */
  readonly request: Request;
  /** What of a path the rules of routes do not see. */
  readonly leftOut: LeftOut | undefined;
  /** Of the proxy. */
  readonly release: Release;
  readonly placeOf: (message: BoundMessage) => Place | undefined;
  /** The same for what stands with the routes. */
  readonly placeOfSettings: (message: BoundMessage) => Place | undefined;
  /** What the route configuration makes of a request that filters changed. */
  readonly pickAnew: (request: Request) => readonly Branching[];
}

/** What is known by the time that a filter is asked. */
interface State {
  readonly request: Request;
  readonly metadata: Metadata;
  readonly filterState: FilterState;
  readonly openMetadata: string | undefined;
  readonly share: number;
  readonly steps: readonly FilterStep[];
  readonly assuming: readonly Assumption[];
}

/** A way through the chain; which filters run is decided once, by the route that the request has at first. */
interface Walk {
  readonly passage: Passage;
  readonly areOff: readonly { readonly isOff: boolean; readonly byRoute: boolean }[];
}

const ROUTER = 'router';

/** Every way that a branch can end, with its share of all requests. */
export function waysThrough(branching: Branching, passage: Passage): readonly Branch[] {
  const { filters, request, context } = passage;
  const levels = levelsOf(branching.met, branching.entry);
  const areOff = filters.map((filter) => {
    const { disabled } = settingsFor(filter, levels, context.namespace);
    return { isOff: disabled ?? filter.disabled, byRoute: disabled === true };
  });
  const state: State = {
    request,
    metadata: new Map(Object.entries(request.dynamic_metadata ?? {})),
    filterState: new Map(Object.entries(request.filter_state ?? {})),
    openMetadata: undefined,
    share: branching.share,
    steps: [],
    assuming: [],
  };
  return walk(0, state, branching, { passage, areOff });
}

/** @param from the filter that is asked next */
function walk(from: number, start: State, branching: Branching, way: Walk): readonly Branch[] {
  const { passage } = way;
  const { filters } = passage;
  const ended: Branch[] = [];
  let state = start;
  for (const [at, filter] of filters.entries()) {
    if (at < from) continue;
    const verdict = verdictOf(at, filter, state, branching, way);
    const metadata = leaving(filter, state.metadata, branching, way, at);
    const said = (effect: FilterStep['effect'], why: string): State => ({
      ...state,
      metadata,
      steps: [...state.steps, stepOf(filter, effect, why, passage)],
    });
    if (verdict.effect === 'answered') {
      const rest = filters.slice(at + 1);
      const { share = 1 } = verdict;
      ended.push(answeredBy(filter, verdict, rest, said('answered', verdict.why), branching, passage));
      if (share >= 1) return ended;
      const { rest: others } = verdict;
      const next = said(others === undefined ? 'passed' : 'unknown', others?.why ?? verdict.why);
      const assuming =
        others === undefined ? next.assuming : [...next.assuming, assumption(filter, others.that, passage)];
      state = { ...next, assuming, share: state.share * (1 - share) };
      continue;
    }
    if (verdict.effect === 'open') {
      const why = `the filter ${JSON.stringify(filter.name)} may answer it: ${verdict.why}`;
      return [...ended, endedOpen(why, said('unknown', verdict.why), branching)];
    }
    state = after(filter, verdict, said, passage);
    if (verdict.clearsRoute === true) return [...ended, ...anew(at, filter, state, branching, way)];
  }
  ended.push({ share: state.share, route: branching.route, outcome: atRouter(branching, state, passage) });
  return ended;
}

function endedOpen(why: string, { steps, assuming, share }: State, { route }: Branching): Branch {
  const outcome = { ...undecided(why), filters: steps, ...(assuming.length > 0 ? { assuming } : {}) };
  return { share, route, outcome };
}

/** Goes on behind a filter that had the route looked for anew, by the request as it is now. */
function anew(
  at: number,
  { name }: HttpFilter,
  state: State,
  branching: Branching,
  way: Walk,
): readonly Branch[] {
  const { passage } = way;
  const said = Object.fromEntries(state.metadata);
  const request: Request =
    Object.keys(said).length === 0 ? state.request : { ...state.request, dynamic_metadata: said };
  const picked = passage.pickAnew(request);
  const [only, ...others] = picked;
  if (only === undefined || (others.length > 0 && branching.share < 1)) {
    const why = `the filter ${JSON.stringify(name)} has the route chosen anew, where it is not known which it is then`;
    return [endedOpen(why, state, branching)];
  }
  return picked.flatMap((branch): readonly Branch[] => {
    const share = state.share * branch.share;
    if (branch.outcome.kind === 'undecided') return [{ ...branch, share }];
    return walk(at + 1, { ...state, request, share }, { ...branch, share }, way);
  });
}

function verdictOf(
  at: number,
  filter: HttpFilter,
  state: State,
  branching: Branching,
  { passage, areOff }: Walk,
): Verdict {
  const { context, client, leftOut, release } = passage;
  const { met, entry } = branching;
  const off = areOff[at];
  if (off?.isOff === true)
    return {
      effect: 'skipped',
      why: off.byRoute ? 'the route switches it off' : 'it is disabled, and the route leaves it so',
    };
  if (filter.kind === ROUTER) return routerVerdict(branching.outcome, met, filter.config);
  if (filter.unread !== undefined)
    return { effect: 'assumed', why: filter.unread, that: 'it lets the request pass unchanged' };
  const visit: FilterVisit = {
    // Of the filters that look at paths only RBAC leaves parameters out, since 1.39 and where a route is met (fact 150).
    request: seen(state.request, context.namespace, {
      leftOut:
        leftOut === 'parameters' && filter.kind === 'rbac' && met.kind !== 'none' ? leftOut : undefined,
    }),
    settings: settingsFor(filter, levelsOf(met, entry), context.namespace).all,
    route: met,
    client,
    metadata: state.metadata,
    openMetadata: state.openMetadata,
    filterState: state.filterState,
    regexes: context.regexes,
    namespace: context.namespace,
    release,
  };
  return modelOf(filter.kind)(filter.config, visit);
}

/** The metadata by the time that a filter was asked; one that is off writes nothing. */
function leaving(
  filter: HttpFilter,
  metadata: Metadata,
  { met, entry }: Branching,
  { passage: { context }, areOff }: Walk,
  at: number,
): Metadata {
  if (areOff[at]?.isOff === true) return metadata;
  const { all } = settingsFor(filter, levelsOf(met, entry), context.namespace);
  const unsaid = unsaidBy(filter, [filter.config, ...all], context.namespace);
  return unsaid.size === 0 ? metadata : new Map([...metadata, ...unsaid]);
}

/** The last filter does what the route says. */
function routerVerdict(
  { kind, status }: Outcome,
  { kind: met }: RouteMet,
  { upstream_http_filters: upstream }: BoundMessage,
): Verdict {
  const why = 'it sends the request to its cluster';
  const [own] = messagesIn(upstream).filter(({ name }) => !/(?:^|\.)upstream_codec$/.test(String(name)));
  if (kind === 'forward')
    return own === undefined
      ? { effect: 'passed', why }
      : { effect: 'assumed', why, that: 'its upstream_http_filters let the request pass unchanged' };
  const by = met === 'none' ? 'since no route takes the request' : 'as the route says';
  return { effect: 'passed', why: `it answers with ${status}, ${by}` };
}

function after(
  filter: HttpFilter,
  verdict: Exclude<Verdict, Answered | { readonly effect: 'open' }>,
  said: (effect: FilterStep['effect'], why: string) => State,
  passage: Passage,
): State {
  const next = withRule(
    said(verdict.effect === 'assumed' ? 'unknown' : verdict.effect, verdict.why),
    verdict,
  );
  const opens =
    verdict.effect !== 'skipped' &&
    (filter.unread !== undefined || isUnmodelled(filter.kind) || SETTERS.has(filter.kind ?? ''));
  return {
    ...next,
    ...(opens ? { openMetadata: `the filter ${JSON.stringify(filter.name)} may set` } : {}),
    ...(verdict.effect === 'assumed'
      ? { assuming: [...next.assuming, assumption(filter, verdict.that, passage)] }
      : {}),
    metadata: new Map([...next.metadata, ...(verdict.metadata ?? [])]),
    filterState: verdict.filterState ?? next.filterState,
    ...('request' in verdict && verdict.request !== undefined ? { request: verdict.request } : {}),
  };
}

/** The last step with the policy that decided it. */
function withRule(state: State, verdict: Verdict): State {
  const last = state.steps.at(-1);
  if (!('rule' in verdict) || verdict.rule === undefined || last === undefined) return state;
  return { ...state, steps: [...state.steps.slice(0, -1), { ...last, rule: verdict.rule }] };
}

/** The answer of a filter; those behind it may still change it on its way back. */
function answeredBy(
  filter: HttpFilter,
  { status, rule, at, isOfRoute, share = 1 }: Answered,
  rest: readonly HttpFilter[],
  state: State,
  { route, met, outcome }: Branching,
  passage: Passage,
): Branch {
  const steps = rest.map((each) =>
    stepOf(each, 'skipped', `the filter ${JSON.stringify(filter.name)} has answered`, passage),
  );
  const place =
    at === undefined ? undefined : isOfRoute === true ? passage.placeOfSettings(at) : passage.placeOf(at);
  return {
    share: state.share * share,
    route,
    outcome: {
      kind: 'answered',
      ...NOTHING,
      status,
      by: {
        filter: filter.name,
        type: typeOf(filter.type, passage.context),
        ...(rule === undefined ? {} : { rule }),
        ...(place ?? passage.placeOf(filter.message)),
      },
      // Of the levels of a route that forwards, answers of filters get the headers too.
      ...(met.kind === 'forward' ? { response_headers: outcome.response_headers } : {}),
      filters: [...state.steps, ...steps],
      ...(state.assuming.length > 0 ? { assuming: state.assuming } : {}),
    },
  };
}

/** What the route makes of the request as the filters left it. */
function atRouter(
  { outcome, met, route }: Branching,
  state: State,
  { context, request, leftOut, filters }: Passage,
): Outcome {
  const { steps, assuming } = state;
  const more = {
    filters: steps,
    ...(assuming.length > 0 ? { assuming } : {}),
  };
  if (filters.length === 0) return outcome;
  if (state.request === request || met.kind === 'none') return { ...outcome, ...more };
  if (met.kind === 'tls' || route === null) {
    const location =
      met.kind === 'tls' ? tlsLocation(seen(state.request, context.namespace)) : outcome.location;
    return { ...outcome, ...more, location };
  }
  const values = outcome[VALUES];
  const visit: RouteVisit = {
    ...met.visit,
    request: seen(state.request, context.namespace, { leftOut }),
    ...(values === undefined ? {} : { values }),
  };
  const made = routeOutcome(visit, route, undefined);
  const anew = { ...(made.kind === 'random' ? sameIn(made.branches, outcome) : made), [LEFT]: state.request };
  // Which cluster it is was decided with the route.
  if (anew.kind !== outcome.kind) return { ...outcome, ...more, [LEFT]: state.request };
  return { ...anew, clusters: outcome.clusters, virtual_cluster: outcome.virtual_cluster, ...more };
}

/** The branch of the same clusters. */
function sameIn(branches: readonly Branch[], { kind, clusters }: Outcome): Outcome {
  const names = clusters.map(({ name }) => name);
  const same = branches.find(
    ({ outcome }) =>
      outcome.kind === kind &&
      names.every((name) => outcome.clusters.some((cluster) => cluster.name === name)),
  );
  return same?.outcome ?? notFound(404);
}

function stepOf(filter: HttpFilter, effect: FilterStep['effect'], why: string, passage: Passage): FilterStep {
  return {
    name: filter.name,
    type: typeOf(filter.type, passage.context),
    effect,
    why,
    ...passage.placeOf(filter.message),
  };
}

function assumption(filter: HttpFilter, that: string, passage: Passage): Assumption {
  return { filter: filter.name, that, ...passage.placeOf(filter.message) };
}

/** A type with the namespace. */
export function typeOf(type: HttpFilter['type'], context: Pick<RoutingContext, 'namespace'>): string | null {
  return type === null ? null : typeUrlOfName(type, context.namespace).replace(/^.*\//, '');
}
