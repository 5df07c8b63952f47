/** The shapes of what a comparison lists: changes of meaning, and what is beside groups of requests. */
import { place, range, resource } from './places.ts';
import { anything, count, flag, list, object, oneOf, optional, orNull, text } from './shape.ts';

/** A value on one side. */
const side = object({
  value: anything,
  origin: oneOf('written', 'default', 'migrated'),
  /** Why a default holds, or which migration made the value. */
  why: optional(text),
  file: text,
  api: place.api,
  range,
  pointer: place.pointer,
  release: place.release,
  document: place.document,
  embedded: place.embedded,
});

export const change = object({
  rule: text,
  level: oneOf('breaking', 'warning', 'info', 'cosmetic'),
  kind: oneOf('added', 'removed', 'changed', 'moved', 'renamed'),
  resource,
  /** What the resource stands in, from the inside out; left out where it stands in nothing. */
  within: optional(list(resource)),
  /** Dotted snake_case, relative to the resource, in the normalized form. */
  path: text,
  before: orNull(side),
  after: orNull(side),
  fingerprint: text,
  message: text,
  reason: text,
});

export const undecided = object({ reason: text, where: text, refused: optional(flag) });

export const reorder = object({
  virtual_host: text,
  moved: list(object({ before: count, after: count })),
  harmless: flag,
  proof: text,
});

/** Changes by level. */
export const levelCounts = object({ breaking: count, warning: count, info: count, cosmetic: count });
