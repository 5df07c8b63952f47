/** Numbers with the word that they count: the one place where a plural is made. */

/** `1 change`, `2 changes`, `1,200 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `1 info`, `2 infos`, `2 breaking`: levels of findings are nouns, `breaking` and `cosmetic` are none. */
export function countedLevel(
  count: number,
  level: 'error' | 'warning' | 'info' | 'breaking' | 'cosmetic',
): string {
  return counted(count, level, level === 'breaking' || level === 'cosmetic' ? level : `${level}s`);
}

/**
 * A count with a comma between thousands. (`toLocaleString` says the same, but its first call loads node's language
 * data, which takes as long as a short run in all.)
 *
 * @param count a whole number, 0 or more
 */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A text with a capital at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
