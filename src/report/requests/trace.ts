/** A trace for a person under pressure: the answer first, then the way there, then what happens to the request. */
import { sourceText } from '../../model/source-object.ts';
import { labelled, type Paint, paragraph, safeLine } from '../../present/text.ts';
import {
  chanceHint,
  endTitle,
  placeAt,
  type RouteSpot,
  routeAt,
  shortened,
  spotOfRoute,
  type TraceReport,
  traceEnds,
  verdictText,
  type WayEntry,
  wayParts,
} from '../../present/trace.ts';
import type { Redact } from '../../results/secrets/redact.ts';
import { routeText } from '../../routing/match/select.ts';
import type { Outcome, RouteRef } from '../../routing/outcome/outcome.ts';
import type { Step } from '../../routing/steps.ts';
import { virtualHostPlace } from '../../routing/where/found-routes.ts';
import { listenerText } from '../../routing/where/listener.ts';
import { jsonText } from '../data-text.ts';
import { proxyLines, proxyObject } from './proxy.ts';

export function traceText(report: TraceReport, paint: Paint, redact: Redact): string {
  const show = (text: string): string => safeLine(redact(text));
  const hint = chanceHint(report);
  const lines = [
    ...paragraph(show(verdictText(report)), paint.bold),
    '',
    ...pathLines(report, paint, show),
    ...endLines(report, paint, show),
    ...(hint === undefined ? [] : ['', ...paragraph(hint, paint.dim)]),
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
  return wayParts(report).flatMap(({ label, entries }) => {
    // One of many was chosen.
    const isChoice = label === 'virtual host' || label === 'matcher' || label === 'routes';
    const told = isChoice
      ? shortened(entries, ' (--format json lists them)')
      : // The verdict and the facts tell the rest.
        entries.filter(({ matched, isInVerdict }) => !isInVerdict && !(label === 'then' && matched));
    return labelled(
      label,
      told.map((entry) => ({
        text: show(entryText(entry, label, report)),
        ...(isChoice && entry.matched ? { bullet: ARROW, paint: paint.green } : {}),
        ...(isChoice && !entry.matched ? { paint: paint.dim } : {}),
      })),
      paint.cyan,
    );
  });
}

/** Marks what was chosen. */
const ARROW = '→ ';

function entryText({ what, why, matched, at }: WayEntry, label: string, report: TraceReport): string {
  const isHost = label === 'virtual host';
  const name = isHost ? what.replace(/^virtual host ?/, '') : what;
  const where = `${name}${matched || isHost ? placeText(report, at) : ''}`;
  return [where, isHost && matched ? '' : why].filter((text) => text !== '').join(': ');
}

function placeText(report: TraceReport, at: RouteSpot | undefined): string {
  const place = placeAt(report, at);
  if (place === undefined) return '';
  const source = place.source === undefined ? '' : `, ${sourceText(place.source)}`;
  return ` (${place.file}:${place.range.start.line}${source})`;
}

function endLines(report: TraceReport, paint: Paint, show: (text: string) => string): readonly string[] {
  return traceEnds(report, (at) => placeText(report, at)).flatMap((end) => [
    ...(end.share === undefined ? [] : ['', ...paragraph(show(endTitle(end)), paint.bold)]),
    ...(end.facts.length === 0 ? [] : ['']),
    ...end.facts.flatMap(({ label, texts }) =>
      labelled(
        label,
        texts.map((text) => ({ text: show(text) })),
        paint.cyan,
      ),
    ),
  ]);
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
        `${label}${placeText(report, spotOfRoute(report, route))}${chosen}${depends ? `: ${depends}` : ''}`,
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
  const route = (ref: RouteRef) => ({ ...ref, ...placeAt(report, spotOfRoute(report, ref.index)) });
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
