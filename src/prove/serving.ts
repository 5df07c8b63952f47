/** Which virtual hosts a property may mean at all, told by their domains alone. */
import { lowerAscii } from '../traffic/text.ts';
import type { HostPlaces } from './places.ts';
import type { Condition } from './property.ts';

/** Whether a virtual host serves some host that may meet a condition. */
export function servingOf(condition: Condition): (host: Pick<HostPlaces, 'domains'>) => boolean {
  const patterns = hostsIn(condition)?.flatMap((each) => [each, `${each}:${DIGITS}`].map(lowerAscii));
  if (patterns === undefined) return () => true;
  return ({ domains }) =>
    domains === undefined ||
    domains.some((domain) => patterns.some((pattern) => shareText(pattern, lowerAscii(domain))));
}

/** Patterns of which the host fits one wherever the condition is met; undefined where any host may meet it. */
function hostsIn(condition: Condition): readonly string[] | undefined {
  switch (condition.kind) {
    case 'host':
      return condition.names;
    case 'all':
      return condition.of.map(hostsIn).find((each) => each !== undefined);
    case 'any': {
      const all = condition.of.map(hostsIn);
      return all.every((each) => each !== undefined) ? all.flat() : undefined;
    }
    default:
      return undefined;
  }
}

/** In the first of two patterns any digits. */
const DIGITS = '\0';

/** Whether some text fits both patterns: `*` is any text, `?` one character. */
function shareText(one: string, other: string): boolean {
  let [from, length, otherLength] = [0, one.length, other.length];
  // Plain text at both ends is compared first, which settles most pairs.
  for (; length > 0 && otherLength > 0; length--, otherLength--) {
    const [left = '', right = ''] = [one[length - 1], other[otherLength - 1]];
    if (isOpen(left) || isOpen(right)) break;
    if (left !== right) return false;
  }
  for (; from < length && from < otherLength; from++) {
    const [left = '', right = ''] = [one[from], other[from]];
    if (isOpen(left) || isOpen(right)) break;
    if (left !== right) return false;
  }
  return doShare(one.slice(from, length), other.slice(from, otherLength));
}

function isOpen(character: string): boolean {
  return character === '*' || character === '?' || character === DIGITS;
}

function doShare(one: string, other: string): boolean {
  // What is left of the first at each place may share a text with what is left of the second.
  let below: boolean[] = [];
  for (let at = one.length; at >= 0; at--) {
    const row: boolean[] = [];
    for (let to = other.length; to >= 0; to--) {
      const [left, right] = [one[at], other[to]];
      if (left === undefined && right === undefined) row[to] = true;
      else if (left === DIGITS && right !== undefined && !/[0-9*]/.test(right)) row[to] = below[to] === true;
      else if (left === '*' || left === DIGITS || right === '*')
        row[to] = (left !== undefined && below[to] === true) || (right !== undefined && row[to + 1] === true);
      else {
        const isSame = left === right || left === '?' || right === '?';
        row[to] = isSame && left !== undefined && right !== undefined && below[to + 1] === true;
      }
    }
    below = row;
  }
  return below[0] === true;
}
