/** What comes to a virtual host's routes at all: its domains (facts 1 to 6) and require_tls (facts 9 to 11). */
import type { Message } from '../../schema/types.ts';
import { type DomainIndex, domainIndex } from '../match/hosts.ts';
import { internalHeader } from '../request/request.ts';
import type { Box } from './box.ts';
import { type HostPiece, takenHosts } from './host-pieces.ts';
import { exactly } from './language.ts';
import { PRESENT, within } from './values.ts';

export { type HostPiece, takenHosts } from './host-pieces.ts';
export { oneOfDomains } from './host-sets.ts';

/**
 * Disjoint boxes whose union is everything that the routes of a virtual host see. There may be none: its domains may
 * all be others' too.
 *
 * @param word the namespace in the name of the internal-request header
 */
export function baseOf(
  routeConfiguration: Message<'RouteConfiguration'>,
  virtualHost: number,
  word: string,
): readonly Box[] {
  const host = routeConfiguration.virtual_hosts?.[virtualHost];
  const index = domainIndex(routeConfiguration);
  const hostBoxes = (piecesOf(index).get(virtualHost) ?? []).map((piece): Box => {
    const values = piece.values();
    return values === PRESENT ? new Map() : new Map([['header :authority', values]]);
  });
  const passing = PASSING.get(host?.require_tls)?.(word);
  if (passing === undefined) return hostBoxes;
  return hostBoxes.flatMap((box) => passing.map((pass): Box => new Map([...box, ...pass])));
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
const PASSING: ReadonlyMap<unknown, (word: string) => readonly Box[]> = new Map([
  ['ALL', () => [TLS]],
  [
    'EXTERNAL_ONLY',
    (word: string) => [TLS, new Map([[`header ${internalHeader(word)}`, within(exactly('true'))]])],
  ],
]);
