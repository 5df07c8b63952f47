/** What a table has under a word, whatever that word is: `constructor` and `__proto__` are names that files have too. */
export function lookup<T>(table: { readonly [word: string]: T }, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
