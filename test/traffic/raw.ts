/**
 * What a written match of either version takes, read from its own fields by the words of docs/routing.md and of the
 * specification: an oracle for what is lowered, which shares nothing with it but the request.
 */
import type { Request } from '../../src/routing/request/request.ts';

export type Written = { readonly [field: string]: unknown };
type Api = 'v2' | 'v3';
type Asked = Written | undefined;

/** Headers that the proxy keeps as one text, among those that are drawn. */
const KEPT_AS_ONE = new Set(['accept', ':path', ':method', ':authority']);

export function rawTakes(match: Written, request: Request, api: Api): boolean {
  return (
    pathHolds(match, request.path, api) &&
    (match.grpc === undefined || /^application\/grpc($|\+)/.test(request.headers['content-type'] ?? '')) &&
    listOf(match.headers).every((each) => headerHolds(each, request, api)) &&
    listOf(match.query_parameters).every((each) => parameterHolds(each, request.path, api)) &&
    listOf(match.cookies).every((each) => cookieHolds(each, request))
  );
}

function listOf(value: unknown): readonly Written[] {
  return (value as readonly Written[] | undefined) ?? [];
}

function pathHolds(match: Written, target: string, api: Api): boolean {
  const [path = ''] = target.split('?');
  const folded = (text: string) => (match.case_sensitive === false ? lower(text) : text);
  // Version 2 compares a prefix with the query (facts 12 and 69).
  if (typeof match.prefix === 'string')
    return folded(api === 'v2' ? target : path).startsWith(folded(match.prefix));
  if (typeof match.path === 'string') return folded(path) === folded(match.path);
  if (typeof match.path_separated_prefix === 'string') {
    const rest = folded(path).startsWith(folded(match.path_separated_prefix))
      ? path.slice(match.path_separated_prefix.length)
      : undefined;
    return rest !== undefined && (rest === '' || rest.startsWith('/'));
  }
  return covers(patternIn(match.regex ?? match.safe_regex), path);
}

function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function patternIn(value: unknown): string {
  return typeof value === 'string' ? value : String((value as Written).regex);
}

function covers(pattern: string, text: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(text);
}

/** A text by whichever condition of a string matcher, or of the older fields (`exact_match`) of a header matcher. */
function textHolds(matcher: Written, text: string): boolean | undefined {
  const folded = (each: string) => (matcher.ignore_case === true ? lower(each) : each);
  for (const suffix of ['', '_match']) {
    const asked = (kind: string): unknown => matcher[`${kind}${suffix}`];
    const exact = asked('exact');
    // An empty exact_match asks for presence (fact 22).
    if (exact !== undefined) return (suffix !== '' && exact === '') || folded(text) === folded(String(exact));
    if (asked('prefix') !== undefined) return folded(text).startsWith(folded(String(asked('prefix'))));
    if (asked('suffix') !== undefined) return folded(text).endsWith(folded(String(asked('suffix'))));
    if (asked('contains') !== undefined) return folded(text).includes(folded(String(asked('contains'))));
    const pattern = asked('regex') ?? asked('safe_regex');
    if (pattern !== undefined) return covers(patternIn(pattern), text);
  }
  const { string_match: inner, range_match: range } = matcher as { string_match: Asked; range_match: Asked };
  if (inner !== undefined) return textHolds(inner, text) === true;
  if (range === undefined) return undefined;
  return /^[+-]?\d+$/.test(text) && Number(range.start) <= Number(text) && Number(text) < Number(range.end);
}

function headerHolds(matcher: Written, request: Request, api: Api): boolean {
  const inverted = matcher.invert_match === true;
  const written = lower(String(matcher.name));
  const name = api === 'v3' && written === 'host' ? ':authority' : written;
  const found = valuesOf(name, request);
  const isMissing = found === undefined && matcher.treat_missing_header_as_empty !== true;
  const all = found ?? [''];
  const looked = api === 'v3' && !KEPT_AS_ONE.has(name) ? all : [all.join(',')];
  const answers = looked.map((value) => textHolds(matcher, value));
  if (answers.includes(undefined)) {
    const wantsAbsence = matcher.present_match === false && api === 'v3';
    return isMissing === (wantsAbsence !== inverted);
  }
  // A missing header meets nothing, inverted or not (fact 21).
  return !isMissing && answers.includes(true) !== inverted;
}

function valuesOf(name: string, { headers, repeated, ...request }: Request): readonly string[] | undefined {
  const pseudo: Written = {
    ':path': request.path,
    ':method': request.method,
    ':authority': request.authority,
  };
  if (name === 'host') return undefined;
  const value = pseudo[name] ?? headers[name];
  return repeated?.[name] ?? (value === undefined ? undefined : [String(value)]);
}

function parameterHolds(matcher: Written, target: string, api: Api): boolean {
  const [, query = ''] = /\?(.*)$/.exec(target) ?? [];
  const pairs = query.split('&').map((pair) => /^([^=]*)=?(.*)$/.exec(pair) ?? []);
  const value = query === '' ? undefined : pairs.find(([, key]) => key === matcher.name)?.[2];
  const { string_match: text, present_match: present, value: older } = matcher;
  if (text === undefined && present === false && api === 'v3') return value === undefined;
  if (value === undefined) return false;
  if (text !== undefined) return textHolds(text as Written, value) === true;
  if (present !== undefined || older === undefined || older === '') return true;
  return matcher.regex === true ? covers(String(older), value) : value === older;
}

/** A missing cookie fails before it is inverted (fact 77). */
function cookieHolds(matcher: Written, { headers }: Request): boolean {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => /^ *([^=]*)=(.*)$/.exec(pair) ?? []);
  const value = pairs.find(([, name]) => name === matcher.name)?.[2];
  const holds = value !== undefined && textHolds(matcher.string_match as Written, value) === true;
  return holds !== (matcher.invert_match === true);
}
