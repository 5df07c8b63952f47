/** Makes planned changes in a document's text; what the text refuses is left, with the reason. */
import { AT } from '../model/bound.ts';
import type { Frame } from '../model/walk.ts';
import { type Edit, editText, type TextChange } from '../source/edit/index.ts';
import { ROOT, type SourceTree } from '../source/tree.ts';
import type { PlannedChange, PlannedLeft } from './plan.ts';

export interface EditedDocument {
  readonly done: readonly PlannedChange[];
  /** Edits beyond the messages that caused them, each once. */
  readonly elsewhere: readonly Edit[];
  readonly changes: readonly TextChange[];
  readonly refused: readonly PlannedLeft[];
}

/** All planned changes in one go; where the text refuses some, the others all the same. */
export function editPlanned(tree: SourceTree, planned: readonly PlannedChange[]): EditedDocument {
  const whole = attempt(tree, planned);
  if (whole.ok) return { ...whole, refused: [] };
  const sorted = sift(tree, byMessage(planned), whole.reason);
  const together = attempt(tree, sorted.possible.flat());
  if (together.ok) return { ...together, refused: sorted.refused };
  // What works in parts does not work together: rather nothing than a guess at which part is at fault.
  const rest = sorted.possible.flat().map((change) => leftBecause(change, together.reason));
  return { done: [], elsewhere: [], changes: [], refused: [...sorted.refused, ...rest] };
}

/** Changes of one message: a later one builds on those before. */
type Unit = readonly PlannedChange[];

function byMessage(planned: readonly PlannedChange[]): Unit[] {
  const units = new Map<Frame, PlannedChange[]>();
  for (const change of planned) {
    const unit = units.get(change.frame);
    if (unit) unit.push(change);
    else units.set(change.frame, [change]);
  }
  return [...units.values()];
}

/** Parts units into those that the text takes and those that it refuses, halving what fails. */
function sift(
  tree: SourceTree,
  units: readonly Unit[],
  reason: string,
): { readonly possible: readonly Unit[]; readonly refused: readonly PlannedLeft[] } {
  if (units.length === 1)
    return { possible: [], refused: units.flat().map((change) => leftBecause(change, reason)) };
  const middle = units.length >> 1;
  const halves = [units.slice(0, middle), units.slice(middle)].map((half) => {
    const tried = attempt(tree, half.flat());
    return tried.ok ? { possible: half, refused: [] } : sift(tree, half, tried.reason);
  });
  return {
    possible: halves.flatMap((half) => half.possible),
    refused: halves.flatMap((half) => half.refused),
  };
}

function leftBecause(change: PlannedChange, reason: string): PlannedLeft {
  return {
    migration: change.migration,
    frame: change.frame,
    pointer: change.pointer,
    node: change.frame.message[AT] ?? ROOT,
    reason: `the text cannot be edited: ${reason}${reason.includes('anchor') ? '; write the value out where its alias stands, then migrate again' : ''}`,
  };
}

type Attempt =
  | {
      readonly ok: true;
      readonly done: readonly PlannedChange[];
      readonly elsewhere: readonly Edit[];
      readonly changes: readonly TextChange[];
    }
  | { readonly ok: false; readonly reason: string };

function attempt(tree: SourceTree, planned: readonly PlannedChange[]): Attempt {
  const elsewhere: Edit[] = [];
  const seen = new Set<string>();
  for (const change of planned) {
    for (const edit of change.elsewhere) {
      // Several policies may share a runtime key; its value changes its base once.
      if (seen.has(edit.path)) continue;
      seen.add(edit.path);
      elsewhere.push(edit);
    }
  }
  // A message's own edits may move what these point at.
  const edits = [...elsewhere, ...planned.flatMap((change) => change.edits)];
  if (edits.length === 0) return { ok: true, done: planned, elsewhere, changes: [] };
  const result = editText(tree, edits);
  return result.ok ? { ok: true, done: planned, elsewhere, changes: result.changes } : result;
}
