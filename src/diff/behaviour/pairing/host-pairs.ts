/**
 * The hosts that two route configurations can get, in disjoint classes: each class belongs to one virtual host (or
 * none) on either side. Made from the domains of both sides together: the hosts that a domain wins among all of them
 * belong to that domain on its own side, and to the best shorter one on the other.
 */

import { domainLanguage } from '../../../routing/all/base.ts';
import type { Language } from '../../../routing/all/language.ts';
import { type Domain, domainIndex, findDomain } from '../../../routing/index.ts';
import type { Message } from '../../../schema/types.ts';

export interface HostClass {
  /** Every host of it is in all of these and in none of those without. */
  readonly within: readonly Domain[];
  /** Worked out when asked for, since most classes are never looked at. */
  readonly without: () => readonly Domain[];
}

/** All hosts that one virtual host takes before and one takes after; undefined where none takes them. */
export interface HostPair {
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly classes: readonly HostClass[];
}

type RouteConfiguration = Message<'RouteConfiguration'>;
type Index = ReturnType<typeof domainIndex>;

/** Hosts that no domain takes on either side are left out: they get a 404 before and after. */
export function hostPairs(before: RouteConfiguration, after: RouteConfiguration): readonly HostPair[] {
  const sides = [domainIndex(before), domainIndex(after)] as const;
  const union = unionOf(sides);
  const beaten = startBeating(union);
  const pairs = new Map<
    string,
    { before: number | undefined; after: number | undefined; classes: HostClass[] }
  >();
  for (const domain of union) {
    const [first, second] = [winners(sides[0], domain), winners(sides[1], domain)];
    for (const one of first)
      for (const two of second) {
        const key = `${one.domain?.virtualHost} ${two.domain?.virtualHost}`;
        const pair = pairs.get(key) ?? {
          before: one.domain?.virtualHost,
          after: two.domain?.virtualHost,
          classes: [],
        };
        pairs.set(key, pair);
        pair.classes.push({
          within: [domain, ...one.also, ...two.also],
          without: () => [...beaten(domain), ...one.not, ...two.not],
        });
      }
  }
  return [...pairs.values()];
}

/** The domains of an index, each text once. */
function domainsOf({ exact, suffixes, prefixes, any }: Index): readonly Domain[] {
  return [
    ...exact.values(),
    ...[...suffixes, ...prefixes].flatMap(({ domains }) => [...domains.values()]),
    ...(any ? [any] : []),
  ];
}

function unionOf(sides: readonly Index[]): readonly Domain[] {
  const byText = new Map<string, Domain>();
  for (const domain of sides.flatMap(domainsOf)) {
    const text = `${domain.kind} ${domain.literal}`;
    if (!byText.has(text)) byText.set(text, domain);
  }
  return [...byText.values()];
}

/** The domain of a side that takes some of the hosts which another domain wins among all. */
interface Winner {
  readonly domain: Domain | undefined;
  /** Further domains that those hosts fit, and domains that they do not fit. */
  readonly also: readonly Domain[];
  readonly not: readonly Domain[];
}

function winners(index: Index, domain: Domain): readonly Winner[] {
  const only = (found: Domain | undefined): readonly Winner[] => [{ domain: found, also: [], not: [] }];
  const { kind, literal } = domain;
  if (kind === 'exact') return only(findDomain(index, literal));
  if (kind === 'any') return only(index.any);
  const classes = kind === 'suffix' ? index.suffixes : index.prefixes;
  for (const { length, domains } of classes) {
    if (length > literal.length) continue;
    const part = kind === 'suffix' ? literal.slice(literal.length - length) : literal.slice(0, length);
    const found = domains.get(part);
    if (found) return only(found);
  }
  if (kind === 'prefix') return only(index.any);
  // It depends on how the host begins.
  const found: Winner[] = [];
  const longer: Domain[] = [];
  for (const prefix of index.prefixes.flatMap(({ domains }) => [...domains.values()])) {
    const not = longer.filter((other) => other.literal.startsWith(prefix.literal));
    found.push({ domain: prefix, also: [prefix], not });
    longer.push(prefix);
  }
  return [...found, { domain: index.any, also: [], not: longer }];
}

/** For a domain those of the union that take some of its hosts from it. */
function startBeating(union: readonly Domain[]): (domain: Domain) => readonly Domain[] {
  const ofKind = (kind: Domain['kind']) => union.filter((domain) => domain.kind === kind);
  const exact = ofKind('exact');
  const suffixes = ofKind('suffix');
  const bySuffix = byPart(suffixes, [...exact, ...suffixes], (text, length) =>
    text.slice(text.length - length),
  );
  const prefixes = ofKind('prefix');
  const byPrefix = byPart(prefixes, [...exact, ...prefixes], (text, length) => text.slice(0, length));
  return (domain) => {
    if (domain.kind === 'suffix') return bySuffix.get(domain.literal) ?? [];
    if (domain.kind === 'prefix') return [...(byPrefix.get(domain.literal) ?? []), ...suffixes];
    return domain.kind === 'any' ? union.filter(({ kind }) => kind !== 'any') : [];
  };
}

/** For each wildcard the longer domains whose texts have it as their part. */
function byPart(
  wildcards: readonly Domain[],
  longer: readonly Domain[],
  partOf: (text: string, length: number) => string,
): ReadonlyMap<string, readonly Domain[]> {
  const found = new Map<string, Domain[]>(wildcards.map(({ literal }) => [literal, []]));
  const lengths = new Set(wildcards.map(({ literal }) => literal.length));
  for (const domain of longer)
    for (const length of lengths)
      if (length < domain.literal.length) found.get(partOf(domain.literal, length))?.push(domain);
  return found;
}

/** The hosts of a class as values of `:authority`. */
export function hostLanguages({ within, without }: HostClass): {
  readonly within: readonly Language[];
  readonly without: readonly Language[];
} {
  const languages = (domains: readonly Domain[]) =>
    domains.filter(({ kind }) => kind !== 'any').map(domainLanguage);
  return { within: languages(within), without: languages(without()) };
}
