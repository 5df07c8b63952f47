/** Takes JSON reports apart: their lists hold one file after the other, and each file says how many entries are its own. */

import type { AnalyzedPart } from '../analysis.ts';
import { accepted, type ComparedBehaviour, type ComparedPair, moved, readChange } from '../comparison.ts';
import { keptLines, NO_LINES } from '../kept-lines.ts';
import { type MigratedFile, migratedPart } from '../migration.ts';
import type { Part } from '../run.ts';
import { levelCounts, reorder, undecided } from '../shapes/change.ts';
import { findings } from '../shapes/finding.ts';
import {
  count,
  flag,
  list,
  object,
  optional,
  orNull,
  type Shape,
  ShapeError,
  text,
} from '../shapes/shape.ts';

const analyzed = object({
  files: list(
    object({
      file: text,
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
  const parts = files.map(({ file, findings: own, suppressed, baselined = 0, order, lines }, index) => ({
    order: order ?? index,
    kind: 'done' as const,
    result: {
      file,
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
