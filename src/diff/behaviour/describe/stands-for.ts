/** Which requests a change stands for: those of one pair of routes, exactly, and how many more pairs there are. */
import type { Meter } from '../../../routing/regex/meter.ts';
import { DESTINATION } from '../aspects.ts';
import type { Member } from '../compare-hosts.ts';
import { type Shown, telling } from '../groups.ts';
import { requestsWords } from './box-words.ts';
import { aspectsText } from './describe.ts';
import { exceptWords } from './earlier.ts';
import { differsForAll } from './for-all.ts';
import { hostWords } from './host-words.ts';
import { areWhole, matchersOf, sharedBox } from './member-box.ts';
import { wayWords } from './way-words.ts';

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
