/** What comes to a virtual host's routes at all: its domains (facts 1 to 6, 75) and require_tls (facts 9 to 11). */
import type { Message } from '../../schema/types.ts';
import { type DomainIndex, domainIndex, namedDomains } from '../match/hosts.ts';
import { internalHeader } from '../request/request.ts';
import { type Box, subtraction } from './box.ts';
import { type HostPiece, takenHosts } from './host-pieces.ts';
import { oneOfDomains } from './host-sets.ts';
import { exactly } from './language.ts';
import { PRESENT, within, without } from './values.ts';

export { type HostPiece, takenHosts } from './host-pieces.ts';
export { oneOfDomains } from './host-sets.ts';

/**
 * Disjoint boxes whose union is everything that the routes of a virtual host see. There may be none: its domains may
 * all be others' too.
 *
 * @param namespace the namespace in the name of the internal-request header
 */
export function baseOf(
  routeConfiguration: Message<'RouteConfiguration'>,
  virtualHost: number,
  namespace: string,
): readonly Box[] {
  const hostBoxes = hostsOf(routeConfiguration, virtualHost);
  const passing = passingOf(routeConfiguration, virtualHost, namespace);
  if (passing === undefined) return hostBoxes;
  return hostBoxes.flatMap((box) => passing.map((pass): Box => new Map([...box, ...pass])));
}

/** What comes to a virtual host and is redirected by its require_tls, as {@link baseOf}; there may be none. */
export function refusedByTls(
  routeConfiguration: Message<'RouteConfiguration'>,
  virtualHost: number,
  namespace: string,
): readonly Box[] {
  const passing = passingOf(routeConfiguration, virtualHost, namespace);
  if (passing === undefined) return [];
  return passing.reduce<readonly Box[]>(
    (left, pass) => left.flatMap((box) => subtraction(box, pass)),
    hostsOf(routeConfiguration, virtualHost),
  );
}

/** Requests to hosts that no virtual host has. */
export function unservedHosts(routeConfiguration: Message<'RouteConfiguration'>): readonly Box[] {
  const index = domainIndex(routeConfiguration);
  if (index.any !== undefined) return [];
  const domains = namedDomains(index);
  return [
    domains.length === 0
      ? new Map()
      : new Map([['header :authority', without(oneOfDomains(domains, index.ignoresPort))]]),
  ];
}

function hostsOf(routeConfiguration: Message<'RouteConfiguration'>, virtualHost: number): readonly Box[] {
  return (piecesOf(domainIndex(routeConfiguration)).get(virtualHost) ?? []).map((piece): Box => {
    const values = piece.values();
    return values === PRESENT ? new Map() : new Map([['header :authority', values]]);
  });
}

function passingOf(
  { virtual_hosts: hosts }: Message<'RouteConfiguration'>,
  virtualHost: number,
  namespace: string,
): readonly Box[] | undefined {
  return PASSING.get(hosts?.[virtualHost]?.require_tls)?.(namespace);
}

const TAKEN = new WeakMap<DomainIndex, ReadonlyMap<number | undefined, readonly HostPiece[]>>();

/** The hosts of each virtual host, worked out for all of them at once. */
function piecesOf(index: DomainIndex): ReadonlyMap<number | undefined, readonly HostPiece[]> {
  const known = TAKEN.get(index);
  if (known !== undefined) return known;
  const { taken } = takenHosts([index]);
  const made = new Map(taken.map(({ takers, pieces }) => [takers[0], pieces]));
  TAKEN.set(index, made);
  return made;
}

const TLS: Box = new Map([['header x-forwarded-proto', within(exactly('https'))]]);

/** What require_tls lets through, by its value. */
const PASSING: ReadonlyMap<unknown, (namespace: string) => readonly Box[]> = new Map([
  ['ALL', () => [TLS]],
  [
    'EXTERNAL_ONLY',
    (namespace: string) => [TLS, new Map([[`header ${internalHeader(namespace)}`, within(exactly('true'))]])],
  ],
]);
