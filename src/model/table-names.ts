/** Which table a user means by a name. */
import { typeIn } from '../schema/version.ts';

/** The full name of the table that a user names, with or without its package; undefined where none fits. */
export function tableNamed(name: string, tables: Iterable<string>): string | undefined {
  return tablesNamed(name, tables)[0];
}

/** Every table that a user may mean by a name, the likeliest first; also by the whole name of its type. */
export function tablesNamed(name: string, tables: Iterable<string>): readonly string[] {
  const wanted = name.toLowerCase().replace(/^.*\//, '');
  const withoutNamespace = wanted.slice(wanted.indexOf('.') + 1);
  const exact: string[] = [];
  const short: string[] = [];
  for (const table of tables) {
    const lower = table.toLowerCase();
    const full = [typeIn('v2', table), typeIn('v3', table)].map((type) => type?.toLowerCase());
    if (lower === wanted || full.includes(wanted) || full.includes(withoutNamespace)) exact.push(table);
    else if (`.${lower}`.endsWith(`.${wanted}`) || full.some((type) => type?.endsWith(`.${wanted}`)))
      short.push(table);
  }
  const found = exact.length > 0 ? exact : short;
  // Of several with the same last name the one with the shortest full name is the well-known one.
  return found.sort(
    (left, right) => left.split('.').length - right.split('.').length || left.length - right.length,
  );
}
