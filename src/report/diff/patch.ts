/** A comparison as an RFC 6902 patch of the normalized forms. */
import type { Patch } from '../../diff/index.ts';
import { jsonText } from '../data-text.ts';

export function diffPatch({ operations }: Patch): string {
  return jsonText(operations);
}
