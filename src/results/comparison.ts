/** What a comparison says about one pair of files, as plain data: kept, written and read again without the files. */
import type { BehaviourResult, ChangedRequests, SideOutcome } from '../diff/behaviour/index.ts';
import type { BeyondRoutes, Change, DiffOptions, DiffResult, Level, Patch } from '../diff/index.ts';
import { fingerprints } from '../model/fingerprints.ts';
import type { Place } from '../model/place.ts';
import type { Outcome } from '../routing/outcome/outcome.ts';
import { findingResult } from './analysis.ts';
import { detached, renamedFiles } from './detached.ts';
import type { Picture } from './picture/picture.ts';
import { groupParts, MOVED_RULES, movedLevel, movedRule } from './requests.ts';
import type { Redact } from './secrets/redact.ts';
import {
  amount,
  anything,
  change,
  count,
  type FindingResult,
  findings,
  flag,
  levelCounts,
  list,
  object,
  oneOf,
  optional,
  orNull,
  place,
  record,
  reorder,
  request,
  type Shape,
  text,
  undecided,
  word,
} from './shapes.ts';

/** The errors of both sides, as analysis reports them. */
export interface RefusedSides {
  readonly before: readonly FindingResult[];
  readonly after: readonly FindingResult[];
}

/** A difference that was accepted earlier and is left out. */
export interface AcceptedDifference {
  readonly fingerprint: string;
  readonly rule: string;
  readonly level: Level;
  readonly message: string;
}

/** Two files, or two sets of files that each form one configuration. */
export interface ComparedPair {
  /** What to call it: the path that both sides share, or both names. */
  readonly name: string;
  /** The path that the file had before, where git says that it was renamed. */
  readonly renamedFrom?: string;
  /** Where a fleet was compared: the nodes of which all of it holds. */
  readonly nodes?: readonly string[];
  /** Absent where there is nothing on that side: the file is new, or gone. */
  readonly before?: string;
  readonly after?: string;
  readonly result: DiffResult;
  /** For which errors the proxy refuses a side; absent where it refuses neither. */
  readonly refused?: RefusedSides;
  /** Absent where it was not asked for. */
  readonly behaviour?: ComparedBehaviour;
  /** What was accepted earlier; absent where nothing was. */
  readonly accepted?: readonly AcceptedDifference[];
  /** Absent where it was not asked for. */
  readonly patch?: Patch;
  /** What leads where on both sides; only where the format shows it. */
  readonly picture?: Picture;
}

/** A change as it was written: what stands in nothing says so by leaving it out. */
export const readChange: Shape<Change> = (data, at) => ({ within: [], ...change(data, at) });

const headerChanges = object({
  add: list(object({ key: text, value: text, append: flag })),
  remove: list(text),
});

/** What reports say of an outcome is looked at; the rest is carried along. */
const outcome: Shape<Outcome> = (data, at) => {
  const { kind } = object({
    kind: oneOf(
      'forward',
      'redirect',
      'direct_response',
      'answered',
      'closed',
      'not_found',
      'random',
      'undecided',
    ),
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
  const whole: unknown = record(data, at);
  return whole as Outcome;
};

const sideOutcome: Shape<SideOutcome> = object({
  outcome,
  body: optional(record),
  virtual_host: orNull(text),
  route: orNull(object({ index: count, name: orNull(text) })),
  why: optional(text),
  place: optional(object(place)),
});

/** Requests that change in the same way. */
export const moved = object({
  request,
  /** Left out by older versions, which knew no access. */
  rule: optional(oneOf(...MOVED_RULES)),
  level: oneOf('breaking', 'warning', 'info', 'cosmetic'),
  before: sideOutcome,
  after: sideOutcome,
  message: text,
  stands_for: text,
  aspects: list(text),
  route_pairs: count,
  /** Of what is shown, so that it is made where secrets are hidden. */
  fingerprint: optional(word),
});

export type MovedResult = ReturnType<typeof moved>;

/** What became of requests; `removed` and `added` are the names of route configurations. */
const behaviour = object({
  equal: flag,
  compared: optional(count),
  undecided: list(undecided),
  reorders: list(reorder),
  removed: list(orNull(text)),
  added: list(orNull(text)),
  changes: list(moved),
});

export type ComparedBehaviour = Required<ReturnType<typeof behaviour>>;

/** What stays open of the requests that arrive; which do is told by what changed. */
export function openParts({
  undecided: all,
}: Pick<ComparedBehaviour, 'undecided'>): ComparedBehaviour['undecided'] {
  return all.filter(({ beyond }) => beyond !== 'arrival');
}

/** Whether the requests that arrive are handled as they were, for certain. */
export function isSettled(told: ComparedBehaviour): boolean {
  return told.changes.length + told.removed.length + told.added.length + openParts(told).length === 0;
}

export const accepted: Shape<readonly AcceptedDifference[]> = list(
  object({
    fingerprint: word,
    rule: word,
    level: oneOf('breaking', 'warning', 'info', 'cosmetic'),
    message: text,
  }),
);

const written = object({
  file: text,
  before: orNull(text),
  after: orNull(text),
  equal: flag,
  summary: levelCounts,
  ignored: optional(count),
  remarks: optional(list(text)),
  refused: optional(object({ before: findings, after: findings })),
  changes: list(readChange),
  behaviour: optional(behaviour),
  accepted: optional(accepted),
});

/** A pair as the report in JSON has it. */
export const comparedPart: Shape<ComparedPair> = (data, at) => {
  const { file, before, after, equal, summary, changes, behaviour: told, ...rest } = written(data, at);
  const { ignored = 0, remarks = [], refused, accepted: known } = rest;
  return {
    name: file,
    ...(before === null ? {} : { before }),
    ...(after === null ? {} : { after }),
    // Where only requests are handled differently, the behaviour says so.
    result: { equal: equal || told?.equal === false, changes, summary, ignored, remarks },
    ...(refused === undefined ? {} : { refused }),
    ...(told === undefined ? {} : { behaviour: { compared: 0, ...told } }),
    ...(known === undefined ? {} : { accepted: known }),
  };
};

/** What a pair keeps of the errors of its sides. */
export function refusedResult({
  before,
  after,
}: {
  readonly before: readonly { readonly finding: Parameters<typeof findingResult>[0] }[];
  readonly after: readonly { readonly finding: Parameters<typeof findingResult>[0] }[];
}): Pick<ComparedPair, 'refused'> {
  if (before.length + after.length === 0) return {};
  const all = (side: typeof before) => side.map(({ finding }) => findingResult(finding));
  return { refused: { before: all(before), after: all(after) } };
}

/**
 * What a pair keeps of what became of requests.
 *
 * @param beyond what differs beyond routes: what it does to requests was not compared
 * @param rules levels that the settings give to rules
 */
export function behaviourResult(
  found: BehaviourResult,
  beyond: readonly BeyondRoutes[] = [],
  rules: DiffOptions['rules'] = new Map(),
): ComparedBehaviour {
  const { compared, changes, reorders, removed, added } = found;
  const equal = found.equal && beyond.length === 0;
  // Of several domains the same may be said.
  const undecided = new Map(
    [...found.undecided, ...beyond].map(({ reason, where, ...rest }) => [
      JSON.stringify([where, reason]),
      { reason, where, ...rest },
    ]),
  );
  return {
    equal,
    compared,
    undecided: [...undecided.values()],
    reorders: reorders.map(({ virtualHost, ...rest }) => ({ virtual_host: virtualHost, ...rest })),
    removed: removed.map(({ name }) => name),
    added: added.map(({ name }) => name),
    changes: changes.map((each) => movedResult(each, rules)),
  };
}

export function movedResult(
  found: ChangedRequests,
  rules: NonNullable<DiffOptions['rules']> = new Map(),
): MovedResult {
  const { request, before, after, message, standsFor, aspects, pairs } = found;
  // Whoever switches the rule off still sees that the requests are handled differently.
  const told: Parameters<typeof movedLevel>[0] =
    rules.get(movedRule(found)) === 'off' ? { request, before, after } : found;
  const rule = movedRule(told);
  const given = rules.get(rule);
  return {
    request,
    rule,
    level: given === undefined || given === 'off' ? movedLevel(told) : given,
    before: outcomeResult(before),
    after: outcomeResult(after),
    message,
    stands_for: standsFor,
    aspects,
    route_pairs: pairs,
  };
}

function outcomeResult({ place: at, ...rest }: SideOutcome): SideOutcome {
  return at === undefined ? rest : { ...rest, place: placeResult(at) };
}

/** In the order of the shape, which a result that came from another thread is read by. */
function placeResult({ file, api, release, pointer, range, document, embedded, source }: Place): Place {
  return {
    file,
    api,
    ...(release === undefined ? {} : { release }),
    ...(document === undefined ? {} : { document }),
    ...(embedded === undefined ? {} : { embedded }),
    pointer,
    range,
    ...(source === undefined ? {} : { source }),
  };
}

/** A pair cut loose from its files, secrets hidden; a patch and a picture are shown by reports that hide them. */
export function detachedPair({ patch, picture, ...pair }: ComparedPair, redact: Redact): ComparedPair {
  return {
    ...withFingerprints(detached(pair, redact)),
    ...(patch === undefined ? {} : { patch }),
    ...(picture === undefined ? {} : { picture }),
  };
}

/** Groups of requests get the fingerprints of what is shown of them. */
function withFingerprints(pair: ComparedPair): ComparedPair {
  const { behaviour: told } = pair;
  if (told === undefined) return pair;
  const print = fingerprints();
  const changes = told.changes.map((each) => ({ ...each, fingerprint: print(groupParts(each)) }));
  return { ...pair, behaviour: { ...told, changes } };
}

/** The same pair under the names of other files with the same contents. */
export function renamedPair(
  pair: ComparedPair,
  names: { readonly name: string; readonly before?: string; readonly after?: string },
): ComparedPair {
  const { name: _, before, after, patch, picture, ...said } = pair;
  const now = new Map<string, string>();
  if (before !== undefined && names.before !== undefined) now.set(before, names.before);
  if (after !== undefined && names.after !== undefined) now.set(after, names.after);
  return {
    ...renamedFiles(said, now),
    ...names,
    ...(patch === undefined ? {} : { patch }),
    ...(picture === undefined ? {} : { picture }),
  };
}

/** What is counted of a pair. */
export function pairCounts({ result, behaviour: told, accepted: known = [] }: ComparedPair): {
  readonly [name: string]: number;
} {
  return {
    ...result.summary,
    rerouted: told?.changes.length ?? 0,
    ...(known.length === 0 ? {} : { accepted: known.length }),
  };
}
