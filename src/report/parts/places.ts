/** Shapes that the reports of all commands share. */
import { count, object, optional, type Shape, text } from './shape.ts';

export const position = object({ line: count, column: count });

export const range = object({ start: position, end: position });

/** Where something stands in a file. */
export const place = object({
  file: text,
  pointer: text,
  document: optional(count),
  embedded: optional(text),
  range,
});

export const resource: Shape<{ readonly type: string; readonly name: string }> = object({
  type: text,
  name: text,
});
