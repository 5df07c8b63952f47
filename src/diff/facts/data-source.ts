/** The same bytes written as text on one side and in base64 on the other. */
import { isObject } from '../../model/bound.ts';

/** Whether of two `core.DataSource` one holds in `inline_string` what the other holds in `inline_bytes`. */
export function holdSameBytes(one: unknown, other: unknown): boolean {
  return isObject(one) && isObject(other) && (isWrittenAs(one, other) || isWrittenAs(other, one));
}

function isWrittenAs(
  source: { readonly [field: string]: unknown },
  other: { readonly [field: string]: unknown },
): boolean {
  const { inline_string: text } = source;
  if (typeof text !== 'string' || other.inline_bytes !== Buffer.from(text).toString('base64')) return false;
  return Object.keys(source).length === 1 && Object.keys(other).length === 1;
}
