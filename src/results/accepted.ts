/** Differences that somebody looked at and accepted: a later comparison leaves them out, by their fingerprints. */
import type { BaselineEntry, Hidden } from '../analyze/suppression/baseline.ts';
import type { Level } from '../diff/index.ts';
import { fingerprintOf } from '../model/fingerprints.ts';
import { REROUTED, ROUTES_GONE, ROUTES_NEW, UNDECIDED } from '../model/request-rules.ts';
import {
  type AcceptedDifference,
  type ComparedBehaviour,
  type ComparedPair,
  isSettled,
  openParts,
} from './comparison.ts';
import { wholeRoutesText } from './requests.ts';

/** Everything that a pair shows as different, as a file of accepted differences lists it. */
export function acceptable(pair: ComparedPair): readonly BaselineEntry[] {
  const { result, behaviour } = pair;
  const file = fileOf(pair);
  return [...result.changes, ...(behaviour === undefined ? [] : behaviourEntries(behaviour))].map(
    ({ fingerprint, rule, message }) => ({ fingerprint, rule, file, message }),
  );
}

/** The file that an accepted difference is said to be in: the later one where there are two. */
export function fileOf({ before, after, name }: ComparedPair): string {
  return after ?? before ?? name;
}

function behaviourEntries(told: ComparedBehaviour) {
  const { changes, removed, added } = told;
  return [
    ...changes.map(movedEntry),
    ...removed.map((name) => routesEntry(ROUTES_GONE, name)),
    ...added.map((name) => routesEntry(ROUTES_NEW, name)),
    ...openParts(told).map(openEntry),
  ];
}

type Moved = ComparedBehaviour['changes'][number];
type Open = ComparedBehaviour['undecided'][number];

function movedEntry(moved: Moved): AcceptedDifference {
  const { fingerprint = '', rule = REROUTED, level, message } = moved;
  return { fingerprint, rule, level, message };
}

function routesEntry(rule: string, name: string | null): AcceptedDifference {
  const message = wholeRoutesText(rule === ROUTES_GONE ? 'gone' : 'new', name);
  return { fingerprint: fingerprintOf([rule, name ?? '']), rule, level: 'info', message };
}

function openEntry({ where, reason }: Open): AcceptedDifference {
  const message = `${where}: ${reason}`;
  return { fingerprint: fingerprintOf([UNDECIDED, where, reason]), rule: UNDECIDED, level: 'info', message };
}

/** A pair without what was accepted; what is left out is listed, and no longer counted. */
export function withoutAccepted(pair: ComparedPair, known: Hidden): ComparedPair {
  const file = fileOf(pair);
  const accepted: AcceptedDifference[] = [];
  const left = <T>(items: readonly T[], entryOf: (item: T) => AcceptedDifference): readonly T[] =>
    items.filter((item) => {
      const entry = entryOf(item);
      if (!known.hides({ ...entry, file })) return true;
      accepted.push(entry);
      return false;
    });
  const { result, behaviour } = pair;
  const changes = left(result.changes, ({ fingerprint, rule, level, message }) => ({
    ...{ fingerprint, rule, level, message },
  }));
  const gone = (level: Level): number => accepted.filter((each) => each.level === level).length;
  const { breaking, warning, info, cosmetic } = result.summary;
  const summary = {
    breaking: breaking - gone('breaking'),
    warning: warning - gone('warning'),
    info: info - gone('info'),
    cosmetic: cosmetic - gone('cosmetic'),
  };
  const told = behaviour && {
    ...behaviour,
    changes: left(behaviour.changes, movedEntry),
    removed: left(behaviour.removed, (name) => routesEntry(ROUTES_GONE, name)),
    added: left(behaviour.added, (name) => routesEntry(ROUTES_NEW, name)),
    undecided: left(behaviour.undecided, openEntry),
  };
  if (accepted.length === 0) return pair;
  return {
    ...pair,
    result: { ...result, changes, summary },
    ...(told === undefined ? {} : { behaviour: told }),
    accepted: [...(pair.accepted ?? []), ...accepted],
  };
}

/** Whether nothing is left of what requests are told to do otherwise. */
export function isAccepted({ accepted = [], behaviour }: ComparedPair): boolean {
  return accepted.length > 0 && behaviour !== undefined && isSettled(behaviour);
}
