/** Makes planned changes in a document's text; what the text refuses is left, with the reason. */
import { NODE } from '../model/bound.ts';
import type { Root } from '../model/open.ts';
import { type Frame, locator } from '../model/walk.ts';
import { type Edit, editText, type TextChange } from '../source/edit/index.ts';
import { pointerOf } from '../source/pointer.ts';
import { type NodeId, parentOf, ROOT, resolve, type SourceTree } from '../source/tree.ts';
import type { PlannedChange, PlannedLeft } from './plan.ts';
import type { EditedMessage } from './prove.ts';

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
  const sorted = sift(tree, unitsOf(tree, planned), whole.reason, { left: MAX_TRIED });
  const together = attempt(tree, sorted.possible.flat());
  if (together.ok) return { ...together, refused: sorted.refused };
  // What works in parts does not work together: rather nothing than a guess at which part is at fault.
  const rest = sorted.possible.flat().map((change) => leftBecause(change, together.reason));
  return { done: [], elsewhere: [], changes: [], refused: [...sorted.refused, ...rest] };
}

/** Changes of one message: a later one builds on those before; of a shared one, however many aliases lead to it. */
type Unit = readonly PlannedChange[];

function unitsOf(tree: SourceTree, planned: readonly PlannedChange[]): Unit[] {
  const shared = new Set(tree.aliases.values());
  const units = new Map<Frame | NodeId, PlannedChange[]>();
  for (const change of planned) {
    const by = sharedAround(tree, shared, change.frame.message[NODE] ?? ROOT) ?? change.frame;
    const unit = units.get(by);
    if (unit) unit.push(change);
    else units.set(by, [change]);
  }
  return [...units.values()];
}

/** The outermost anchored node around a node for which aliases stand, itself included. */
function sharedAround(tree: SourceTree, shared: ReadonlySet<NodeId>, node: NodeId): NodeId | undefined {
  if (shared.size === 0) return undefined;
  let found: NodeId | undefined;
  for (let at = resolve(tree, node); at >= ROOT; at = parentOf(tree, at)) {
    if (shared.has(at)) found = at;
    if (at === ROOT) break;
  }
  return found;
}

/**
 * Nodes of a document, times how often it may be edited to find out which changes it refuses: thousands of times where
 * it is short, some dozen times where it is very long.
 */
const MAX_TRIED = 30_000_000;
const TOO_MANY = 'the file is too long to find out which of its many changes cannot be made; one reason is:';

/** Parts units into those that the text takes and those that it refuses, halving what fails while there is work left. */
function sift(
  tree: SourceTree,
  units: readonly Unit[],
  reason: string,
  tried: { left: number },
): { readonly possible: readonly Unit[]; readonly refused: readonly PlannedLeft[] } {
  if (units.length === 1)
    return { possible: [], refused: units.flat().map((change) => leftBecause(change, reason)) };
  if (tried.left <= 0)
    return {
      possible: [],
      refused: units.flat().map((change) => leftBecause(change, `${TOO_MANY} ${reason}`)),
    };
  const middle = units.length >> 1;
  const halves = [units.slice(0, middle), units.slice(middle)].map((half) => {
    tried.left -= tree.size;
    const made = attempt(tree, half.flat());
    return made.ok ? { possible: half, refused: [] } : sift(tree, half, made.reason, tried);
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
    node: change.frame.message[NODE] ?? ROOT,
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

// Which messages a migration's edits made anew: what the proof has to look at.

/** The edited messages that no other edited message holds; where an edit reaches beyond its own, what holds both. */
export function outermost(
  root: Root,
  done: readonly PlannedChange[],
  elsewhere: readonly Edit[],
): EditedMessage[] {
  const editsOf = new Map<Frame, Edit[]>();
  const edited = new Set(done.map((change) => change.frame));
  const base = pointerOf(root.tree, root.node);
  const { pointer: pointerTo } = locator(root.tree, base);
  const holders = new Set(
    elsewhere.length === 0
      ? []
      : done.flatMap(({ frame, elsewhere: far }) => far.map(({ path }) => holderOf(frame, path, pointerTo))),
  );
  const topOf = new Map<Frame, Frame>();
  const top = (frame: Frame): Frame => {
    const known = topOf.get(frame);
    if (known) return known;
    let found = frame;
    for (let at = frame.parent; at; at = at.parent) if (edited.has(at) || holders.has(at)) found = at;
    topOf.set(frame, found);
    return found;
  };
  const pointers = new Map<Frame, string>();
  for (const change of done) {
    const holder = top(change.frame);
    const list = editsOf.get(holder) ?? [];
    for (const edit of change.edits) list.push(edit);
    editsOf.set(holder, list);
    if (holder === change.frame) pointers.set(holder, change.pointer);
  }
  return [...editsOf].map(([frame, edits]) => {
    const pointer = pointers.get(frame) ?? pointerTo(frame);
    const unmodelled = elsewhere.filter(({ path }) => path.startsWith(`${pointer}/`));
    return { frame, pointer, edits: [...unmodelled, ...edits] };
  });
}

/** The innermost message around one that a pointer leads into. */
function holderOf(frame: Frame, path: string, pointerTo: (frame: Frame) => string): Frame {
  let at = frame;
  while (at.parent !== undefined && !path.startsWith(`${pointerTo(at)}/`)) at = at.parent;
  return at;
}
