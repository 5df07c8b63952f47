/**
 * Formats of access logs: what `%COMMAND(...)%` stands for in a text or in the values of a JSON object, and reading a
 * line back into the values of its commands.
 */
import type { Data } from '../source/data.ts';

/** A `%COMMAND(argument):length%`. */
export interface Operator {
  readonly name: string;
  readonly argument: string;
  /** Longer values are cut off there. */
  readonly length?: number;
}

type Token = string | Operator;

/** Text with commands in it. */
export type Template = readonly Token[];

/** A line of text, or an object whose values are templates. */
export type LogFormat =
  | { readonly kind: 'text'; readonly template: Template }
  | { readonly kind: 'json'; readonly fields: ReadonlyMap<string, JsonFormat> };

type JsonFormat =
  | { readonly kind: 'template'; readonly template: Template }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, JsonFormat> }
  | { readonly kind: 'list'; readonly entries: readonly JsonFormat[] }
  | { readonly kind: 'constant' };

/** A command with the text that stands for it in one line; undefined where it stands for nothing (`-`, null). */
export interface Logged {
  readonly operator: Operator;
  readonly value: string | undefined;
}

/** What the proxy writes where no format is set (its documentation, Default Format String). */
export const DEFAULT_FORMAT =
  '[%START_TIME%] "%REQ(:METHOD)% %REQ(X-ENVOY-ORIGINAL-PATH?:PATH)% %PROTOCOL%" %RESPONSE_CODE% %RESPONSE_FLAGS% ' +
  '%BYTES_RECEIVED% %BYTES_SENT% %DURATION% %RESP(X-ENVOY-UPSTREAM-SERVICE-TIME)% "%REQ(X-FORWARDED-FOR)%" ' +
  '"%REQ(USER-AGENT)%" "%REQ(X-REQUEST-ID)%" "%REQ(:AUTHORITY)%" "%UPSTREAM_HOST%"';

const OPERATOR = /%(?:%|([A-Z][A-Z0-9_]*)(?:\(((?:(?!\)%|\):\d+%)[\s\S])*)\))?(?::(\d{1,6}))?%)/g;

export function readTemplate(text: string): Template {
  const tokens: Token[] = [];
  let literal = '';
  let end = 0;
  for (const found of text.matchAll(OPERATOR)) {
    literal += text.slice(end, found.index);
    end = found.index + found[0].length;
    const [, name, argument = '', length] = found;
    if (name === undefined) {
      literal += '%';
      continue;
    }
    if (literal !== '') tokens.push(literal);
    literal = '';
    tokens.push({ name, argument, ...(length === undefined ? {} : { length: Number(length) }) });
  }
  literal += text.slice(end);
  if (literal !== '') tokens.push(literal);
  return tokens;
}

/** A text format; its line end counts for nothing. */
export function textFormat(text: string): LogFormat {
  return { kind: 'text', template: readTemplate(text.replace(/[\r\n]+$/, '')) };
}

/** @param format the Struct of a `json_format` */
export function jsonFormat(format: { readonly [key: string]: Data }): LogFormat {
  return { kind: 'json', fields: fieldsOf(format) };
}

function fieldsOf(format: { readonly [key: string]: Data }): ReadonlyMap<string, JsonFormat> {
  return new Map(Object.entries(format).map(([key, value]) => [key, jsonOf(value)]));
}

function jsonOf(value: Data): JsonFormat {
  if (typeof value === 'string') return { kind: 'template', template: readTemplate(value) };
  if (Array.isArray(value)) return { kind: 'list', entries: value.map(jsonOf) };
  if (typeof value === 'object' && value !== null)
    return { kind: 'object', fields: fieldsOf(value as { readonly [key: string]: Data }) };
  return { kind: 'constant' };
}

/** What may stand for a command, where its values are known to be of one kind. */
const KINDS: readonly (readonly [names: RegExp, values: RegExp])[] = [
  [/^(?:RESPONSE_CODE|BYTES_\w+|DURATION|UPSTREAM_REQUEST_ATTEMPT_COUNT|\w+_PORT)$/, /^(?:-|\d+)$/],
  [/^RESPONSE_FLAGS(?:_LONG)?$/, /^(?:-|[A-Za-z]+(?:,[A-Za-z]+)*)$/],
  [/^PROTOCOL$/, /^(?:-|HTTP\/[0-9.]+)$/],
];

/** Steps that reading one line may take: texts that fit in many ways are given up. */
const MAX_STEPS = 20_000;

/** The values of the commands of a template; undefined where the text cannot have come from it. */
export function readText(template: Template, text: string): readonly Logged[] | undefined {
  const failed = new Set<number>();
  let steps = 0;
  const from = (index: number, at: number): readonly Logged[] | undefined => {
    const token = template[index];
    if (token === undefined) return at === text.length ? [] : undefined;
    if (typeof token === 'string')
      return text.startsWith(token, at) ? from(index + 1, at + token.length) : undefined;
    const key = index * (text.length + 1) + at;
    if (failed.has(key)) return undefined;
    const next = template[index + 1];
    let end = next === undefined ? text.length : at;
    while (end <= text.length) {
      if (++steps > MAX_STEPS) return undefined;
      if (typeof next === 'string') end = text.indexOf(next, end);
      if (end === -1) break;
      const value = text.slice(at, end);
      if (fits(token, value)) {
        const rest = from(index + 1, end);
        if (rest !== undefined) return [{ operator: token, value: said(value) }, ...rest];
      }
      end++;
    }
    failed.add(key);
    return undefined;
  };
  return from(0, 0);
}

function fits({ name, length }: Operator, value: string): boolean {
  if (length !== undefined && value.length > length) return false;
  const [, values] = KINDS.find(([names]) => names.test(name)) ?? [];
  return values === undefined || values.test(value);
}

const said = (value: string): string | undefined => (value === '-' || value === '' ? undefined : value);

/** The values of the commands of a JSON format; undefined where the object cannot have come from it. */
export function readObject(
  fields: ReadonlyMap<string, JsonFormat>,
  object: { readonly [key: string]: unknown },
): readonly Logged[] | undefined {
  const all: Logged[] = [];
  for (const [key, value] of Object.entries(object)) {
    const format = fields.get(key);
    const found = format && readValue(format, value);
    if (found === undefined) return undefined;
    all.push(...found);
  }
  return all;
}

function readValue(format: JsonFormat, value: unknown): readonly Logged[] | undefined {
  if (value === null || value === undefined) return [];
  switch (format.kind) {
    case 'constant':
      return [];
    case 'object':
      return isPlain(value) ? readObject(format.fields, value) : undefined;
    case 'list': {
      if (!Array.isArray(value)) return undefined;
      const all = format.entries.map((each, index) => readValue(each, value[index]));
      return all.every((each) => each !== undefined) ? all.flat() : undefined;
    }
    case 'template': {
      const [only, ...others] = format.template;
      if (only !== undefined && typeof only !== 'string' && others.length === 0) {
        if (typeof value === 'string') return [{ operator: only, value: said(value) }];
        // Typed formats write numbers, booleans and whole objects of metadata.
        return [{ operator: only, value: typeof value === 'object' ? undefined : String(value) }];
      }
      return typeof value === 'string' ? readText(format.template, value) : undefined;
    }
  }
}

export function isPlain(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
