/** A trace for a person under pressure: the answer first, then the way there, then what happens to the request. */
import { sourceText } from '../../model/source-object.ts';
import {
  ARROW,
  outcomeFacts,
  placeOfRoute,
  routeAt,
  routeEntries,
  type TraceReport,
  verdictText,
} from '../../present/requests.ts';
import { type Entry, labelled, type Paint, paragraph, safeLine } from '../../present/text.ts';
import type { Redact } from '../../results/secrets/redact.ts';
import { routeText } from '../../routing/match/select.ts';
import type { Outcome, RouteRef } from '../../routing/outcome/outcome.ts';
import { answerText, percent } from '../../routing/outcome/words.ts';
import type { Step } from '../../routing/steps.ts';
import { virtualHostPlace } from '../../routing/where/found-routes.ts';
import { listenerText } from '../../routing/where/listener.ts';
import { counted } from '../../source/counted.ts';
import { jsonText } from '../data-text.ts';
import { proxyLines, proxyObject } from './proxy.ts';

/** Domains that fit worse, and other steps of a kind, are shown up to so many. */
const MAX_LOSERS = 5;

export function traceText(report: TraceReport, paint: Paint, redact: Redact): string {
  const show = (text: string): string => safeLine(redact(text));
  const lines = [
    ...paragraph(show(verdictText(report)), paint.bold),
    '',
    ...pathLines(report, paint, show),
    ...outcomeLines(report, paint, show),
    ...takerLines(report, paint, show),
    ...(report.proxy === undefined ? [] : ['', ...proxyLines(report.proxy, paint, show)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The way of the request, without the answer; what `cfgtool test` shows of a failure. */
export function pathLines(
  report: TraceReport,
  paint: Paint,
  show: (text: string) => string,
): readonly string[] {
  const { trace, found, listener } = report;
  const write = (label: string, entries: readonly Entry[]): readonly string[] =>
    labelled(
      label,
      entries.map((entry) => ({ ...entry, text: show(entry.text) })),
      paint.cyan,
    );
  const failed = trace.steps.filter(({ about, matched }) => about === undefined && !matched);
  return [
    ...write('listener', listener ? [{ text: listenerText(listener) }] : []),
    ...write(
      'connection',
      trace.steps
        .filter(({ about, matched }) => about?.kind === 'connection' && matched)
        .map(({ why }) => ({ text: why })),
    ),
    ...write('route config', found?.name ? [{ text: found.name }] : []),
    ...write('virtual host', domainEntries(report, paint)),
    ...write('TLS', trace.steps.filter(({ what }) => what.startsWith('require_tls')).map(plain)),
    ...write('matcher', branchEntries(trace.steps, paint)),
    ...write(
      'routes',
      routeEntries(trace.steps, paint, (route) => placeText(placeOfRoute(report, route))),
    ),
    ...write('then', failed.filter(({ what }) => isTrouble(what)).map(plain)),
  ];
}

/** Steps after the route that the details of the outcome do not tell. */
function isTrouble(what: string): boolean {
  return /^(?:cluster|mirror|rate limit|virtual cluster|path rewrite|:path|:authority)/.test(what);
}

function plain({ what, why }: Step): Entry {
  return { text: `${what}: ${why}` };
}

/** Branches of a matcher tree, in the order in which they were asked. */
function branchEntries(steps: readonly Step[], paint: Paint): readonly Entry[] {
  return steps
    .filter(({ about }) => about?.kind === 'matcher')
    .map((step) =>
      step.matched
        ? { bullet: ARROW, text: plain(step).text, paint: paint.green }
        : { ...plain(step), paint: paint.dim },
    )
    .slice(0, MAX_BRANCHES);
}

/** Branches that were asked are shown up to so many. */
const MAX_BRANCHES = 24;

function domainEntries(report: TraceReport, paint: Paint): readonly Entry[] {
  const { steps } = report.trace;
  const looked = steps.filter(({ about }) => about?.kind === 'domain' || about?.kind === 'domains');
  const [losers, winners] = [false, true].map((won) => looked.filter(({ matched }) => matched === won));
  const where = ({ what, about }: Step): string => {
    const place = about?.kind === 'domain' ? hostPlace(report, about.virtualHost) : '';
    return `${what.replace(/^virtual host ?/, '')}${place}`;
  };
  return [
    ...(winners ?? []).map((step) => ({ bullet: ARROW, text: where(step), paint: paint.green })),
    ...fewOf(losers ?? [], 'domain that fits worse', 'domains that fit worse', paint, (step) =>
      [where(step), step.why].filter((text) => text !== '').join(': '),
    ),
    ...(looked.some(({ about }) => about?.kind === 'domains') ? unfitEntries(report, paint) : []),
  ];
}

/** The domains among which none fits, by their virtual hosts. */
function unfitEntries(report: TraceReport, paint: Paint): readonly Entry[] {
  const hosts = [...(report.found?.routeConfiguration.virtual_hosts ?? []).entries()];
  return fewOf(hosts, 'virtual host', 'virtual hosts', paint, ([index, { name = '', domains = [] }]) => {
    const shown = domains.slice(0, MAX_LOSERS).map((domain) => JSON.stringify(domain));
    const more = domains.length - shown.length;
    return `${JSON.stringify(name)}${hostPlace(report, index)}: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  });
}

/** The first of many, and how many more there are. */
function fewOf<T>(
  all: readonly T[],
  one: string,
  many: string,
  paint: Paint,
  text: (each: T) => string,
): readonly Entry[] {
  const more = all.length - MAX_LOSERS;
  return [
    ...all.slice(0, MAX_LOSERS).map((each) => ({ text: text(each), paint: paint.dim })),
    ...(more > 0 ? [{ text: `… ${counted(more, `more ${one}`, `more ${many}`)}`, paint: paint.dim }] : []),
  ];
}

function hostPlace({ found }: TraceReport, virtualHost: number | undefined): string {
  if (found === undefined || virtualHost === undefined) return '';
  const text = placeText(virtualHostPlace(found, virtualHost));
  return text === '' ? '' : ` ${text}`;
}

function placeText(place: ReturnType<typeof placeOfRoute>): string {
  if (place === undefined) return '';
  const source = place.source === undefined ? '' : `, ${sourceText(place.source)}`;
  return `(${place.file}:${place.range.start.line}${source})`;
}

function outcomeLines(report: TraceReport, paint: Paint, show: (text: string) => string): readonly string[] {
  const { outcome, request, route } = report.trace;
  const hint =
    request.random_value === undefined && dependsOnChance(outcome)
      ? ['', ...paragraph('--random-value N decides which of them it is', paint.dim)]
      : [];
  if (outcome.kind !== 'random') return [...factLines(outcome, route?.index, report, paint, show), ...hint];
  return outcome.branches
    .flatMap((branch) => [
      '',
      ...paragraph(
        show(
          `${percent(branch.share)} of such requests: ${routeName(report, branch.route?.index)} ${answerText(branch.outcome)}`,
        ),
        paint.bold,
      ),
      ...factLines(branch.outcome, branch.route?.index, report, paint, show),
    ])
    .concat(hint);
}

/** Whether a random value picks what happens: among routes, or among the clusters of one. */
function dependsOnChance(outcome: Outcome): boolean {
  return outcome.kind === 'random' || (outcome.kind === 'forward' && outcome.clusters.length > 1);
}

function routeName(report: TraceReport, index: number | undefined): string {
  if (index === undefined) return 'no route,';
  return `route ${index} ${placeText(placeOfRoute(report, index))}`;
}

function factLines(
  outcome: Outcome,
  route: number | undefined,
  report: TraceReport,
  paint: Paint,
  show: (text: string) => string,
): readonly string[] {
  const facts = outcomeFacts(
    outcome,
    report.trace.request,
    route === undefined ? undefined : routeAt(report, route),
  );
  const lines = facts.flatMap(({ label, texts }) =>
    labelled(
      label,
      texts.map((text) => ({ text: show(text) })),
      paint.cyan,
    ),
  );
  return lines.length === 0 ? [] : ['', ...lines];
}

/** The routes that could take the request if those before them were gone. */
function takerLines(report: TraceReport, paint: Paint, show: (text: string) => string): readonly string[] {
  const { takers, trace } = report;
  if (takers === undefined) return [];
  const entries = takers.map(({ route, depends }) => {
    const label = routeText(routeAt(report, route) ?? {}, route);
    const chosen = route === trace.route?.index ? ': takes it' : '';
    return {
      text: show(
        `${label} ${placeText(placeOfRoute(report, route))}${chosen}${depends ? `: ${depends}` : ''}`,
      ),
    };
  });
  const none = { text: 'no route of the virtual host takes such a request' };
  return ['', ...labelled('could take it', entries.length === 0 ? [none] : entries, paint.cyan)];
}

/** Counts up when a reader of the older form would be misled. */
const FORMAT_VERSION = 1;

export function traceJson(report: TraceReport, version: string, redact: Redact): string {
  return jsonText({ cfgtool: { version, format_version: FORMAT_VERSION }, ...traceObject(report) }, redact);
}

/** The trace without the frame of a report. */
export function traceObject(report: TraceReport): object {
  const { trace, found, listener, takers, proxy } = report;
  const route = (ref: RouteRef) => ({ ...ref, ...placeOfRoute(report, ref.index) });
  const host =
    trace.virtual_host_index === null || found === undefined
      ? undefined
      : virtualHostPlace(found, trace.virtual_host_index);
  return {
    request: trace.request,
    listener: listener ? listenerText(listener) : null,
    route_configuration: found?.name ?? null,
    virtual_host: trace.virtual_host,
    virtual_host_place: host ?? null,
    route: trace.route && route(trace.route),
    outcome: outcomeObject(trace.outcome, route),
    steps: trace.steps.map(stepObject),
    ...(takers
      ? {
          could_take: takers.map(({ route: index, depends }) => ({
            ...route({ index, name: routeAt(report, index)?.name ?? null }),
            certain: depends === undefined,
            ...(depends === undefined ? {} : { depends }),
          })),
        }
      : {}),
    ...(proxy ? { proxy: proxyObject(proxy) } : {}),
  };
}

function outcomeObject(outcome: Outcome, route: (ref: RouteRef) => object): object {
  if (outcome.kind !== 'random') return outcome;
  const branches = outcome.branches.map((branch) => ({
    ...branch,
    route: branch.route && route(branch.route),
    outcome: outcomeObject(branch.outcome, route),
  }));
  return { ...outcome, branches };
}

function stepObject({ what, matched, why }: Step): object {
  return { what, matched, why };
}
