/** What is a secret by its looks, whatever it stands under; and what is none, even where a secret belongs. */
import type { Span } from './lines.ts';
import { isCredentialHeader } from './secret-names.ts';

export const REDACTED = '<redacted>';

/** The word before a credential, which is none itself. */
const SCHEME = /^(?:Basic|Bearer|Digest|Negotiate|NTLM|Token|ApiKey)?\s*$/i;

/** Whether a part of a credential is only the word that says of which kind it is. */
export function isScheme(text: string): boolean {
  return SCHEME.test(text);
}

/** What the proxy or whoever fills in a template puts there when the time comes: `%REQ(x-token)%`, `${TOKEN}`. */
const PLACEHOLDER = /%[A-Z][A-Z0-9_.]*(?:\([^()%]*\))?(?::\d+)?%|\$\{[A-Z_][A-Z0-9_]*\}/g;

/** Whether a text where a secret belongs is none: nothing, yes or no, what stands before one, or its place. */
export function isNoSecret(text: string): boolean {
  if (/^(?:true|false|null|~)?$/i.test(text.trim())) return true;
  const left = text.replace(PLACEHOLDER, '');
  return (left !== text || /\s$/.test(text)) && isScheme(left);
}

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY/;
const KEY_BEGIN = new RegExp(PRIVATE_KEY, 'g');
const KEY_END = /-----END [A-Z ]*-----/y;
/** How a file in PEM begins in base64; a key may stand behind the certificates. */
const ENCODED_HEAD = /^\s*LS0tLS1CRUdJTi/;
/** The private part of a JSON web key. */
const PRIVATE_JWK = /"(?:k|d)"\s*:\s*"[\w-]{16}[\w-]*"/;
const LOGIN = /:\/\/([^\s/?#@:"']*:[^\s/?#@"']+)@/g;
const BEARER = /\b(?:Bearer|Basic) +(?=[\w.~+/=-]*\d)([\w.~+/=-]{12}[\w.~+/=-]*)/g;

/** One of these stands in every text with a secret in it; most texts have none. */
const MARKS = ['-----BEGIN', '://', 'Bearer', 'Basic', 'LS0tLS1', '"k"', '"d"'];
const MARK = new RegExp(MARKS.join('|'));

/** Whether any part of a long text could show a secret by its looks, as far as it is written without escapes. */
export function mayShowSecrets(text: string): boolean {
  return MARKS.some((mark) => text.includes(mark));
}

/** Where secrets stand in a text, by their looks: private keys, logins in URLs, bearer tokens. */
export function secretParts(text: string): readonly Span[] {
  if (text.length < 8 || !MARK.test(text)) return [];
  if (isPrivateKey(text)) return [{ start: 0, end: text.length }];
  const parts = keyBlocks(text);
  for (const [mark, pattern] of [
    ['://', LOGIN],
    ['B', BEARER],
  ] as const) {
    if (!text.includes(mark)) continue;
    for (const found of text.matchAll(pattern)) {
      const secret = found[1] ?? '';
      const start = found.index + found[0].lastIndexOf(secret);
      parts.push({ start, end: start + secret.length });
    }
  }
  return parts.sort((left, right) => left.start - right.start);
}

/** Private keys within a text, each to its end or that of the text. */
function keyBlocks(text: string): Span[] {
  const blocks: Span[] = [];
  let end = 0;
  for (const { index } of text.matchAll(KEY_BEGIN)) {
    if (index < end) continue;
    const last = text.indexOf('-----END', index);
    KEY_END.lastIndex = last;
    end = last === -1 ? text.length : KEY_END.test(text) ? KEY_END.lastIndex : last;
    blocks.push({ start: index, end });
  }
  return blocks;
}

/** Whether a text is made of private keys, with nothing but blanks around them. */
function isAllKeys(text: string): boolean {
  let from = 0;
  for (const { start, end } of keyBlocks(text)) {
    if (text.slice(from, start).trim() !== '') return false;
    from = end;
  }
  return from > 0 && text.slice(from).trim() === '';
}

/** Whether a text as a whole is a private key, in one of the forms that they are kept in. */
function isPrivateKey(text: string): boolean {
  if (isAllKeys(text) || PRIVATE_JWK.test(text)) return true;
  return ENCODED_HEAD.test(text) && PRIVATE_KEY.test(Buffer.from(text, 'base64').toString('latin1'));
}

/** A text without the secrets in it. */
export function withoutSecrets(text: string): string {
  const parts = secretParts(text);
  const [first] = parts;
  if (first === undefined) return text;
  if (first.start === 0 && first.end === text.length) return REDACTED;
  let shown = '';
  let from = 0;
  for (const { start, end } of parts) {
    if (start < from) continue;
    shown += text.slice(from, start) + REDACTED;
    from = end;
  }
  return shown + text.slice(from);
}

/** A name and the sign behind it, as in `authorization: …` and `token=…`. */
const NAMED = /(?<![\w.-])[\d.-]*([A-Za-z_][\w.-]*)["']?\s*[:=]\s*(?=\S)/g;

/** A line that somebody typed, without what its looks tell, and without all that stands behind the name of a secret. */
export function withoutNamedSecrets(line: string): string {
  for (const found of line.matchAll(NAMED))
    if (isCredentialHeader(found[1] ?? ''))
      return withoutSecrets(line.slice(0, found.index + found[0].length)) + REDACTED;
  return withoutSecrets(line);
}
