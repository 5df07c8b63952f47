/** Paths in diffs as git writes them. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SPECIAL = /["\\\u0000-\u001f\u007f]/;

/** A path as git writes it: quoted where it holds quotes or control characters. */
export function gitPath(path: string): string {
  return SPECIAL.test(path) ? quoted(path) : path;
}

/** The same behind `---` and `+++`, ended by a tab where it has blanks. */
export function pathHeader(path: string): string {
  return !SPECIAL.test(path) && path.includes(' ') ? `${path}\t` : gitPath(path);
}

function quoted(path: string): string {
  const escaped = (character: string): string => {
    const short: { readonly [character: string]: string } = {
      '\n': '\\n',
      '\t': '\\t',
      '"': '\\"',
      '\\': '\\\\',
    };
    return short[character] ?? `\\${(character.codePointAt(0) ?? 0).toString(8).padStart(3, '0')}`;
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return `"${path.replace(/["\\\u0000-\u001f\u007f]/g, escaped)}"`;
}
