/**
 * The lines around an error in a text that could not be understood. Nothing tells there which values are secret, so
 * that keys, indentation and looks have to: what may be one is hidden.
 */
import type { LineIndex, Position, Span } from './lines.ts';
import { REDACTED, secretParts } from './secret-looks.ts';
import { isCredentialHeader, isNamedValue, isNamingKey, isSecretName, secrecyOf } from './secret-names.ts';

/** Longest part of a line that an excerpt shows. */
const WIDTH = 100;
/** How much of a long line is looked at before the place. */
const BEFORE = 4000;
/** How many lines are looked at above, for what a line stands in. */
const ABOVE = 2000;

/** The line of an error and the one before it, with a mark below the column. */
export function excerptAt(lines: LineIndex, { line: number, column }: Position): string {
  const at = hidden(lines, number, column - 1);
  const from = Math.max(0, at.mark - WIDTH / 2);
  const width = String(number).length;
  const rows = [
    `${String(number).padStart(width)} | ${at.text.slice(from, from + WIDTH)}`,
    `${' '.repeat(width)} | ${' '.repeat(at.mark - from)}^`,
  ];
  if (number > 1)
    rows.unshift(
      `${String(number - 1).padStart(width)} | ${hidden(lines, number - 1, 0).text.slice(0, WIDTH)}`,
    );
  return rows.join('\n');
}

/** A line without what may be secret, and where an offset of it has moved to. */
function hidden(
  lines: LineIndex,
  number: number,
  offset: number,
): { readonly text: string; readonly mark: number } {
  const cut = Math.max(0, offset - BEFORE);
  const line = lines.line(number).slice(cut, offset + 2 * WIDTH);
  let text = '';
  let from = 0;
  let mark = offset - cut;
  const around = cut === 0 ? secretAround(lines, number) : undefined;
  const spans =
    around === undefined ? spansOf(line) : [COMPARED.test(around) ? sayingSpan(line) : valueSpan(line)];
  for (const { start, end } of merged(spans)) {
    text += line.slice(from, start) + REDACTED;
    from = end;
    if (offset - cut >= end) mark += REDACTED.length - (end - start);
    else if (offset - cut > start) mark += start - (offset - cut);
  }
  return { text: text + line.slice(from), mark };
}

function merged(spans: readonly Span[]): readonly Span[] {
  const made: Span[] = [];
  for (const span of [...spans].sort((left, right) => left.start - right.start)) {
    const last = made.at(-1);
    if (last === undefined || span.start > last.end) {
      if (span.end > span.start) made.push(span);
    } else made[made.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return made;
}

const KEY = /(?:^|[\s{,[-])(["']?)([A-Za-z_@][\w.@/-]*)\1[ \t]*:(?:[ \t]+|(?=["'{[]))/g;
/** Letters, digits and signs in a row, as key material in base64 has them. */
const MATERIAL = /[A-Za-z0-9+/=_-]{40}[A-Za-z0-9+/=_-]*/g;
/** A parameter in the query of a path or URL. */
const PARAMETER = /[?&]([^?&=#\s"']+)=([^&#\s"']+)/g;

/** A key within a text in quotes: its quotes are escaped, or that of the text stands before it. */
const INNER_KEY = /(?:\\["']([A-Za-z_][\w.-]{0,63})\\["']|["']([A-Za-z_][\w.-]{0,63}))[ \t]*[:=](?=.)/g;

/** A name and a text in escaped quotes behind it, within a text in quotes, as in `"token = \\"…\\""`. */
const INNER_TEXT = /([A-Za-z_][\w.-]{0,63})[\\"'\]]{0,4}[ \t]{0,8}[:=,][ \t]{0,8}\\["'](?=.)/g;

/** What may be a key, which only the place would tell; and cookies. */
const INLINE = /^(?:inline_?(?:string|bytes)|cookies)$/i;
/** Whose keys are compared with what may be a credential. */
const COMPARED = /^(?:exact|prefix)_?match_?map$/i;

function isSecretKey(key: string): boolean {
  return secrecyOf(key) !== 'inside' || INLINE.test(key) || COMPARED.test(key);
}

function spansOf(line: string): readonly Span[] {
  const spans: Span[] = [...secretParts(line)];
  for (const found of line.matchAll(MATERIAL))
    if (/[A-Z]/.test(found[0]) && /[a-z]/.test(found[0]) && /\d/.test(found[0]))
      spans.push({ start: found.index, end: found.index + found[0].length });
  for (const found of line.matchAll(PARAMETER)) {
    const end = found.index + found[0].length;
    if (isSecretName(found[1] ?? '')) spans.push({ start: end - (found[2] ?? '').length, end });
  }
  for (const found of line.matchAll(INNER_KEY))
    if (isCredentialHeader(found[1] ?? found[2] ?? ''))
      spans.push({ start: found.index + found[0].length, end: line.length });
  for (const found of line.matchAll(INNER_TEXT))
    if (isCredentialHeader(found[1] ?? ''))
      spans.push({ start: found.index + found[0].length, end: line.length });
  let header: string | undefined;
  for (const found of line.matchAll(KEY)) {
    const start = found.index + found[0].length;
    const [key = '', end] = [found[2], valueEnd(line, start)];
    if (isSecretKey(key) || (header !== undefined && isNamedValue(key, header))) spans.push({ start, end });
    if (isNamingKey(key)) header = credentialIn(line.slice(start, end));
  }
  return spans;
}

/** The header that a value names, where it carries a password or token. */
function credentialIn(value: string): string | undefined {
  const name = value.trim().replace(/^["']|["']$/g, '');
  return isCredentialHeader(name) ? name : undefined;
}

/** Where a value in brackets, in quotes or plain ends, or the line. */
function valueEnd(line: string, start: number): number {
  let open = 0;
  for (let at = start; at < line.length; at++) {
    const sign = line.charAt(at);
    if (sign === '"' || sign === "'") {
      if (open > 0 || at === start) at = closing(line, at);
      if (open === 0 && at >= start) return Math.min(at + 1, line.length);
    } else if (sign === '{' || sign === '[') open++;
    else if (sign === '}' || sign === ']') {
      if (--open < 0) return at;
      if (open === 0) return at + 1;
    } else if (sign === ',' && open === 0) return at;
  }
  return line.length;
}

function closing(line: string, start: number): number {
  const quote = line.charAt(start);
  for (let at = start + 1; at < line.length; at++) {
    if (line.charAt(at) === '\\' && quote === '"') at++;
    else if (line.charAt(at) === quote) return at;
  }
  return line.length - 1;
}

/** What a line says, its indentation, dash and key left out. */
function valueSpan(line: string): Span {
  const head = /^[\s-]*(?:["']?[A-Za-z_@][\w.@/-]*["']?[ \t]*:[ \t]+)?/.exec(line)?.[0].length ?? 0;
  return { start: head, end: line.length };
}

/** All that a line says. */
function sayingSpan(line: string): Span {
  return { start: indentOf(line), end: line.length };
}

/** The key of the secret that a line stands below; empty where it stands beside the name of a header that carries one, or in a private key. */
function secretAround(lines: LineIndex, number: number): string | undefined {
  let indent = indentOf(lines.line(number));
  if (namesCredential(lines, number + 1, indent)) return '';
  let inKey = true;
  for (let above = number - 1; above >= Math.max(1, number - ABOVE) && indent >= 0; above--) {
    const line = lines.line(above);
    if (line.trim() === '' || line.length > BEFORE) continue;
    if (/-----END/.test(line)) inKey = false;
    if (inKey && /-----BEGIN [A-Z ]*PRIVATE KEY/.test(line)) return '';
    const depth = indentOf(line);
    if (depth === indent && namesCredential(lines, above, indent)) return '';
    // Text without a key of its own, such as the lines of a block of text, stands no less deep.
    if (depth >= indent) continue;
    if (isSecretKey(keyOf(line))) return keyOf(line);
    if (namesCredential(lines, above, depth)) return '';
    indent = depth;
  }
  return undefined;
}

function keyOf(line: string): string {
  return /^[\s-]*(["']?)([A-Za-z_@][\w.@/-]*)\1[ \t]*:/.exec(line)?.[2] ?? '';
}

/** Whether a line of a map is the name of a header that carries a password or token. */
function namesCredential(lines: LineIndex, number: number, indent: number): boolean {
  const line = lines.line(number);
  if (line.length > BEFORE || indentOf(line) !== indent || !isNamingKey(keyOf(line))) return false;
  return credentialIn(line.slice(line.indexOf(':') + 1).replace(/,\s*$/, '')) !== undefined;
}

/** Columns before what a line says; a dash counts, since the keys of an entry stand behind it. */
function indentOf(line: string): number {
  return /^[\s-]*/.exec(line)?.[0].length ?? 0;
}
