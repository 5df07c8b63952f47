/**
 * What a trace shows, part by part: the way of the request, and each way that it may end. Every front end goes through
 * these lists, so that none leaves a part out. What only the command line asks for, the routes that could take it and
 * what a real proxy did, is not among them.
 */
import type { Place } from '../model/place.ts';
import type { AskedProxy } from '../proxy/asked.ts';
import { urlText } from '../results/requests.ts';
import type { Taker } from '../routing/match/select.ts';
import type { Outcome, RouteRef } from '../routing/outcome/outcome.ts';
import { answerText, percent } from '../routing/outcome/words.ts';
import type { Step } from '../routing/steps.ts';
import type { Trace } from '../routing/trace.ts';
import type { FoundRoutes } from '../routing/where/found-routes.ts';
import { routePlace, virtualHostPlace } from '../routing/where/found-routes.ts';
import { type ListenerRef, listenerText } from '../routing/where/listener.ts';
import { counted } from '../source/counted.ts';
import { type OutcomeFact, outcomeFacts } from './requests.ts';

export interface TraceReport {
  readonly trace: Trace;
  /** Undefined where the request comes to no route configuration. */
  readonly found: FoundRoutes | undefined;
  /** The listener that the request comes in by, where that is known. */
  readonly listener: ListenerRef | undefined;
  /** Every route that could take the request if the earlier ones were gone, where that was asked for. */
  readonly takers?: readonly Taker[];
  /** What a real proxy did with the request, where one was asked. */
  readonly proxy?: AskedProxy;
}

/** A virtual host, or a route in it. */
export interface RouteSpot {
  readonly virtualHost: number;
  readonly route?: number;
}

export interface WayEntry {
  /** What was looked at; empty where there is nothing to name. */
  readonly what: string;
  readonly why: string;
  readonly matched: boolean;
  readonly at?: RouteSpot | undefined;
  /** A route that fails on the path, as most do. */
  readonly failsOnPath?: boolean;
  /** The verdict says it too. */
  readonly isInVerdict?: boolean;
}

export interface WayPart {
  readonly label:
    | 'listener'
    | 'connection'
    | 'route config'
    | 'virtual host'
    | 'TLS'
    | 'matcher'
    | 'routes'
    | 'then';
  readonly entries: readonly WayEntry[];
}

/** One way that a request may end; several where chance decides. */
export interface TraceEnd {
  /** Of such requests, such as `12.5%`; absent where all end so. */
  readonly share?: string;
  readonly answer: string;
  readonly facts: readonly OutcomeFact[];
  readonly at?: RouteSpot | undefined;
}

/** What becomes of a request in one sentence; where it asks to come in where nothing listens, that comes first. */
export function verdictText({ trace, listener }: Pick<TraceReport, 'trace' | 'listener'>): string {
  const { request, outcome, steps } = trace;
  const url = urlText(request);
  const about = steps[0]?.about;
  if (about?.kind !== 'unheard') return `${url} ${answerText(outcome)}`;
  const by = listener === undefined ? 'all the same' : `by ${listenerText(listener)}`;
  return `${url}: ${about.says}; taken to come in ${by}, it ${answerText(outcome)}`;
}

/** The place of what a part is about. */
export function placeAt({ found }: TraceReport, at: RouteSpot | undefined): Place | undefined {
  if (found === undefined || at === undefined) return undefined;
  return at.route === undefined
    ? virtualHostPlace(found, at.virtualHost)
    : routePlace(found, at.virtualHost, at.route);
}

/** A route of the chosen virtual host. */
export function spotOfRoute({ trace }: TraceReport, route: number | undefined): RouteSpot | undefined {
  const virtualHost = trace.virtual_host_index;
  return virtualHost === null || route === undefined ? undefined : { virtualHost, route };
}

export function routeAt({ trace, found }: TraceReport, route: number) {
  return found?.routeConfiguration.virtual_hosts?.[trace.virtual_host_index ?? -1]?.routes?.[route];
}

/** The way of the request, in order. */
export function wayParts(report: TraceReport): readonly WayPart[] {
  const { trace, found, listener } = report;
  const verdict = verdictText(report);
  const of = (belongs: (step: Step) => boolean): readonly WayEntry[] =>
    trace.steps.filter(belongs).map(({ what, why, matched, about }) => ({
      what: about?.kind === 'connection' || about?.kind === 'unheard' ? '' : what,
      why,
      matched,
      at: about?.kind === 'route' ? spotOfRoute(report, about.route) : undefined,
      failsOnPath: about?.kind === 'route' && !matched && about.on === 'path',
      isInVerdict:
        about?.kind === 'unheard' || (about?.kind === 'connection' && !matched && verdict.includes(why)),
    }));
  const name = (why: string, matched = true): WayEntry => ({ what: '', why, matched });
  const isTls = ({ what }: Step): boolean => what.startsWith('require_tls');
  const parts: readonly WayPart[] = [
    {
      label: 'listener',
      entries: listener ? [name(listenerText(listener), trace.outcome.kind !== 'closed')] : [],
    },
    {
      label: 'connection',
      entries: of(({ about }) => about?.kind === 'connection' || about?.kind === 'unheard'),
    },
    { label: 'route config', entries: found?.name ? [name(found.name)] : [] },
    { label: 'virtual host', entries: domainEntries(report) },
    { label: 'TLS', entries: of(isTls) },
    { label: 'matcher', entries: of(({ about }) => about?.kind === 'matcher') },
    { label: 'routes', entries: of(({ about }) => about?.kind === 'route') },
    { label: 'then', entries: of((step) => step.about === undefined && !isTls(step)) },
  ];
  return parts.filter(({ entries }) => entries.length > 0);
}

/** Domains that fit worse, and virtual hosts of which none fits, are shown up to so many. */
const MAX_LOSERS = 5;

function domainEntries({ trace, found }: TraceReport): readonly WayEntry[] {
  const looked = trace.steps.flatMap(({ about, ...step }): readonly WayEntry[] =>
    about?.kind === 'domains' || (about?.kind === 'domain' && about.virtualHost === undefined)
      ? [step]
      : about?.kind === 'domain' && about.virtualHost !== undefined
        ? [{ ...step, at: { virtualHost: about.virtualHost } }]
        : [],
  );
  const hosts = trace.steps.some(({ about }) => about?.kind === 'domains')
    ? (found?.routeConfiguration.virtual_hosts ?? [])
    : [];
  return [
    ...looked.filter(({ matched }) => matched),
    ...fewOf(
      looked.filter(({ matched }) => !matched),
      'domain that fits worse',
      'domains that fit worse',
    ),
    ...fewOf(
      hosts.map(({ name = '', domains = [] }, virtualHost) => ({
        what: `virtual host ${JSON.stringify(name)}`,
        why: domainsText(domains),
        matched: false,
        at: { virtualHost },
      })),
      'virtual host',
      'virtual hosts',
    ),
  ];
}

function domainsText(domains: readonly string[]): string {
  const shown = domains.slice(0, MAX_LOSERS).map((domain) => JSON.stringify(domain));
  const more = domains.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The first of many, and how many more there are. */
function fewOf(all: readonly WayEntry[], one: string, many: string): readonly WayEntry[] {
  const more = all.length - MAX_LOSERS;
  const rest = `… ${counted(more, `more ${one}`, `more ${many}`)}`;
  return more <= 0 ? all : [...all.slice(0, MAX_LOSERS), { what: '', why: rest, matched: false }];
}

/** So many routes that fail on the path are still shown each. */
const FEW = 2;
/** Longer lists lose those that fail from their middle. */
const MAX_ENTRIES = 24;

/** Entries for whoever has to read all of them. @param where all of them are, where somewhere */
export function shortened(entries: readonly WayEntry[], where = ''): readonly WayEntry[] {
  const all: WayEntry[] = [];
  let run: WayEntry[] = [];
  const close = (): void => {
    all.push(...(run.length <= FEW ? run : [{ what: '', why: runText(run), matched: false }]));
    run = [];
  };
  for (const entry of entries) {
    if (entry.failsOnPath) run.push(entry);
    else {
      close();
      all.push(entry);
    }
  }
  close();
  const half = MAX_ENTRIES / 2;
  const middle = all.length <= MAX_ENTRIES ? [] : all.slice(half, -half);
  const left = middle.filter(({ matched }) => !matched).length;
  if (left === 0) return all;
  const rest = { what: '', why: `… ${left} more that fail${where}`, matched: false };
  return [...all.slice(0, half), rest, ...middle.filter(({ matched }) => matched), ...all.slice(-half)];
}

function runText(run: readonly WayEntry[]): string {
  return `routes ${run[0]?.at?.route ?? 0} to ${run.at(-1)?.at?.route ?? 0}: all ${run.length} fail on the path`;
}

/** @param place of a route, as it is to stand behind it */
export function traceEnds(
  report: TraceReport,
  place: (at: RouteSpot | undefined) => string = () => '',
): readonly TraceEnd[] {
  const { request, route: taken, outcome } = report.trace;
  const end = (answer: string, each: Outcome, at: RouteSpot | undefined): TraceEnd => ({
    answer,
    facts: outcomeFacts(each, request, at?.route === undefined ? undefined : routeAt(report, at.route)),
    at,
  });
  const spot = (route: RouteRef | null) => spotOfRoute(report, route?.index);
  if (outcome.kind !== 'random') return [end(answerText(outcome), outcome, spot(taken))];
  return outcome.branches.map(({ share, route, outcome: each }) => {
    const at = spot(route);
    const name = route === null ? 'no route,' : `route ${route.index}${place(at)}`;
    return { share: percent(share), ...end(`${name} ${answerText(each)}`, each, at) };
  });
}

export function endTitle({ share, answer }: TraceEnd): string {
  return share === undefined ? answer : `${share} of such requests: ${answer}`;
}

/** How to ask for one of the ways to end, where a random value picks among routes, or among the clusters of one. */
export function chanceHint({ trace: { request, outcome } }: TraceReport): string | undefined {
  const isChance = outcome.kind === 'random' || (outcome.kind === 'forward' && outcome.clusters.length > 1);
  return request.random_value === undefined && isChance
    ? '--random-value N decides which of them it is'
    : undefined;
}
