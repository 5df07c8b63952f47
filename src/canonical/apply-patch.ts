/** RFC 6902 operations, applied to a value where it stands. */
import jsonPatch from 'fast-json-patch';

/** An RFC 6902 operation, without what only the text editor reads. */
export type Operation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move'; readonly from: string; readonly path: string };

/**
 * Changes the value itself. The operations are taken as they are, unchecked.
 *
 * An entry of a list that is wrapped where it stands (something is added before it, and it moves into that) would shift
 * all entries behind it twice; both at once shift none.
 */
export function applyInPlace(value: object, operations: readonly Operation[]): void {
  for (let at = 0; at < operations.length; at++) {
    const operation = operations[at];
    if (operation === undefined) continue;
    const inside = wrappedBy(operation, operations[at + 1]);
    if (
      inside !== undefined &&
      operation.op === 'add' &&
      wrap(value, operation.path, operation.value, inside)
    )
      at++;
    else jsonPatch.applyOperation(value, operation as jsonPatch.Operation, false, true, true);
  }
}

/** Where in the new value the entry goes that an operation pushed aside; undefined where the next does not take it. */
function wrappedBy({ op, path }: Operation, next: Operation | undefined): string | undefined {
  if (op !== 'add' || next?.op !== 'move' || !next.path.startsWith(`${path}/`)) return undefined;
  const slash = path.lastIndexOf('/') + 1;
  const index = path.slice(slash);
  if (!/^\d+$/.test(index)) return undefined;
  return next.from === `${path.slice(0, slash)}${Number(index) + 1}` ? next.path : undefined;
}

function wrap(value: object, path: string, around: unknown, inside: string): boolean {
  const slash = path.lastIndexOf('/');
  const list: unknown = jsonPatch.getValueByPointer(value, path.slice(0, slash));
  const index = Number(path.slice(slash + 1));
  if (!Array.isArray(list) || index >= list.length) return false;
  const entry: unknown = list[index];
  list[index] = around;
  jsonPatch.applyOperation(value, { op: 'add', path: inside, value: entry }, false, true, true);
  return true;
}
