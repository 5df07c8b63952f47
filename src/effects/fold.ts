/** A message without what has no effect in it. */
import type { BoundMessage, OpenMessage } from '../model/bound.ts';
import { replaceIn } from '../model/copy.ts';
import { eachChild, type Frame, fieldsOn } from '../model/walk.ts';
import { type Paths, pathsTo } from '../schema/reach.ts';
import { ineffectiveFields, typesWithReasons } from './fields.ts';
import type { EffectContext } from './reason.ts';
import { repeatedEntries, repeatingLists, repeatingTypes } from './repeated.ts';

let paths: Paths | undefined;

/** The message without fields that have no effect and entries that say nothing again; the same one where there are none. */
export function withoutIdleParts(frame: Frame, effects: EffectContext): BoundMessage {
  paths ??= pathsTo(new Set([...typesWithReasons(), ...repeatingTypes()]));
  let made: OpenMessage | undefined;
  eachChild(
    frame,
    effects.namespace,
    (child) => {
      const value = withoutIdleParts(child, effects);
      if (value === child.message) return;
      made ??= { ...frame.message };
      replaceIn(made, frame.message, child, value);
    },
    fieldsOn(paths, frame),
  );
  for (const field of repeatingLists(frame.type)) {
    // Entries may say the same only without what has no effect in them.
    const list: unknown = (made ?? frame.message)[field];
    const repeated = repeatedEntries(frame.type, field, list);
    if (repeated.size === 0) continue;
    made ??= { ...frame.message };
    if (Array.isArray(list)) made[field] = list.filter((_, index) => !repeated.has(index));
  }
  for (const field of ineffectiveFields(frame, effects)) {
    made ??= { ...frame.message };
    delete made[field];
  }
  return made ?? frame.message;
}
