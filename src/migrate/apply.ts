/** Makes planned changes in a document's text; what the text refuses is left, with the reason. */
import { AT } from '../model/bound.ts';
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

export function editPlanned(tree: SourceTree, planned: readonly PlannedChange[]): EditedDocument {
  const whole = attempt(tree, planned);
  if (whole.ok) return { ...whole, refused: [] };
  // Something was refused: find it by trying each message's changes alone, then what only fails together.
  const refused: PlannedLeft[] = [];
  let rest: PlannedChange[] = [];
  for (const change of planned) {
    const alone = attempt(tree, [change]);
    if (alone.ok || dependsOnEarlier(change, planned)) rest.push(change);
    else refused.push(leftBecause(change, alone.reason));
  }
  for (;;) {
    const together = attempt(tree, rest);
    if (together.ok) return { ...together, refused };
    const culprit = firstFailing(tree, rest);
    const change = rest[culprit];
    if (change === undefined)
      return {
        done: [],
        elsewhere: [],
        changes: [],
        refused: [...refused, ...rest.map((each) => leftBecause(each, together.reason))],
      };
    refused.push(leftBecause(change, together.reason));
    rest = rest.filter((_, index) => index !== culprit);
  }
}

/** Index of the first change with which the list cannot be made any more. */
function firstFailing(tree: SourceTree, changes: readonly PlannedChange[]): number {
  let works = 0;
  let fails = changes.length;
  while (fails - works > 1) {
    const middle = (works + fails) >> 1;
    if (attempt(tree, changes.slice(0, middle)).ok) works = middle;
    else fails = middle;
  }
  return fails - 1;
}

/** Whether a change builds on another of the same message, so that it cannot be tried alone. */
function dependsOnEarlier(change: PlannedChange, planned: readonly PlannedChange[]): boolean {
  return planned.some((other) => other !== change && other.frame === change.frame);
}

function leftBecause(change: PlannedChange, reason: string): PlannedLeft {
  return {
    migration: change.migration,
    frame: change.frame,
    pointer: change.pointer,
    node: change.frame.message[AT] ?? ROOT,
    reason: `the text cannot be edited: ${reason}`,
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
  const edits = [...planned.flatMap((change) => change.edits), ...elsewhere];
  if (edits.length === 0) return { ok: true, done: planned, elsewhere, changes: [] };
  const result = editText(tree, edits);
  return result.ok ? { ok: true, done: planned, elsewhere, changes: result.changes } : result;
}
