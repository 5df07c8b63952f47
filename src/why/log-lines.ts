/** Lines of an access log as what they say of one request each. */

import type { BoundMessage } from '../model/bound.ts';
import { lowerAscii } from '../traffic/text.ts';
import { flagNamed } from './faults.ts';
import { isPlain, type LogFormat, type Logged, type Operator, readObject, readText } from './log-format.ts';

/** What one line says; what its format does not write is undefined. */
export interface Entry {
  readonly method: string | undefined;
  readonly authority: string | undefined;
  /** With the query. */
  readonly path: string | undefined;
  /** Whether the path is that of the client, also where a route rewrites it. */
  readonly isOwnPath: boolean;
  readonly scheme: string | undefined;
  /** Names in lower case; those that the request did not have are left out. */
  readonly headers: { readonly [name: string]: string };
  /** Short names. */
  readonly flags: readonly string[];
  /** Whether its format writes the flags. */
  readonly hasFlags: boolean;
  readonly details: string | undefined;
  readonly status: number | undefined;
  readonly cluster: string | undefined;
  /** The name of the route, where it has one. */
  readonly route: string | undefined;
  readonly virtualHost: string | undefined;
  readonly upstreamHost: string | undefined;
  /** Whether its format writes the upstream host. */
  readonly hasUpstreamHost: boolean;
  /** Why the connection to the upstream failed, as TLS has it. */
  readonly failure: string | undefined;
  readonly serverName: string | undefined;
  readonly remoteAddress: string | undefined;
  readonly localPort: number | undefined;
  readonly attempts: number | undefined;
  readonly duration: number | undefined;
  /** `http10`, `http2`… */
  readonly protocol: string | undefined;
}

/** A format with the listeners that write it, as the configuration has them. */
export interface DeclaredFormat {
  readonly format: LogFormat;
  readonly listeners: readonly BoundMessage[];
}

export interface ReadLine {
  readonly entry: Entry;
  /** Those that have its format; none where nobody is known to. */
  readonly listeners: readonly BoundMessage[];
}

/** Longer lines are not read. */
export const MAX_LINE = 64 * 1024;

/** What one line says; undefined where no format reads it, or where it says nothing of a request. */
export function readLine(line: string, formats: readonly DeclaredFormat[]): ReadLine | undefined {
  if (line.length > MAX_LINE) return undefined;
  const text = unwrapped(line.replace(/\r$/, ''));
  const object = text.startsWith('{') ? parsed(text) : undefined;
  for (const { format, listeners } of formats) {
    const logged =
      format.kind === 'text' ? readText(format.template, text) : object && readObject(format.fields, object);
    if (logged === undefined) continue;
    const entry = entryOf(logged);
    if (saysSomething(entry)) return { entry, listeners };
  }
  const entry = object && entryOf(usualFields(object));
  return entry !== undefined && saysSomething(entry) ? { entry, listeners: [] } : undefined;
}

/** Without what container runtimes write before or around a line. */
function unwrapped(line: string): string {
  const [, bare] = /^\d{4}-\d\d-\d\dT[0-9:.+\-Z]+ std(?:out|err) [FP] (.*)$/s.exec(line) ?? [];
  if (bare !== undefined) return bare;
  if (!line.startsWith('{"log":')) return line;
  const log = parsed(line)?.log;
  return typeof log === 'string' ? log.replace(/\r?\n$/, '') : line;
}

function parsed(text: string): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPlain(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function saysSomething({ method, path, authority, status, flags, details }: Entry): boolean {
  const fault = details ?? flags[0];
  return (status ?? fault) !== undefined && (method ?? path ?? authority ?? fault) !== undefined;
}

const request = (argument: string): Operator => ({ name: 'REQ', argument });
const command = (name: string): Operator => ({ name, argument: '' });

/** Keys of JSON logs that control planes and guides agree on, for lines whose format the input does not hold. */
const USUAL = new Map<string, Operator>([
  ...[':authority', 'authority', 'host'].map((key) => [key, request(':AUTHORITY')] as const),
  ...[':method', 'method'].map((key) => [key, request(':METHOD')] as const),
  ...[':path', 'path'].map((key) => [key, request(':PATH')] as const),
  ...['x-envoy-origin-path', 'x_envoy_original_path', 'x-envoy-original-path'].map(
    (key) => [key, request('X-ENVOY-ORIGINAL-PATH?:PATH')] as const,
  ),
  ...[
    'response_code',
    'response_flags',
    'response_code_details',
    'upstream_cluster',
    'upstream_host',
    'route_name',
    'virtual_cluster_name',
    'duration',
    'protocol',
    'requested_server_name',
    'downstream_remote_address',
    'downstream_local_address',
    'upstream_transport_failure_reason',
  ].map((key) => [key, command(key.toUpperCase())] as const),
]);

function usualFields(object: { readonly [key: string]: unknown }): readonly Logged[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const operator = USUAL.get(key.toLowerCase());
    if (operator === undefined || (typeof value !== 'string' && typeof value !== 'number')) return [];
    const text = String(value);
    return [{ operator, value: text === '-' || text === '' ? undefined : text }];
  });
}

/** Text of a line that goes into a report. */
const MAX_TEXT = 300;

function entryOf(all: readonly Logged[]): Entry {
  const first = (...names: readonly string[]): string | undefined =>
    all.find(({ operator, value }) => value !== undefined && names.includes(operator.name))?.value;
  const headers = headersIn(all);
  const short = (text: string | undefined) => (text === undefined ? undefined : text.slice(0, MAX_TEXT));
  const port = (text: string | undefined): number | undefined => {
    const [, digits] = /(?:^|:)(\d{1,5})$/.exec(text ?? '') ?? [];
    return digits === undefined ? undefined : Number(digits);
  };
  const number = (text: string | undefined) =>
    text === undefined || !/^\d{1,15}$/.test(text) ? undefined : Number(text);
  const flags = first('RESPONSE_FLAGS', 'RESPONSE_FLAGS_LONG')?.split(',') ?? [];
  return {
    method: headers.get(':method'),
    authority: headers.get('x-envoy-original-host') ?? headers.get(':authority') ?? headers.get('host'),
    path: headers.get('x-envoy-original-path') ?? headers.get(':path') ?? first('PATH'),
    isOwnPath: isOwnPath(all),
    scheme: headers.get('x-forwarded-proto') ?? headers.get(':scheme'),
    headers: Object.fromEntries([...headers].filter(([name]) => !name.startsWith(':') && !MADE.test(name))),
    flags: flags.map((each) => flagNamed(each)?.short ?? each.slice(0, 40)),
    hasFlags: all.some(({ operator }) => operator.name.startsWith('RESPONSE_FLAGS')),
    details: short(first('RESPONSE_CODE_DETAILS')),
    status: number(first('RESPONSE_CODE')),
    cluster: first('UPSTREAM_CLUSTER_RAW', 'UPSTREAM_CLUSTER'),
    route: first('ROUTE_NAME'),
    virtualHost: first('VIRTUAL_HOST_NAME'),
    upstreamHost: first('UPSTREAM_HOST', 'UPSTREAM_REMOTE_ADDRESS'),
    hasUpstreamHost: all.some(({ operator }) => operator.name === 'UPSTREAM_HOST'),
    failure: short(first('UPSTREAM_TRANSPORT_FAILURE_REASON')),
    serverName: first('REQUESTED_SERVER_NAME'),
    remoteAddress: addressIn(first('DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT', 'DOWNSTREAM_REMOTE_ADDRESS')),
    localPort: port(first('DOWNSTREAM_LOCAL_PORT', 'DOWNSTREAM_LOCAL_ADDRESS')),
    attempts: number(first('UPSTREAM_REQUEST_ATTEMPT_COUNT')),
    duration: number(first('DURATION')),
    protocol: first('PROTOCOL'),
  };
}

/** Headers that the proxy makes or overwrites before it writes the line, and those that `Entry` has apart. */
const MADE = /^(?:x-forwarded-(?:for|proto|client-cert)|x-request-id|x-envoy-|host$)/;

function headersIn(all: readonly Logged[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const { operator, value } of all) {
    if (!/^REQ(?:UEST_HEADER|_WITHOUT_QUERY)?$/.test(operator.name) || value === undefined) continue;
    for (const name of lowerAscii(operator.argument).split('?'))
      if (!headers.has(name)) headers.set(name, value);
  }
  return headers;
}

/** The path of the client outlives rewriting where a line falls back from the original one. */
function isOwnPath(all: readonly Logged[]): boolean {
  return all.some(
    ({ operator: { name, argument, length } }) =>
      /^REQ(?:UEST_HEADER)?$/.test(name) &&
      length === undefined &&
      /^x-envoy-original-path\?:path$/i.test(argument),
  );
}

function addressIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, six, four] =
    /^(?:\[([0-9a-fA-F:.]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+)(?::\d+)?|.*)$/s.exec(text) ?? [];
  return six ?? four ?? (/^[0-9a-fA-F:.]+$/.test(text) && text.includes('::') ? text : undefined);
}
