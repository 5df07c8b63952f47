/** The words of a command as a shell would part them: quotes and backslashes count, nothing is expanded. */
export function shellWords(command: string): readonly string[] {
  const found: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < command.length; at++) {
    const character = command.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
      else if (character === '\\' && quote === '"' && '"\\$`'.includes(command.charAt(at + 1) || ' ')) {
        at++;
        word = (word ?? '') + command.charAt(at);
      } else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (character === '\\' && at + 1 < command.length) {
      at++;
      word = (word ?? '') + command.charAt(at);
    } else if (/\s/.test(character)) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (word !== undefined) found.push(word);
  return found;
}

/** A word as a shell reads it back. */
export function shellWord(namespace: string): string {
  return /^[\w./:=@%+,-]+$/.test(namespace) ? namespace : `'${namespace.replaceAll("'", `'\\''`)}'`;
}
