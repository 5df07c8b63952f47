/** A key set of JSON Web Keys, as far as the proxy's refusal of it is certain. */

const KINDS: ReadonlySet<unknown> = new Set(['EC', 'RSA', 'oct', 'OKP']);

/** What is wrong with it, as the end of a sentence that begins with the field; never with what is secret in it. */
export function jwksProblem(text: string): string | undefined {
  // A certificate may stand there too.
  if (/-----BEGIN/.test(text)) return undefined;
  const read = parsed(text);
  if (read === undefined) return mayBeLenient(text) ? undefined : 'has to be JSON';
  const keys = typeof read === 'object' && read !== null && 'keys' in read ? read.keys : undefined;
  if (!Array.isArray(keys)) return 'has to be an object with a list of "keys"';
  return keys.some(isKey) ? undefined : 'has no key of a kind ("kty") that the proxy knows';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The proxy's reader takes a comma too many, and more; what has braces may be something to it. */
function mayBeLenient(text: string): boolean {
  return text.trim() === '' || /^\s*[{[]/.test(text);
}

function isKey(key: unknown): boolean {
  return typeof key !== 'object' || key === null || ('kty' in key && KINDS.has(key.kty));
}
