/** The hosts of a pair of virtual hosts in words. */
import type { HostPair } from '../pairing/host-pairs.ts';

/** Of so many domains the names are given. */
const MOST_NAMED = 3;
/** So many domains that take some of the hosts away are named. */
const MOST_LOST = 2;

/**
 * Such as `to shop.test, *.shop.test except www.shop.test`; empty for all hosts. As ever with domains the most
 * specific one of all that are named counts.
 */
export function hostWords({ classes }: HostPair): string {
  const named = [
    ...new Set(
      classes.map(({ within }) =>
        [...new Set(within.map(({ written }) => written))].filter(isNarrow).join(' that also fit '),
      ),
    ),
  ];
  const names = named.filter((name) => name !== '');
  const areAll = names.length < named.length;
  const lost = lostBy(classes);
  if (areAll && lost.length === 0) return '';
  let away = lost;
  if (areAll && names.length === 0 && lost.length <= MOST_LOST) names.push('any host');
  else if (areAll) {
    names.push('hosts of no other domain');
    away = lostBy(classes.filter(({ within }) => within.some(({ kind }) => kind !== 'any')));
  }
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  const said = `to ${names.slice(0, MOST_NAMED).join(', ')}${more}`;
  if (away.length === 0) return said;
  return away.length > MOST_LOST
    ? `${said} that no more specific domain takes`
    : `${said} except ${away.join(' and ')}`;
}

/** Domains that take hosts away from these, other than themselves, as written. */
function lostBy(classes: HostPair['classes']): readonly string[] {
  const lost = new Map(
    classes.flatMap((each) => each.without().map((domain) => [keyOf(domain), domain.written] as const)),
  );
  for (const { within } of classes) if (within.length === 1) lost.delete(keyOf(within[0]));
  return [...lost.values()];
}

function isNarrow(written: string): boolean {
  return written !== '*';
}

function keyOf(domain: { readonly kind: string; readonly literal: string } | undefined): string {
  return `${domain?.kind} ${domain?.literal}`;
}
