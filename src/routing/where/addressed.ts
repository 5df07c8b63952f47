/**
 * Requests as they can be given to `trace`: a request that a search has found for a route configuration, with what it
 * takes to come there through listeners, filter chains and scopes.
 */

import type { Message } from '../../schema/types.ts';
import { mayChangeEarly } from '../filters/early.ts';
import { type Request, withHeaders } from '../request/request.ts';
import { parseRequest } from '../request/request-json.ts';
import { afterCodec, arrive } from './arrival.ts';
import { asksForCertificates, certificatesOfAll, shakenHands, shownBy } from './certificates.ts';
import { chooseRoutes } from './choose.ts';
import { portOf, splitAuthority } from './connection.ts';
import type { FoundRouting } from './find.ts';
import type { FoundRoutes } from './found-routes.ts';
import type { FoundChain, FoundListener, Lead } from './listeners.ts';
import { listenerNames, routesNames } from './names.ts';
import { scopeHeaders } from './scopes.ts';

/** A route configuration among those of its input. */
export interface Meeting {
  readonly routing: FoundRouting;
  readonly found: FoundRoutes;
  /** The filter chains by which it may come there; any where left out. */
  readonly by?: ReadonlySet<FoundChain> | undefined;
}

/**
 * The request, changed as little as possible, so that it comes to a route configuration (in a comparison to that of
 * either side).
 *
 * @param holds whether a request of another form still does what was said of it
 * @returns undefined where there is none
 */
export function addressed(
  request: Request,
  meetings: readonly Meeting[],
  holds: (request: Request) => boolean,
): Request | undefined {
  if (!isReadable(request)) return undefined;
  if (isMet(request, meetings, true)) return request;
  const known = new Map<Request, boolean>();
  const isKept = (form: Request): boolean => {
    const answer = known.get(form) ?? (form === request || (isReadable(form) && holds(form)));
    known.set(form, answer);
    return answer;
  };
  for (const { form, more } of candidates(request, meetings)) {
    const whole = more === undefined ? form : { ...form, ...more };
    if (isMet(whole, meetings, false) && isKept(form)) return whole;
  }
  return undefined;
}

/** Whether the JSON form says all of it. */
function isReadable(request: Request): boolean {
  const read = parseRequest(request);
  return (
    'request' in read &&
    JSON.stringify(sortedHeaders(read.request)) === JSON.stringify(sortedHeaders(request))
  );
}

function sortedHeaders({ headers, ...rest }: Request): unknown {
  return [Object.entries(rest).sort(), Object.entries(headers).sort()];
}

function isMet(request: Request, meetings: readonly Meeting[], wantsFit: boolean): boolean {
  return meetings.every(({ routing, found, by }) => {
    const choice = chooseRoutes(routing, request, {});
    if (choice.kind !== 'routes' || choice.found !== found || (!choice.isFit && wantsFit)) return false;
    if (by !== undefined && (choice.way === undefined || !by.has(choice.way.chain))) return false;
    // What was found out holds for requests as route configurations see them.
    if (choice.managers.some(({ message }) => mayChangeEarly(request, message))) return false;
    const decoded = afterCodec(request, choice.arrival);
    if (decoded.kind !== 'request' || decoded.request !== request) return false;
    const arrived = arrive(
      request,
      choice.arrival,
      found.routeConfiguration,
      portOf(choice.listener, request),
    );
    if (arrived.kind !== 'request' || arrived.request !== request) return false;
    if (!asksForCertificates(found.routeConfiguration)) return true;
    const all = choice.way === undefined ? waysTo({ routing, found }) : [choice.way];
    const shaken = shakenHands(request, certificatesOfAll(all.map(({ chain }) => chain)));
    return shaken.kind === 'request' && shownBy(shaken.request) === shownBy(request);
  });
}

/** A form of the request, which may change its outcome, and what chooses only. */
interface Candidate {
  readonly form: Request;
  readonly more: Pick<Request, 'listener' | 'server_name' | 'route_config'> | undefined;
  readonly cost: number;
}

/** A change of the request and how much it takes away from its plainness. */
interface Priced<T> {
  readonly value: T;
  readonly cost: number;
}

/** Of so many ways to a route configuration each is tried, */
const MAX_WAYS = 8;
/** and so many candidates in all. */
const MAX_CANDIDATES = 2000;

interface Way {
  readonly listener: FoundListener;
  readonly chain: FoundChain;
  readonly lead: Lead;
}

function waysTo({ routing, found, by }: Meeting): readonly Way[] {
  const ways: Way[] = [];
  for (const listener of routing.listeners)
    for (const chain of listener.chains)
      for (const lead of chain.leads) {
        if (lead.found !== found || by?.has(chain) === false) continue;
        ways.push({ listener, chain, lead });
        if (ways.length === MAX_WAYS) return ways;
      }
  return ways;
}

function candidates(request: Request, meetings: readonly Meeting[]): readonly Candidate[] {
  const [first] = meetings;
  if (first === undefined) return [];
  const ways = waysTo(first);
  const all = ways.length === 0 ? [undefined] : ways;
  const made = all.flatMap((way) => {
    const forms = formsFor(request, way, meetings);
    const names = way === undefined ? [{ value: undefined, cost: 0 }] : namesFor(way);
    return forms.flatMap((form) =>
      names.flatMap((name) =>
        selectors(first, way).map((selector): Candidate => {
          const more = { ...name.value, ...selector.value };
          return {
            form: form.value,
            more: Object.keys(more).length === 0 ? undefined : more,
            // Only over TLS is a server asked for by its name.
            cost:
              form.cost +
              name.cost +
              selector.cost +
              (name.value !== undefined && form.value.scheme !== 'https' ? 10 : 0),
          };
        }),
      ),
    );
  });
  return made.sort((one, other) => one.cost - other.cost).slice(0, MAX_CANDIDATES);
}

/** The request as a client of a listener would send it. */
function formsFor(
  request: Request,
  way: Way | undefined,
  meetings: readonly Meeting[],
): readonly Priced<Request>[] {
  const plain: readonly Priced<Request>[] = [
    { value: request, cost: way === undefined || isFor(way, request) ? 0 : 5 },
  ];
  if (way === undefined) return plain;
  const forms = withCertificates([...plain, ...otherScheme(request, way)], meetings);
  const addresses = addressesFor(way);
  const scope = way.lead.listener.scope;
  const scoped =
    scope === undefined
      ? []
      : forms.map(({ value, cost }) => ({ value: withHeaders(value, scopeHeaders(scope)), cost: cost + 1 }));
  const whole = [...forms, ...scoped];
  return [
    ...whole,
    ...whole.flatMap(({ value, cost }) => [
      ...authoritiesFor(value, way).map(({ value: authority, cost: more }) => ({
        value: { ...value, authority },
        cost: cost + more,
      })),
      ...addresses.map((address) => ({ value: { ...value, remote_address: address }, cost: cost + 3 })),
    ]),
  ];
}

function isFor({ chain: { expectsTls } }: Way, { scheme }: Request): boolean {
  return expectsTls === undefined || expectsTls === (scheme === 'https');
}

/** With a certificate, where routes ask for one and filter chains on the way there demand it. */
function withCertificates(
  forms: readonly Priced<Request>[],
  meetings: readonly Meeting[],
): readonly Priced<Request>[] {
  if (!meetings.some(({ found }) => asksForCertificates(found.routeConfiguration))) return forms;
  const shown = meetings.map((each) => certificatesOfAll(waysTo(each).map(({ chain }) => chain)));
  if (shown.every((each) => each.includes('none'))) return forms;
  const validated = shown.every((each) => each.includes('valid'));
  return forms.map(({ value, cost }) => {
    const certificate = value.client_certificate ?? { validated };
    return { value: { ...value, client_certificate: certificate }, cost };
  });
}

/** Over TLS or without it, as the filter chain expects; a header says of the scheme what the route asks for. */
function otherScheme(request: Request, { chain: { expectsTls } }: Way): readonly Priced<Request>[] {
  if (expectsTls === undefined) return [];
  const scheme = expectsTls ? 'https' : 'http';
  const { 'x-forwarded-proto': proto = request.scheme, ...others } = request.headers;
  const told = { ...request, scheme, headers: { ...others, 'x-forwarded-proto': proto } };
  return [
    ...(scheme === request.scheme ? [] : [{ value: { ...request, scheme, headers: others }, cost: 0.1 }]),
    ...(proto === scheme ? [] : [{ value: told, cost: 0.5 }]),
  ];
}

/** Hosts that bring a request to a filter chain: those of its server names, and the port that was connected to. */
function authoritiesFor(request: Request, { listener, chain: { match } }: Way): readonly Priced<string>[] {
  const { host } = splitAuthority(request);
  const port = match.destination_port ?? listener.ref.port;
  const ranges = (match.prefix_ranges ?? []).flatMap(({ address_prefix: prefix }) => prefix ?? []);
  const isFixed = port === null || port === undefined || /:\d+$/.test(request.authority);
  const addresses = [
    ...(isFixed ? [] : [`${host}:${port}`]),
    ...ranges.slice(0, MAX_NAMES).map((address) => (address.includes(':') ? `[${address}]` : address)),
  ];
  // A listener is named rather than told by the port of a host.
  return [
    ...examplesOf(match).map((value) => ({ value, cost: 1 })),
    ...addresses.map((value) => ({ value, cost: 4 })),
  ];
}

const MAX_NAMES = 8;

/** Names that a client asks for, for the server names of a filter chain. */
function examplesOf({ server_names: names = [] }: Message<'listener.FilterChainMatch'>): readonly string[] {
  return names
    .slice(0, MAX_NAMES)
    .flatMap((name) =>
      name.startsWith('*.') ? ['www', 'a', 'x-1'].map((label) => label + name.slice(1)) : [name],
    );
}

function namesFor({ chain: { match } }: Way): readonly Priced<Pick<Request, 'server_name'> | undefined>[] {
  return [
    { value: undefined, cost: 0 },
    ...['', ...examplesOf(match)].map((name) => ({ value: { server_name: name }, cost: 2 })),
  ];
}

function addressesFor({ listener }: Way): readonly string[] {
  const asks = listener.chains.some(
    ({ match }) => match.source_prefix_ranges !== undefined || match.source_type !== undefined,
  );
  if (!asks) return [];
  const blocks = listener.chains.flatMap(({ match }) =>
    (match.source_prefix_ranges ?? []).flatMap(({ address_prefix: prefix }) => prefix ?? []),
  );
  return ['192.0.2.1', '127.0.0.1', ...blocks.slice(0, MAX_NAMES)];
}

/** Names of the listener, or of the route configuration where nothing leads there. */
function selectors(
  { found }: Meeting,
  way: Way | undefined,
): readonly Priced<Pick<Request, 'listener' | 'route_config'>>[] {
  const listeners = way === undefined ? [] : listenerNames(way.listener);
  return [
    { value: {}, cost: 0 },
    ...listeners.map((listener, index) => ({ value: { listener }, cost: 3 + index / 100 })),
    ...routesNames(found).map((route, index) => ({ value: { route_config: route }, cost: 20 + index / 100 })),
  ];
}
