/** Which virtual host a request's host belongs to (data-model, Domain rules; facts 1 to 8). */

import type { Message } from '../../schema/types.ts';
import { lowerAscii } from '../../traffic/text.ts';
import { type Request, seen } from '../request/request.ts';

/** How a domain is compared. The order is that of the search. */
export type DomainKind = 'exact' | 'suffix' | 'prefix' | 'any';

export interface Domain {
  readonly kind: DomainKind;
  /** As written. */
  readonly written: string;
  /** What is compared: in lower case, without the star. */
  readonly literal: string;
  /** Position of its virtual host in `virtual_hosts`. */
  readonly virtualHost: number;
}

export interface DomainIndex {
  readonly exact: ReadonlyMap<string, Domain>;
  /** By literal, for each length of a literal, longest first. */
  readonly suffixes: readonly ByLiteral[];
  readonly prefixes: readonly ByLiteral[];
  readonly any: Domain | undefined;
  /** Domains that say the same as an earlier one; the proxy refuses them (Domain rules 3 and 4, facts 2 and 7). */
  readonly duplicates: readonly Domain[];
  readonly size: number;
  /** Whether hosts are compared without their port (fact 75). */
  readonly ignoresPort: boolean;
}

interface ByLiteral {
  readonly length: number;
  readonly domains: ReadonlyMap<string, Domain>;
}

/** What a written domain means; a star counts only at an end, and the front is looked at first (fact 5). */
export function readDomain(written: string, virtualHost: number): Domain {
  const lower = lowerAscii(written);
  const base = { written, virtualHost };
  if (lower === '*') return { ...base, kind: 'any', literal: '' };
  if (lower.startsWith('*')) return { ...base, kind: 'suffix', literal: lower.slice(1) };
  if (lower.endsWith('*')) return { ...base, kind: 'prefix', literal: lower.slice(0, -1) };
  return { ...base, kind: 'exact', literal: lower };
}

const indexes = new WeakMap<object, DomainIndex>();

/** The index over the domains of a route configuration, built once for each. */
export function domainIndex(routeConfiguration: Message<'RouteConfiguration'>): DomainIndex {
  const known = indexes.get(routeConfiguration);
  if (known) return known;
  const ignoresPort = routeConfiguration.ignore_port_in_host_matching === true;
  const made = indexOf(routeConfiguration.virtual_hosts ?? [], ignoresPort);
  indexes.set(routeConfiguration, made);
  return made;
}

function indexOf(virtualHosts: readonly Message<'route.VirtualHost'>[], ignoresPort = false): DomainIndex {
  const exact = new Map<string, Domain>();
  const suffixes = new Map<number, Map<string, Domain>>();
  const prefixes = new Map<number, Map<string, Domain>>();
  const duplicates: Domain[] = [];
  let any: Domain | undefined;
  let size = 0;
  for (const [position, virtualHost] of virtualHosts.entries()) {
    for (const written of virtualHost.domains ?? []) {
      size++;
      const domain = readDomain(written, position);
      if (domain.kind === 'any') {
        if (any) duplicates.push(domain);
        else any = domain;
        continue;
      }
      const among =
        domain.kind === 'exact' ? exact : ofLength(domain.kind === 'suffix' ? suffixes : prefixes, domain);
      if (among.has(domain.literal)) duplicates.push(domain);
      else among.set(domain.literal, domain);
    }
  }
  const wildcards = { suffixes: longestFirst(suffixes), prefixes: longestFirst(prefixes) };
  return { exact, ...wildcards, any, duplicates, size, ignoresPort };
}

/** All domains of an index but the star. */
export function namedDomains({ exact, suffixes, prefixes }: DomainIndex): readonly Domain[] {
  const wildcards = [...suffixes, ...prefixes].flatMap(({ domains }) => [...domains.values()]);
  return [...exact.values(), ...wildcards];
}

function ofLength(lengths: Map<number, Map<string, Domain>>, { literal }: Domain): Map<string, Domain> {
  const known = lengths.get(literal.length);
  if (known) return known;
  const made = new Map<string, Domain>();
  lengths.set(literal.length, made);
  return made;
}

function longestFirst(lengths: ReadonlyMap<number, Map<string, Domain>>): readonly ByLiteral[] {
  return [...lengths]
    .sort(([left], [right]) => right - left)
    .map(([length, domains]) => ({ length, domains }));
}

/**
 * The domain that takes a host: the exact name, else the longest suffix wildcard, else the longest prefix wildcard,
 * else `*`. The port is part of the host (fact 3) and a star stands for one character at least (fact 4).
 */
export function findDomain(index: DomainIndex, authority: string): Domain | undefined {
  for (const domain of fittingDomains(index, authority)) return domain;
  return undefined;
}

/**
 * What is compared with the domains: the host, or in version 3 the header that takes its place, and there without its
 * port where that is left aside (facts 74, 75). Undefined where that header is missing, so that no virtual host is found.
 */
export function hostToMatch(
  routeConfiguration: Message<'RouteConfiguration'>,
  request: Request,
  index: DomainIndex,
  namespace: string,
): string | undefined {
  const { vhost_header: header = '', ignore_port_in_host_matching: ignoresPort } = routeConfiguration;
  // Where nothing but the star is there, nothing is looked at.
  if (header === '' || index.size === (index.any === undefined ? 0 : 1))
    return ignoresPort === true ? withoutPort(request.authority) : request.authority;
  const named = seen(request, namespace).firstValue(lowerAscii(header) === 'host' ? ':authority' : header);
  return ignoresPort === true && named !== undefined ? withoutPort(named) : named;
}

/** The domain that takes a request, by whatever its route configuration compares. */
export function domainOf(
  routeConfiguration: Message<'RouteConfiguration'>,
  request: Request,
  namespace: string,
): Domain | undefined {
  const index = domainIndex(routeConfiguration);
  const host = hostToMatch(routeConfiguration, request, index, namespace);
  return host === undefined ? undefined : findDomain(index, host);
}

/** Up to the last colon, unless that stands inside brackets. */
export function withoutPort(host: string): string {
  const colon = host.lastIndexOf(':');
  return colon === -1 || host.lastIndexOf(']') > colon ? host : host.slice(0, colon);
}

/** Every domain that fits a host, the winner first, each before those it beats. */
export function* fittingDomains(index: DomainIndex, authority: string): Generator<Domain> {
  const host = lowerAscii(authority);
  const exact = index.exact.get(host);
  if (exact) yield exact;
  for (const { length, domains } of index.suffixes) {
    const found = length < host.length ? domains.get(host.slice(host.length - length)) : undefined;
    if (found) yield found;
  }
  for (const { length, domains } of index.prefixes) {
    const found = length < host.length ? domains.get(host.slice(0, length)) : undefined;
    if (found) yield found;
  }
  if (index.any) yield index.any;
}

/** Whether a domain of a virtual host fits a host. */
export function fits(written: string, authority: string): boolean {
  return findDomain(indexOf([{ domains: [written] }]), authority) !== undefined;
}

/** Why a domain that fits lost against the one that was chosen. */
export function whyLost(loser: Domain, winner: Domain): string {
  if (loser.kind === winner.kind) return `the longer wildcard ${JSON.stringify(winner.written)} comes first`;
  const names: { readonly [kind in DomainKind]: string } = {
    exact: 'an exact name',
    suffix: 'a wildcard at the front',
    prefix: 'a wildcard at the end',
    any: 'the lone star',
  };
  return `${names[winner.kind]} (${JSON.stringify(winner.written)}) comes before ${names[loser.kind]}`;
}

/** The domain that would have fitted had the host been sent with or without its port; undefined where none would. */
export function missedByPort(index: DomainIndex, authority: string): Domain | undefined {
  const bare = /^(.*):\d*$/.exec(authority)?.[1];
  if (bare === undefined) return undefined;
  const found = findDomain(index, bare);
  return found === undefined || found.kind === 'any' ? undefined : found;
}
