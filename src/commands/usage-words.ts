/** What the parser of the command line complains about, in the words of the other messages. */

const WORDS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^Missing \d+ required args?: (\S+).*$/s, (name = '') => `the argument ${name.toUpperCase()} is missing`],
  [/^Unexpected arguments?: (.*)$/s, (rest = '') => `this is too much on the line: ${rest}`],
  [
    /^Expected (--[\w-]+)=(.*) to be one of: (.*)$/s,
    (flag = '', given = '', all = '') => `${flag} takes one of ${all}, not "${given}"`,
  ],
  [/^Expected (.*) to be one of: (.*)$/s, (given = '', all = '') => `"${given}" is none of ${all}`],
];

/** A complaint as the parser words it, in one line; one that is not known stays as it is. */
export function usageWords(complaint: string): string {
  for (const [pattern, words] of WORDS) {
    const [, ...parts] = pattern.exec(complaint) ?? [];
    if (parts.length > 0) return words(...parts);
  }
  return complaint;
}
