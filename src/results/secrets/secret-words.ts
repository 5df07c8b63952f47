/** How a secret may stand in what is shown. */

/**
 * The words to look for: each line of a secret, and the whole where escapes make one line of it, as they are and in
 * every quoting that texts go through on their way into a report.
 *
 * @param secret as it is, or as it is written (in quotes, as a block)
 */
export function* wordsOf(secret: string): Generator<string> {
  for (const text of new Set([unquoted(secret), isQuoted(secret) ? secret.slice(1, -1) : secret])) {
    // The header of a block scalar is no part of it.
    const lines = text.replace(/^[|>][-+\d]*\s*\n/, '').split(LINE_BREAK);
    for (const line of lines) yield* formsOf(line.trim());
    if (lines.length > 1) yield* formsOf(JSON.stringify(text).slice(1, -1));
    const token = CREDENTIAL.exec(text)?.[1];
    if (token !== undefined) yield* formsOf(token);
  }
}

/**
 * Whether nobody writes a word but for the secret: signs and digits between letters, or very many of them. Plain words,
 * numbers and short ones stand elsewhere for something else.
 */
export function isUnmistakable(word: string): boolean {
  if (word.length < SHORT) return false;
  return word.length >= LONG || (/[A-Za-z]/.test(word) && /\d/.test(word));
}

const SHORT = 6;
const LONG = 20;

const LINE_BREAK = /[\r\n\u0085\u2028\u2029]+/;

/** What stands behind the word that says of which kind a credential is, long enough to be told from other words. */
const CREDENTIAL = /^[A-Za-z]+ +(\S{6}\S*)$/;

/** A line as it is, in the quotes of YAML and of a shell, and in those of JSON, once and again. */
function* formsOf(line: string): Generator<string> {
  if (line === '') return;
  yield line;
  const once = JSON.stringify(line).slice(1, -1);
  if (once !== line) {
    yield once;
    yield JSON.stringify(once).slice(1, -1);
  }
  if (!line.includes("'")) return;
  yield line.replaceAll("'", "''");
  yield line.replaceAll("'", `'\\''`);
}

function isQuoted(text: string): boolean {
  return text.length > 1 && /^["']/.test(text) && text.endsWith(text.charAt(0));
}

function unquoted(written: string): string {
  if (!isQuoted(written)) return written;
  if (written.startsWith("'")) return written.slice(1, -1).replaceAll("''", "'");
  try {
    return String(JSON.parse(written));
  } catch {
    return written.slice(1, -1);
  }
}
