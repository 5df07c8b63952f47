/** What a comparison says about one pair of files, as plain data: kept, written and read again without the files. */

import type { Landing } from '../../diff/behaviour/index.ts';
import type { Change } from '../../diff/index.ts';
import type { Outcome } from '../../routing/index.ts';
import type { ReportedFinding } from '../analyze/report.ts';
import { pairObject } from '../diff/json.ts';
import type { ComparedPair, DiffReport, ReportedBehaviour, ReportedMoved } from '../diff/report.ts';
import { type Redact, showAll } from '../redact.ts';
import { findings, request } from './analyze-part.ts';
import { detached } from './detached.ts';
import type { Part, RunFacts } from './part.ts';
import { place, range, resource } from './places.ts';
import {
  amount,
  anything,
  count,
  flag,
  list,
  object,
  oneOf,
  optional,
  orNull,
  record,
  type Shape,
  text,
} from './shape.ts';

const side = object({
  value: anything,
  origin: oneOf('written', 'default', 'migrated'),
  why: optional(text),
  file: text,
  range,
  pointer: text,
  document: optional(count),
  embedded: optional(text),
});

const writtenChange = object({
  rule: text,
  level: oneOf('breaking', 'warning', 'info', 'cosmetic'),
  kind: oneOf('added', 'removed', 'changed', 'moved', 'renamed'),
  resource,
  within: optional(list(resource)),
  path: text,
  before: orNull(side),
  after: orNull(side),
  fingerprint: text,
  message: text,
  reason: text,
});

export const change: Shape<Change> = (data, at) => ({ within: [], ...writtenChange(data, at) });

const headerChanges = object({
  add: list(object({ key: text, value: text, append: flag })),
  remove: list(text),
});

/** What reports say of an outcome is looked at; the rest is carried along. */
const outcome: Shape<Outcome> = (data, at) => {
  const { kind } = object({
    kind: oneOf('forward', 'redirect', 'direct_response', 'not_found', 'random', 'undecided'),
    clusters: list(object({ name: text, weight: amount })),
    status: orNull(amount),
    location: orNull(text),
    path: orNull(text),
    host: orNull(text),
    timeout: orNull(text),
    idle_timeout: orNull(text),
    max_grpc_timeout: orNull(text),
    priority: anything,
    retry_policy: orNull(record),
    mirror: list(object({ cluster: text, numerator: amount, denominator: amount })),
    cors: orNull(record),
    hash_policy: list(record),
    metadata_match: record,
    request_headers: headerChanges,
    response_headers: headerChanges,
    rate_limit_descriptors: list(list(object({ key: text, value: text }))),
    virtual_cluster: orNull(text),
  })(data, at);
  if (kind === 'random') object({ branches: list(object({ share: amount, outcome })) })(data, at);
  if (kind === 'undecided') object({ reason: text })(data, at);
  return record(data, at) as unknown as Outcome;
};

const landing: Shape<Landing> = object({
  outcome,
  body: optional(record),
  virtual_host: orNull(text),
  route: orNull(object({ index: count, name: orNull(text) })),
  why: optional(text),
  place: optional(place),
});

const writtenMoved = object({
  request,
  before: landing,
  after: landing,
  message: text,
  stands_for: text,
  aspects: list(text),
  route_pairs: count,
});

export const moved: Shape<ReportedMoved> = (data, at) => {
  const { stands_for: standsFor, route_pairs: pairs, ...rest } = writtenMoved(data, at);
  return { ...rest, standsFor, pairs };
};

export const undecided = object({ reason: text, where: text, refused: optional(flag) });

const writtenReorder = object({
  virtual_host: text,
  moved: list(object({ before: count, after: count })),
  harmless: flag,
  proof: text,
});

export const reorder: Shape<ReportedBehaviour['reorders'][number]> = (data, at) => {
  const { virtual_host: virtualHost, moved: moves, proof } = writtenReorder(data, at);
  return { virtualHost, moved: moves, harmless: true, proof };
};

/** A route configuration by its name. */
export const routesName: Shape<{ readonly name: string | null }> = (data, at) => ({
  name: orNull(text)(data, at),
});

const writtenBehaviour = object({
  equal: flag,
  compared: optional(count),
  undecided: list(undecided),
  reorders: list(reorder),
  removed: list(routesName),
  added: list(routesName),
  changes: list(moved),
});

const behaviour: Shape<ReportedBehaviour> = (data, at) => {
  const { compared = 0, ...rest } = writtenBehaviour(data, at);
  return { ...rest, compared };
};

/** Changes by level. */
export const levelCounts = object({ breaking: count, warning: count, info: count, cosmetic: count });

const written = object({
  file: text,
  before: orNull(text),
  after: orNull(text),
  equal: flag,
  summary: levelCounts,
  ignored: optional(count),
  remarks: optional(list(text)),
  refused: optional(object({ before: findings, after: findings })),
  changes: list(change),
  behaviour: optional(behaviour),
});

/** A pair as {@link pairObject} wrote it. */
export const comparedPart: Shape<ComparedPair> = (data, at) => {
  const { file, before, after, equal, summary, changes, behaviour: told, ...rest } = written(data, at);
  const { ignored = 0, remarks = [], refused } = rest;
  return {
    name: file,
    ...(before === null ? {} : { before }),
    ...(after === null ? {} : { after }),
    // Where only requests fare differently, the behaviour says so.
    result: { equal: equal || told?.equal === false, changes, summary, ignored, remarks },
    ...(refused === undefined ? {} : { refused }),
    ...(told === undefined ? {} : { behaviour: told }),
  };
};

/** A pair cut loose from its files. What only some formats show stays as it is. */
export function loosePair(pair: ComparedPair, redact: Redact): ComparedPair {
  const { patch, picture, files } = pair;
  return {
    ...comparedPart(detached(pairObject(pair), redact), ''),
    ...(patch === undefined ? {} : { patch }),
    ...(picture === undefined ? {} : { picture }),
    ...(files === undefined ? {} : { files }),
  };
}

/** The same pair under the names of other files with the same contents. */
export function renamedPair(
  pair: ComparedPair,
  names: { readonly name: string; readonly before?: string; readonly after?: string },
): ComparedPair {
  const { before: _before, after: _after, ...rest } = pair;
  const named = <T extends { readonly file: string }>(each: T, which: 'before' | 'after'): T =>
    each.file === pair[which] ? { ...each, file: names[which] ?? each.file } : each;
  const landed = (each: Landing, which: 'before' | 'after'): Landing =>
    each.place === undefined ? each : { ...each, place: named(each.place, which) };
  const { result, refused, behaviour: told } = pair;
  const found = (each: ReportedFinding, which: 'before' | 'after'): ReportedFinding => ({
    ...named(each, which),
    related: each.related.map((other) => named(other, which)),
  });
  return {
    ...rest,
    ...names,
    ...(refused === undefined
      ? {}
      : {
          refused: {
            before: refused.before.map((each) => found(each, 'before')),
            after: refused.after.map((each) => found(each, 'after')),
          },
        }),
    result: {
      ...result,
      changes: result.changes.map((each) => ({
        ...each,
        before: each.before && named(each.before, 'before'),
        after: each.after && named(each.after, 'after'),
      })),
    },
    ...(told === undefined
      ? {}
      : {
          behaviour: {
            ...told,
            changes: told.changes.map((each) => ({
              ...each,
              before: landed(each.before, 'before'),
              after: landed(each.after, 'after'),
            })),
          },
        }),
  };
}

/** What is counted of a pair. */
export function pairCounts({ result, behaviour: told }: ComparedPair) {
  return { ...result.summary, rerouted: told?.changes.length ?? 0 };
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
