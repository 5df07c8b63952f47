/** Numbers with the word that they count: the one place where a plural is made. */
import { grouped } from './grouped.ts';

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
