/** What a comparison comes to, as all formats print it. */
import type { Change, Level as DiffLevel } from '../../diff/index.ts';
import type { ComparedPair, MovedResult } from '../../results/comparison.ts';
import { REROUTED } from '../../results/group-fingerprint.ts';
import type { ShownLines } from '../../results/kept-lines.ts';
import type { Part, RunFacts } from '../../results/run.ts';
import { type Redact, showAll } from '../../results/secrets/redact.ts';
import { counted, countedLevel } from '../../source/counted.ts';
import type { FilePair } from '../html/sides.ts';
import { requestsVerdict } from './requests-verdict.ts';

export const REFUSED_TITLE = 'Refused by the proxy';

/** Whether a change is an error that is new. */
export function isRefusal({ rule }: Pick<Change, 'rule'>): boolean {
  return rule === 'refused';
}

/** A file of one side, for excerpts. */
export interface ComparedFile {
  readonly name: string;
  readonly lines: ShownLines;
}

export interface DiffReport {
  readonly pairs: readonly ComparedPair[];
  readonly files: { readonly before: readonly ComparedFile[]; readonly after: readonly ComparedFile[] };
  /** The files of each pair beside each other; only where the format shows them. */
  readonly texts?: readonly (readonly FilePair[])[];
  readonly redact: Redact;
  readonly version: string;
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
  const undecided = pairs.reduce((total, { behaviour }) => total + (behaviour?.undecided.length ?? 0), 0);
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

/** `Cluster shop`, or `Bootstrap` where it has no name. */
export function resourceText({ resource, within }: Change): string {
  const own = resource.name === '' ? resource.type : `${resource.type} ${resource.name}`;
  const around = within.map(({ type, name }) => (name === '' ? type : `${type} ${name}`));
  return around.length === 0 ? own : `${own} (in ${around.join(' in ')})`;
}

/** Changes by their resource, in the order in which they are listed. */
export function byResource(changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> {
  const found = new Map<string, Change[]>();
  for (const change of changes) {
    const key = resourceText(change);
    const list = found.get(key);
    if (list) list.push(change);
    else found.set(key, [change]);
  }
  return found;
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
