/** Reports of `--format json` and `--format ndjson`, read again as the parts that they were made from. */

import type { Data } from '../source/data.ts';
import { InputError } from '../source/errors.ts';
import { readJson } from '../source/json.ts';
import { plainValue, ROOT } from '../source/tree.ts';
import { type AnalyzedPart, analyzedPart, heldResult } from './analysis.ts';
import {
  accepted,
  type ComparedBehaviour,
  type ComparedPair,
  comparedPart,
  moved,
  readChange,
} from './comparison.ts';
import { keptLines, NO_LINES } from './detached.ts';
import { type MigratedFile, migratedPart } from './migration.ts';
import { type Command, type Part, runShape, type Shard, skippedShape, unreadShape } from './run.ts';
import {
  count,
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
  type Shape,
  ShapeError,
  text,
  undecided,
} from './shapes.ts';

interface ReadRun {
  /** What to call the report. */
  readonly name: string;
  readonly version: string;
  readonly found: boolean;
  readonly check?: boolean;
  readonly shard?: Shard;
  readonly left?: number;
  readonly missing?: readonly number[];
}

/** A report by its command, with the parts in their order. */
export type ReadReport = ReadRun &
  (
    | { readonly command: 'analyze'; readonly parts: readonly Part<AnalyzedPart>[] }
    | { readonly command: 'diff'; readonly parts: readonly Part<ComparedPair>[] }
    | { readonly command: 'migrate'; readonly parts: readonly Part<MigratedFile>[] }
  );

const head = object({
  version: text,
  format_version: oneOf(1),
  command: optional(oneOf('analyze', 'diff', 'migrate')),
});

const HINT = 'cfgtool report merge takes what analyze, diff and migrate write with --format json or ndjson';

/**
 * Reads a report.
 *
 * @param name what errors call it
 * @throws InputError where it is none, or breaks off
 */
export function readReport(name: string, content: string): ReadReport {
  try {
    return isLines(name, content) ? linesReport(name, content) : jsonReport(name, content);
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new InputError({ file: name, problem: `it is no report of cfgtool: ${error.message}`, hint: HINT });
  }
}

/** Lines name their command each; a JSON report names it at its end. */
function isLines(name: string, content: string): boolean {
  const end = content.indexOf('\n');
  try {
    const first = record(dataOf(name, end === -1 ? content : content.slice(0, end)), '');
    return head(first.cfgtool, '/cfgtool').command !== undefined;
  } catch (error) {
    if (error instanceof InputError || error instanceof ShapeError) return false;
    throw error;
  }
}

function dataOf(name: string, content: string): Data {
  if (content.trim() === '') throw new InputError({ file: name, problem: 'it is empty', hint: HINT });
  try {
    const [tree] = readJson(name, content);
    if (tree !== undefined) return plainValue(tree, ROOT);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const isCut = /^\s*\{/.test(content) && !/\}\s*$/.test(content);
    if (isCut) throw brokenOff(name);
    const problem = `it is no report of cfgtool: ${error.details.problem}`;
    throw new InputError({ ...error.details, problem, hint: HINT });
  }
  throw new InputError({ file: name, problem: 'it holds nothing', hint: HINT });
}

function brokenOff(name: string): InputError {
  return new InputError({
    file: name,
    problem: 'it breaks off before its last line',
    hint: 'the run that wrote it was killed; run it again',
  });
}

function jsonReport(name: string, content: string): ReadReport {
  const data = record(dataOf(name, content), '');
  const { version } = head(data.cfgtool, '/cfgtool');
  const { unread = [], skipped = [], ...run } = runShape(data.run, '/run');
  const facts: ReadRun = { name, version, ...run };
  const withOthers = <R>(done: readonly Part<R>[]): readonly Part<R>[] => {
    let next = done.length;
    return [
      ...done,
      ...unread.map(({ order = next++, ...each }) => ({ order, kind: 'unread' as const, unread: each })),
      ...skipped.map(({ order = next++, ...each }) => ({ order, kind: 'skipped' as const, skipped: each })),
    ].sort((left, right) => left.order - right.order);
  };
  switch (run.command) {
    case 'analyze':
      return { ...facts, command: 'analyze', parts: withOthers(jsonParts.analyze(data, '')) };
    case 'diff':
      return { ...facts, command: 'diff', parts: withOthers(jsonParts.diff(data, '')) };
    case 'migrate':
      return { ...facts, command: 'migrate', parts: withOthers(jsonParts.migrate(data, '')) };
  }
}

const lineHead = object({
  cfgtool: object({ version: text, format_version: oneOf(1), command: oneOf('analyze', 'diff', 'migrate') }),
  file: optional(text),
  order: optional(count),
});

function linesReport(name: string, content: string): ReadReport {
  const rows = content.split('\n').filter((row) => row !== '');
  const all = rows.map((row) => record(dataOf(name, row), ''));
  const last = all.pop() ?? {};
  const { cfgtool, file } = lineHead(last, `/${all.length}`);
  if (file !== undefined) throw brokenOff(name);
  const facts: ReadRun = { name, version: cfgtool.version, ...runShape(last.run, `/${all.length}/run`) };
  const partsOf = <R>(result: Shape<R>): readonly Part<R>[] =>
    all.map((row, at) => linePart(row, at, cfgtool.command, result));
  switch (cfgtool.command) {
    case 'analyze':
      return { ...facts, command: 'analyze', parts: partsOf(analyzedPart) };
    case 'diff':
      return { ...facts, command: 'diff', parts: partsOf(comparedPart) };
    case 'migrate':
      return { ...facts, command: 'migrate', parts: partsOf(migratedPart) };
  }
}

function linePart<R>(
  row: { readonly [key: string]: Data },
  at: number,
  command: Command,
  result: Shape<R>,
): Part<R> {
  const { cfgtool, file, order = at } = lineHead(row, `/${at}`);
  if (cfgtool.command !== command) throw new ShapeError(`/${at}/cfgtool/command`, `not ${command}`);
  if (Object.hasOwn(row, 'error')) {
    const details = record(row.error, `/${at}/error`);
    const { order: _, ...unread } = unreadShape({ ...details, file: file ?? '' }, `/${at}/error`);
    return { order, kind: 'unread', unread };
  }
  if (Object.hasOwn(row, 'skipped'))
    return {
      order,
      kind: 'skipped',
      skipped: skippedShape({ file: file ?? '', reason: row.skipped ?? '' }, `/${at}`),
    };
  return { order, kind: 'done', result: result(row, `/${at}`) };
}

const analyzed = object({
  files: list(
    object({
      file: text,
      api: optional(place.api),
      release: place.release,
      findings: count,
      suppressed: count,
      baselined: optional(count),
      order: optional(count),
      lines: optional(keptLines),
    }),
  ),
  findings,
});

const analyze: Shape<readonly Part<AnalyzedPart>[]> = (data, at) => {
  const { files, findings: all } = analyzed(data, at);
  const findingsOf = slicer(all, `${at}/findings`);
  const parts = files.map(({ findings: own, suppressed, baselined = 0, order, lines, ...held }, index) => ({
    order: order ?? index,
    kind: 'done' as const,
    result: {
      file: held.file,
      ...heldResult(held),
      findings: findingsOf.next(own),
      suppressed: Math.max(0, suppressed - baselined),
      baselined,
      lines: lines ?? NO_LINES,
    },
  }));
  findingsOf.end();
  return parts;
};

const lengths = object({
  equal: flag,
  compared: optional(count),
  undecided: count,
  reorders: count,
  removed: count,
  added: count,
  changes: count,
});

const compared = object({
  files: list(
    object({
      name: text,
      before: orNull(text),
      after: orNull(text),
      equal: flag,
      summary: levelCounts,
      ignored: optional(count),
      remarks: optional(list(text)),
      refused: optional(object({ before: count, after: count })),
      changes: count,
      behaviour: optional(lengths),
      accepted: optional(accepted),
      order: optional(count),
    }),
  ),
  refused: optional(object({ before: findings, after: findings })),
  changes: list(readChange),
  behaviour: optional(
    object({
      undecided: list(undecided),
      reorders: list(reorder),
      removed: list(orNull(text)),
      added: list(orNull(text)),
      changes: list(moved),
    }),
  ),
});

const NOT_REFUSED = { before: [], after: [] };
const NO_BEHAVIOUR = { undecided: [], reorders: [], removed: [], added: [], changes: [] };

const diff: Shape<readonly Part<ComparedPair>[]> = (data, at) => {
  const { files, changes, refused = NOT_REFUSED, behaviour = NO_BEHAVIOUR } = compared(data, at);
  const errorsOf = {
    before: slicer(refused.before, `${at}/refused/before`),
    after: slicer(refused.after, `${at}/refused/after`),
  };
  const changesOf = slicer(changes, `${at}/changes`);
  const of = {
    undecided: slicer(behaviour.undecided, `${at}/behaviour/undecided`),
    reorders: slicer(behaviour.reorders, `${at}/behaviour/reorders`),
    removed: slicer(behaviour.removed, `${at}/behaviour/removed`),
    added: slicer(behaviour.added, `${at}/behaviour/added`),
    changes: slicer(behaviour.changes, `${at}/behaviour/changes`),
  };
  const parts = files.map((file, index) => {
    const { name, before, after, equal, summary, ignored = 0, remarks = [], behaviour: own } = file;
    const { accepted: known } = file;
    const told: ComparedBehaviour | undefined = own && {
      equal: own.equal,
      compared: own.compared ?? 0,
      undecided: of.undecided.next(own.undecided),
      reorders: of.reorders.next(own.reorders),
      removed: of.removed.next(own.removed),
      added: of.added.next(own.added),
      changes: of.changes.next(own.changes),
    };
    const result: ComparedPair = {
      name,
      ...(before === null ? {} : { before }),
      ...(after === null ? {} : { after }),
      result: {
        equal: equal || told?.equal === false,
        changes: changesOf.next(file.changes),
        summary,
        ignored,
        remarks,
      },
      ...(file.refused === undefined
        ? {}
        : {
            refused: {
              before: errorsOf.before.next(file.refused.before),
              after: errorsOf.after.next(file.refused.after),
            },
          }),
      ...(told === undefined ? {} : { behaviour: told }),
      ...(known === undefined ? {} : { accepted: known }),
    };
    return { order: file.order ?? index, kind: 'done' as const, result };
  });
  for (const each of [changesOf, ...Object.values(errorsOf), ...Object.values(of)]) each.end();
  return parts;
};

const migrated = object({ files: list((data, at) => ({ data, at })) });
const ordered = object({ order: optional(count) });

const migrate: Shape<readonly Part<MigratedFile>[]> = (data, at) =>
  migrated(data, at).files.map((file, index) => ({
    order: ordered(file.data, file.at).order ?? index,
    kind: 'done' as const,
    result: migratedPart(file.data, file.at),
  }));

/** The parts of a JSON report by its command. */
export const jsonParts = { analyze, diff, migrate };

/** Hands out a list piece by piece. @throws ShapeError where the pieces are not the list */
function slicer<T>(all: readonly T[], at: string): { next(length: number): readonly T[]; end(): void } {
  let from = 0;
  return {
    next(length) {
      from += length;
      if (from > all.length) throw new ShapeError(at, 'shorter than its files say');
      return all.slice(from - length, from);
    },
    end() {
      if (from < all.length) throw new ShapeError(at, 'longer than its files say');
    },
  };
}
