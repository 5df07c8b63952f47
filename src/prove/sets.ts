/**
 * A condition as the set of requests of one case that may meet it: its listener, chain, virtual host, route and end are
 * given, so that only what a request itself says is left. The set holds at least all that meet the condition; where it
 * may hold more, it says why.
 */
import { type Box, HEADER, subtraction, VALUES } from '../routing/all/box.ts';
import { containing, endingWith, exactly, type Language, startingWith } from '../routing/all/language.ts';
import { matching } from '../routing/all/pattern.ts';
import { ABSENT, complement, meet, ofEach, PRESENT, type Values, within } from '../routing/all/values.ts';
import type { Regexes } from '../routing/regex/regexes.ts';
import type { FoundChain, FoundListener } from '../routing/where/listeners.ts';
import type { FoundManager } from '../routing/where/manager.ts';
import { listenerNames } from '../routing/where/names.ts';
import type { Message } from '../schema/types.ts';
import type { ApiVersion } from '../schema/version.ts';
import { mirrorPoliciesOf } from '../traffic/action.ts';
import { isRenamed, USUAL_HEADERS } from '../traffic/own-headers.ts';
import { keptAsOne } from '../traffic/repeated-headers.ts';
import { asksForName, chainIsTls, comesFrom, demandsCertificate } from './connection.ts';
import type { End, Names } from './ends.ts';
import type { Formula } from './formula.ts';
import { type Gate, passedFormula, type Token } from './gates.ts';
import { fitsAny, type HeaderTest, type Leaf, type TextTest } from './property.ts';
import { upstreamHeader } from './upstream.ts';
import { writerOf } from './written.ts';

/** What all requests of a case have in common. */
export interface Case {
  /** Undefined where the route configuration stands in no listener. */
  readonly way:
    | { readonly listener: FoundListener; readonly chain: FoundChain; readonly manager?: FoundManager }
    | undefined;
  readonly routeConfiguration: Message<'RouteConfiguration'>;
  readonly virtualHost: Message<'route.VirtualHost'> | undefined;
  readonly route: Message<'route.Route'> | undefined;
  readonly end: End;
  /** The filters that let the requests pass; undefined where no connection manager is known. */
  readonly gates: readonly Gate[] | undefined;
  /** The token that the requests show. */
  readonly token: Token;
  readonly version: ApiVersion;
  readonly namespace: string;
  readonly regexes: Regexes;
}

export interface Requests {
  /** Their union. */
  readonly boxes: readonly Box[];
  /** Why some of these may not meet the condition. */
  readonly open: readonly string[];
}

const ANY_BOX: Box = new Map();
const ALL: Requests = { boxes: [ANY_BOX], open: [] };
const NONE: Requests = { boxes: [], open: [] };

/** More boxes are not told apart. */
const MAX_BOXES = 400;
/** So many pairs of parts are looked at for what they have in common. */
const MAX_PRODUCTS = 10 * MAX_BOXES;

/** @param wanted false for the requests that do not meet it */
export function requestsWhere(condition: Formula, wanted: boolean, at: Case): Requests {
  switch (condition.kind) {
    case 'not':
      return requestsWhere(condition.of, !wanted, at);
    case 'all':
    case 'any':
      return (condition.kind === 'all') === wanted
        ? inAll(condition.of, wanted, at)
        : inAny(condition.of, wanted, at);
    case 'box': {
      const boxes = wanted ? [condition.box] : subtraction(ANY_BOX, condition.box);
      return limited({ boxes, open: [] });
    }
    case 'open':
      return { boxes: [ANY_BOX], open: [condition.why] };
    case 'once': {
      const sets = ONCE.get(condition) ?? new Map<string, Requests>();
      ONCE.set(condition, sets);
      const key = `${at.version} ${wanted}`;
      const set = sets.get(key) ?? requestsWhere(condition.of, wanted, at);
      sets.set(key, set);
      return set;
    }
    default:
      return leaf(condition, wanted, at);
  }
}

const ONCE = new WeakMap<Formula, Map<string, Requests>>();

/** One condition after the other; what is no longer told apart is left out, so that the set may hold more. */
function inAll(conditions: readonly Formula[], wanted: boolean, at: Case): Requests {
  let boxes: readonly Box[] = ALL.boxes;
  // Very many conditions most often say one thing each: what they have in common is not copied with every one.
  let own: readonly Map<string, Values>[] | undefined;
  const open = new Set<string>();
  let left = MAX_VAIN;
  for (const each of conditions) {
    const more = requestsWhere(each, wanted, at);
    for (const why of more.open) open.add(why);
    const [other] = more.boxes;
    if (boxes.length === 0 || other === undefined) return NONE;
    if (more.boxes.length === 1) {
      own ??= boxes.map((box) => new Map(box));
      own = own.filter((box) => narrow(box, other));
      boxes = own;
      continue;
    }
    const next = left > 0 ? products(boxes, more.boxes) : undefined;
    if (next === undefined) {
      left--;
      open.add(TOO_MANY);
      continue;
    }
    own = undefined;
    boxes = next;
  }
  return boxes.length === 0 ? NONE : { boxes, open: [...open] };
}

/** The requests that are in both. */
export function both(one: Requests, other: Requests): Requests {
  const boxes = products(one.boxes, other.boxes);
  const open = [...one.open, ...other.open];
  return boxes === undefined ? { boxes: one.boxes, open: [...open, TOO_MANY] } : { boxes, open };
}

/** So many conditions of one list are tried that then fall into too many parts; each attempt copies all there is. */
const MAX_VAIN = 16;
const TOO_MANY = 'the condition falls into too many parts';

/** What two unions have in common; undefined where that falls into too many parts. */
function products(some: readonly Box[], others: readonly Box[]): readonly Box[] | undefined {
  if (some.length * others.length > MAX_PRODUCTS) return undefined;
  const found: Box[] = [];
  for (const left of some)
    for (const right of others) {
      if (right.size === 0) found.push(left);
      else {
        const made = new Map(left);
        if (narrow(made, right)) found.push(made);
      }
      if (found.length > MAX_BOXES) return undefined;
    }
  return found;
}

/** Takes away what is not in another box. @returns whether something is left, as far as single dimensions tell */
function narrow(box: Map<string, Values>, other: Box): boolean {
  for (const [dimension, values] of other) {
    const here = box.get(dimension);
    const left = here === undefined ? values : meet(here, values);
    if (!left.absent && !left.present) return false;
    box.set(dimension, left);
  }
  return true;
}

function inAny(conditions: readonly Formula[], wanted: boolean, at: Case): Requests {
  const boxes: Box[] = [];
  const open: string[] = [];
  for (const each of conditions) {
    const more = requestsWhere(each, wanted, at);
    for (const box of more.boxes) boxes.push(box);
    for (const why of more.open) open.push(why);
    if (boxes.length > MAX_BOXES) break;
  }
  return limited({ boxes, open });
}

function limited(requests: Requests): Requests {
  if (requests.boxes.length <= MAX_BOXES) return requests;
  return { boxes: [ANY_BOX], open: [...requests.open, TOO_MANY] };
}

function decided(holds: boolean | undefined, wanted: boolean, why: string): Requests {
  if (holds === undefined) return { boxes: [ANY_BOX], open: [why] };
  return holds === wanted ? ALL : NONE;
}

function leaf(condition: Leaf, wanted: boolean, at: Case): Requests {
  const { end, way } = at;
  switch (condition.kind) {
    case 'host':
      return inDimension(`${HEADER}:authority`, hostValues(condition.names, at.regexes), wanted);
    case 'path':
      return inDimension(
        'path',
        condition.tests.map((test) => within(languageOf(test, at.regexes))),
        wanted,
      );
    case 'method':
      return inDimension(
        `${HEADER}:method`,
        condition.names.map((name) => within(exactly(name))),
        wanted,
      );
    case 'header':
      return headerRequests(condition.header, wanted, at);
    case 'upstream_header':
      return upstreamRequests(condition.header, wanted, at);
    case 'scheme':
      return schemeRequests(condition, wanted, end);
    case 'listener':
      if (way === undefined) return allOrNone(!wanted);
      return decided(
        listenerNames(way.listener).some((name) => fitsAny(condition.names, name)),
        wanted,
        '',
      );
    case 'cluster':
      return decided(
        reaches(end, condition.names),
        wanted,
        end.open ?? 'what the request says picks the cluster',
      );
    case 'route':
    case 'virtual_host': {
      const own = condition.kind === 'route' ? at.route : at.virtualHost;
      return decided(
        end.isRerouted ? undefined : end.kind !== 'answered' && named(own?.name, condition.names),
        wanted,
        end.open ?? '',
      );
    }
    case 'outcome':
      return decided(
        end.open === undefined ? condition.kinds.includes(end.kind) : undefined,
        wanted,
        end.open ?? '',
      );
    case 'status':
      return decided(
        statusHolds(condition.statuses, end),
        wanted,
        end.open ?? 'the upstream, or a filter, or local_reply_config says the status',
      );
    case 'passed':
      return requestsWhere(passedFormula(condition, at), wanted, at);
    default:
      return connectionRequests(condition, wanted, way);
  }
}

function allOrNone(all: boolean): Requests {
  return all ? ALL : NONE;
}

/** Only where a copy goes does a cluster see the request beside the one that answers it. */
export function reaches({ clusters, copies }: End, names: readonly string[]): boolean | undefined {
  const has = (some: Names): boolean | undefined =>
    some === 'open' ? undefined : some.some((name) => fitsAny(names, name));
  const [first, second] = [has(clusters), has(copies)];
  if (first === true || second === true) return true;
  return first === undefined || second === undefined ? undefined : false;
}

export function named(name: string | undefined, names: readonly string[]): boolean {
  return name !== undefined && fitsAny(names, name);
}

/** What is forwarded has the status that the upstream gives. */
function statusHolds(statuses: readonly number[], { status }: End): boolean | undefined {
  return status === undefined ? undefined : statuses.includes(status);
}

function schemeRequests(
  { scheme, of }: Extract<Leaf, { kind: 'scheme' }>,
  wanted: boolean,
  end: End,
): Requests {
  if (of === 'location') {
    if (end.scheme === undefined) return allOrNone(!wanted);
    if (end.scheme === 'open')
      return { boxes: [ANY_BOX], open: [end.open ?? 'the scheme that the redirect leads to is not told'] };
    if (end.scheme !== 'request') return decided(end.scheme === scheme, wanted, '');
  }
  return inDimension(`${HEADER}x-forwarded-proto`, [within(exactly(scheme))], wanted);
}

function connectionRequests(
  condition: Extract<Leaf, { kind: 'tls' | 'client_certificate' | 'server_name' | 'source' }>,
  wanted: boolean,
  way: Case['way'],
): Requests {
  if (way === undefined)
    return { boxes: [ANY_BOX], open: ['no listener says what connections the requests come over'] };
  const { chain } = way;
  if (condition.kind === 'tls') {
    const isTls = chainIsTls(chain);
    return decided(
      isTls === undefined ? undefined : isTls === condition.wanted,
      wanted,
      'the transport socket of the filter chain is not known here',
    );
  }
  if (condition.kind === 'client_certificate') {
    const demanded = demandsCertificate(chain);
    const holds = condition.wanted === 'required' ? demanded : demanded === undefined ? undefined : !demanded;
    return decided(holds, wanted, 'what the filter chain asks of client certificates is not known here');
  }
  if (condition.kind === 'server_name')
    return decided(asksForName(chain, condition.names), wanted, 'clients may ask for other server names');
  return decided(comesFrom(chain, condition.ranges), wanted, 'clients may come from other addresses');
}

/** The union of some values, or all others. */
function inDimension(dimension: string, union: readonly Values[], wanted: boolean): Requests {
  if (wanted) return { boxes: union.map((values) => new Map([[dimension, values]])), open: [] };
  let found = ALL;
  for (const values of union)
    found = both(found, { boxes: complement(values).map((part) => new Map([[dimension, part]])), open: [] });
  return found;
}

/** A host with or without a port. */
function hostValues(names: readonly string[], regexes: Regexes): readonly Values[] {
  return names.map((name) => within(hostLanguage(name, regexes)));
}

function hostLanguage(pattern: string, regexes: Regexes): Language {
  const text = pattern
    .split('')
    .map((each) => (each === '*' ? '.*' : each === '?' ? '.' : each.replace(/[^A-Za-z0-9_]/, '\\$&')))
    .join('');
  return matching(`(?i)${text}(?::[0-9]+)?`, 're2', regexes);
}

function languageOf({ how, text }: TextTest, regexes: Regexes): Language {
  switch (how) {
    case 'exact':
      return exactly(text);
    case 'prefix':
      return startingWith(text);
    case 'suffix':
      return endingWith(text);
    case 'contains':
      return containing(text);
    case 'regex':
      return matching(text, 're2', regexes);
  }
}

function headerRequests({ name, test }: HeaderTest, wanted: boolean, at: Case): Requests {
  // What a client sends then, and what routes and filters see, are not the same (fact 148).
  if (name.includes('_') && takesUnderscores(at))
    return { boxes: [ANY_BOX], open: [`the connection manager keeps no header ${name} of a client`] };
  const { own = USUAL_HEADERS } = at.way?.manager ?? {};
  if (isRenamed(name, own))
    return { boxes: [ANY_BOX], open: [`header_prefix of the bootstrap renames the header ${name}`] };
  const isEach = at.version === 'v3' && !keptAsOne(name) && !own.joined.includes(name);
  const values =
    test === 'present' ? PRESENT : test === 'absent' ? ABSENT : within(languageOf(test, at.regexes));
  const dimension = `${isEach ? VALUES : HEADER}${name}`;
  return inDimension(dimension, [isEach ? ofEach(values) : values], wanted);
}

function takesUnderscores({ way }: Case): boolean {
  const { headers_with_underscores_action: action = 'ALLOW' } =
    way?.manager?.message.common_http_protocol_options ?? {};
  return action !== 'ALLOW' && action !== 0;
}

function upstreamRequests(header: HeaderTest, wanted: boolean, at: Case): Requests {
  if (at.end.open !== undefined) return { boxes: [ANY_BOX], open: [at.end.open] };
  if (at.end.kind !== 'forward') return allOrNone(!wanted);
  const { namespace, way, gates, end, routeConfiguration, virtualHost = {}, route = {} } = at;
  const writer = writerOf(header.name, {
    namespace,
    manager: way?.manager,
    gates,
    last: end.filters,
    mirrors: mirrorPoliciesOf({ routeConfiguration, virtualHost, route }),
  });
  if (writer !== undefined)
    return { boxes: [ANY_BOX], open: [`${writer} may write or take the header ${header.name}`] };
  const sent = upstreamHeader(header.name, at);
  switch (sent.kind) {
    case 'own':
      return headerRequests(header, wanted, at);
    case 'text': {
      const { test } = header;
      const holds =
        typeof test === 'string' ? test === 'present' : languageOf(test, at.regexes).holds(sent.text);
      return decided(holds, wanted, 'the regex cannot be decided');
    }
    case 'absent':
      return decided(header.test === 'absent', wanted, '');
    case 'open':
      return { boxes: [ANY_BOX], open: [sent.why] };
  }
}
