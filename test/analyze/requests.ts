/**
 * Requests made of a configuration's own texts, in three ways: anything beside anything; what one match asks for; and
 * that with a little thing changed. Headers and query keys that stand twice, empty values and missing parts are among
 * them.
 */

import { readDomain } from '../../src/routing/match/hosts.ts';
import type { Request } from '../../src/routing/request/request.ts';
import type { Message } from '../../src/schema/types.ts';
import { headerTexts, matchesOf, nearby, parameterTexts, pathTexts, type Texts, textsOf } from './texts.ts';

type RouteConfiguration = Message<'RouteConfiguration'>;
type RouteMatch = Message<'route.RouteMatch'>;

/** A match to aim at, and the virtual host that it is in. */
export interface Aim {
  readonly virtualHost: Message<'route.VirtualHost'>;
  readonly match: RouteMatch;
}

export interface Sampling {
  readonly seed: number;
  /** Whether runtime keys are set. */
  readonly runtime: boolean;
  /** What most requests are aimed at; every match where there are none. */
  readonly aims?: readonly Aim[];
}

/** The same requests for the same seed. */
export function* requestsFor(
  configuration: RouteConfiguration,
  count: number,
  { seed, runtime, aims = [] }: Sampling,
): Generator<Request> {
  const sampler = new Sampler(textsOf(configuration), randomFrom(seed), runtime);
  const all = (configuration.virtual_hosts ?? []).flatMap((virtualHost) =>
    matchesOf(virtualHost).map((match): Aim => ({ virtualHost, match })),
  );
  for (let made = 0; made < count; made++) {
    const way = made % 5;
    if (way === 0 || all.length === 0) yield sampler.anything();
    else yield sampler.aimed(way === 1 || aims.length === 0 ? all : aims);
  }
}

/** What HTTP takes for a method. */
const METHOD = /^[-!#$%&'*+.^_`|~0-9A-Za-z]+$/;
const METHODS = ['GET', 'GET', 'POST', 'PUT', 'OPTIONS'];
const SCHEME = /^[A-Za-z][-+.0-9A-Za-z]*$/;
const TAILS = ['', '', '', '/', 'a', '0', 'B', '/a', '//', '?', '?a', '&b=1'];
const GRPC_TYPES = [
  'application/grpc',
  'application/grpc+proto',
  'application/grpc;x',
  'application/grpc-web',
];

const CERTIFICATES = [{}, ...[true, false].map((validated) => ({ client_certificate: { validated } }))];

type Headers = Map<string, string>;

class Sampler {
  readonly #texts: Texts;
  readonly #random: () => number;
  readonly #runtime: boolean;

  constructor(texts: Texts, random: () => number, runtime: boolean) {
    this.#texts = texts;
    this.#random = random;
    this.#runtime = runtime;
  }

  anything(): Request {
    const { headers: names, values, paths, hosts } = this.#texts;
    const headers: Headers = new Map();
    while (this.#chance(0.55)) headers.set(this.#pick(names), this.#pick(values));
    let path = this.#pick(paths);
    if (this.#chance(0.25)) path += this.#pick(paths);
    if (this.#chance(0.1)) path = path.slice(0, Math.floor(this.#random() * path.length));
    if (this.#chance(0.1)) path = this.#pick([path.toUpperCase(), path.toLowerCase()]);
    return this.#request(path + this.#pick(TAILS), this.#anyQuery(), headers, this.#pick(hosts));
  }

  /** A request that one of the matches may take, changed a little every other time. */
  aimed(aims: readonly Aim[]): Request {
    const aim = this.#pick(aims);
    const asked = this.#near(aim);
    return aim.match.tls_context === undefined ? asked : { ...asked, ...this.#pick(CERTIFICATES) };
  }

  #near({ match, virtualHost }: Aim): Request {
    let path = this.#pick([...pathTexts(match), '/']);
    const headers: Headers = new Map();
    if (match.grpc !== undefined) headers.set('content-type', this.#pick(GRPC_TYPES));
    for (const matcher of match.headers ?? []) this.#meet(matcher, headers);
    const query = (match.query_parameters ?? []).map((matcher): string => {
      const value = this.#pick([...parameterTexts(matcher), this.#pick(this.#texts.parameters)]);
      return `${matcher.name}=${value}`;
    });
    const host = this.#hostOf(virtualHost);
    switch (this.#chance(0.5) ? 0 : Math.ceil(this.#random() * 5)) {
      case 1:
        path = nearby(path, this.#random);
        break;
      case 2:
        path += this.#pick(TAILS);
        break;
      case 3:
        this.#changeHeader(headers);
        break;
      case 4:
        this.#changeQuery(query);
        break;
      case 5:
        return this.#request(path, query, headers, nearby(host, this.#random));
    }
    return this.#request(path, query, headers, host);
  }

  #meet(matcher: Message<'route.HeaderMatcher'>, headers: Headers): void {
    const name = (matcher.name ?? '').toLowerCase();
    const own = headerTexts(matcher);
    if (matcher.invert_match !== true) {
      headers.set(name, this.#pick(own.length === 0 ? this.#texts.values : own));
      return;
    }
    if (own.length === 0) headers.delete(name);
    else if (!headers.has(name))
      headers.set(
        name,
        this.#chance(0.5) ? nearby(this.#pick(own), this.#random) : this.#pick(this.#texts.values),
      );
  }

  /** Another value, another header beside it, none, or the same header twice, which matchers see joined. */
  #changeHeader(headers: Headers): void {
    const name = this.#pick([...headers.keys(), this.#pick(this.#texts.headers)]);
    const value = headers.get(name);
    const other = this.#pick(this.#texts.values);
    const changed =
      value === undefined
        ? other
        : this.#pick([
            other,
            undefined,
            '',
            `${value},${other}`,
            `${other},${value}`,
            nearby(value, this.#random),
          ]);
    if (changed === undefined) headers.delete(name);
    else headers.set(name, changed);
  }

  /** A key more or less, in front of or behind the others, one twice, or without a value. */
  #changeQuery(query: string[]): void {
    const at = Math.floor(this.#random() * (query.length + 1));
    const [here] = query.slice(at);
    const [other] = this.#anyQuery();
    const more = other === undefined ? [] : [other];
    if (here === undefined) query.push(...more);
    else {
      const bare = here.split('=', 1);
      query.splice(at, 1, ...this.#pick([[], bare, [...more, here], [nearby(here, this.#random)]]));
    }
  }

  #anyQuery(): string[] {
    const query: string[] = [];
    while (this.#chance(0.5)) {
      const key = this.#pick(this.#texts.keys);
      query.push(this.#chance(0.2) ? key : `${key}=${this.#pick(this.#texts.parameters)}`);
    }
    return query;
  }

  /** One that fits a domain of its own. */
  #hostOf({ domains = [] }: Message<'route.VirtualHost'>): string {
    const { kind, literal } = readDomain(this.#pick(domains.length === 0 ? ['*'] : domains), 0);
    const more = this.#pick(['a', 'x.y', 'shop', '9']);
    if (kind === 'exact') return literal;
    if (kind === 'any') return this.#pick(this.#texts.hosts);
    return kind === 'suffix' ? more + literal : literal + more;
  }

  #request(path: string, query: readonly string[], headers: Headers, host: string): Request {
    const taken = (name: string): string | undefined => {
      const value = headers.get(name);
      headers.delete(name);
      return value;
    };
    const [method, scheme, authority] = [taken(':method'), taken(':scheme'), taken(':authority')];
    for (const never of [':path', 'host', '']) headers.delete(never);
    return {
      method: method !== undefined && METHOD.test(method) ? method : this.#pick(METHODS),
      authority: authority !== undefined && /^[^\p{Cc} ]+$/u.test(authority) ? authority : host,
      path: withQuery(path, query),
      scheme: scheme !== undefined && SCHEME.test(scheme) ? scheme : this.#pick(['http', 'https']),
      internal: this.#chance(0.2),
      headers: Object.fromEntries(headers),
      ...(this.#runtime
        ? {
            runtime: Object.fromEntries(
              this.#texts.runtimeKeys.map((key) => [key, this.#pick([0, 50, 100])]),
            ),
          }
        : {}),
    };
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }
}

function withQuery(written: string, query: readonly string[]): string {
  let path = written.startsWith('/') ? written : `/${written}`;
  if (query.length > 0) path += `${path.includes('?') ? '&' : '?'}${query.join('&')}`;
  return path.replace(/[\p{Cc} ]/gu, '_');
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
