/** What a change says, in a sentence with the user's names. */
import { type Data, ExactNumber } from '../../source/data.ts';
import type { Kind, ResourceRef, SideValue } from '../change.ts';
import type { Cosmetic } from '../facts/fact.ts';
import { isFetched } from '../fetched.ts';
import { type Found, refOf } from '../resources/found.ts';

export interface Told {
  readonly kind: Kind;
  readonly resource: ResourceRef;
  readonly within: readonly ResourceRef[];
  readonly path: string;
  /** What people call what the path names. */
  readonly thing?: string | undefined;
  readonly before: SideValue | null;
  readonly after: SideValue | null;
  /** Of a moved entry: what stands on either side of it, before and after. */
  readonly neighbours?:
    | {
        readonly behind: readonly [before: Data | undefined, after: Data | undefined];
        readonly ahead: readonly [before: Data | undefined, after: Data | undefined];
      }
    | undefined;
  /** What moved, where something did. */
  readonly entry?: Data | undefined;
  readonly cosmetic?: Cosmetic | undefined;
}

const FORMS: { readonly [cosmetic in Cosmetic]: string } = {
  'default-written-out': 'the default is written out',
  'default-left-out': 'the default is left out',
  'deprecated-form': 'a deprecated form on one side is the current one on the other',
  'other-spelling': 'spelled in another way',
  'key-order': 'the fields stand in another order',
  'set-order': 'the entries stand in another order',
  'same-pattern': 'another pattern that matches the same texts',
  'same-value': 'another value that means the same here',
  'without-effect': 'without effect on either side',
  'added-by-proxy': 'only the running proxy says it',
  'fetched-by-proxy': 'the other side has no place for it',
  'api-version': 'version 2 of the API on one side is version 3 on the other',
};

/** Longer values are cut in sentences. */
const LONGEST = 80;

export function messageOf(told: Told): string {
  const { kind, path, before, after } = told;
  const where = resourceText(told.resource, told.within);
  if (told.cosmetic !== undefined)
    return `${path === '' ? where : `${path} of ${where}`}: ${FORMS[told.cosmetic]}`;
  if (path === '') {
    if (kind === 'added') return `${where} is new`;
    if (kind === 'removed') return `${where} is gone`;
    return `${where} changed`;
  }
  switch (kind) {
    case 'renamed':
      return `${where} has a new name: it was ${shown(before)} and is ${shown(after)}`;
    case 'moved':
      return `in ${path} of ${where}, ${entryText(told.entry ?? null)} moved${moveText(told.neighbours)}`;
    case 'added':
      return `${told.thing ?? path} of ${where} is new: ${shown(after)}`;
    case 'removed':
      return `${told.thing ?? path} of ${where} is gone; it was ${shown(before)}`;
    case 'changed':
      return `${path} of ${where} was ${shown(before)} and is ${shown(after)}`;
  }
}

/** Where an entry stood and stands, by what stands beside it: numbers change with every insertion. */
function moveText(neighbours: Told['neighbours']): string {
  if (neighbours === undefined) return '';
  const place = (namespace: string, end: string, neighbour: Data | undefined): string =>
    neighbour === undefined ? end : `${namespace} ${entryText(neighbour)}`;
  const { behind, ahead } = neighbours;
  const texts = [
    behind.map((neighbour) => place('behind', 'first', neighbour)),
    ahead.map((neighbour) => place('ahead of', 'last', neighbour)),
  ];
  const [before, after] = texts.find(([one, two]) => one !== two) ?? [];
  return before === undefined ? ' together with its neighbours' : `: it stood ${before} and stands ${after}`;
}

/** A route by what it matches, anything else as it is. */
function entryText(entry: Data): string {
  const match = typeof entry === 'object' && entry !== null && 'match' in entry ? entry.match : undefined;
  return short(match ?? entry);
}

function shown(side: SideValue | null): string {
  if (side === null) return 'absent';
  return `${short(side.value)}${side.origin === 'default' ? ' (the default)' : ''}`;
}

function short(value: Data): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : plainText(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Data on one line, without quotes around keys. */
function plainText(value: Data): string {
  if (Array.isArray(value)) return `[${value.map(plainText).join(', ')}]`;
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber)
    return JSON.stringify(value) ?? '';
  return `{${Object.entries(value)
    .map(([key, item]) => `${key}: ${plainText(item as Data)}`)
    .join(', ')}}`;
}

/** `the cluster "shop"`, `the virtual host "shop" of the route configuration "main"`. */
function resourceText(resource: ResourceRef, within: readonly ResourceRef[]): string {
  const around = within.find(({ name }) => name !== '');
  const own = `the ${words(resource.type)}${resource.name === '' ? '' : ` ${JSON.stringify(resource.name)}`}`;
  return around === undefined ? own : `${own} of the ${words(around.type)} ${JSON.stringify(around.name)}`;
}

/** What is said about the resources of one side that the other has no place for; nothing where there are none. */
export function fetchedRemark(all: readonly Found[]): readonly string[] {
  const isFirst = ({ source, frame }: Found): boolean => isFetched(source.root, frame.message);
  return [
    ...placeRemark(
      all.filter(isFirst),
      'fetched from a management server',
      'the bootstrap on the other side has no place for such',
    ),
    ...placeRemark(
      all.filter((each) => !isFirst(each)),
      'was started with',
      'what the management server on the other side sends has no place for such',
    ),
  ];
}

function placeRemark(found: readonly Found[], how: string, why: string): readonly string[] {
  const [first] = found;
  if (first === undefined) return [];
  const counts = new Map<string, number>();
  for (const each of found) {
    const type = words(refOf(each).type);
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const number = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
  const parts = [...counts].map(([type, count]) => number(count, type));
  const those = found.length === 1 ? 'it is' : 'they are';
  return [
    `${first.source.configuration.file.name} holds ${number(found.length, 'resource')} that the proxy ${how} (${parts.join(', ')}); ${why}, so ${those} not compared`,
  ];
}

/** `VirtualHost` as `virtual host`. */
function words(type: string): string {
  if (type === '') return 'resource without a type';
  return type
    .slice(type.lastIndexOf('.') + 1)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

/** What people call a part of a resource, where its path says little. */

const THINGS: ReadonlyMap<string, string> = new Map([
  ['cluster-tls', 'TLS to the hosts'],
  ['listener-tls', 'TLS to the clients'],
  ['cluster-endpoints', 'the list of hosts'],
]);

/** The part that comes or goes by a rule; undefined where the path has to do. */
export function thingOf(rule: string): string | undefined {
  const end = rule.lastIndexOf('-');
  const way = rule.slice(end + 1);
  return way === 'added' || way === 'removed' ? THINGS.get(rule.slice(0, end)) : undefined;
}
