/** The way of one request, step by step, as plain data; and a request that lands at a route. */
import { requestFor } from '../../analyze/traffic/shadow.ts';
import { routeVerdicts } from '../../analyze/traffic/verdicts.ts';
import { type BoundMessage, NODE } from '../../model/bound.ts';
import {
  ARROW,
  type OutcomeFact,
  outcomeFacts,
  routeAt,
  routeEntries,
  placeOfRoute as routeSpot,
  type TraceReport,
} from '../../present/requests.ts';
import { noPaint } from '../../present/text.ts';
import { requestSecrets } from '../../report/requests/request-secrets.ts';
import { requestText } from '../../results/requests.ts';
import { type Redact, redaction, showAll } from '../../results/secrets/redact.ts';
import { decideInHost, routeList } from '../../routing/all/index.ts';
import { contextsOf } from '../../routing/context.ts';
import type { Outcome } from '../../routing/outcome/outcome.ts';
import { answerText, percent } from '../../routing/outcome/words.ts';
import { printedRequest } from '../../routing/printed.ts';
import { markedRequest } from '../../routing/request/marked-request.ts';
import type { Request } from '../../routing/request/request.ts';
import { requestLine } from '../../routing/request/request-line.ts';
import { routeRequest } from '../../routing/route.ts';
import type { Step } from '../../routing/steps.ts';
import type { Refused } from '../../routing/where/choose.ts';
import { listenerText } from '../../routing/where/listener.ts';
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
  /** The virtual host or route that it is about, where it was chosen. */
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
  const { trace } = routed;
  const { outcome } = trace;
  return {
    ...asked,
    title: redact(requestText(request)),
    answer: redact(answerText(outcome)),
    steps: stepsOf(opened, report).map((step) => ({ ...step, text: redact(step.text) })),
    ends: endsOf(opened, report, outcome).map(({ title, facts, ...rest }) => ({
      ...rest,
      title: redact(title),
      facts: facts.map(({ label, texts }) => ({ label, texts: texts.map(redact) })),
    })),
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
  const { trace, found, listener } = report;
  const { steps } = trace;
  const told = (label: string, all: readonly Step[]): readonly TracedStep[] =>
    all.map(({ what, why, matched }) => ({ label, text: `${what}: ${why}`, matched }));
  const host = withPlace(hostPlace(opened, report));
  const chosen = withPlace(
    trace.route === null ? undefined : placeOfRoute(opened, report, trace.route.index),
  );
  // Long runs of routes that fail on the path come as one step.
  const lineOf = (route: number): string => {
    const at = routeSpot(report, route);
    return at === undefined ? '' : `(${at.file}:${at.range.start.line})`;
  };
  const routes = routeEntries(steps, noPaint, lineOf).map(({ text, bullet }): TracedStep => {
    const matched = bullet === ARROW;
    return {
      label: 'route',
      text: text.replace('(--format json lists them)', ''),
      matched,
      ...(matched ? chosen : {}),
    };
  });
  return [
    ...(listener
      ? [{ label: 'listener', text: listenerText(listener), matched: trace.outcome.kind !== 'closed' }]
      : []),
    ...steps
      .filter(({ about }) => about?.kind === 'connection' || about?.kind === 'unheard')
      .map(({ why, matched }) => ({ label: 'connection', text: why, matched })),
    ...(found?.name ? [{ label: 'route config', text: found.name, matched: true }] : []),
    ...told(
      'virtual host',
      steps.filter(({ about }) => about?.kind === 'domain' || about?.kind === 'domains'),
    ).map((step) => (step.matched ? { ...step, ...host } : step)),
    ...told(
      'TLS',
      steps.filter(({ what }) => what.startsWith('require_tls')),
    ),
    ...told(
      'matcher',
      steps.filter(({ about }) => about?.kind === 'matcher'),
    ),
    ...routes,
    ...told(
      'then',
      steps.filter(({ about, what }) => about === undefined && !what.startsWith('require_tls')),
    ),
  ];
}

function endsOf(opened: OpenedInput, report: TraceReport, outcome: Outcome): readonly TracedEnd[] {
  const { request, route } = report.trace;
  const end = (each: Outcome, index: number | undefined, title: string): TracedEnd => ({
    title,
    facts: outcomeFacts(each, request, index === undefined ? undefined : routeAt(report, index)),
    ...withPlace(index === undefined ? undefined : placeOfRoute(opened, report, index)),
  });
  if (outcome.kind !== 'random') return [end(outcome, route?.index, answerText(outcome))];
  return outcome.branches.map((branch) => {
    const name = branch.route === null ? 'no route' : `route ${branch.route.index}`;
    const title = `${percent(branch.share)} of such requests: ${name} ${answerText(branch.outcome)}`;
    return end(branch.outcome, branch.route?.index, title);
  });
}

function withPlace(place: ItemPlace | undefined): { readonly place?: ItemPlace } {
  return place === undefined ? {} : { place };
}

function hostPlace(opened: OpenedInput, { trace, found }: TraceReport): ItemPlace | undefined {
  const index = trace.virtual_host_index;
  if (index === null || found === undefined) return undefined;
  return placeOfMessage(opened, found.rootOf(index), found.routeConfiguration.virtual_hosts?.[index]);
}

function placeOfRoute(opened: OpenedInput, report: TraceReport, route: number): ItemPlace | undefined {
  const { trace, found } = report;
  if (found === undefined) return undefined;
  return placeOfMessage(opened, found.rootOf(trace.virtual_host_index ?? 0), routeAt(report, route));
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
    const effects = host.effects();
    const { routing, regexes } = subject;
    const traced = (request: Request): TraceAnswer =>
      exploreTrace(
        opened,
        printedRequest(request, { routing, found }, { namespace: found.namespace, regexes }) ?? request,
      );
    const { budget, ...context } = effects;
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
    const lost = requestFor(lowerMatch(route.match), effects);
    return { kind: 'dead', why, ...(lost === undefined ? {} : { traced: traced(lost) }) };
  }
  return undefined;
}
