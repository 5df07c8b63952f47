/** Most names in one sentence. */
const MAX_NAMED = 6;

/** `1, 2 and 3`; a long list is cut. */
export function listed(names: readonly string[]): string {
  if (names.length > MAX_NAMED)
    return `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`;
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
