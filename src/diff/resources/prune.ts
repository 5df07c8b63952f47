/** Takes out of a message what stands in it as a resource of its own; nothing else is copied. */
import { type BoundMessage, NODE, type OpenMessage } from '../../model/bound.ts';
import { replaceIn } from '../../model/replace.ts';
import { eachChild, type Frame } from '../../model/walk.ts';
import { innerPaths, isInner } from './inner.ts';

/** The frame of a message without the resources inside it; of a single one a mark stays, in lists nothing does. */
export function prunedFrame(frame: Frame, namespace: string): Frame {
  const message = pruned(frame, namespace);
  return message === frame.message ? frame : { ...frame, message };
}

function pruned(frame: Frame, namespace: string): BoundMessage {
  let made: OpenMessage | undefined;
  const paths = innerPaths(frame);
  if (paths.length === 0) return frame.message;
  eachChild(
    frame,
    namespace,
    (child) => {
      if (child.field === undefined) return;
      const value = isInner(child) ? undefined : pruned(child, namespace);
      if (value === child.message) return;
      made ??= { ...frame.message };
      put(made, child, value, frame.message);
    },
    paths,
  );
  return made ?? frame.message;
}

function put(made: OpenMessage, child: Frame, value: BoundMessage | undefined, original: BoundMessage): void {
  if (value === undefined && child.index !== undefined) {
    if (child.field !== undefined) delete made[child.field.name];
    return;
  }
  // The mark keeps one-ofs and presence as they were.
  const mark: OpenMessage = {};
  if (child.message[NODE] !== undefined) mark[NODE] = child.message[NODE];
  if (value === undefined && child.field !== undefined) made[child.field.name] = mark;
  else replaceIn(made, original, child, value ?? mark);
}
