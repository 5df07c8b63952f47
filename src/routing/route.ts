/** One request from its connection to its outcome: which route configuration it meets, and what becomes of it there. */

import { type BoundMessage, isObject, versionOf } from '../model/bound.ts';
import type { Message } from '../schema/types.ts';
import { isRenamed } from '../traffic/own-headers.ts';
import { lowerAscii } from '../traffic/text.ts';
import type { RoutingContext } from './context.ts';
import { changedEarly } from './filters/early.ts';
import { answeredBefore, throughFilters } from './filters/index.ts';
import { assumingToo, onConnection } from './filters/network.ts';
import {
  ASKED,
  type Assumption,
  NOTHING,
  notFound,
  type Outcome,
  UNFILTERED,
  undecided,
} from './outcome/outcome.ts';
import type { Request } from './request/request.ts';
import type { Step } from './steps.ts';
import { type Trace, traceRequest } from './trace.ts';
import { type Arrived, afterCodec, arrive } from './where/arrival.ts';
import { certificatesOfAll, shakenHands } from './where/certificates.ts';
import {
  type Choice,
  type Chosen,
  chooseRoutes,
  type Refused,
  scopesOf,
  startStaying,
  type Wish,
} from './where/choose.ts';
import { portOf } from './where/connection.ts';
import type { FoundRouting } from './where/find.ts';
import type { FoundRoutes } from './where/found-routes.ts';
import type { ListenerRef } from './where/listener.ts';
import { agreed, type FoundManager, placeInManager } from './where/manager.ts';
import { withUpgrade } from './where/upgrades.ts';

export interface Routed {
  readonly trace: Trace;
  /** Undefined where the request comes to no route configuration. */
  readonly found: FoundRoutes | undefined;
  readonly listener: ListenerRef | undefined;
  /** The filter chain that takes its connection, where just one does. */
  readonly way?: Way;
}

export type Way = NonNullable<Extract<Choice, { kind: 'routes' }>['way']>;

/** @param contextFor what a trace through a route configuration needs */
export function routeRequest(
  routing: FoundRouting,
  request: Request,
  wish: Wish,
  contextFor: (found: FoundRoutes) => RoutingContext,
): Routed | Refused {
  const choice = chooseRoutes(routing, request, wish);
  if (choice.kind === 'problem') return choice;
  const { listener } = choice;
  if (!('found' in choice)) return { trace: ended(choice, request), found: undefined, listener };
  const { managers, way } = choice;
  const { found, trace, rests } = traceFrom(choice, request, contextFor(choice.found));
  const outcome = withRecommended(assumingToo(trace.outcome, rests), managers[0]);
  return { trace: { ...trace, outcome }, found, listener, ...(way === undefined ? {} : { way }) };
}

/** The trace from a filter chain on, and what it rests on before it comes to HTTP filters. */
function traceFrom(
  choice: Chosen,
  request: Request,
  context: RoutingContext,
): Pick<Routed, 'trace' | 'found'> & { readonly rests: readonly Assumption[] } {
  const { found, listener, remark, arrival, managers, connection, way } = choice;
  const before = unheardSteps(choice.unheard);
  const closed = (trace: Trace) => ({ trace, found: undefined, rests: [] });
  const [first] = managers;
  const onTheWay =
    way === undefined || first === undefined
      ? []
      : onConnection({ chain: way.chain.message, manager: first, connection, request, context });
  if ('kind' in onTheWay) return closed(nowhere(request, onTheWay, onTheWay.reason, before));
  const decoded = afterCodec(request, arrival);
  const whole = decoded.kind === 'answer' ? request : decoded.request;
  const early =
    first === undefined || decoded.kind === 'answer'
      ? { request: whole, assuming: [] }
      : changedEarly({ manager: first, connection, request: whole, context });
  const rests = [...onTheWay, ...early.assuming];
  const arrived =
    decoded.kind === 'answer'
      ? decoded
      : arrive(early.request, arrival, found.routeConfiguration, portOf(listener, request));
  const manager = agreed(managers);
  const met = choice.kind === 'outside' ? undefined : found;
  if (arrived.kind === 'answer') {
    const plain = answered(arrived, request, before);
    const trace =
      manager === undefined
        ? withoutFilters(plain, managers.length > 0)
        : answeredBefore(plain, { manager, connection, found, context });
    return { trace, found: met, rests };
  }
  const shaken = shakenHands(arrived.request, way?.chain.certificates ?? certificatesOfAll(managers));
  if (shaken.kind === 'closed') return closed(ended({ ...shaken, listener }, request));
  const plain =
    choice.kind === 'outside'
      ? nowhere(shaken.request, notFound(404), choice.why, [])
      : traceRequest(found.routeConfiguration, shaken.request, context);
  const upgraded = withUpgrade(plain, shaken.request, found.routeConfiguration, arrival?.upgrades);
  const trace =
    manager === undefined
      ? withoutFilters(upgraded, managers.length > 0)
      : throughFilters(upgraded, { manager, connection, found, context, stays: startStaying(choice) });
  const said = [remark, decoded.why, shaken.why, arrived.why].filter((each) => each !== undefined);
  const steps = [...before, ...said.map((each) => connectionStep(true, each)), ...trace.steps];
  const seen = shaken.request === request ? {} : { arrived: shaken.request };
  const virtualHost = found.routeConfiguration.virtual_hosts?.[trace.virtual_host_index ?? -1];
  const written = first === undefined ? [] : restsOnWritten(first, virtualHost, request, scopesOf(choice));
  const certified = shaken.rests === undefined ? [] : [{ filter: null, that: shaken.rests }];
  return {
    trace: { ...trace, request, ...seen, steps },
    found: met,
    rests: [...certified, ...rests, ...written],
  };
}

/** The status of an error of the proxy itself is another one where the manager sends that which RFC 9209 recommends. */
function withRecommended(outcome: Outcome, manager: FoundManager | undefined): Outcome {
  const { proxy_status_config: config }: BoundMessage = manager?.message ?? {};
  if (!isObject(config) || config.set_recommended_response_code !== true) return outcome;
  if (outcome.kind === 'random') {
    const branches = outcome.branches.map((each) => ({
      ...each,
      outcome: withRecommended(each.outcome, manager),
    }));
    return { ...outcome, branches };
  }
  if (outcome.kind !== 'not_found' && outcome.kind !== 'answered') return outcome;
  return undecided(
    `set_recommended_response_code may give its answer another status than ${outcome.status} (proxy_status_config)`,
  );
}

/** Where it stays open which connection manager takes the request, its filters do too. */
function withoutFilters(trace: Trace, areSeveral: boolean): Trace {
  if (!areSeveral) return trace;
  const that =
    'no HTTP filter answers or changes it: several connection managers lead here (--listener picks one)';
  return { ...trace, outcome: { ...trace.outcome, assuming: [{ filter: null, that }] } };
}

function connectionStep(matched: boolean, why: string): Step {
  return { what: 'connection', matched, why, about: { kind: 'connection' } };
}

function unheardSteps(says: string | undefined): readonly Step[] {
  if (says === undefined) return [];
  return [
    { ...connectionStep(true, `${says}; taken to come in all the same`), about: { kind: 'unheard', says } },
  ];
}

/** What the connection manager answers before it looks for routes. */
function answered(
  { status, location, why }: Extract<Arrived, { kind: 'answer' }>,
  request: Request,
  first: readonly Step[],
): Trace {
  const steps = [...first, connectionStep(true, why)];
  const none = { request, virtual_host: null, virtual_host_index: null, route: null, steps };
  const outcome =
    location === null ? notFound(status) : { kind: 'redirect' as const, ...NOTHING, status, location };
  return { ...none, outcome: { ...outcome, [UNFILTERED]: true } };
}

type Ended = Extract<Choice, { kind: 'closed' | 'undecided' }>;

function ended(choice: Ended, request: Request): Trace {
  return nowhere(request, outcomeOf(choice), choice.why, unheardSteps(choice.unheard));
}

/** A request that comes to no routes. */
function nowhere(request: Request, outcome: Outcome, why: string, before: readonly Step[]): Trace {
  return {
    request,
    virtual_host: null,
    virtual_host_index: null,
    route: null,
    outcome,
    steps: [...before, connectionStep(false, why)],
  };
}

function outcomeOf({ kind, why }: Ended): Outcome {
  return kind === 'undecided' ? undecided(why) : { kind, reason: why, ...NOTHING };
}

/** What it rests on that none of them decides which route or filter takes a request. */
function restsOnWritten(
  manager: FoundManager,
  virtualHost: Message<'route.VirtualHost'> | undefined,
  request: Request,
  scopedBy: ReadonlySet<string>,
): readonly Assumption[] {
  const { message, namespace } = manager;
  if (versionOf(message) !== 'v3') return [];
  const { http_filters: filters } = message;
  const { matcher }: BoundMessage = virtualHost ?? {};
  const asked = (name: string): boolean =>
    scopedBy.has(name) ||
    (virtualHost !== undefined && namesIn(virtualHost).has(name)) ||
    [matcher, filters].some(
      (each) => typeof each === 'object' && each !== null && textOf(each).includes(`"${name}"`),
    );
  const names = changedBy(message, request, namespace).filter(asked);
  const renamed = restsOnPrefix(manager, [virtualHost, filters, matcher], scopedBy);
  if (names.length === 0) return renamed;
  const that = `${names.join(', ')}, which the connection manager writes or takes out, ${names.length === 1 ? 'decides' : 'decide'} nothing`;
  const isAsked = names.some((name) => name in request.headers || scopedBy.has(name));
  const marked = isAsked ? { [ASKED]: true as const } : {};
  return [...renamed, { filter: null, that, ...placeInManager(manager, message), ...marked }];
}

/** What it rests on where the proxy's own headers have another prefix, which matchers alone are held to (fact 152). */
function restsOnPrefix(
  manager: FoundManager,
  asking: readonly unknown[],
  scopedBy: ReadonlySet<string>,
): readonly Assumption[] {
  const { own, message } = manager;
  if (own.renamed.length === 0) return [];
  const texts = asking.flatMap((each) => (typeof each === 'object' && each !== null ? textOf(each) : []));
  // Faults are asked for by headers of the proxy's own.
  const isAsked =
    [...scopedBy].some((name) => isRenamed(name, own)) ||
    texts.some(
      (text) => own.renamed.some((head) => text.includes(head)) || /\bheader_(?:abort|delay)\b/.test(text),
    );
  if (!isAsked) return [];
  const that = `headers whose names begin with ${own.renamed.join(' or ')} decide nothing more (header_prefix of the bootstrap)`;
  return [{ filter: null, that, ...placeInManager(manager, message) }];
}

const WRITES: ReadonlySet<unknown> = new Set(['SANITIZE_SET', 'APPEND_FORWARD']);

/** A referer that no manager takes out; there are others. */
const KEPT_REFERER =
  /^(?:https?:\/\/[-.0-9A-Za-z]+(?::\d+)?)?(?:\/[-.0-9A-Z_a-z~/]*)?(?:\?[-.0-9=&A-Z_a-z~/]*)?$/;

function changedBy(
  manager: BoundMessage,
  { headers, scheme }: Request,
  namespace: string,
): readonly string[] {
  const isEdge = manager.use_remote_address === true;
  const keepsId = !isEdge || manager.preserve_external_request_id === true;
  const saysProto = !isEdge || Number(manager.xff_num_trusted_hops ?? 0) > 0;
  const all: readonly (readonly [name: string, writes: boolean])[] = [
    ['x-request-id', manager.generate_request_id !== false && !(keepsId && 'x-request-id' in headers)],
    ['x-forwarded-for', isEdge && manager.skip_xff_append !== true],
    [`x-${namespace}-external-address`, isEdge],
    ['x-forwarded-port', manager.append_x_forwarded_port === true],
    ['via', typeof manager.via === 'string' && manager.via !== ''],
    ['user-agent', manager.add_user_agent === true && !('user-agent' in headers)],
    [`x-${namespace}-downstream-service-cluster`, manager.add_user_agent === true],
    ['referer', 'referer' in headers && !KEPT_REFERER.test(headers.referer ?? '')],
    // Of HTTP/1.1 it is what x-forwarded-proto says, of HTTP/2 what the client does.
    [':scheme', saysProto && (headers['x-forwarded-proto'] ?? scheme) !== scheme],
    ['x-forwarded-client-cert', WRITES.has(manager.forward_client_cert_details)],
  ];
  return all.flatMap(([name, writes]) => (writes ? name : []));
}

const NAMES = new WeakMap<object, ReadonlySet<string>>();
const TEXTS = new WeakMap<object, string>();

/** The headers that routes of a virtual host ask for, in lower case; gathered once. */
function namesIn(virtualHost: Message<'route.VirtualHost'>): ReadonlySet<string> {
  const known = NAMES.get(virtualHost);
  if (known !== undefined) return known;
  const names = new Set<string>();
  for (const { match } of virtualHost.routes ?? [])
    for (const { name } of match?.headers ?? []) names.add(lowerAscii(name ?? ''));
  NAMES.set(virtualHost, names);
  return names;
}

function textOf(value: object): string {
  const text = TEXTS.get(value) ?? lowerAscii(JSON.stringify(value));
  TEXTS.set(value, text);
  return text;
}
