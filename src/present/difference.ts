/** Differences as every report shows them: the verdict, changes and groups of requests, each in the one sentence that all use. */
import type { Change, Level as DiffLevel } from '../diff/index.ts';
import { fingerprints } from '../model/fingerprints.ts';
import { REROUTED, UNDECIDED } from '../model/request-rules.ts';
import { type ComparedPair, type MovedResult, openParts } from '../results/comparison.ts';
import type { ShownLines } from '../results/detached.ts';
import { requestText } from '../results/requests.ts';
import type { Part, RunFacts } from '../results/run.ts';
import { type Redact, showAll } from '../results/secrets/redact.ts';
import { counted, countedLevel, grouped } from '../source/counted.ts';
import type { LineIndex, Range } from '../source/lines.ts';
import { holderText, isRefusal } from './changes.ts';
import { outcomeTexts } from './outcomes.ts';

/** A file of one side, for excerpts. */
export interface ComparedFile {
  readonly name: string;
  readonly lines: ShownLines;
}

/** A file on both sides, or on one. */
export interface FilePair {
  readonly before?: { readonly name: string; readonly lines: LineIndex };
  readonly after?: { readonly name: string; readonly lines: LineIndex };
}

export interface DiffReport {
  readonly pairs: readonly ComparedPair[];
  readonly files: { readonly before: readonly ComparedFile[]; readonly after: readonly ComparedFile[] };
  /** The files of each pair beside each other; only where the format shows them. */
  readonly texts?: readonly (readonly FilePair[])[];
  readonly redact: Redact;
  readonly version: string;
  /** What changes are listed under, instead of their resources. */
  readonly by?: 'source' | undefined;
  /** What to say where there is no pair. */
  readonly nothing?: string;
  /** What is said about the run, and the positions of the pairs among all of them, where they are known. */
  readonly run?: RunFacts & { readonly orders: readonly number[] };
}

export const DIFF_LEVELS: readonly DiffLevel[] = ['breaking', 'warning', 'info', 'cosmetic'];

export interface DiffSummary {
  readonly breaking: number;
  readonly warning: number;
  readonly info: number;
  readonly cosmetic: number;
  /** Groups of requests whose outcome differs. */
  readonly rerouted: number;
  /** Differences that were accepted earlier and are left out; absent where there are none. */
  readonly accepted?: number;
}

export function diffSummary({ pairs }: Pick<DiffReport, 'pairs'>): DiffSummary {
  const sum = (level: DiffLevel): number =>
    pairs.reduce((total, { result }) => total + result.summary[level], 0);
  return {
    breaking: sum('breaking'),
    warning: sum('warning'),
    info: sum('info'),
    cosmetic: sum('cosmetic'),
    rerouted: movedIn(pairs).length,
    ...acceptedCount(pairs),
  };
}

function acceptedCount(pairs: readonly ComparedPair[]): { readonly accepted?: number } {
  const count = pairs.reduce((total, { accepted = [] }) => total + accepted.length, 0);
  return count === 0 ? {} : { accepted: count };
}

/** How many differences were left out since they were accepted, in words; undefined where none was. */
export function acceptedText({ pairs }: Pick<DiffReport, 'pairs'>): string | undefined {
  const { accepted: count } = acceptedCount(pairs);
  return count === undefined ? undefined : `${counted(count, 'accepted difference')} left out`;
}

/** Whether requests pass on one side only. */
export function isAccess({ rule }: Pick<MovedResult, 'rule'>): boolean {
  return rule !== undefined && rule !== REROUTED;
}

export function movedIn(pairs: readonly ComparedPair[]): readonly MovedResult[] {
  return pairs.flatMap(({ behaviour }) => behaviour?.changes ?? []);
}

/** Whether nothing differs in meaning. */
export function isEqual({ pairs }: Pick<DiffReport, 'pairs'>): boolean {
  return pairs.every(({ result, behaviour }) => result.equal && behaviour?.equal !== false);
}

/** The most severe level of anything that differs; undefined where nothing does. */
export function mostSevere(report: Pick<DiffReport, 'pairs'>): DiffLevel | undefined {
  const summary = diffSummary(report);
  const moved = new Set(movedIn(report.pairs).map((each) => each.level));
  return DIFF_LEVELS.find((level) => summary[level] > 0 || moved.has(level));
}

/** The answer in one line. */
export function verdict(report: DiffReport): string {
  const summary = diffSummary(report);
  const { pairs, nothing = 'no configuration to compare' } = report;
  if (pairs.length === 0) return nothing;
  const undecided = pairs.reduce(
    (total, { behaviour }) => total + (behaviour ? openParts(behaviour).length : 0),
    0,
  );
  const open = undecided === 0 ? '' : `; ${counted(undecided, 'part')} undecided`;
  if (isEqual(report)) {
    const form = summary.cosmetic === 0 ? '' : `; ${counted(summary.cosmetic, 'difference')} in form only`;
    return `equal in meaning${form}${open}`;
  }
  const counts = DIFF_LEVELS.slice(0, 3).flatMap((level) =>
    summary[level] === 0 ? [] : countedLevel(summary[level], level),
  );
  const refused = pairs.flatMap(({ result }) => result.changes.filter(isRefusal)).length;
  const refusal =
    refused === 0 ? [] : [`the proxy refuses the second side (${counted(refused, 'new error')})`];
  const changes = counts.length === 0 ? [] : [`changes: ${counts.join(', ')}`];
  // Requests that are handled differently are a change, whatever it comes from.
  const parts = [...refusal, ...changes, ...requestsVerdict(pairs)];
  const accepted = acceptedText(report);
  const nothingLeft =
    accepted === undefined ? 'no difference found' : 'nothing differs but what was accepted';
  const leftOut = accepted === undefined ? '' : `; ${accepted}`;
  return `${parts.length === 0 ? nothingLeft : parts.join('; ')}${open}${leftOut}`;
}

/** The pairs of a run as one report, in the order of the inputs. */
export function diffReportOf(
  parts: readonly Part<ComparedPair>[],
  run: RunFacts,
  version: string,
): DiffReport {
  const done = parts.flatMap((part) => (part.kind === 'done' ? [part] : []));
  return {
    pairs: done.map(({ result }) => result),
    files: { before: [], after: [] },
    redact: showAll,
    version,
    run: { ...run, orders: done.map(({ order }) => order) },
  };
}

export interface Statement {
  readonly rule: string;
  readonly level: DiffLevel;
  readonly message: string;
  readonly file: string;
  readonly range?: Range;
  readonly resource: string;
  readonly fingerprint: string;
}

/** Everything that a comparison says, the most severe of each pair first. */
export function statementsOf({ pairs }: DiffReport): readonly Statement[] {
  const print = fingerprints();
  return pairs.flatMap((pair) => [
    ...pair.result.changes.filter(isRefusal).map((change) => changeStatement(change, pair)),
    ...(pair.behaviour?.changes ?? []).map((moved) => movedStatement(moved, pair)),
    ...pair.result.changes
      .filter((change) => !isRefusal(change))
      .map((change) => changeStatement(change, pair)),
    ...(pair.behaviour ? openParts(pair.behaviour) : []).map(({ where, reason }) =>
      statement(UNDECIDED, 'info', `${where}: ${reason}`, pair, print([UNDECIDED, where, reason])),
    ),
  ]);
}

/** Places are those of the new file, since that is what a review shows; of the old one where the new has none. */
function changeStatement(change: Change, pair: ComparedPair): Statement {
  const { rule, level, message, reason, fingerprint } = change;
  const side = change.after ?? change.before;
  return {
    rule,
    level,
    message: reason === '' ? message : `${message}. ${reason}`,
    file: side?.file ?? fileOf(pair),
    ...(side === null ? {} : { range: side.range }),
    resource: holderText(change),
    fingerprint,
  };
}

function movedStatement(moved: MovedResult, pair: ComparedPair): Statement {
  const { request, before, after, stands_for: standsFor } = moved;
  const { before: was, after: is, rest } = outcomeTexts(moved);
  const stands = standsFor === '' ? '' : ` (${standsFor})`;
  const message = `${requestText(request)}${stands}: before it ${was}, now it ${is}${rest === '' ? '' : `; ${rest}`}`;
  const place = after.place ?? before.place;
  const made = statement(moved.rule ?? REROUTED, moved.level, message, pair, moved.fingerprint ?? '');
  return place === undefined ? made : { ...made, file: place.file, range: place.range };
}

function statement(
  rule: string,
  level: DiffLevel,
  message: string,
  pair: ComparedPair,
  fingerprint: string,
): Statement {
  return { rule, level, message, file: fileOf(pair), resource: '', fingerprint };
}

function fileOf({ before, after, name }: ComparedPair): string {
  return after ?? before ?? name;
}

/** What became of the requests of some pairs, in a few words each; empty where nothing can be said. */
export function requestsVerdict(pairs: readonly ComparedPair[]): readonly string[] {
  const told = pairs.flatMap(({ behaviour }) => behaviour ?? []);
  const sum = (count: (each: (typeof told)[number]) => number): number =>
    told.reduce((total, each) => total + count(each), 0);
  const moved = sum(({ changes }) => changes.length);
  const severe = sum(({ changes }) => changes.filter(({ level }) => level === 'breaking').length);
  const gone = sum(({ removed }) => removed.length);
  const born = sum(({ added }) => added.length);
  const differing = [
    ...(moved === 0
      ? []
      : [
          `${counted(moved, 'group')} of requests ${moved === 1 ? 'is' : 'are'} handled differently${severeWords(severe, moved)}`,
        ]),
    ...(gone === 0
      ? []
      : [`${counted(gone, 'route configuration')} ${gone === 1 ? 'routes' : 'route'} no request any more`]),
    ...(born === 0 ? [] : [`${counted(born, 'route configuration')} ${born === 1 ? 'is' : 'are'} new`]),
  ];
  if (differing.length > 0) return differing;
  // What was accepted may be about requests.
  if (pairs.some(({ accepted }) => accepted !== undefined)) return [];
  // A comparison of no routes says nothing about requests.
  if (sum((each) => openParts(each).length) > 0 || sum(({ compared }) => compared) === 0) return [];
  return [
    sum(({ undecided }) => undecided.length) > 0
      ? 'requests that still arrive are routed as before'
      : 'every request is routed as before',
  ];
}

/** How many groups of requests are served no more, or without TLS. */
function severeWords(severe: number, all: number): string {
  if (severe === 0) return '';
  return severe === all ? ' (breaking)' : ` (${grouped(severe)} breaking)`;
}
