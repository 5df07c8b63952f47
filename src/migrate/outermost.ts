/** Which messages a migration's edits made anew: what the proof has to look at. */
import type { Root } from '../model/open.ts';
import { type Frame, locator } from '../model/walk.ts';
import type { Edit } from '../source/edit/index.ts';
import { pointerOf } from '../source/pointer.ts';
import type { PlannedChange } from './plan.ts';
import type { EditedMessage } from './prove.ts';

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
    const beyond = elsewhere.filter(({ path }) => path.startsWith(`${pointer}/`));
    return { frame, pointer, edits: [...beyond, ...edits] };
  });
}

/** The innermost message around one that a pointer leads into. */
function holderOf(frame: Frame, path: string, pointerTo: (frame: Frame) => string): Frame {
  let at = frame;
  while (at.parent !== undefined && !path.startsWith(`${pointerTo(at)}/`)) at = at.parent;
  return at;
}
