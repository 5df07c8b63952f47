/** One request through each text: what becomes of it, and every step on the way there. */
import { outcomeFacts, placeOfRoute, routeAt, type TraceReport, verdictText } from '../present/requests.ts';
import { requestSecrets } from '../report/requests/request-secrets.ts';
import { contextsOf } from '../routing/context.ts';
import type { Outcome } from '../routing/outcome/outcome.ts';
import { answerText, percent } from '../routing/outcome/words.ts';
import { regexEngine } from '../routing/regex/engine.ts';
import type { Request } from '../routing/request/request.ts';
import { readRequestLine } from '../routing/request/request-line.ts';
import { routeRequest } from '../routing/route.ts';
import type { Step } from '../routing/steps.ts';
import { findRouting } from '../routing/where/find.ts';
import { virtualHostPlace } from '../routing/where/found-routes.ts';
import { shellWords } from '../source/shell-words.ts';
import { type OpenPane, placeIn, sayingOf } from './panes.ts';
import type { Refusal, Traced, TraceStep } from './questions.ts';

/** The time that one regular expression may take. */
const MILLISECONDS = 1000;
/** More steps than these are not shown one by one; the last ones decide. */
const MAX_STEPS = 500;

/** @param line as for `cfgtool trace` */
export function tracesOf(
  panes: readonly OpenPane[],
  line: string,
  now: () => number,
): readonly Traced[] | Refusal {
  const request = readRequestLine(shellWords(line));
  if (typeof request === 'string') return { problem: request };
  const traces: Traced[] = [];
  for (const pane of panes) {
    const traced = traceOf(pane, request, now);
    if ('problem' in traced) return traced;
    traces.push(traced);
  }
  return traces;
}

function traceOf(pane: OpenPane, request: Request, now: () => number): Traced | Refusal {
  const { configuration } = pane;
  const say = sayingOf([pane], requestSecrets(request));
  const routing = findRouting([configuration]);
  const regexes = regexEngine({ clock: { now, milliseconds: MILLISECONDS } });
  const report = routeRequest(routing, request, {}, contextsOf(routing, { regexes, explain: true }));
  if ('problem' in report) return { problem: say(`${report.problem}; ${report.hint}`) };
  const { trace } = report;
  const { steps } = trace;
  const cut = Math.max(0, steps.length - MAX_STEPS);
  return {
    name: say(configuration.file.name),
    verdict: say(verdictText(report)),
    steps: [
      ...(cut === 0 ? [] : [{ what: `${cut} earlier steps`, why: 'none of them matched', matched: false }]),
      ...steps.slice(cut).map((step) => stepOf(step, report, pane, say)),
    ],
    facts: factsOf(trace.outcome, report).map(({ label, texts }) => ({ label, texts: texts.map(say) })),
  };
}

function stepOf(step: Step, report: TraceReport, pane: OpenPane, say: (text: string) => string): TraceStep {
  const { what, why, matched, about } = step;
  const place =
    about?.kind === 'route'
      ? placeOfRoute(report, about.route)
      : about?.kind === 'domain'
        ? hostPlace(report, about.virtualHost)
        : undefined;
  const to = placeIn([pane], place);
  return { what: say(what), why: say(why), matched, ...(to === undefined ? {} : { place: to }) };
}

function hostPlace({ found }: TraceReport, index: number | undefined) {
  return index === undefined || found === undefined ? undefined : virtualHostPlace(found, index);
}

function factsOf(outcome: Outcome, report: TraceReport): Traced['facts'] {
  const { request, route } = report.trace;
  const facts = (each: Outcome, index: number | undefined): Traced['facts'] =>
    outcomeFacts(each, request, index === undefined ? undefined : routeAt(report, index));
  if (outcome.kind !== 'random') return facts(outcome, route?.index);
  return outcome.branches.map(({ share, outcome: each, route: taken }) => ({
    label: percent(share),
    texts: [
      answerText(each),
      ...facts(each, taken?.index).flatMap(({ label, texts }) => texts.map((text) => `${label}: ${text}`)),
    ],
  }));
}
