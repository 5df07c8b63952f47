/** What the parser of the command line complains about, in the words of the other messages. */

const WORDS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^Missing \d+ required args?: (\S+).*$/s, (name = '') => `the argument ${name.toUpperCase()} is missing`],
  [/^Unexpected arguments?: (.*)$/s, (rest = '') => `this is too much on the line: ${rest}`],
  [
    /^Expected (--[\w-]+)=(.*) to be one of: (.*)$/s,
    (flag = '', given = '', all = '') => `${flag} takes one of ${all}, not "${given}"`,
  ],
  [
    /^Flag (--[\w-]+) expects one of these values: (.*)$/s,
    (flag = '', all = '') => `${flag} needs a value, one of ${all}`,
  ],
  [/^Flag (--[\w-]+) expects a value$/s, (flag = '') => `${flag} needs a value`],
  [/^Flag (--[\w-]+) can only be specified once$/s, (flag = '') => `${flag} may be given once only`],
  [
    /^The following errors? occurred:\s+(--[\w-]+)=.* cannot also be provided when using (--[\w-]+)/s,
    (other = '', flag = '') => `${flag} and ${other} exclude each other`,
  ],
  [
    /^The following errors? occurred:\s+All of the following must be provided when using (--[\w-]+): (--[\w-]+)/s,
    (flag = '', needed = '') => `${flag} needs ${needed} beside it`,
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
