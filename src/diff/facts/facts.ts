/** Everything that differs between two sides, resource by resource. */

import { type BoundMessage, INVALID, isObject, type OpenMessage } from '../../model/bound.ts';
import type { Configuration } from '../../model/open.ts';
import type { Frame } from '../../model/walk.ts';
import { type CompiledField, compiledMessage } from '../../schema/compiled.ts';
import { lookup } from '../../source/lookup.ts';
import type { ResourceRef } from '../change.ts';
import { stateRemarks } from '../dump-states.ts';
import { effectsOf } from '../effects-context.ts';
import { lacksPlaceFor } from '../fetched.ts';
import { startWriting, type Written } from '../form/common-names.ts';
import type { SidesPairing } from '../pairing.ts';
import { type Found, NODE, ownersOf, refOf, VIRTUAL_HOST } from '../resources/found.ts';
import type { ResourcePair } from '../resources/pair.ts';
import type { Forms } from './canonical-pair.ts';
import { type Comparison, compareMessages, spotOf } from './compare.ts';
import { compareData } from './compare-data.ts';
import { withoutProxysOwn } from './dumped.ts';
import { type Cosmetic, type Fact, movedBetween, type Step } from './fact.ts';
import { regexes } from './regex.ts';
import { type AlignedRoutes, ROUTE } from './route-pairs.ts';
import { isAlikeBut, isWrittenAlike } from './same-text.ts';
import { childRoot, type Location, type SideRoot, sideRootOf } from './side.ts';

/** A fact in its resource. */
export interface ResourceFact extends Fact {
  readonly resource: ResourceRef;
  readonly within: readonly ResourceRef[];
  /** Full name of the resource's table; empty where none describes it. */
  readonly type: string;
  /** The resource on both sides; undefined where it is there on one side only. */
  readonly pair: ResourcePair | undefined;
}

/** What all facts of a resource have in common. */
type About = Pick<ResourceFact, 'resource' | 'within' | 'type' | 'pair'>;

export interface Facts {
  readonly facts: readonly ResourceFact[];
  /** Forms that differ and mean the same; empty where only their number was asked for. */
  readonly cosmetic: readonly ResourceFact[];
  readonly cosmeticCount: number;
  /** Resources of a dump that the other side has no place for; they are cosmetic facts too. */
  readonly fetched: { readonly before: readonly Found[]; readonly after: readonly Found[] };
  /** What running proxies say of updates that are not in force. */
  readonly states: readonly string[];
}

/** Compares two sides. @param listCosmetic whether cosmetic facts are wanted, not only their number */
export function factsBetween(
  before: readonly Configuration[],
  after: readonly Configuration[],
  listCosmetic: boolean,
  pairing: SidesPairing,
): Facts {
  const { forms, clusters } = pairing;
  const written = clusters.isEmpty ? undefined : startWriting();
  const { pairs, ...alone } = pairing.resources;
  // The first resource that is of another version after the change than before.
  const moved = pairs.find(forms.isAcross);
  const [removed, fetchedBefore] = withoutFetched(alone.removed, after);
  const [added, fetchedAfter] = withoutFetched(alone.added, before);
  const facts: ResourceFact[] = [];
  const cosmetic: ResourceFact[] = [];
  let cosmeticCount = 0;
  let current: About = NOTHING;
  const comparison: Comparison = {
    regexes: regexes(),
    effects: effectsOf(before, after, forms.namespace, () => clusters),
    written,
    fact: (fact) => facts.push({ ...factAsWritten(fact, written), ...current }),
    cosmetic(fact) {
      // Between two versions these are one change, of everything.
      if (moved !== undefined && OF_VERSIONS.has(fact.cosmetic)) return;
      cosmeticCount++;
      if (listCosmetic) cosmetic.push({ ...factAsWritten(fact, written), ...current });
    },
    count: () => facts.length,
  };
  if (moved !== undefined) {
    current = aboutOf(moved.after, moved);
    const [one, two] = [wholeSpot(forms, moved.before, moved), wholeSpot(forms, moved.after, moved)];
    comparison.cosmetic({
      kind: 'changed',
      step: undefined,
      before: one,
      after: two,
      cosmetic: 'api-version',
    });
  }
  for (const pair of pairs) {
    current = aboutOf(pair.after, pair);
    compareResources(comparison, pairing, pair);
  }
  for (const found of removed) {
    current = aboutOf(found);
    comparison.fact(wholeFact(forms, found, 'removed'));
  }
  for (const found of added) {
    current = aboutOf(found);
    comparison.fact(wholeFact(forms, found, 'added'));
  }
  for (const found of listCosmetic ? fetchedBefore : []) {
    current = aboutOf(found);
    comparison.cosmetic({ ...wholeFact(forms, found, 'removed'), cosmetic: 'fetched-by-proxy' });
  }
  for (const found of listCosmetic ? fetchedAfter : []) {
    current = aboutOf(found);
    comparison.cosmetic({ ...wholeFact(forms, found, 'added'), cosmetic: 'fetched-by-proxy' });
  }
  if (!listCosmetic) cosmeticCount += fetchedBefore.length + fetchedAfter.length;
  const states = stateRemarks([...before, ...after]);
  return { facts, cosmetic, cosmeticCount, fetched: { before: fetchedBefore, after: fetchedAfter }, states };
}

/** How forms differ that two versions of the API write differently. */
const OF_VERSIONS: ReadonlySet<Cosmetic | undefined> = new Set<Cosmetic>([
  'deprecated-form',
  'other-spelling',
]);

/** Resources of one side without those that the other side has no place for; then these. */
function withoutFetched(
  alone: readonly Found[],
  otherSide: readonly Configuration[],
): readonly [others: readonly Found[], fetched: readonly Found[]] {
  const hasNoPlace = lacksPlaceFor(otherSide);
  const isMeant = ({ frame, source }: Found): boolean => hasNoPlace(source.root, frame.message, frame.type);
  return [alone.filter((found) => !isMeant(found)), alone.filter(isMeant)];
}

function wholeFact(forms: Forms, found: Found, kind: 'removed' | 'added'): Fact {
  const spot = wholeSpot(forms, found);
  return { kind, step: undefined, ...(kind === 'removed' ? { before: spot } : { after: spot }) };
}

const NOTHING: About = { resource: { type: '', name: '' }, within: [], type: '', pair: undefined };

function aboutOf(found: Found, pair?: ResourcePair): About {
  return { resource: refOf(found), within: ownersOf(found), type: found.frame.type, pair };
}

function wholeSpot(forms: Forms, { frame, source }: Found, pair?: ResourcePair): Location {
  const message = forms.of(frame, source, pair);
  return { sideRoot: sideRootOf({ ...frame, message }, source), inside: [], value: message };
}

function compareResources(comparison: Comparison, pairing: SidesPairing, pair: ResourcePair): void {
  const { before, after } = pair;
  const { forms } = pairing;
  const [left, right] = [before.frame.message, after.frame.message];
  if (forms.hasOneNamespace && isWrittenAlike(left, before.source, right, after.source)) return;
  if (before.frame.type === '') {
    const [one, two] = [wholeSpot(forms, before, pair), wholeSpot(forms, after, pair)];
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)]))
      compareData(
        comparison,
        spotOf(one.sideRoot, name, lookup(left, name)),
        spotOf(two.sideRoot, name, lookup(right, name)),
        { up: undefined, type: '', kind: 'field', name },
      );
    return;
  }
  const routes = before.frame.type === VIRTUAL_HOST ? pairing.routesOf(pair) : undefined;
  const isHost = routes !== undefined;
  if (isHost && forms.hasOneNamespace && isAlikeBut('routes', left, before.source, right, after.source)) {
    const [one, two] = [before, after].map(({ frame, source }) => sideRootOf(frame, source));
    if (one && two) compareRoutes(comparison, routes, one, two);
    return;
  }
  const renamed = isRenamed(before, after);
  if (renamed) noteRenamed(comparison, before, after);
  const one = shellOf(forms, before, pair, isHost);
  const two = shellOf(forms, after, pair, isHost);
  const sideRoots = withoutProxysOwn(comparison, before, after, one, two);
  const [first, second] = renamed ? sideRoots.map(nameless) : sideRoots;
  if (first === undefined || second === undefined) return;
  compareMessages(comparison, first, second, undefined);
  if (isHost) compareRoutes(comparison, routes, first, second);
}

/** The canonical form of a resource; of a virtual host whose routes are compared apart without them. */
function shellOf(forms: Forms, { frame, source }: Found, pair: ResourcePair, isHost: boolean): SideRoot {
  const shell: Frame = isHost ? { ...frame, message: withoutRoutes(frame.message) } : frame;
  return sideRootOf(
    { ...shell, message: forms.of(shell, source, pair) },
    source,
    isHost ? frame.message : undefined,
  );
}

function withoutRoutes(message: BoundMessage): BoundMessage {
  const { routes: _, ...rest } = message;
  return rest as BoundMessage;
}

/** Fields that make a resource what it is; a node is the one of its bootstrap whatever it is called. */
function nameField(type: string): string | undefined {
  return type === NODE ? undefined : compiledMessage(type).spec.identity?.[0];
}

function isRenamed(before: Found, after: Found): boolean {
  const field = nameField(before.frame.type);
  if (field === undefined) return false;
  const [one, two] = [before.frame.message[field], after.frame.message[field]];
  const hasNames = typeof one === 'string' && typeof two === 'string' && one !== '' && two !== '';
  return hasNames && one !== two && before.frame.message[INVALID] === undefined;
}

function noteRenamed(comparison: Comparison, before: Found, after: Found): void {
  const { type } = before.frame;
  const field = nameField(type) ?? 'name';
  const [one, two] = [before, after].map(({ frame, source }) =>
    spotOf(sideRootOf(frame, source), field, frame.message[field]),
  );
  const step = { up: undefined, type, kind: 'field', name: field } as const;
  if (one && two) comparison.fact({ kind: 'renamed', step, before: one, after: two });
}

/** A half without its name, so that a new name is told once. */
function nameless(sideRoot: SideRoot): SideRoot {
  const { message, type } = sideRoot.frame;
  const field = nameField(type) ?? 'name';
  const { [field]: name, ...rest } = message;
  const open = rest as OpenMessage;
  const { load_assignment: assignment } = open;
  if (type === 'Cluster' && isObject(assignment) && assignment.cluster_name === name) {
    const { cluster_name: _, ...endpoints } = assignment;
    open.load_assignment = endpoints as BoundMessage;
  }
  return { ...sideRoot, frame: { ...sideRoot.frame, message: open } };
}

/** The routes of one side. */
interface Side {
  readonly sideRoot: SideRoot;
  readonly field: CompiledField;
  readonly routes: AlignedRoutes;
  readonly which: 0 | 1;
}

/**
 * Compares the routes of two virtual hosts, as they were paired. Only routes that are not written alike are brought to
 * canonical form, so that one insertion at the front of ten thousand costs next to nothing.
 */
function compareRoutes(
  comparison: Comparison,
  routes: AlignedRoutes,
  before: SideRoot,
  after: SideRoot,
): void {
  const field = compiledMessage(VIRTUAL_HOST).byName.get('routes');
  if (field === undefined) return;
  const sides = [
    { sideRoot: before, field, routes, which: 0 },
    { sideRoot: after, field, routes, which: 1 },
  ] as const;
  const { pairs, moved, removed, added } = routes.alignment;
  const spotAt = (side: 0 | 1, index: number): Location | undefined =>
    index >= 0 && index < routes.counts[side] ? spot(sides[side], index) : undefined;
  const list: Step = { up: undefined, type: VIRTUAL_HOST, kind: 'field', name: 'routes' };
  const entry = (index: number, side: 0 | 1, other?: number): Step => ({
    up: list,
    type: '',
    kind: 'entry',
    name: String(index),
    ...(other === undefined || other === index ? {} : { before: String(other) }),
    content: () => routes.key(side, index, 'match') ?? String(index),
  });
  for (const left of removed)
    comparison.fact({ kind: 'removed', step: entry(left, 0), before: spot(sides[0], left) });
  for (const right of added)
    comparison.fact({ kind: 'added', step: entry(right, 1), after: spot(sides[1], right) });
  for (const pair of pairs) {
    const [left, right] = pair;
    if (moved.has(pair)) {
      const places = { before: spot(sides[0], left), after: spot(sides[1], right) };
      comparison.fact({ kind: 'moved', step: list, ...places, moved: movedBetween(pair, spotAt) });
    }
    if (routes.alike(left, right)) continue;
    compareMessages(comparison, routeRoot(sides[0], left), routeRoot(sides[1], right), entry(right, 1, left));
  }
}

function routeRoot({ sideRoot, field, routes, which }: Side, index: number): SideRoot {
  return childRoot(sideRoot, field, routes.canonical(which, index), ROUTE, index);
}

function spot(side: Side, index: number): Location {
  const sideRoot = routeRoot(side, index);
  return { sideRoot, inside: [], value: sideRoot.frame.message };
}

/** @param written undefined where all names are as they are written */
function factAsWritten<F extends Fact>(fact: F, written: Written | undefined): F {
  if (written === undefined) return fact;
  const { before, after, moved } = fact;
  const both = ([one, other]: readonly [Location | undefined, Location | undefined]) =>
    [one && asWritten(one, written), other && asWritten(other, written)] as const;
  return {
    ...fact,
    ...(before && { before: asWritten(before, written) }),
    ...(after && { after: asWritten(after, written) }),
    ...(moved && { moved: { ...moved, behind: both(moved.behind), ahead: both(moved.ahead) } }),
  };
}

function asWritten(spot: Location, written: Written): Location {
  const { sideRoot, field, inside, value } = spot;
  const message = written(sideRoot.frame.message);
  let own: unknown = field === undefined ? message : message[field];
  for (const step of field === undefined ? [] : inside)
    own = typeof own === 'object' && own !== null ? (own as { [key: string | number]: unknown })[step] : own;
  return {
    ...spot,
    sideRoot: { ...sideRoot, frame: { ...sideRoot.frame, message } },
    value: typeof value === 'string' && typeof own === 'string' ? own : written(value),
  };
}
