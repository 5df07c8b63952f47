/** A word as a shell reads it back. */
export function shellWord(namespace: string): string {
  return /^[\w./:=@%+,-]+$/.test(namespace) ? namespace : `'${namespace.replaceAll("'", `'\\''`)}'`;
}
