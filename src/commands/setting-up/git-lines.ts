/** What makes git show configurations through `cfgtool diff`. */

export const DRIVER_KEY = 'diff.cfgtool.command';
export const DRIVER_COMMAND = 'cfgtool diff';

/** Lines of `.gitattributes`. @param folder where the configurations stand, `.` for everywhere */
export function attributeLines(folder: string): readonly string[] {
  const pattern = (name: string): string => (folder === '.' ? name : `${folder}/**/${name}`);
  return [`${pattern('*.yaml')} diff=cfgtool`, `${pattern('*.yml')} diff=cfgtool`];
}

/** The text of `.gitattributes` with the lines that it lacks; undefined where it lacks none. */
export function withLines(text: string, lines: readonly string[]): string | undefined {
  const there = new Set(text.split(/\r?\n/).map((line) => line.trim()));
  const missing = lines.filter((line) => !there.has(line));
  if (missing.length === 0) return undefined;
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${start}${missing.join('\n')}\n`;
}
