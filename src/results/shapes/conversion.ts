/** The shapes of what a migration comes to: forms that were converted or stay, and operations on documents. */
import { place, range } from './places.ts';
import { anything, count, list, object, oneOf, optional, type Shape, text } from './shape.ts';

/** A deprecated form that was converted, or stays. */
export const form = object({
  migration: text,
  pointer: place.pointer,
  range,
  reason: text,
  document: place.document,
  embedded: place.embedded,
});

/** A change of the proxy that a lifted file meets. */
export const releaseRemark = object({
  change: text,
  release: text,
  message: text,
  pointer: place.pointer,
  range,
  document: place.document,
  embedded: place.embedded,
});

const kind = object({ op: oneOf('add', 'replace', 'remove', 'move') });
const [removal, move, put] = [
  object({ path: text }),
  object({ from: text, path: text }),
  object({ path: text, value: anything }),
];

type OperationResult =
  | ({ readonly op: 'remove' } & ReturnType<typeof removal>)
  | ({ readonly op: 'move' } & ReturnType<typeof move>)
  | ({ readonly op: 'add' | 'replace' } & ReturnType<typeof put>);

/** An operation of RFC 6902. */
const operation: Shape<OperationResult> = (data, at) => {
  const { op } = kind(data, at);
  if (op === 'remove') return { op, ...removal(data, at) };
  if (op === 'move') return { op, ...move(data, at) };
  return { op, ...put(data, at) };
};

export const operations = list(operation);

/** The operations on one of several documents, or on one that another holds as text. */
export const documentPatch = object({ document: count, embedded: optional(text), patch: operations });
