/** The way of a request through the HTTP filters of its connection manager, which may answer it or change it. */
import type { BoundMessage } from '../../model/bound.ts';
import type { Place } from '../../model/place.ts';
import { typeUrlOfName } from '../../model/type-url.ts';
import type { Message } from '../../schema/types.ts';
import type { RouteVisit, RoutingContext } from '../context.ts';
import { routeOutcome } from '../outcome/action.ts';
import {
  type Assumption,
  type Branch,
  type FilterStep,
  NOTHING,
  type Outcome,
  type RouteRef,
  undecided,
} from '../outcome/outcome.ts';
import { type Request, seen } from '../request/request.ts';
import type { HttpFilter } from './chain.ts';
import type { Client } from './client.ts';
import type { Answered, FilterVisit, Metadata, RouteMet, Verdict } from './filter.ts';
import { isUnmodelled, modelOf, SETTERS } from './models.ts';
import { levelsOf, settingsFor } from './settings.ts';

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
  readonly ignoresParameters: boolean;
  readonly placeOf: (message: BoundMessage) => Place | undefined;
  /** The same for what stands with the routes. */
  readonly placeOfSettings: (message: BoundMessage) => Place | undefined;
}

/** What is known by the time that a filter is asked. */
interface State {
  readonly request: Request;
  readonly metadata: Metadata;
  readonly openMetadata: string | undefined;
  readonly share: number;
  readonly steps: readonly FilterStep[];
  readonly assuming: readonly Assumption[];
}

const ROUTER = 'router';

/** Every way that a branch can end, with its share of all requests. */
export function waysThrough(branching: Branching, passage: Passage): readonly Branch[] {
  const { filters, request } = passage;
  const ended: Branch[] = [];
  let state: State = {
    request,
    metadata: new Map(Object.entries(request.dynamic_metadata ?? {})),
    openMetadata: undefined,
    share: branching.share,
    steps: [],
    assuming: [],
  };
  for (const [at, filter] of filters.entries()) {
    const verdict = verdictOf(filter, state, branching, passage);
    const said = (effect: FilterStep['effect'], why: string): State => ({
      ...state,
      steps: [...state.steps, stepOf(filter, effect, why, passage)],
    });
    if (verdict.effect === 'answered') {
      const rest = filters.slice(at + 1);
      const { share = 1 } = verdict;
      ended.push(answeredBy(filter, verdict, rest, said('answered', verdict.why), branching, passage));
      if (share >= 1) return ended;
      state = { ...said('passed', verdict.why), share: state.share * (1 - share) };
      continue;
    }
    if (verdict.effect === 'open') {
      const why = `the filter ${JSON.stringify(filter.name)} may answer it: ${verdict.why}`;
      const { steps, assuming } = said('unknown', verdict.why);
      const outcome = { ...undecided(why), filters: steps, ...(assuming.length > 0 ? { assuming } : {}) };
      ended.push({ share: state.share, route: branching.route, outcome });
      return ended;
    }
    state = after(filter, verdict, said, passage);
  }
  ended.push({ share: state.share, route: branching.route, outcome: atRouter(branching, state, passage) });
  return ended;
}

function verdictOf(filter: HttpFilter, state: State, branching: Branching, passage: Passage): Verdict {
  const { context, client, ignoresParameters } = passage;
  const { met, entry } = branching;
  const settings = settingsFor(filter, levelsOf(met, entry), context.word);
  if (settings.disabled ?? filter.disabled)
    return {
      effect: 'skipped',
      why:
        settings.disabled === true
          ? 'the route switches it off'
          : 'it is disabled, and the route leaves it so',
    };
  if (filter.kind === ROUTER) return routerVerdict(branching.outcome, met);
  if (filter.unread !== undefined)
    return { effect: 'assumed', why: filter.unread, that: 'it lets the request pass unchanged' };
  const visit: FilterVisit = {
    request: seen(state.request, context.word, { ignoresParameters }),
    settings: settings.all,
    route: met,
    client,
    metadata: state.metadata,
    openMetadata: state.openMetadata,
    regexes: context.regexes,
    word: context.word,
  };
  return modelOf(filter.kind)(filter.config, visit);
}

/** The last filter does what the route says. */
function routerVerdict({ kind, status }: Outcome, { kind: met }: RouteMet): Verdict {
  if (kind === 'forward') return { effect: 'passed', why: 'it sends the request to its cluster' };
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
  const sets =
    verdict.effect !== 'skipped' && (isUnmodelled(filter.kind) || SETTERS.has(filter.kind ?? ''))
      ? { openMetadata: `the filter ${JSON.stringify(filter.name)} may set` }
      : {};
  if (verdict.effect === 'assumed')
    return { ...next, ...sets, assuming: [...next.assuming, assumption(filter, verdict.that, passage)] };
  return {
    ...next,
    ...sets,
    metadata: new Map([...next.metadata, ...('metadata' in verdict ? (verdict.metadata ?? []) : [])]),
    ...(verdict.effect === 'changed' ? { request: verdict.request } : {}),
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
        type: typeOf(filter, passage),
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
  { context, request, ignoresParameters, filters }: Passage,
): Outcome {
  const { steps, assuming } = state;
  const more = {
    filters: steps,
    ...(assuming.length > 0 ? { assuming } : {}),
  };
  if (filters.length === 0) return outcome;
  if (state.request === request || met.kind === 'none' || met.kind === 'tls' || route === null)
    return { ...outcome, ...more };
  const visit: RouteVisit = {
    ...met.visit,
    request: seen(state.request, context.word, { ignoresParameters }),
  };
  const anew = routeOutcome(visit, route, undefined);
  // Which cluster it is was decided with the route.
  if (anew.kind !== outcome.kind) return { ...outcome, ...more };
  return { ...anew, clusters: outcome.clusters, virtual_cluster: outcome.virtual_cluster, ...more };
}

function stepOf(filter: HttpFilter, effect: FilterStep['effect'], why: string, passage: Passage): FilterStep {
  return {
    name: filter.name,
    type: typeOf(filter, passage),
    effect,
    why,
    ...passage.placeOf(filter.message),
  };
}

function assumption(filter: HttpFilter, that: string, passage: Passage): Assumption {
  return { filter: filter.name, that, ...passage.placeOf(filter.message) };
}

function typeOf({ type }: HttpFilter, { context }: Passage): string | null {
  return type === null ? null : typeUrlOfName(type, context.word).replace(/^.*\//, '');
}
