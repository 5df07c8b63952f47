/** Which virtual hosts a property may mean at all, told by their domains alone. */
import type { Box } from '../routing/all/box.ts';
import { headsMeet } from '../routing/all/values.ts';
import type { Message } from '../schema/types.ts';
import { lowerAscii } from '../traffic/text.ts';
import type { HostPlaces } from './places.ts';
import type { Condition } from './property.ts';

/** Whether a virtual host serves some host that may meet a condition. */
export function servingOf(condition: Condition): (host: Pick<HostPlaces, 'domains'>) => boolean {
  const patterns = hostsIn(condition)?.flatMap((each) => [each, `${each}:${DIGITS}`].map(lowerAscii));
  if (patterns === undefined) return () => true;
  const known = new Map<object, boolean>();
  return (host) => {
    const serves =
      known.get(host) ??
      (host.domains === undefined ||
        host.domains.some((domain) => patterns.some((pattern) => shareText(pattern, lowerAscii(domain)))));
    known.set(host, serves);
    return serves;
  };
}

/** Whether a route may take a request of some boxes, as far as plain paths on both sides tell. */
export function mayTake({ match = {} }: Message<'route.Route'>, boxes: readonly Box[]): boolean {
  const { path, prefix, path_separated_prefix: separated } = match;
  const head = path ?? prefix ?? separated;
  // Without regard to letter case, or with a query, more than the text counts.
  if (head === undefined || match.case_sensitive === false || head.includes('?')) return true;
  return boxes.some((box) =>
    (box.get('path')?.within ?? []).every(({ form }) => {
      if (form === undefined || form.fold) return true;
      if (form.kind === 'exact') return form.text.startsWith(head);
      return headsMeet(form.text, head);
    }),
  );
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
    if (left === DIGITS && !/[0-9:*?]/.test(right)) return false;
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
