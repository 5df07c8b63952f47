/** The way of one request, step by step, as plain data; and a request that lands at a route. */
import { requestFor } from '../../analyze/traffic/shadow.ts';
import { routeVerdicts } from '../../analyze/traffic/verdicts.ts';
import { type BoundMessage, NODE } from '../../model/bound.ts';
import type { OutcomeFact } from '../../present/requests.ts';
import {
  chanceHint,
  endTitle,
  placeAt,
  type RouteSpot,
  shortened,
  type TraceReport,
  traceEnds,
  wayParts,
} from '../../present/trace.ts';
import { requestSecrets } from '../../report/requests/request-secrets.ts';
import { requestText } from '../../results/requests.ts';
import { type Redact, redaction, showAll } from '../../results/secrets/redact.ts';
import { decideInHost, routeList } from '../../routing/all/index.ts';
import { contextsOf } from '../../routing/context.ts';
import { answerText } from '../../routing/outcome/words.ts';
import { printedRequest } from '../../routing/printed.ts';
import { markedRequest } from '../../routing/request/marked-request.ts';
import type { Request } from '../../routing/request/request.ts';
import { requestLine } from '../../routing/request/request-line.ts';
import { routeRequest } from '../../routing/route.ts';
import type { Refused } from '../../routing/where/choose.ts';
import { lowerMatch } from '../../traffic/predicate.ts';
import {
  exploreSecrets,
  type ItemPlace,
  type OpenedInput,
  placeOfMessage,
  type ShownRequest,
} from './input.ts';

/** One step of the decision. */
export interface TracedStep {
  readonly label: string;
  readonly text: string;
  readonly matched: boolean;
  /** The virtual host or route that it is about. */
  readonly place?: ItemPlace;
}

/** One way the request can end; several where chance decides. */
export interface TracedEnd {
  readonly title: string;
  readonly facts: readonly OutcomeFact[];
  readonly place?: ItemPlace;
}

export interface Traced extends ShownRequest {
  readonly title: string;
  readonly answer: string;
  readonly steps: readonly TracedStep[];
  readonly ends: readonly TracedEnd[];
  /** How to ask for one of them. */
  readonly hint?: string;
}

/** An answer, or why there is none. */
export type TraceAnswer = Traced | (ShownRequest & Untraced);

export interface Untraced {
  readonly problem: string;
  readonly hint: string;
  /** The same request to each of those that it could be about. */
  readonly choices: readonly { readonly text: string; readonly request: Request }[];
}

export function exploreTrace(opened: OpenedInput, request: Request): TraceAnswer {
  const { subject } = opened;
  const { routing, regexes } = subject;
  const redact = redactionFor(opened, request);
  const asked: ShownRequest = { request, line: redact(requestLine(markedRequest(request))) };
  const routed = routeRequest(routing, request, {}, contextsOf(routing, { regexes, explain: true }));
  if ('problem' in routed) return { ...asked, ...untraced(routed, request) };
  const report: TraceReport = routed;
  const hint = chanceHint(report);
  return {
    ...asked,
    title: redact(requestText(request)),
    answer: redact(answerText(report.trace.outcome)),
    steps: stepsOf(opened, report).map((step) => ({ ...step, text: redact(step.text) })),
    ends: traceEnds(report).map((end) => ({
      title: redact(endTitle(end)),
      facts: end.facts.map(({ label, texts }) => ({ label, texts: texts.map(redact) })),
      ...placed(opened, report, end.at),
    })),
    ...(hint === undefined ? {} : { hint }),
  };
}

function untraced({ problem, candidates = [] }: Refused, request: Request): Untraced {
  return {
    problem,
    hint:
      candidates.length === 0
        ? 'Say which with --listener NAME or @ROUTE-CONFIG.'
        : 'Put the cursor on one and press Enter, or say which with --listener NAME or @ROUTE-CONFIG:',
    choices: candidates.map(({ text, ...names }) => ({ text, request: { ...request, ...names } })),
  };
}

function redactionFor(opened: OpenedInput, request: Request): Redact {
  const secrets = exploreSecrets(opened);
  return secrets === undefined ? showAll : redaction([...secrets, ...requestSecrets(request)]).redact;
}

function stepsOf(opened: OpenedInput, report: TraceReport): readonly TracedStep[] {
  const lineOf = (at: RouteSpot | undefined): string => {
    const place = at?.route === undefined ? undefined : placeAt(report, at);
    return place === undefined ? '' : ` (${place.file}:${place.range.start.line})`;
  };
  return wayParts(report).flatMap(({ label, entries }) =>
    (label === 'routes' ? shortened(entries) : entries).map(
      ({ what, why, matched, at }): TracedStep => ({
        label: label === 'routes' ? 'route' : label,
        text: what === '' ? why : `${what}${matched ? lineOf(at) : ''}: ${why}`,
        matched,
        ...placed(opened, report, at),
      }),
    ),
  );
}

function placed(
  opened: OpenedInput,
  { found }: TraceReport,
  at: RouteSpot | undefined,
): { readonly place?: ItemPlace } {
  const host = found?.routeConfiguration.virtual_hosts?.[at?.virtualHost ?? -1];
  if (found === undefined || at === undefined) return {};
  const message = at.route === undefined ? host : host?.routes?.[at.route];
  const place = placeOfMessage(opened, found.rootOf(at.virtualHost), message);
  return place === undefined ? {} : { place };
}

/** A request for a route, and what is to be said about it. */
export type RequestAnswer =
  | { readonly kind: 'lands'; readonly traced: TraceAnswer }
  /** No request lands there; the one shown meets its conditions, and goes elsewhere. */
  | { readonly kind: 'dead'; readonly why: string; readonly traced?: TraceAnswer }
  | { readonly kind: 'undecided'; readonly why: string };

/** A request that lands at the route written at a place; undefined where no route stands there. */
export function exploreRequestFor(opened: OpenedInput, { root, node }: ItemPlace): RequestAnswer | undefined {
  const { subject } = opened;
  const document = subject.documents[root];
  for (const host of subject.shared(routeVerdicts)) {
    const { found, virtualHost } = host;
    if (document === undefined || found.rootOf(host.host) !== document.root) continue;
    const index = (virtualHost.routes ?? []).findIndex((each: BoundMessage) => each[NODE] === node);
    const route = virtualHost.routes?.[index];
    if (route === undefined) continue;
    const deciding = host.deciding();
    const { routing, regexes } = subject;
    const traced = (request: Request): TraceAnswer =>
      exploreTrace(
        opened,
        printedRequest(request, { routing, found }, { namespace: found.namespace, regexes }) ?? request,
      );
    const { budget, ...context } = deciding;
    const verdict = budget.ask((meter) =>
      decideInHost(virtualHost, routeList(virtualHost.routes ?? [], context), index, meter),
    );
    if (verdict?.kind === 'alive') return { kind: 'lands', traced: traced(verdict.witness) };
    if (verdict === undefined || verdict.kind === 'undecided')
      return { kind: 'undecided', why: verdict?.why ?? 'the budget for such questions is used up' };
    const why =
      verdict.kind === 'never'
        ? verdict.why
        : `route${verdict.by.length === 1 ? '' : 's'} ${verdict.by.join(', ')} before it take${verdict.by.length === 1 ? 's' : ''} all of its requests`;
    const lost = requestFor(lowerMatch(route.match), deciding);
    return { kind: 'dead', why, ...(lost === undefined ? {} : { traced: traced(lost) }) };
  }
  return undefined;
}
