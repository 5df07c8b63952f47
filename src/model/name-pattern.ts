/** Patterns of names and paths, in which `*` stands for any text. */

/**
 * Whether a text as a whole fits a pattern. Takes time in proportion to both, whatever the pattern.
 *
 * @param one the character that stands for any one, where the pattern has such a thing
 */
export function fitsPattern(pattern: string, text: string, one?: string): boolean {
  let [at, star, from] = [0, -1, 0];
  for (let index = 0; index < text.length; ) {
    const wanted = pattern[at];
    if (wanted === '*') {
      star = at++;
      from = index;
    } else if (wanted !== undefined && (wanted === text[index] || wanted === one)) {
      at++;
      index++;
    } else if (star !== -1) {
      at = star + 1;
      index = ++from;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
