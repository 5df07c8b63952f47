/**
 * A count with a comma between thousands. (`toLocaleString` says the same, but its first call loads node's language
 * data, which takes as long as a short run in all.)
 *
 * @param count a whole number, 0 or more
 */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
