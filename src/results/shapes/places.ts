/** Shapes that the results of all commands share. */
import { count, object, oneOf, optional, text } from './shape.ts';

/** Lines and columns count from 1. */
export const position = object({ line: count, column: count });

export const range = object({ start: position, end: position });

/** The fields of what stands somewhere in a file. */
export const place = {
  file: text,
  /** The version of the API that the file is written in. */
  api: oneOf('v2', 'v3', 'mixed'),
  /** The release of the proxy that the file is held to; absent for version 2. */
  release: optional(text),
  /** Which document of several, from 0. */
  document: optional(count),
  /** The pointer of the text that it is in, where a configuration is embedded in another document. */
  embedded: optional(text),
  /** RFC 6901, in the file's own spelling of keys. */
  pointer: text,
  range,
};

export const resource = object({ type: text, name: text });
