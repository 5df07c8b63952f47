/** What comes to a virtual host's routes at all: its domains (facts 1 to 6) and require_tls (facts 9 to 11). */
import type { Message } from '../../schema/types.ts';
import { type Domain, type DomainIndex, domainIndex, findDomain, readDomain } from '../match/hosts.ts';
import { internalHeader } from '../request/request.ts';
import type { Box } from './box.ts';
import { domainLanguage, type HostIndex, indexHosts, oneOfHosts } from './host-sets.ts';
import { exactly } from './language.ts';
import { PRESENT, type Values, within, without } from './values.ts';

export { domainLanguage } from './host-sets.ts';

/**
 * Disjoint boxes whose union is everything that the routes of a virtual host see. There may be none: its domains may
 * all be others' too.
 *
 * @param word the reserved word in the name of the internal-request header
 */
export function baseOf(
  routeConfiguration: Message<'RouteConfiguration'>,
  virtualHost: number,
  word: string,
): readonly Box[] {
  const host = routeConfiguration.virtual_hosts?.[virtualHost];
  const index = domainIndex(routeConfiguration);
  const hostBoxes = hostsOf(index, host?.domains ?? [], virtualHost).map(
    (values): Box => (values === PRESENT ? new Map() : new Map([['header :authority', values]])),
  );
  const passing = PASSING.get(host?.require_tls)?.(word);
  if (passing === undefined) return hostBoxes;
  return hostBoxes.flatMap((box) => passing.map((pass): Box => new Map([...box, ...pass])));
}

/**
 * All exact names are one set; each wildcard is a set of its own, without what it loses. Examples are looked for in the
 * first ones first: a name with a star in its midst, which no client asks for, comes last.
 */
function hostsOf(index: DomainIndex, written: readonly string[], virtualHost: number): readonly Values[] {
  const own = written
    .map((domain) => readDomain(domain, virtualHost))
    .filter((domain) => domainOf(index, domain)?.virtualHost === virtualHost);
  const exact = [...new Set(own.flatMap(({ kind, literal }) => (kind === 'exact' ? [literal] : [])))];
  const wildcards = new Map(
    own.flatMap((domain) => (domain.kind === 'exact' ? [] : [[domain.kind + domain.literal, domain]])),
  );
  const setOf = (names: readonly string[]): readonly Values[] =>
    names.length === 0 ? [] : [within(oneOfHosts(names))];
  return [
    ...setOf(exact.filter((name) => !name.includes('*'))),
    ...[...wildcards.values()].map((domain): Values => {
      const fitting = domain.kind === 'any' ? PRESENT : within(domainLanguage(domain));
      const lost = hostIndex(index).before(domain);
      return lost === undefined ? fitting : { ...fitting, without: without(lost).without };
    }),
    ...setOf(exact.filter((name) => name.includes('*'))),
  ];
}

/** The domain that the search knows in place of this one: the same of an earlier virtual host, or itself. */
function domainOf(index: DomainIndex, { kind, literal }: Domain): Domain | undefined {
  if (kind === 'any') return index.any;
  if (kind === 'exact') return index.exact.get(literal);
  const lengths = kind === 'suffix' ? index.suffixes : index.prefixes;
  return lengths.find(({ length }) => length === literal.length)?.domains.get(literal);
}

const INDEXES = new WeakMap<DomainIndex, HostIndex>();

function hostIndex(index: DomainIndex): HostIndex {
  const known = INDEXES.get(index);
  if (known !== undefined) return known;
  const made = indexHosts(index, (host) => findDomain(index, host));
  INDEXES.set(index, made);
  return made;
}

const TLS: Box = new Map([['header x-forwarded-proto', within(exactly('https'))]]);

/** What require_tls lets through, by its value. */
const PASSING: ReadonlyMap<unknown, (word: string) => readonly Box[]> = new Map([
  ['ALL', () => [TLS]],
  [
    'EXTERNAL_ONLY',
    (word: string) => [TLS, new Map([[`header ${internalHeader(word)}`, within(exactly('true'))]])],
  ],
]);
