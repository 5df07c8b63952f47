/**
 * Prints values as YAML and JSON. Strings are plain in YAML only where a reader of YAML 1.1 and one of YAML 1.2 agree
 * that they are strings, in block and in flow style alike; all others stand in double quotes.
 */
import { type Data, ExactNumber, isList } from '../data.ts';
import { NodeKind } from '../tree.ts';

export interface YamlOptions {
  /** Column of the printed lines. */
  readonly indent: number;
  /** How much deeper a map stands than the key that holds it. */
  readonly step: number;
  /** How much deeper the dashes of a list stand than the key that holds it; 0 is common. */
  readonly listOffset?: number;
  /** Blanks after a dash; 1 unless told. */
  readonly dashGap?: number;
}

/** Letters, digits and the few signs that mean nothing at the start of a plain scalar. */
const PLAIN_START = /^(?:[\p{L}\p{Nd}_/$.^(;+~\\<=]|-[^ -])/u;
/** What a plain scalar may hold; tabs, line breaks and invisible signs are not among it. */
const PLAIN = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;
/** The same of the printable signs of ASCII, all of which a plain scalar may hold: classes of Unicode take 3 ms each to compile. */
const ASCII = /^[ -~]*$/;
const ASCII_START = /^(?:[A-Za-z0-9_/$.^(;+~\\<=]|-[^ -])/;
/** What would end a plain scalar in block or flow style. */
const UNSAFE = /[[\]{},]|: | #|:$| $|^\.\.\./;
/** Words that are no strings in YAML 1.1 or 1.2. */
const WORD =
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF|<<|=)$/;
/**
 * Integers in any base, with underscores or in base 60; floats, without digits before the exponent too, which some
 * readers take for one; the infinite and the undefined.
 */
const NUMBER =
  /^[-+]?(?:0[box]?[0-9a-fA-F_]*|[0-9][0-9_]*(?::[0-9_]+)*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9_]*)?|\.?[0-9_]*(?:[eE][-+]?[0-9_]+)?|\.(?:inf|Inf|INF|nan|NaN|NAN))$/;
const DATE = /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:$|[Tt \t])/;
/** What JSON leaves as it is, but YAML does not print or a terminal should not see. */
const HIDDEN = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function isPlain(text: string): boolean {
  return (
    (ASCII.test(text) ? ASCII_START.test(text) : PLAIN_START.test(text) && PLAIN.test(text)) &&
    !UNSAFE.test(text) &&
    !WORD.test(text) &&
    !NUMBER.test(text) &&
    !DATE.test(text)
  );
}

/** A string in double quotes, in the escapes that JSON and YAML share. */
export function quoted(text: string): string {
  return escapedHidden(JSON.stringify(text));
}

function escapedHidden(json: string): string {
  return json.replace(HIDDEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A number in digits; undefined where JSON has no word for it. */
function digits(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  return Object.is(value, -0) ? '-0' : String(value);
}

/** A scalar as YAML: a key, or a value in block or flow style. */
export function yamlScalar(value: string | number | boolean | null | ExactNumber): string {
  if (typeof value === 'string') return isPlain(value) ? value : quoted(value);
  if (typeof value === 'number') {
    const text = digits(value);
    if (text === undefined) return Number.isNaN(value) ? '.nan' : value < 0 ? '-.inf' : '.inf';
    // Without a dot YAML 1.1 takes 1e+21 for a string.
    return text.includes('.') ? text : text.replace('e', '.0e');
  }
  return value instanceof ExactNumber ? value.text : String(value);
}

/** A string in the quotes that the one before it had, where these can hold it. */
export function yamlQuotedAs(text: string, kind: NodeKind): string {
  if (kind === NodeKind.Double) return quoted(text);
  if (kind === NodeKind.Single && PLAIN.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return yamlScalar(text);
}

/** A scalar as JSON. Throws nothing: what JSON cannot say (infinity) becomes null. */
export function jsonScalar(value: string | number | boolean | null | ExactNumber): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return digits(value) ?? 'null';
  return value instanceof ExactNumber ? value.text : String(value);
}

/** Whether a value is a map or list that holds something. */
export function holdsEntries(value: Data): value is readonly Data[] | { readonly [key: string]: Data } {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return false;
  return isList(value) ? value.length > 0 : Object.keys(value).length > 0;
}

/** A scalar, `{}` or `[]`. */
export function yamlInline(value: Data): string {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return yamlScalar(value);
  return isList(value) ? '[]' : '{}';
}

/** The lines of a map or list that holds something, each with its indentation. */
export function yamlLines(value: Data, options: YamlOptions): string[] {
  const lines: string[] = [];
  block(value, options, options.indent, lines);
  return lines;
}

function block(value: Data, options: YamlOptions, column: number, lines: string[]): void {
  const pad = ' '.repeat(column);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return;
  if (isList(value)) {
    const gap = ' '.repeat(options.dashGap ?? 1);
    for (const item of value) {
      if (!holdsEntries(item)) {
        lines.push(`${pad}-${gap}${yamlInline(item)}`);
        continue;
      }
      const at = lines.length;
      const inner = column + 1 + gap.length;
      block(item, options, inner, lines);
      lines[at] = `${pad}-${gap}${(lines[at] ?? '').slice(inner)}`;
    }
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (!holdsEntries(item)) {
      lines.push(`${pad}${yamlScalar(key)}: ${yamlInline(item)}`);
      continue;
    }
    lines.push(`${pad}${yamlScalar(key)}:`);
    block(
      item,
      options,
      column + (isList(item) ? (options.listOffset ?? options.step) : options.step),
      lines,
    );
  }
}

/** A value as YAML in block style, with a line break at its end. */
export function printYaml(value: Data, options: YamlOptions): string {
  const lines = holdsEntries(value)
    ? yamlLines(value, options)
    : [`${' '.repeat(options.indent)}${yamlInline(value)}`];
  return `${lines.join('\n')}\n`;
}

/**
 * A value as JSON, one entry a line, each level deeper by `indent`; without one, all on one line. V8 prints several
 * times faster what it prints alike.
 */
export function printJson(value: Data, indent: string): string {
  return indent.length > MAX_V8_INDENT || hasOwnDigits(value)
    ? json(value, indent, '\n')
    : escapedHidden(JSON.stringify(value, undefined, indent));
}

/** `JSON.stringify` cuts off what is longer. */
const MAX_V8_INDENT = 10;

/** Whether a value holds numbers that `JSON.stringify` writes in other digits. */
function hasOwnDigits(value: Data): boolean {
  if (typeof value === 'number') return Object.is(value, -0);
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof ExactNumber) return true;
  return isList(value) ? value.some(hasOwnDigits) : Object.values(value).some(hasOwnDigits);
}

/** As {@link printJson}, for a place inside a text: `lineBreak` is the line break with the indentation of that line. */
export function json(value: Data, indent: string, lineBreak: string): string {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return jsonScalar(value);
  const inner = indent === '' ? '' : lineBreak + indent;
  const outer = indent === '' ? '' : lineBreak;
  const colon = indent === '' ? ':' : ': ';
  if (isList(value)) {
    if (value.length === 0) return '[]';
    return `[${value.map((item) => inner + json(item, indent, inner)).join(',')}${outer}]`;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const printed = entries.map(([key, item]) => `${inner}${quoted(key)}${colon}${json(item, indent, inner)}`);
  return `{${printed.join(',')}${outer}}`;
}
