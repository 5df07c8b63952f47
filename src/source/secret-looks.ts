/** What is a secret by its looks, whatever it stands under; and what is none, even where a secret belongs. */
import type { Span } from './lines.ts';
import { hasSecretStem, isCredentialHeader, isSecretName } from './secret-names.ts';

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
/** How a file in PEM begins in base64, behind whose certificates a key may stand; and how JSON in braces or a list does. */
const ENCODED_HEAD = /^\s*(?:LS0tLS1CRUdJTi|e[wyo][\w+/-]|[WI][1-3Ds][\w+/-])/;
/** The private part of a JSON web key. */
const PRIVATE_JWK = /"(?:k|d)"\s*:\s*"[\w-]{16}[\w-]*"/;
const LOGIN = /:\/\/([^\s/?#@:"']*:[^\s/?#@"']+)@/dg;
const BEARER = /\b(?:Bearer|Basic) +(?=[\w.~+/=-]*\d)([\w.~+/=-]{12}[\w.~+/=-]*)/dg;

/** A signed token in its usual form: three parts in base64, the first of which begins with `{"`. */
const SIGNED = /(?<![\w.-])eyJ[\w-]{8}[\w-]*(?:\.[\w-]+){1,4}\.?/dg;
/** What a password was turned into: as crypt and bcrypt write it, and as htpasswd does. */
const HASHED =
  /\$(?:2[abxy]\$\d\d|(?:1|5|6|y|apr1|argon2\w*)\$[^\s$'"]{1,80})\$[\w./+=,$]{20}[\w./+=,$]*|\{S?SHA\}[\w+/=]{20}[\w+/=]*/dg;
/** A host with a login before it, without the scheme of a URL. */
const BARE_LOGIN =
  /(?<![^\s"'{[(,=])(?!(?:mailto|sips?|xmpp|acct):)[^\s/?#@:"'{[(,=]+:([^\s/?#@"']{1,256})@(?!sha\d)[\w[]/dg;

/** One of these stands in every text with a secret in it, beside those that a name announces; most texts have none. */
const MARKS = ['-----BEGIN', '://', 'Bearer', 'Basic', 'LS0tLS1', '"k"', '"d"', 'eyJ', '$', 'SHA}'];
const MARK = new RegExp(MARKS.map((mark) => mark.replace(/[$}]/, '\\$&')).join('|'));
/** So much base64 in a row as a key has. */
const KEY_LENGTH = 40;
const MATERIAL = /[\w+/-]/;

/** Whether any part of a long text could show a secret by its looks, as far as it is written without escapes. */
export function mayShowSecrets(text: string): boolean {
  return (
    MARKS.some((mark) => text.includes(mark)) ||
    hasSecretStem(text) ||
    holdsMaterial(text) ||
    mayLogIn(text) ||
    !assigned(text).next().done
  );
}

/** Whether as much base64 as a key has stands in a row. Such a row holds every place that is a multiple of its length. */
function holdsMaterial(text: string): boolean {
  for (let at = KEY_LENGTH - 1; at < text.length; at += KEY_LENGTH) {
    let [from, to] = [at, at];
    while (from >= 0 && at - from < KEY_LENGTH && MATERIAL.test(text.charAt(from))) from--;
    if (from === at) continue;
    while (to < text.length && to - from <= KEY_LENGTH && MATERIAL.test(text.charAt(to))) to++;
    if (to - from > KEY_LENGTH) return true;
  }
  return false;
}

/** Whether something stands right before an @ in a text. */
function mayLogIn(text: string): boolean {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1))
    if (at > 0 && !/[\s"']/.test(text.charAt(at - 1))) return true;
  return false;
}

/** Where secrets stand in a text, by their looks: private keys, logins, tokens, and what a name such as `token=` announces. */
export function secretParts(text: string): readonly Span[] {
  if (text.length < 8 || !mayHold(text)) return [];
  if (isPrivateKey(text)) return [{ start: 0, end: text.length }];
  const parts = [...keyBlocks(text), ...assigned(text), ...parameters(text), ...keyed(text)];
  for (const [mark, pattern] of LOOKS) {
    if (!text.includes(mark)) continue;
    for (const { indices } of text.matchAll(pattern)) {
      const [start, end] = indices?.[1] ?? indices?.[0] ?? [0, 0];
      parts.push({ start, end });
    }
  }
  return merged(parts);
}

function mayHold(text: string): boolean {
  return (
    MARK.test(text) ||
    text.includes('=') ||
    text.includes('@') ||
    hasSecretStem(text) ||
    ENCODED_HEAD.test(text)
  );
}

const LOOKS = [
  ['://', LOGIN],
  ['@', BARE_LOGIN],
  ['B', BEARER],
  ['eyJ', SIGNED],
  ['$', HASHED],
  ['SHA}', HASHED],
] as const;

/** Spans in order, those that overlap as one. */
export function merged(parts: readonly Span[]): readonly Span[] {
  const made: Span[] = [];
  for (const part of [...parts].sort((left, right) => left.start - right.start)) {
    const last = made.at(-1);
    if (last === undefined || part.start >= last.end) made.push(part);
    else if (part.end > last.end) made[made.length - 1] = { start: last.start, end: part.end };
  }
  return made;
}

/**
 * What stands behind a secret's name and `=`: in quotes, in quotes as a text in quotes writes them, or up to what parts
 * it from the next.
 */
const ASSIGNED =
  /''([^\s;&,'][^'\n]*)(?:'')?|\\(["'])([^"'\\\n]*)\\\2|"([^"\n]*)"|'([^'\n]*)'|["']?((?:[^\s;&"',]|,(?![\w.-]+=|\s|$))*)/dy;
/** The groups of that in which the value may be. */
const VALUES = [1, 3, 4, 5, 6] as const;
/** The beginning of what is no secret: a comparison, code, a pattern, a template or a place for one. */
const NO_SECRET =
  /[=~<>^*+?([{]|\\(?!["'])|\.[*+?{]|\$[({]|\$[A-Z_][A-Z0-9_]*(?![^\s;&"',])|[A-Za-z_]\w*(?:[.:][\w.:]*\(|\(["')])/y;
/** Longest name that is looked for before a `=`. */
const NAME = 64;
/** A secret as short as `1` lets nobody in, and would hide every 1 of a report. */
const LONG = 4;

/** The values in a text that stand behind the name of a secret and `=`, as in a query, a cookie, a connection string. */
function* assigned(text: string): Generator<Span> {
  let end = 0;
  for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', Math.max(at + 1, end))) {
    let from = at;
    while (from > end && at - from < NAME && /[\w.-]/.test(text.charAt(from - 1))) from--;
    if (from === at || !isSecretName(text.slice(from, at))) continue;
    NO_SECRET.lastIndex = at + 1;
    if (NO_SECRET.test(text)) continue;
    ASSIGNED.lastIndex = at + 1;
    const { indices } = ASSIGNED.exec(text) ?? {};
    const [start, last] = VALUES.map((group) => indices?.[group]).find((each) => each !== undefined) ?? [
      at,
      at,
    ];
    // What was looked through once is not looked through again.
    end = ASSIGNED.lastIndex;
    if (last - start >= LONG && !isNoSecret(text.slice(start, last))) yield { start, end: last };
  }
}

/** A parameter of a query, whose value ends where the next one begins, or the URL. */
const PARAMETER = /[?&]([\w.-]{1,64})=([^&#\s"]*[^&#\s"'.,;)\]}])/dg;

function* parameters(text: string): Generator<Span> {
  if (!text.includes('?')) return;
  for (const { 1: name = '', 2: value = '', indices } of text.matchAll(PARAMETER)) {
    const [start = 0, end = 0] = indices?.[2] ?? [];
    NO_SECRET.lastIndex = start;
    if (isSecretName(name) && !isNoSecret(value) && !NO_SECRET.test(text)) yield { start, end };
  }
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
  if (!ENCODED_HEAD.test(text) || !holdsMaterial(text)) return false;
  const decoded = Buffer.from(text, 'base64').toString('latin1');
  return PRIVATE_KEY.test(decoded) || PRIVATE_JWK.test(decoded);
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

/** A line of a file of settings or of a script, as in `export DB_PASSWORD=…`, `local token = …` and `db.password: …`. */
const SETTING =
  /^[ \t]*(?:(?:export|set|local|const|let|var)[ \t]+)?["']?([A-Za-z_][\w.-]*)["']?([ \t]*[:=][ \t]*)(\S[^\n]*)$/dgm;

/** Where the values of settings stand that are called like secrets, one of them in a line, in quotes or without. */
export function settingParts(text: string): readonly Span[] {
  const found: Span[] = [];
  for (const { 1: name = '', 2: sign = '', 3: rest = '', indices } of text.matchAll(SETTING)) {
    if (!isSecretName(name)) continue;
    const [from = 0] = indices?.[3] ?? [];
    const value = rest.trim();
    const [, quote = '', inner = value] = /^(["'])(.*)\1[,;]?$/.exec(value) ?? [];
    if (isNoSecret(inner) || NO_VALUE.test(inner) || (sign !== '=' && CODE.test(inner))) continue;
    if (quote === '' && SCRIPTED.test(inner)) continue;
    found.push({ start: from + quote.length, end: from + quote.length + inner.length });
  }
  return found;
}

/** A name and a text in quotes behind it, as JSON, tables of scripts and calls have them: `"token": "…"`, `add("cookie", "…")`. */
const KEYED =
  /(?<![\w.-])(["']?)([A-Za-z_][\w.-]{0,63})\1\]?[ \t]{0,8}([:=,])[ \t]{0,8}(["'])((?:\\.|(?!\4)[^\\\n])*)\4(?![ \t]{0,8}:)/dg;

function* keyed(text: string): Generator<Span> {
  if (!hasSecretStem(text)) return;
  for (const { 1: quote = '', 2: name = '', 3: sign = '', 5: value = '', indices } of text.matchAll(KEYED)) {
    if (value.length < LONG || (sign === ',' && quote === '') || !isCredentialHeader(name)) continue;
    const [start = 0, end = 0] = indices?.[5] ?? [];
    if (!isNoSecret(value)) yield { start, end };
  }
}

/** A reference, or the beginning of more lines. */
const NO_VALUE = /^(?:[|>{[(][-+\d]*$|\$[({]|\{\{|\$[A-Z_][A-Z0-9_]*$)/;
/** What a script computes of what it is given: `request_handle:headers():get(…)`. */
const SCRIPTED = /^[A-Za-z_][\w.:]*\(.*\(/;
/** What a program computes, where no `NAME=value` stands. */
const CODE = /^(?:[~=]|[{[(]["'\s]|[A-Za-z_][\w.:]*\()/;

/** A name and the sign behind it, as in `authorization: …` and `token=…`. */
const NAMED = /(?<![\w.-])[\d.-]*([A-Za-z_][\w.-]*)["']?\s*[:=]\s*(?=\S)/g;

/** A line that somebody typed, without what its looks tell, and without all that stands behind the name of a secret. */
export function withoutNamedSecrets(line: string): string {
  for (const found of line.matchAll(NAMED))
    if (isCredentialHeader(found[1] ?? ''))
      return withoutSecrets(line.slice(0, found.index + found[0].length)) + REDACTED;
  return withoutSecrets(line);
}
