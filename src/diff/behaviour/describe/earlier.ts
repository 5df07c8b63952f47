/** What of the requests that fit a pair of routes other routes take first, in words. */
import { type Box, intersection, pointOf } from '../../../routing/all/box.ts';
import { type Matcher, type RouteList, routesOf } from '../../../routing/all/index.ts';
import type { Language } from '../../../routing/all/language.ts';
import { indexMeeting, type Meeting } from '../../../routing/all/meeting.ts';
import { isPartOf, type Values } from '../../../routing/all/values.ts';
import { type Meter, partOf } from '../../../routing/regex/meter.ts';
import { isEnd } from '../../../routing/tree/flatten.ts';
import type { Member } from '../compare-hosts.ts';
import { SIDES, type Side } from '../served-host.ts';
import { apartWords } from './box-words.ts';

/** So many exceptions are named. */
const MAX_NAMED = 2;
/** So many routes are asked whether they share a request with the pair. */
const MAX_ASKED = 40;
/** Units of work for one of these questions. */
const WORK = 20_000;

/** Such as ` except those below /x/`; where there is more to name, that other routes take some; empty without. */
export function exceptWords(member: Member, meter: Meter): string {
  const own = matchersOf(member);
  const found = SIDES.map((side) => takersOf(member, side, own, meter));
  if (found.every((takers) => takers?.length === 0)) return '';
  const words = named(own, found, member.hosts.before.context.namespace);
  if (words === undefined) return unnamed(member, found);
  return words.length === 0 ? '' : ` except those ${words.join(' and those ')}`;
}

type Takers = readonly Matcher[] | undefined;

const meetings = new WeakMap<RouteList, Meeting>();

/** Routes of a side that come first and share requests with the pair; undefined where there are too many to ask. */
function takersOf(
  { hosts, difference, region, about }: Member,
  side: Side,
  own: readonly Matcher[],
  meter: Meter,
): Takers {
  const list = hosts.lists[side];
  if (list === undefined || region[side] === 'redirect' || about === 'virtual_clusters') return [];
  const { byChance, route: end = list.matchers.length } = difference[side];
  if (end === 0) return [];
  const asked = possibleTakers(list, end, own, meter)?.filter((route) => !byChance.includes(route));
  return asked?.flatMap((route) => {
    const taker = list.matchers[route];
    return taker !== undefined && meet(list, region.base, [...own, taker], meter) ? [taker] : [];
  });
}

function possibleTakers(
  list: RouteList,
  end: number,
  own: readonly Matcher[],
  meter: Meter,
): readonly number[] | undefined {
  const meeting = meetings.get(list) ?? indexMeeting(list.matchers, list.matchers.keys());
  meetings.set(list, meeting);
  const [narrow] = [...own].sort((one, other) => other.head.text.length - one.head.text.length);
  const found: number[] = [];
  if (narrow === undefined) return end > MAX_ASKED ? undefined : [...Array(end).keys()];
  let visited = 0;
  meeting.eachMeeting(narrow, (route) => {
    visited++;
    const taker = list.matchers[route];
    if (route < end && taker !== undefined && taker.chance !== 'never' && found.length <= MAX_ASKED)
      found.push(route);
  });
  if (!meter.spend(visited) || found.length > MAX_ASKED) return undefined;
  return found.sort((one, other) => one - other);
}

/** Whether some request may meet the conditions of all. */
function meet(list: RouteList, base: readonly Box[], matchers: readonly Matcher[], meter: Meter): boolean {
  const shared = sharedBox(matchers, areWhole(matchers));
  return base.some(
    (box) => pointOf(intersection(box, shared), list.finder, partOf(meter, WORK)).kind !== 'none',
  );
}

/** What the takers of both sides take, in words; undefined where that is too much or cannot be said. */
function named(
  own: readonly Matcher[],
  found: readonly Takers[],
  namespace: string,
): readonly string[] | undefined {
  const takers = found.flatMap((each) => each ?? []);
  // Not all that is in the box of what cannot be read whole (cookies, metadata) is taken.
  if (found.includes(undefined) || takers.some(({ asked }) => asked.open !== undefined)) return undefined;
  const whole = areWhole([...own, ...takers]);
  const box = sharedBox(own, whole);
  const boxes = takers.map((taker) => sharedBox([taker], whole));
  const distinct = [...new Set(widest(boxes).map((one) => apartWords(unmodelled(one, box), namespace)))];
  // Hosts that tell routes apart are no words here.
  return distinct.length > MAX_NAMED || distinct.includes('') ? undefined : distinct;
}

function unnamed({ hosts, difference }: Member, found: readonly Takers[]): string {
  const nones = SIDES.map((side) => {
    const { byChance, route } = difference[side];
    // What comes to the end of a branch is taken by no route.
    const isTree = (hosts[side].virtualHost?.routes ?? []).slice(0, route).some(isEnd);
    const whose = `${byChance.length > 0 ? 'other ' : ''}${route === undefined ? '' : 'earlier '}`;
    return `no ${whose}route${isTree ? ' or branch' : ''}`;
  });
  const takes = found.map((takers) => takers?.length !== 0);
  const [before, after] = nones;
  if (takes.every(Boolean) && before === after) return ` that ${before} takes on either side`;
  const told = [...(takes[0] ? [`${before} took before`] : []), ...(takes[1] ? [`${after} takes now`] : [])];
  return ` that ${told.join(' and ')}`;
}

/** The conditions of a box that do not go without saying for requests of another one. */
function unmodelled(box: Box, other: Box): Box {
  return new Map(
    [...box].flatMap(([dimension, values]) => {
      const known = other.get(dimension);
      if (known === undefined) return [[dimension, values] as const];
      if (isWithinValues(known, values)) return [];
      return [
        [dimension, { ...values, within: values.within.filter((each) => !isImplied(each, known)) }] as const,
      ];
    }),
  );
}

/** The boxes that are in no other one of them. */
function widest(boxes: readonly Box[]): readonly Box[] {
  return boxes.filter(
    (one, at) =>
      !boxes.some(
        (other, index) => index !== at && isWithin(one, other) && !(at < index && isWithin(other, one)),
      ),
  );
}

/** Whether it is plain that every request of a box is in another. */
function isWithin(box: Box, other: Box): boolean {
  return [...other].every(([dimension, values]) => {
    const own = box.get(dimension);
    return own !== undefined && isWithinValues(own, values);
  });
}

function isWithinValues(values: Values, other: Values): boolean {
  return (
    (!values.absent || other.absent) &&
    (!values.present || other.present) &&
    other.within.every((each) => isImplied(each, values)) &&
    other.without.every(({ key }) => values.without.some((own) => own.key === key))
  );
}

/** Whether it is plain that all of some values are in a language. */
function isImplied(language: Language, { within }: Values): boolean {
  return within.some((own) => own.key === language.key || isPartOf(own, language));
}

/** The matchers of the routes that a member's requests come to, of both sides. */
export function matchersOf({ hosts, difference, region, about }: Member): readonly Matcher[] {
  if (about === 'virtual_clusters') return [];
  return SIDES.flatMap((side) => {
    if (region[side] === 'redirect') return [];
    return routesOf(difference[side]).flatMap((route) => hosts.lists[side]?.matchers[route] ?? []);
  });
}

/** What meets the conditions of all of them. @param whole whether to look at path and query as a whole */
export function sharedBox(matchers: readonly Matcher[], whole: boolean): Box {
  const none: Box = new Map();
  return matchers
    .map((matcher) => (whole ? matcher.targetBox() : matcher.box) ?? none)
    .reduce(intersection, none);
}

/** Whether one of them looks at path and query as a whole. */
export function areWhole(matchers: readonly Matcher[]): boolean {
  return matchers.some(({ box }) => box === undefined);
}
