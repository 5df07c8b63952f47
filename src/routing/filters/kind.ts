/** Kinds of HTTP filters, which are known by the types of their settings. */

/** The package of a type: `rbac` of `extensions.filters.http.rbac.v3.RBAC`. */
export function kindOfType(type: string): string | undefined {
  if (type === 'extensions.common.matching.v3.ExtensionWithMatcher') return 'match_delegate';
  return /^(?:extensions\.filters|config\.filter)\.http\.(\w+)\.v\d\w*\./.exec(type)?.[1];
}
