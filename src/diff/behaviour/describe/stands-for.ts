/** Which requests a change stands for: those of one pair of routes, exactly, and how many more pairs there are. */
import { type HostPiece, oneOfDomains } from '../../../routing/all/base.ts';
import type { Box } from '../../../routing/all/box.ts';
import type { Meter } from '../../../routing/regex/meter.ts';
import { DESTINATION } from '../aspects.ts';
import type { Member } from '../compare-hosts.ts';
import { type Shown, telling } from '../groups.ts';
import type { HostPair } from '../pairing/host-pairs.ts';
import type { Region } from '../pairing/regions.ts';
import { apartWords, PROTOCOL, requestsWords } from './box-words.ts';
import { aspectsText } from './describe.ts';
import { exceptWords } from './earlier.ts';
import { differsForAll } from './for-all.ts';
import { areWhole, matchersOf, sharedBox } from './member-box.ts';

/**
 * The words hold for every request that fits them: each differs as the shown one does. Where that hangs on more than
 * the routes that it comes to, it is said so.
 *
 * @param pairs how many pairs of routes have requests that change in the same way; the words are about one of them
 */
export function standsFor(member: Member, shown: Shown, pairs: number, meter: Meter): string {
  const { hosts, region, about } = member;
  const own = matchersOf(member);
  const { namespace } = hosts.before.context;
  const box = sharedBox(own, areWhole(own));
  const words = requestsWords(box, namespace, hostWords(hosts.pair), wayWords(region, namespace));
  const rest =
    about === 'virtual_clusters'
      ? ' that the virtual clusters tell apart in another way'
      : exceptWords(member, meter);
  const others = pairs > 1 ? `, and ${pairs - 1} more ${pairs === 2 ? 'pair' : 'pairs'} of routes` : '';
  if (differsForAll(member, shown)) return `all ${words}${rest}${others}`;
  return `${words}${rest}, as far as their ${differingWords(shown)} differs${others}`;
}

function differingWords(shown: Shown): string {
  const aspects = telling(shown);
  if (aspects.some((aspect) => DESTINATION.includes(aspect))) return 'outcome';
  return aspectsText(aspects, ' or ');
}

/** Of so many domains the names are given. */
const MAX_NAMED = 3;
/** So many domains that take some of the hosts away are named. */
const MAX_LOST = 2;

/**
 * Such as `to shop.test, *.shop.test except www.shop.test`; empty for all hosts. As ever with domains the most
 * specific one of all that are named counts.
 */
function hostWords({ pieces }: HostPair): string {
  const named = new Set(pieces.flatMap(({ takenBy }) => namesOf(takenBy)));
  const areAll = named.delete('');
  let count = 0;
  for (const { takenBy } of pieces) count += takenBy.reduce((product, { length }) => product * length, 1);
  if (areAll) count--;
  const lost = lostBy(pieces);
  if (areAll && lost.length === 0) return '';
  let away = lost;
  if (areAll && count === 0 && lost.length <= MAX_LOST) named.add('any host');
  else if (areAll) {
    named.add('hosts of no other domain');
    away = lostBy(pieces.map(withoutRest));
  }
  const all = count + (areAll ? 1 : 0);
  const more = all > MAX_NAMED ? ` and ${all - MAX_NAMED} more` : '';
  const said = `to ${[...named].slice(0, MAX_NAMED).join(', ')}${more}`;
  if (away.length === 0) return said;
  return away.length > MAX_LOST
    ? `${said} that no more specific domain takes`
    : `${said} except ${away.join(' and ')}`;
}

/** The first names of hosts that fit one domain of each list; empty for any host. */
function namesOf(takenBy: HostPiece['takenBy']): readonly string[] {
  let names: readonly string[] = [''];
  for (const domains of takenBy)
    names = names
      .flatMap((name) =>
        domains.slice(0, MAX_NAMED + 1).map(({ kind, written }) => {
          if (kind === 'any') return name;
          return name === '' ? written : `${name} that also fit ${written}`;
        }),
      )
      .slice(0, MAX_NAMED + 1);
  return names;
}

/** The piece without the hosts of no wildcard: what takes these away is another domain. */
function withoutRest(piece: HostPiece): Pick<HostPiece, 'takenBy' | 'without'> {
  if (piece.within.length > 0) return piece;
  const named = piece.takenBy.flat().filter(({ kind }) => kind !== 'any');
  if (named.length === 0) return { ...piece, without: [] };
  const some = oneOfDomains(named);
  // Hosts may fit any wildcard at the front beside one at the end.
  const meets = ({ kind, literal }: (typeof named)[number]): boolean =>
    kind === 'suffix' || some.holds(literal) === true;
  return { ...piece, without: piece.without.map((domains) => domains.filter(meets)) };
}

/** Domains that take hosts away from these, other than themselves, as written. */
function lostBy(pieces: readonly Pick<HostPiece, 'takenBy' | 'without'>[]): readonly string[] {
  const own = new Set(
    pieces.flatMap(({ takenBy }) => (takenBy.length === 1 ? takenBy.flat().map(keyOf) : [])),
  );
  const lost = new Map<string, string>();
  for (const { without } of pieces)
    for (const domains of without)
      for (const domain of domains) if (!own.has(keyOf(domain))) lost.set(keyOf(domain), domain.written);
  return [...lost.values()];
}

function keyOf({ kind, literal }: HostPiece['within'][number][number]): string {
  return `${kind} ${literal}`;
}

const TLS = 'over TLS';

/** Such as `over TLS or from inside`; empty for requests that come in any way. */
function wayWords({ base }: Region, namespace: string): string {
  const told = (box: Box): string => apartWords(box, namespace);
  const ways = base.map(
    (box): Box => new Map([...box].filter(([dimension]) => dimension !== 'header :authority')),
  );
  const words = [...new Set(ways.map(told))];
  if (words.includes('')) return '';
  if (words.length === 1) return words[0] ?? '';
  if (!words.includes(TLS)) return told(new Map([...(ways[0] ?? [])].filter(isProtocol)));
  const others = ways.map((box): Box => new Map([...box].filter((each) => !isProtocol(each))));
  return [TLS, ...new Set(others.map(told).filter((other) => other !== ''))].join(' or ');
}

function isProtocol([dimension]: readonly [string, unknown]): boolean {
  return dimension === PROTOCOL;
}
