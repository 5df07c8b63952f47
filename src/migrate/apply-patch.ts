/** RFC 6902 operations, applied to a value where it stands. */
import jsonPatch from 'fast-json-patch';

export type PatchOperations = Parameters<typeof jsonPatch.applyPatch>[1];

/** Changes the value itself. The operations are taken as they are, unchecked. */
export function applyInPlace(value: object, operations: PatchOperations): void {
  jsonPatch.applyPatch(value, operations, false, true, true);
}
