/** A comparison as the JSON report of the contract; its schema is docs/schemas/diff.schema.json. */

import type { Change } from '../../diff/index.ts';
import { type DiffReport, diffSummary, isEqual } from '../../present/difference.ts';
import { type ComparedBehaviour, type ComparedPair, pairCounts } from '../../results/comparison.ts';
import { runObject } from '../../results/run.ts';
import { jsonText } from '../data-text.ts';
import { partialMark } from '../run.ts';

/** Counts up when a reader of the older form would be misled. */
const FORMAT_VERSION = 1;

export function diffJson(report: DiffReport): string {
  const { pairs, version, redact, run } = report;
  const { equal, summary, refused, changes, behaviour } = diffObject(pairs);
  return jsonText(
    {
      cfgtool: { version, format_version: FORMAT_VERSION },
      ...partialMark(run),
      equal,
      summary,
      refused,
      files: pairs.map((pair, at) => fileObject(pair, run, at)),
      changes,
      behaviour,
      ...(run === undefined ? {} : { run: runObject(run) }),
    },
    redact,
  );
}

/** What differs between all pairs, one after the other. What is undefined is left out. */
export function diffObject(pairs: readonly ComparedPair[]) {
  const behaviours = pairs.flatMap(({ behaviour }) => behaviour ?? []);
  return {
    equal: isEqual({ pairs }),
    summary: diffSummary({ pairs }),
    ...refusedObject(pairs),
    changes: pairs.flatMap(({ result }) => result.changes.map(changeObject)),
    ...(behaviours.length === 0 ? {} : { behaviour: behaviourObject(behaviours) }),
  };
}

/** The errors of both sides, pair after pair; left out where the proxy refuses nothing. */
function refusedObject(pairs: readonly ComparedPair[]): Pick<ComparedPair, 'refused'> {
  const sides = pairs.flatMap(({ refused }) => refused ?? []);
  if (sides.length === 0) return {};
  return {
    refused: {
      before: sides.flatMap(({ before }) => before),
      after: sides.flatMap(({ after }) => after),
    },
  };
}

/** A pair, with how much of the lists that follow is its own: they hold one pair after the other. */
function fileObject(pair: ComparedPair, run: DiffReport['run'], at: number): object {
  const { name, nodes, before, after, result, refused, behaviour, accepted } = pair;
  return {
    name,
    ...(nodes === undefined ? {} : { nodes }),
    before: before ?? null,
    after: after ?? null,
    equal: isPairEqual(pair),
    summary: pairCounts(pair),
    ...(result.ignored === 0 ? {} : { ignored: result.ignored }),
    ...(result.remarks.length === 0 ? {} : { remarks: result.remarks }),
    ...(refused === undefined
      ? {}
      : { refused: { before: refused.before.length, after: refused.after.length } }),
    changes: result.changes.length,
    ...(behaviour === undefined ? {} : { behaviour: lengthsOf(behaviour) }),
    ...(accepted === undefined ? {} : { accepted }),
    ...(run?.shard === undefined ? {} : { order: run.orders[at] ?? at }),
  };
}

function isPairEqual({ result, behaviour }: ComparedPair): boolean {
  return result.equal && behaviour?.equal !== false;
}

function lengthsOf({
  equal,
  compared,
  undecided,
  reorders,
  removed,
  added,
  changes,
}: ComparedBehaviour): object {
  const lists = { undecided, reorders, removed, added, changes };
  return {
    equal,
    compared,
    ...Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, list.length])),
  };
}

/** A pair as a line of its own. */
export function pairObject(pair: ComparedPair): object {
  const { name, before, after, result, behaviour, accepted } = pair;
  return {
    file: name,
    before: before ?? null,
    after: after ?? null,
    // Which part of a pair differs counts where requests are not asked about.
    equal: isPairEqual(pair),
    summary: pairCounts(pair),
    ...(result.ignored === 0 ? {} : { ignored: result.ignored }),
    ...(result.remarks.length === 0 ? {} : { remarks: result.remarks }),
    ...refusedObject([pair]),
    changes: result.changes.map(changeObject),
    ...(behaviour === undefined ? {} : { behaviour: behaviourObject([behaviour]) }),
    ...(accepted === undefined ? {} : { accepted }),
  };
}

function changeObject({ rule, level, kind, resource, within, path, before, after, ...rest }: Change): object {
  const { fingerprint, message, reason } = rest;
  return {
    rule,
    level,
    kind,
    resource,
    ...(within.length === 0 ? {} : { within }),
    path,
    before,
    after,
    fingerprint,
    message,
    reason,
  };
}

function behaviourObject(behaviours: readonly ComparedBehaviour[]): ComparedBehaviour {
  return {
    equal: behaviours.every(({ equal }) => equal),
    compared: behaviours.reduce((total, { compared }) => total + compared, 0),
    undecided: behaviours.flatMap(({ undecided }) => undecided),
    reorders: behaviours.flatMap(({ reorders }) => reorders),
    removed: behaviours.flatMap(({ removed }) => removed),
    added: behaviours.flatMap(({ added }) => added),
    changes: behaviours.flatMap(({ changes }) => changes),
  };
}
