/** Takes out of a message what stands in it as a resource of its own; nothing else is copied. */
import { AT, type BoundMessage, isObject, type OpenMessage } from '../../model/bound.ts';
import { eachChild, type Frame } from '../../model/walk.ts';
import { innerPaths, isInner } from './inner.ts';

/** The frame of a message without the resources inside it; of a single one a mark stays, in lists nothing does. */
export function prunedFrame(frame: Frame, word: string): Frame {
  const message = pruned(frame, word);
  return message === frame.message ? frame : { ...frame, message };
}

function pruned(frame: Frame, word: string): BoundMessage {
  let made: OpenMessage | undefined;
  const paths = innerPaths(frame.type);
  if (paths.length === 0) return frame.message;
  eachChild(
    frame,
    word,
    (child) => {
      const { field, index } = child;
      if (field === undefined) return;
      const value = isInner(child) ? undefined : pruned(child, word);
      if (value === child.message) return;
      made ??= { ...frame.message };
      put(made, child, value, index, field.name, frame.message);
    },
    paths,
  );
  return made ?? frame.message;
}

function put(
  made: OpenMessage,
  child: Frame,
  value: BoundMessage | undefined,
  index: number | string | undefined,
  field: string,
  original: BoundMessage,
): void {
  if (index === undefined) {
    // The mark keeps one-ofs and presence as they were.
    const mark: OpenMessage = {};
    if (child.message[AT] !== undefined) mark[AT] = child.message[AT];
    const inStruct = child.inStruct && isObject(made[field]) ? { ...made[field], value } : undefined;
    made[field] = inStruct ?? value ?? mark;
  } else if (value === undefined) delete made[field];
  else {
    if (made[field] === original[field])
      made[field] = Array.isArray(made[field])
        ? [...(made[field] as unknown[])]
        : { ...(made[field] as object) };
    (made[field] as { [key: string | number]: unknown })[index] = value;
  }
}
