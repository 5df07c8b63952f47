/**
 * Compares two lists of a field: sets by content, lists of known things by identity, others aligned. An entry that
 * stands elsewhere has moved, unless order means nothing there.
 */
import { picksByPlace } from '../../effects/clusters-of-action.ts';
import { idleFilters } from '../../effects/manager.ts';
import { mayRepeat, repeatedEntries } from '../../effects/repeated.ts';
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { contentKey, sameContent } from '../../model/content.ts';
import { fill } from '../../model/fill.ts';
import { fingerprintOf } from '../../model/fingerprints.ts';
import { around } from '../../model/walk.ts';
import type { CompiledField } from '../../schema/compiled.ts';
import type { Message } from '../../schema/types.ts';
import { discoveryOf } from '../../traffic/cluster.ts';
import { identityOf, identityText } from '../form/identity.ts';
import { type Alignment, align } from './align.ts';
import {
  type Comparison,
  compareValue,
  differenceOf,
  differSpots,
  type FieldPair,
  spotOf,
} from './compare.ts';
import { movedBetween, type Step } from './fact.ts';
import { sharesRandomValue } from './random-value.ts';
import type { Location, SideRoot } from './side.ts';

/**
 * Entries whose order means nothing although the model has them in lists: a share is as large wherever it stands (but
 * for what else asks the value that picks it), a host as likely, and the most specific filter chain wins. Localities are
 * ordered by their priority, not by place.
 */
const ORDERLESS = new Set([
  'route.WeightedCluster.ClusterWeight',
  'endpoint.LbEndpoint',
  'endpoint.LocalityLbEndpoints',
  'cluster.CircuitBreakers.Thresholds',
  'listener.FilterChain',
]);

/** Lists of which an absent entry is the same as one that says nothing but its identity, and this. */
const IMPLIED: ReadonlyMap<string, BoundMessage> = new Map([
  ['cluster.CircuitBreakers.thresholds', {}],
  ['LayeredRuntime.layers', { static_layer: {} }],
]);

/** Entries that stay what they are where all of their identity changes, as long as nothing else came or went. */
const CHANGING = new Set(['endpoint.LbEndpoint', 'endpoint.LocalityLbEndpoints']);

/** Of more entries than this that are left, the ones are not compared with the others. */
const MAX_PROBED = 30;

export function compareList(
  comparison: Comparison,
  pair: FieldPair,
  one: readonly unknown[],
  two: readonly unknown[],
): void {
  const { field, before, after, step } = pair;
  const lists = [one, two] as const;
  const sides = [namesOf(field, one), namesOf(field, two)] as const;
  const spotIn = spotsIn(pair, lists);
  const probe = (left: number, right: number): boolean => {
    let count = 0;
    const asked: Comparison = { ...comparison, fact: () => count++, cosmetic: () => {}, count: () => count };
    compareValue(asked, pair, spotIn(0, left), spotIn(1, right), right);
    return count === 0;
  };
  const repeated = [repeatedIn(before, field, one), repeatedIn(after, field, two)] as const;
  const idle = idleIn(comparison, pair, lists, sides);
  const counting = [countingIn(one, repeated[0], idle[0]), countingIn(two, repeated[1], idle[1])] as const;
  const alignment = paired(field, alignedBy(field, lists, sides, counting), probe);
  const hides = [hidingIn(before, field, one), hidingIn(after, field, two)] as const;
  let orderless: boolean | undefined;
  const isFree = (left: number, right: number): boolean => {
    orderless ??= isOrderless(pair);
    return orderless && !hides[0](left) && !hides[1](right);
  };
  const shown = [sides[0].names, namesAsWritten(comparison, pair, two, sides[1])] as const;
  const entry = (name: string, content: unknown, other?: string): Step => ({
    up: step,
    type: '',
    kind: 'entry',
    name,
    ...(other === undefined || other === name ? {} : { before: other }),
    ...(sides[0].isKnown ? {} : { content: contentOnce(content) }),
  });
  /** An entry that the other side does not have. */
  const lone = (side: 0 | 1, index: number) => ({
    at: entry(shown[side][index] ?? '', lists[side][index]),
    spots: side === 0 ? ([spotIn(0, index), spotIn(1)] as const) : ([spotIn(0), spotIn(1, index)] as const),
  });
  for (const [side, indexes] of [alignment.removed, alignment.added].entries())
    for (const index of indexes) {
      const { at, spots } = lone(side === 0 ? 0 : 1, index);
      const says = (other: number): boolean => (side === 0 ? probe(index, other) : probe(other, index));
      if (maySayAgain(pair, lists) && [...(lists[1 - side] ?? []).keys()].some(says))
        comparison.cosmetic({ ...differenceOf(...spots), step: at, cosmetic: 'without-effect' });
      else missing(comparison, { ...pair, step: at }, ...spots, index);
    }
  for (const side of [0, 1] as const)
    for (const index of [
      ...[...repeated[side].keys()].slice(repeated[1 - side]?.size),
      ...idleAlone(side, idle, lists),
    ]) {
      const { at, spots } = lone(side, index);
      comparison.cosmetic({ ...differenceOf(...spots), step: at, cosmetic: 'without-effect' });
    }
  for (const places of alignment.pairs) {
    const [left, right] = places;
    const [first, second] = [spotIn(0, left), spotIn(1, right)];
    if (alignment.moved.has(places) && !isFree(left, right)) {
      const moved = movedBetween(places, (side, at) => (at in lists[side] ? spotIn(side, at) : undefined));
      comparison.fact({ kind: 'moved', step, before: first, after: second, moved });
    }
    const at = entry(shown[1][right] ?? '', one[left], shown[0][left]);
    compareValue(comparison, { ...pair, step: at }, first, second, right);
  }
  const hasMoved = alignment.pairs.some((places) => alignment.moved.has(places));
  if (hasMoved && isOrderless(pair) && field.spec.order !== 'set') {
    const [first, second] = [spotOf(before, field.name, one), spotOf(after, field.name, two)];
    comparison.cosmetic({ kind: 'moved', step, before: first, after: second, cosmetic: 'set-order' });
  }
}

/** Whether an entry may say what another one of its list says in other words, and so nothing. */
function maySayAgain(
  { field, before }: FieldPair,
  [one, two]: readonly [readonly unknown[], readonly unknown[]],
): boolean {
  const { spec, element, name } = field;
  if (spec.order !== 'set' || element.kind !== 'message' || !mayRepeat(before.frame.type, name)) return false;
  return Math.max(one.length, two.length) <= MAX_PROBED;
}

/** The entries of both lists where they stand; of no entry the place where it would. */
function spotsIn(
  { field, before, after }: FieldPair,
  lists: readonly [readonly unknown[], readonly unknown[]],
): (side: 0 | 1, index?: number) => Location {
  return (side, index) => {
    const sideRoot = side === 0 ? before : after;
    return index === undefined
      ? spotOf(sideRoot, field.name, undefined)
      : spotOf(sideRoot, field.name, lists[side][index], [index]);
  };
}

function repeatedIn({ frame }: SideRoot, { name }: CompiledField, list: readonly unknown[]) {
  return repeatedEntries(frame.type, name, list);
}

/** Longer contents are told apart by their fingerprint: each difference inside an entry has it in its own. */
const LONGEST_CONTENT = 256;

function contentOnce(content: unknown): () => string {
  let known: string | undefined;
  return () => {
    if (known === undefined) {
      const whole = contentKey(content);
      known = whole.length > LONGEST_CONTENT ? fingerprintOf([whole]) : whole;
    }
    return known;
  };
}

function isOrderless({ field, before, after }: FieldPair): boolean {
  const { spec, element, name } = field;
  if (spec.order === 'set') return true;
  if (element.kind === 'message' && element.name === 'ScopedRouteConfiguration')
    return [before, after].every(({ frame }) => areDistinct(frame.message[name]));
  if (element.kind !== 'message' || !ORDERLESS.has(element.name)) return false;
  return ![before, after].some(
    ({ frame }) => picksByPlace(frame.message) || (isSplit(field) && sharesRandomValue(frame)),
  );
}

/** Whether the order says which random values pick an entry. */
function isSplit({ element }: CompiledField): boolean {
  return element.kind === 'message' && element.name === 'route.WeightedCluster.ClusterWeight';
}

/**
 * Whether an entry of a list without order may keep another one of the same name from counting, so that it matters which
 * comes first: limits for each host, and hosts that are fetched, of which the proxy takes each address once (fact 165).
 */
function hidingIn(
  { frame }: SideRoot,
  { element, name }: CompiledField,
  list: readonly unknown[],
): (at: number) => boolean {
  const type = element.kind === 'message' ? element.name : '';
  if (name === 'per_host_thresholds') {
    let times: ReadonlyMap<string, number> | undefined;
    return (at) => {
      times ??= timesOf(list.map((each) => identityText(type, each)));
      return (times.get(identityText(type, list[at])) ?? 0) > 1;
    };
  }
  const cluster = around(frame, 'Cluster')?.message;
  const isWhole = cluster !== undefined && discoveryOf(cluster) === 'STATIC';
  const assignment = around(frame, 'ClusterLoadAssignment')?.message;
  if (!CHANGING.has(type) || isWhole || assignment === undefined) return () => false;
  return (at) => {
    const times = hostsOf(assignment);
    const own =
      type === 'endpoint.LbEndpoint' ? addressesIn([{ lb_endpoints: [list[at]] }]) : addressesIn([list[at]]);
    return own.some((address) => (times.get(address) ?? 0) > 1);
  };
}

const HOSTS = new WeakMap<object, ReadonlyMap<string, number>>();

/** How often each address stands in an assignment; it is asked again for every host that moved. */
function hostsOf(assignment: Message<'ClusterLoadAssignment'>): ReadonlyMap<string, number> {
  const known = HOSTS.get(assignment) ?? timesOf(addressesIn(assignment.endpoints));
  HOSTS.set(assignment, known);
  return known;
}

function timesOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return times;
}

function addressesIn(localities: unknown): readonly string[] {
  if (!Array.isArray(localities)) return [];
  return localities.flatMap((locality: unknown) => {
    const hosts = isObject(locality) ? locality.lb_endpoints : undefined;
    return Array.isArray(hosts) ? hosts.map((host) => identityText('endpoint.LbEndpoint', host)) : [];
  });
}

/** Of scopes of one name or key the last counts (docs/routing.md, fact 156). */
function areDistinct(scopes: unknown): boolean {
  if (!Array.isArray(scopes)) return true;
  const all = scopes.filter(isObject);
  return [all.map(({ name }) => name), all.map(({ key }) => contentKey(key ?? null))].every(
    (each) => new Set(each).size === all.length,
  );
}

interface Names {
  /** What stands in brackets for each entry. */
  readonly names: readonly string[];
  /** Whether entries are known by their names rather than by position. */
  readonly isKnown: boolean;
}

function namesOf({ element, spec }: CompiledField, list: readonly unknown[]): Names {
  const positions = (): string[] => list.map((_, index) => String(index));
  if (element.kind === 'message') {
    if (identityOf(element.name) === undefined) return { names: positions(), isKnown: false };
    const times = new Map<string, number>();
    const names = list.map((item, index) => {
      const name = identityText(element.name, item) || String(index);
      const time = (times.get(name) ?? 0) + 1;
      times.set(name, time);
      return time === 1 ? name : `${name}#${time}`;
    });
    return { names, isKnown: true };
  }
  if (spec.order === 'set' && (element.kind === 'scalar' || element.kind === 'enum'))
    return { names: list.map(String), isKnown: true };
  return { names: positions(), isKnown: false };
}

/** The names of the second side as they are written. */
function namesAsWritten(
  { written }: Comparison,
  { field, after }: FieldPair,
  list: readonly unknown[],
  { names }: Names,
): readonly string[] {
  const own = written?.(after.frame.message)[field.name];
  return Array.isArray(own) && own.length === list.length ? namesOf(field, own).names : names;
}

function alignedBy(
  field: CompiledField,
  lists: readonly [readonly unknown[], readonly unknown[]],
  sides: readonly [Names, Names],
  counting: readonly [readonly number[], readonly number[]],
): Alignment {
  const { element, spec } = field;
  const identified = element.kind === 'message' && identityOf(element.name) !== undefined;
  const at = (side: 0 | 1, place: number): number => counting[side][place] ?? -1;
  const alignment = align({
    counts: [counting[0].length, counting[1].length],
    same: (left, right) => sameContent(lists[0][at(0, left)], lists[1][at(1, right)]),
    keys: [
      (side, place) => contentKey(lists[side][at(side, place)]),
      ...(identified ? [(side: 0 | 1, place: number) => sides[side].names[at(side, place)]] : []),
      ...(element.kind === 'message' && element.name === 'listener.FilterChain'
        ? [(side: 0 | 1, place: number) => chainKey(lists[side][at(side, place)])]
        : []),
    ],
    ...(identified || spec.order === 'set' ? {} : { nearby: () => '' }),
  });
  const placed = new Map(alignment.pairs.map((pair) => [pair, [at(0, pair[0]), at(1, pair[1])] as const]));
  return {
    pairs: [...placed.values()],
    moved: new Set([...alignment.moved].flatMap((pair) => [placed.get(pair) ?? pair])),
    removed: alignment.removed.map((place) => at(0, place)),
    added: alignment.added.map((place) => at(1, place)),
  };
}

/** The positions of entries that say something. */
function countingIn(
  list: readonly unknown[],
  repeated: ReadonlyMap<number, number>,
  idle: ReadonlySet<number>,
): readonly number[] {
  return [...list.keys()].filter((index) => !repeated.has(index) && !idle.has(index));
}

/** The positions of HTTP filters that run for no request on either side, whatever stands there. */
function idleIn(
  { effects }: Comparison,
  { field, before, after }: FieldPair,
  lists: readonly [readonly unknown[], readonly unknown[]],
  sides: readonly [Names, Names],
): readonly [ReadonlySet<number>, ReadonlySet<number>] {
  if (field.element.kind !== 'message' || field.element.name !== 'HttpFilter') return [NONE, NONE];
  const idle = [before, after].map(({ frame }, side) => {
    const manager = around(frame, 'HttpConnectionManager')?.message;
    return manager === undefined
      ? new Set<string>()
      : idleFilters(manager, lists[side] ?? [], effects.switchedOn);
  });
  if (idle.every(({ size }) => size === 0)) return [NONE, NONE];
  const running = new Set(
    sides.flatMap(({ names }, side) => names.filter((name) => idle[side]?.has(name) !== true)),
  );
  const isIdle = (name: string): boolean => !running.has(name);
  const positions = (side: 0 | 1): ReadonlySet<number> =>
    new Set([...sides[side].names.keys()].filter((at) => isIdle(sides[side].names[at] ?? '')));
  return [positions(0), positions(1)];
}

const NONE: ReadonlySet<number> = new Set();

/** The idle ones of a side that do not stand just so on the other. */
function idleAlone(
  side: 0 | 1,
  idle: readonly [ReadonlySet<number>, ReadonlySet<number>],
  lists: readonly [readonly unknown[], readonly unknown[]],
): readonly number[] {
  const others = [...idle[side === 0 ? 1 : 0]].map((at) => lists[side === 0 ? 1 : 0][at]);
  return [...idle[side]].filter((at) => !others.some((other) => sameContent(lists[side][at], other)));
}

function chainKey(chain: unknown): string | undefined {
  return isObject(chain) ? contentKey(chain.filter_chain_match ?? null) : undefined;
}

/**
 * Pairs what is left: entries between which nothing differs that counts, and the only one on either side where it stays
 * the same thing whatever it is known by.
 */
function paired(
  { element, spec }: CompiledField,
  alignment: Alignment,
  agree: (left: number, right: number) => boolean,
): Alignment {
  const { removed, added } = alignment;
  const [one, other] = [removed[0], added[0]];
  if (element.kind !== 'message' || one === undefined || other === undefined) return alignment;
  if (CHANGING.has(element.name) && removed.length === 1 && added.length === 1)
    return { ...alignment, pairs: [...alignment.pairs, [one, other]], removed: [], added: [] };
  if (spec.order !== 'set' || Math.max(removed.length, added.length) > MAX_PROBED) return alignment;
  const rest = new Set(added);
  const pairs = [...alignment.pairs];
  const left = removed.filter((index) => {
    const found = [...rest].find((candidate) => agree(index, candidate));
    if (found === undefined) return true;
    rest.delete(found);
    pairs.push([index, found]);
    return false;
  });
  return { ...alignment, pairs, removed: left, added: [...rest] };
}

/** Notes an entry that stands on one side only, unless its absence says the same or less. */
function missing(
  comparison: Comparison,
  pair: FieldPair,
  before: ReturnType<typeof spotOf>,
  after: ReturnType<typeof spotOf>,
  index: number,
): void {
  const { element, name } = pair.field;
  const said = IMPLIED.get(`${pair.before.frame.type}.${name}`);
  if (element.kind !== 'message' || said === undefined) {
    differSpots(comparison, pair.step, before, after);
    return;
  }
  const implied = (spot: typeof before, other: typeof before): typeof before =>
    spot.value === undefined ? { ...spot, value: impliedEntry(element.name, said, other), inside: [] } : spot;
  compareValue(comparison, pair, implied(before, after), implied(after, before), index);
}

function impliedEntry(
  type: string,
  said: BoundMessage,
  { value, sideRoot }: ReturnType<typeof spotOf>,
): BoundMessage | undefined {
  if (!isObject(value)) return undefined;
  const known = Object.fromEntries((identityOf(type) ?? []).map((field) => [field, value[field]]));
  return fill(
    { message: { ...known, ...said }, type, parent: sideRoot.frame },
    {
      namespace: sideRoot.source.configuration.namespace,
      onlyWritten: false,
      maySet: sideRoot.source.maySet,
    },
  );
}
