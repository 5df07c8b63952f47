/** How the requests of a region come, as require_tls tells them apart (facts 9 to 11). */
import type { Box } from '../../../routing/all/box.ts';
import type { Region } from '../pairing/regions.ts';
import { apartWords, PROTOCOL } from './box-words.ts';

const TLS = 'over TLS';

/** Such as `over TLS or from inside`; empty for requests that come in any way. */
export function wayWords({ base }: Region, namespace: string): string {
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
