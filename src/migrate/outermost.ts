/** Which messages a migration's edits made anew: what the proof has to look at. */
import type { Root } from '../model/open.ts';
import type { Frame } from '../model/walk.ts';
import type { Edit } from '../source/edit/index.ts';
import { pointerOf } from '../source/pointer.ts';
import type { PlannedChange } from './plan.ts';
import type { EditedMessage } from './prove.ts';

/** The edited messages that no other edited message holds; all of them the root where an edit reaches beyond. */
export function outermost(
  root: Root,
  done: readonly PlannedChange[],
  elsewhere: readonly Edit[],
): EditedMessage[] {
  const editsOf = new Map<Frame, Edit[]>();
  const edited = new Set(done.map((change) => change.frame));
  const topOf = new Map<Frame, Frame>();
  const top = (frame: Frame): Frame => {
    const known = topOf.get(frame);
    if (known) return known;
    let found = frame;
    for (let at = frame.parent; at; at = at.parent) if (edited.has(at)) found = at;
    if (elsewhere.length > 0) for (let at: Frame | undefined = frame; at; at = at.parent) found = at;
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
  const base = pointerOf(root.tree, root.node);
  const result: EditedMessage[] = [];
  for (const [frame, edits] of editsOf) {
    const pointer =
      pointers.get(frame) ?? (root.many && frame.index !== undefined ? `${base}/${frame.index}` : base);
    const beyond = elsewhere.filter(
      (edit) => edit.path.startsWith(`${pointer}/`) && frame.parent === undefined,
    );
    result.push({ frame, pointer, edits: [...beyond, ...edits] });
  }
  return result;
}
