/** A request as a person types it: `POST shop.test/cart -H 'x-canary: 1'`, read and written. */

import { isObject } from '../../model/bound.ts';
import { nearestAll } from '../../model/near-miss.ts';
import { shellWord } from '../../source/shell-words.ts';
import type { Request } from './request.ts';
import { parseRequest, splitUrl } from './request-json.ts';

export const REQUEST_HINT =
  "GET shop.test/cart -H 'name: value' --internal --random-value N --listener NAME @ROUTE-CONFIG";

/** What a URL, or a method and a URL, say of a request. */
export interface Target {
  readonly method?: string;
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}

/** Why a URL is none, and what to write where that is known. */
export interface NoTarget {
  readonly problem: string;
  readonly hint?: string;
}

/** `http://` with a slash or the colon missing; `http:8080` is a host and its port. */
const MISTYPED = /^(https?)(?::\/(?!\/)|\/\/|:(?!\/|\d+(?:[/?#]|$)))/i;

const SCHEMES = ['http', 'https'];

const PORT = /^(?:\[[^\]]*\]|[^:]*):(\d+)$/;
const MAX_PORT = 65_535;

/** Reads `METHOD URL` or `URL`, whose scheme may be left out. */
export function readTarget(method: string | undefined, url: string): Target | NoTarget {
  const [start, scheme = ''] = MISTYPED.exec(url) ?? [];
  if (start !== undefined)
    return {
      problem: `"${url}" is no URL`,
      hint: `did you mean ${scheme}://${url.slice(start.length) || 'HOST'}?`,
    };
  const parts = url.startsWith('/')
    ? undefined
    : splitUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`);
  if (parts === undefined) return { problem: `"${url}" is no URL` };
  // Any scheme may be asked about: routes can match on it.
  const [meant] = nearestAll(parts.scheme, SCHEMES);
  if (meant !== undefined && meant !== parts.scheme)
    return {
      problem: `"${parts.scheme}" is no scheme of a request`,
      hint: `did you mean ${meant}${url.slice(parts.scheme.length)}? Otherwise leave it out and add --scheme ${parts.scheme}`,
    };
  const [, port] = PORT.exec(parts.authority) ?? [];
  if (port !== undefined && Number(port) > MAX_PORT)
    return { problem: `${port} is no port`, hint: `a port is a number up to ${MAX_PORT}` };
  return { ...parts, ...(method === undefined ? {} : { method }) };
}

/** Whether a word is a method rather than a host: both may stand first. */
export function isMethod(namespace: string): boolean {
  return /^[A-Z]+$/.test(namespace);
}

/** Flags with a value, and what they are called in a request. */
const VALUES: ReadonlyMap<string, keyof Request> = new Map([
  ['--method', 'method'],
  ['-X', 'method'],
  ['--scheme', 'scheme'],
  ['--random-value', 'random_value'],
  ['--service-cluster', 'service_cluster'],
  ['--remote-address', 'remote_address'],
  ['--listener', 'listener'],
  ['--server-name', 'server_name'],
  ['--alpn', 'alpn'],
  ['--destination', 'destination_address'],
  ['--route-config', 'route_config'],
]);

/** @returns a text where it is none, with what is missing */
export function readRequestLine(words: readonly string[]): Request | string {
  let [method, url]: (string | undefined)[] = [];
  const headers = new Map<string, string[]>();
  const runtime = new Map<string, unknown>();
  const others: { [field: string]: unknown } = {};
  for (let at = 0; at < words.length; at++) {
    const namespace = words[at] ?? '';
    const value = words[at + 1] ?? '';
    const field = VALUES.get(namespace);
    if (namespace === '-H' || namespace === '--header') {
      const header = readHeader(value);
      if (header === undefined) return `-H takes 'name: value', not "${value}"`;
      headers.set(header.name, [...(headers.get(header.name) ?? []), header.value]);
      at++;
    } else if (namespace === '--runtime') {
      const pair = readRuntimePair(value);
      if (pair === undefined) return `--runtime takes KEY=VALUE, not "${value}"`;
      runtime.set(pair.key, pair.value);
      at++;
    } else if (field !== undefined) {
      others[field] = value;
      at++;
    } else if (namespace === '--internal') others.internal = true;
    else if (namespace.startsWith('-'))
      return `there is no ${namespace} here; a request looks like ${REQUEST_HINT}`;
    else if (namespace.startsWith('@')) others.route_config = namespace.slice(1);
    else if (url === undefined && method === undefined && isMethod(namespace)) method = namespace;
    else if (url === undefined) url = namespace;
    else return `one request has one URL: "${url}" or "${namespace}"`;
  }
  if (url === undefined) return `no host is named; a request looks like ${REQUEST_HINT}`;
  const target = readTarget(method, url);
  if ('problem' in target)
    return `${target.problem}; ${target.hint ?? `a request looks like ${REQUEST_HINT}`}`;
  const result = parseRequest({
    ...target,
    ...others,
    ...(runtime.size === 0 ? {} : { runtime: Object.fromEntries(runtime) }),
    headers: Object.fromEntries(headers),
  });
  return 'problem' in result ? result.problem : result.request;
}

/** `name: value`; undefined where it is none. */
export function readHeader(line: string): { readonly name: string; readonly value: string } | undefined {
  const [, name = '', value = ''] = /^\s*([^:\s]+)\s*:(.*)$/s.exec(line) ?? [];
  return name === '' ? undefined : { name: name.toLowerCase(), value: value.trim() };
}

/** `KEY=VALUE`, the value as it would stand in JSON where it could; undefined where it is none. */
export function readRuntimePair(pair: string): { readonly key: string; readonly value: unknown } | undefined {
  const equals = pair.indexOf('=');
  if (equals < 1) return undefined;
  const value = pair.slice(equals + 1);
  return { key: pair.slice(0, equals), value: runtimeValue(value) };
}

function runtimeValue(text: string): unknown {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  if (!text.startsWith('{')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The line for a request, fit to be typed again. */
export function requestLine(request: Request): string {
  const { method, scheme, authority, path, route_config: routeConfig, ...rest } = request;
  // What begins in another way would be taken for something else.
  const isPlain = scheme === 'http' && /^[a-z\d]/i.test(authority) && !MISTYPED.test(`${authority}${path}`);
  const url = `${isPlain ? '' : `${scheme}://`}${authority}${path}`;
  const named = isMethod(method) ? [method] : ['-X', method];
  const at = routeConfig === undefined ? [] : [`@${routeConfig}`];
  const flags = requestFlags({ method, scheme, authority, path, ...rest });
  return [...named, url, ...flags, ...at].map(shellWord).join(' ');
}

/** What a request has beside its method and URL, as flags of `cfgtool trace`; words, not yet quoted. */
export function requestFlags(request: Request): readonly string[] {
  const { headers, internal, runtime = {} } = request;
  const flag = (name: string, value: string | number | undefined): readonly string[] =>
    value === undefined ? [] : [name, String(value)];
  return [
    ...Object.entries({ ...headers, ...request.repeated }).flatMap(([name, values]) =>
      [values].flat().flatMap((value) => ['-H', `${name}: ${value}`]),
    ),
    ...(internal ? ['--internal'] : []),
    ...flag('--random-value', request.random_value),
    ...flag('--service-cluster', request.service_cluster),
    ...flag('--remote-address', request.remote_address),
    ...Object.entries(runtime).flatMap(([key, value]) => [
      '--runtime',
      `${key}=${isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)}`,
    ]),
    ...flag('--listener', request.listener),
    ...flag('--server-name', request.server_name),
    ...flag('--alpn', request.alpn),
    ...flag('--destination', request.destination_address),
    ...flag('--route-config', request.route_config),
  ];
}
