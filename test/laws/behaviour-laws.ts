/** Laws of comparing behaviour: what is said to be equal is, what differs is reported, what is reported differs. */
import fc from 'fast-check';
import { type BehaviourResult, compareBehaviour, type SideOutcome } from '../../src/diff/behaviour/index.ts';
import { differingAspects } from '../../src/diff/behaviour/outcomes/replay.ts';
import type { RoutePair, Served } from '../../src/diff/behaviour/served-host.ts';
import { diffConfigurations, hasOwnReason } from '../../src/diff/index.ts';
import { type BoundMessage, NODE } from '../../src/model/bound.ts';
import type { Configuration } from '../../src/model/index.ts';
import { withoutPort } from '../../src/routing/match/hosts.ts';
import { matchesRoute } from '../../src/routing/match/match.ts';
import { type Request, type SeenRequest, seen } from '../../src/routing/request/request.ts';
import { isEnd, samePlaces } from '../../src/routing/tree/flatten.ts';
import { lowerMatch } from '../../src/traffic/predicate.ts';
import { pairsOfTexts, type TwoTexts } from '../diff/behaviour/configurations.ts';
import { opened } from '../opened.ts';
import { diceOf } from '../source/edit/dice.ts';
import { keptPairs } from './behaviour/kept-edits.ts';
import { literalsOf } from './behaviour/literals.ts';
import { type BothWays, type Replaying, servedBy, startReplaying } from './behaviour/replaying.ts';
import { startSampling } from './behaviour/sampler.ts';
import { pairsOfVersionThree } from './behaviour/version-three.ts';
import { readWords } from './behaviour/words.ts';
import { demand, demandSame, type Law, law } from './law.ts';

/** So many requests are tried of what is said to be equal. */
const SAMPLES_OF_EQUAL = 10_000;
/** Of a difference that is reported more requests than these say little. */
const SAMPLES_OF_DIFFERENT = 40;
/** Of routes of which it is said that no request notices their change. */
const SAMPLES_OF_SETTLED = 60;
/** Of what the words for a change are held against. */
const SAMPLES_OF_WORDS = 60;
/** Of a change of routes that are dead. */
const SAMPLES_OF_DEAD = 200;

const SIDES = ['before', 'after'] as const;

/** What is put to the laws: the comparison, or one that is wrong on purpose. */
export type Compare = (before: Configuration, after: Configuration) => BehaviourResult;

const properly: Compare = (before, after) => compareBehaviour([before], [after]);

/** Both sides as requests meet them, and what is said about them. */
interface Compared {
  readonly sides: { readonly before: Served; readonly after: Served };
  readonly found: BehaviourResult;
  readonly replaying: Replaying;
  /** A request that may tell the sides apart. */
  readonly sample: () => Parameters<Replaying['both']>[0];
}

/** What is drawn is of version 2, unless it says otherwise; not each text shows it. */
const OLDER = { api: 'v2' } as const;

/** Each side as it is written. */
function sidesOf({ before, after, ...options }: TwoTexts): readonly [Configuration, Configuration] {
  return [opened(before, { ...OLDER, ...options }), opened(after, { ...OLDER, ...options })];
}

function startComparing(compare: Compare, texts: TwoTexts, seed: number): Compared {
  const [before, after] = sidesOf(texts);
  const sides = { before: servedBy(before), after: servedBy(after) };
  const literals = literalsOf(SIDES.map((side) => sides[side].found.routeConfiguration));
  return {
    sides,
    found: compare(before, after),
    replaying: startReplaying(sides.before, sides.after),
    sample: startSampling(literals, diceOf(seed)),
  };
}

/** Of so many sampled requests each that is handled differently is among what is reported. */
function demandCovered({ found, replaying, sample }: Compared, count: number): void {
  for (let index = 0; index < count; index++) {
    const request = sample();
    const ways = replaying.differing(request);
    if (ways === undefined) continue;
    const words = () =>
      `${JSON.stringify(request)} is handled differently: ${JSON.stringify([ways.before.aspects, ways.after.aspects])}`;
    demand(!found.equal, words);
    demand(
      found.undecided.length > 0 || isReported(found, ways),
      () =>
        `${words()}, which is not reported: ${JSON.stringify(found.changes.map(({ routePairs }) => routePairs))}`,
    );
  }
}

/** Whether what happens to a request is among the changes: by the routes that it meets. */
function isReported({ changes }: BehaviourResult, { before, after }: BothWays): boolean {
  const differing = differingAspects(before, after);
  const of = ({ trace }: BothWays['before']) => ({
    virtualHost: trace.virtual_host_index ?? undefined,
    route: trace.route?.index,
    isDrawn: trace.outcome.kind === 'random',
  });
  const [first, second] = [of(before), of(after)];
  const found = changes
    .flatMap((change) => change.routePairs)
    .some(
      (pair) =>
        pair.before.virtualHost === first.virtualHost &&
        pair.after.virtualHost === second.virtualHost &&
        (first.isDrawn || pair.before.route === first.route) &&
        (second.isDrawn || pair.after.route === second.route),
    );
  const counted = changes.some(({ aspects }) => aspects.includes('virtual_cluster'));
  if (differing.length === 1 && differing[0] === 'virtual_cluster') return counted;
  return found && (counted || !differing.includes('virtual_cluster'));
}

/** The request of each change fares as it says, and differently on both sides. */
function demandReplayed({ found, replaying }: Compared): void {
  for (const { request, aspects, before, after } of found.changes) {
    const ways = replaying.both(request);
    const differing = differingAspects(ways.before, ways.after);
    demand(
      aspects.length > 0 && aspects.every((aspect) => differing.includes(aspect)),
      () => `${JSON.stringify(request)} differs in ${differing.join()}, not in ${aspects.join()}`,
    );
    demandSame(before.outcome, ways.before.trace.outcome, 'the outcome before');
    demandSame(after.outcome, ways.after.trace.outcome, 'the outcome after');
    demandSame(before.route, ways.before.trace.route, 'the route before');
    demandSame(after.route, ways.after.trace.route, 'the route after');
  }
}

/** No request that is handled differently comes to a route of which it is said that no request notices its change. */
function demandSettled({ found, replaying, sample, sides }: Compared): void {
  for (let index = 0; index < SAMPLES_OF_SETTLED; index++) {
    const request = sample();
    const ways = replaying.differing(request);
    if (ways === undefined) continue;
    const differing = differingAspects(ways.before, ways.after);
    if (differing.every((aspect) => aspect === 'virtual_cluster')) continue;
    for (const side of SIDES) {
      const { virtual_host_index: at, route, outcome } = ways[side].trace;
      const met = outcome.kind === 'random' ? outcome.branches.map((branch) => branch.route) : [route];
      const { found: routes } = sides[side];
      const node = (routes.routeConfiguration.virtual_hosts?.[at ?? -1] as BoundMessage | undefined)?.[NODE];
      if (at === null || node === undefined) continue;
      for (const each of met)
        demand(
          each === null || !found.isSettled(side, routes.rootOf(at).tree, node, each.index),
          () =>
            `${JSON.stringify(request)} is handled differently, but no request is said to notice ${side} ${each?.index}`,
        );
    }
  }
}

/** What the words of each change say of a request is so. */
function demandWords({ found, replaying, sample, sides }: Compared): void {
  const domains = SIDES.flatMap((side) =>
    (sides[side].found.routeConfiguration.virtual_hosts ?? []).flatMap((host) => host.domains ?? []),
  );
  const told = found.changes
    .filter(({ standsFor }) => !standsFor.includes('virtual clusters'))
    .map((change) => ({
      change,
      words: readWords(change.standsFor, domains),
      isOnly: isOnlyPair(found, change, sides),
    }));
  const asNamed = namingOf(sides.before, sides.after);
  // Where one side alone leaves the port aside, words say so in their own way.
  if (asNamed === undefined) return;
  for (let index = 0; index < SAMPLES_OF_WORDS; index++) {
    const request = sample();
    const looked = seen(asNamed(request), sides.before.context.namespace);
    for (const { change, words, isOnly } of told) {
      const { before, after, standsFor } = change;
      const isNamed = words.fits(looked);
      const isTakenBy = (branches: boolean): boolean =>
        SIDES.some(
          (side) => words.unnamed[side] && isTakenBefore(sides[side], change[side], looked, branches),
        );
      const isTaken = isTakenBy(false);
      const ways = replaying.both(request);
      const say = (what: string) => () => `${JSON.stringify(request)} ${what} "${standsFor}"`;
      const isOpen = ways.before.open !== undefined || ways.after.open !== undefined;
      if (words.isAll && isNamed && !isTakenBy(words.unnamed.branches) && !isOpen)
        demand(differingAspects(ways.before, ways.after).length > 0, say('is handled as before, but fits'));
      const isAlike = isSameWay(before, ways.before) && isSameWay(after, ways.after);
      if (isAlike && isOnly && words.isWhole)
        demand(isNamed && !isTaken, say('comes to the same routes, but does not fit'));
    }
  }
}

/** A request as words name it: without what neither side looks at; undefined where just one of them does. */
function namingOf(...sides: readonly Served[]): ((request: Request) => Request) | undefined {
  const [one, other] = sides.map(({ found: { routeConfiguration: own } }) => [
    own.ignore_port_in_host_matching === true,
    own.ignore_path_parameters_in_path_matching === true,
  ]);
  if (one === undefined || other === undefined || one.some((each, at) => each !== other[at]))
    return undefined;
  const [ignoresPort, ignoresParameters] = one;
  return (request) => ({
    ...request,
    ...(ignoresPort === true ? { authority: withoutPort(request.authority) } : {}),
    ...(ignoresParameters === true
      ? { path: request.path.replace(/^[^?]*/, (path) => path.replace(/;[^/]*/g, '')) }
      : {}),
  });
}

/** Whether one pair alone has the routes that the words are about, which in a tree stand in several places. */
function isOnlyPair(
  { changes }: BehaviourResult,
  told: BehaviourResult['changes'][number],
  sides: Compared['sides'],
): boolean {
  const isTold = (side: 'before' | 'after', { virtualHost, route }: RoutePair['before']): boolean => {
    const { virtual_hosts: hosts = [] } = sides[side].found.routeConfiguration;
    return (
      hosts[virtualHost ?? -1]?.name === (told[side].virtual_host ?? undefined) &&
      route === told[side].route?.index
    );
  };
  const pairs = changes.flatMap(({ routePairs }) => routePairs);
  return pairs.filter((pair) => SIDES.every((side) => isTold(side, pair[side]))).length === 1;
}

/** Whether a route before the one where a request lands takes it. */
function isTakenBefore(
  { found, context }: Served,
  { virtual_host, route }: SideOutcome,
  request: SeenRequest,
  byBranches: boolean,
): boolean {
  const host = found.routeConfiguration.virtual_hosts?.find(({ name }) => name === virtual_host);
  const routes = host?.routes ?? [];
  const takes = ({ match }: (typeof routes)[number]): boolean =>
    matchesRoute(lowerMatch(match), request, context.regexes) === true;
  if (host === undefined || route === null) {
    const first = routes.find(takes);
    return first !== undefined && (byBranches || !isEnd(first));
  }
  const places = samePlaces(host, route.index);
  return routes.slice(0, Math.max(...places)).some((each, at) => !places.includes(at) && takes(each));
}

/** Whether a request comes to the same route, and to what is done there, as one that is told. */
function isSameWay(
  { route, virtual_host: host, outcome }: SideOutcome,
  { trace }: BothWays['before'],
): boolean {
  return (
    outcome.kind !== 'random' &&
    outcome.kind === trace.outcome.kind &&
    host === trace.virtual_host &&
    route?.index === trace.route?.index
  );
}

const kept = keptPairs.map((texts) => ({ texts, isKept: true }));
const edited = pairsOfTexts.map((texts) => ({ texts, isKept: false }));
const mostlyKept = fc.oneof({ weight: 3, arbitrary: kept }, { weight: 1, arbitrary: edited });

export function behaviourLawsOf(compare: Compare): readonly Law[] {
  return [
    law(
      {
        id: 'behaviour-equal',
        says: `What is said to behave alike does so on ${SAMPLES_OF_EQUAL} requests made of what both sides mention; nothing is said to differ after an edit that keeps behaviour`,
        runs: 70,
        slow: 10,
      },
      [mostlyKept, fc.nat()],
      ({ texts, isKept }, seed) => {
        const compared = startComparing(compare, texts, seed);
        const { equal, changes } = compared.found;
        if (isKept) demandSame(changes.length, 0, 'changes after an edit that keeps behaviour');
        if (equal) demandCovered(compared, SAMPLES_OF_EQUAL);
      },
    ),
    law(
      {
        id: 'behaviour-covered',
        says: 'Each request that is handled differently is among what is reported; each request that is reported is handled differently, as is said',
        runs: 1200,
      },
      [pairsOfTexts, fc.nat()],
      (texts, seed) => {
        const compared = startComparing(compare, texts, seed);
        demandCovered(compared, SAMPLES_OF_DIFFERENT);
        demandReplayed(compared);
      },
    ),
    law(
      {
        id: 'behaviour-settled',
        says: 'No request that is handled differently comes to a route whose change is said to go unnoticed',
        runs: 600,
      },
      [pairsOfTexts, fc.nat()],
      (texts, seed) => demandSettled(startComparing(compare, texts, seed)),
    ),
    law(
      {
        id: 'behaviour-words',
        says: 'The words for a group of requests fit just those that come to its routes, and all that they fit differ',
        runs: 400,
      },
      [pairsOfTexts, fc.nat()],
      (texts, seed) => demandWords(startComparing(compare, texts, seed)),
    ),
    law(
      {
        id: 'behaviour-mirror',
        says: 'A configuration behaves as itself; swapping sides mirrors the changes',
        runs: 400,
      },
      [pairsOfTexts],
      (texts) => {
        const [before, after] = [opened(texts.before, OLDER), opened(texts.after, OLDER)];
        const { equal, changes, undecided, reorders } = compare(before, opened(texts.before, OLDER));
        demandSame(
          [equal, changes.length, undecided.length, reorders.length],
          [true, 0, 0, 0],
          'equal, changes, undecided parts and reorders beside itself',
        );
        const [there, back] = [compare(before, after), compare(after, before)];
        if (there.undecided.length + back.undecided.length > 0) return;
        const pairsOf = (result: BehaviourResult, one: 'before' | 'after', other: 'before' | 'after') =>
          result.changes
            .flatMap(({ routePairs }) => routePairs.map((pair) => JSON.stringify([pair[one], pair[other]])))
            .sort();
        demandSame(pairsOf(back, 'after', 'before'), pairsOf(there, 'before', 'after'), 'pairs of routes');
      },
    ),
  ];
}

const deadRoutes = law(
  {
    id: 'dead-routes',
    says: 'Where all changes are said to be of routes that no request comes to, or to go unnoticed, every request is handled as before',
    runs: 400,
  },
  [mostlyKept, fc.nat()],
  ({ texts }, seed) => {
    const [before, after] = [opened(texts.before, OLDER), opened(texts.after, OLDER)];
    const compared = startComparing(properly, texts, seed);
    const { isSettled } = compared.found;
    const { changes } = diffConfigurations([before], [after], { deadRoutes: true, isSettled });
    if (changes.length === 0 || !changes.every(hasOwnReason)) return;
    demandSame(compared.found.changes.length, 0, 'changes of what requests meet');
    demandCovered({ ...compared, found: { ...compared.found, equal: true } }, SAMPLES_OF_DEAD);
  },
);

/** The same for version 3, with routes below matcher trees. */
export function newerLawsOf(compare: Compare): readonly Law[] {
  return [
    law(
      {
        id: 'behaviour-newer',
        says: 'Of configurations of version 3, matcher trees included: what is handled differently is among what is reported, what is reported is handled differently as is said, and what is said to behave alike does so',
        runs: 500,
      },
      [pairsOfVersionThree, fc.nat()],
      (texts, seed) => {
        const compared = startComparing(compare, texts, seed);
        demandCovered(compared, compared.found.equal ? 10 * SAMPLES_OF_DIFFERENT : SAMPLES_OF_DIFFERENT);
        demandReplayed(compared);
      },
    ),
    law(
      {
        id: 'behaviour-newer-words',
        says: 'Of configurations of version 3, matcher trees included: the words for a group of requests fit just those that come to its routes, and all that they fit differ',
        runs: 400,
      },
      [pairsOfVersionThree, fc.nat()],
      (texts, seed) => demandWords(startComparing(compare, texts, seed)),
    ),
  ];
}

export const behaviourLaws: readonly Law[] = [
  ...behaviourLawsOf(properly),
  deadRoutes,
  ...newerLawsOf(properly),
];
