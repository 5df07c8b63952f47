/**
 * What both versions of the API read alike in a virtual host or route: whatever routing reads otherwise in version 3
 * stands under one of a few names (docs/routing.md, facts 22, 25, 29, 35, 38, 43, 46, 69, 78 to 80, 84 and 102).
 */
import { isObject } from '../model/bound.ts';

const OTHERWISE: ReadonlySet<string> = new Set([
  'cluster_header',
  'host_rewrite',
  'present_match',
  'redirect',
  'regex_rewrite',
  'request_headers_to_add',
  'request_mirror_policies',
  'request_mirror_policy',
  'response_headers_to_add',
  'retry_on',
  'runtime_key_prefix',
  'weighted_clusters',
]);

/** Whether no field in it means something else in the other version. */
export function isReadAlike(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isReadAlike);
  if (!isObject(value)) return true;
  return Object.entries(value).every(([field, inner]) => {
    if (OTHERWISE.has(field)) return false;
    if (field === 'prefix' && typeof inner === 'string') return !/[?#]/.test(inner);
    if (field === 'name' && typeof inner === 'string') return inner.toLowerCase() !== 'host';
    return isReadAlike(inner);
  });
}
