/** Reads a request from its JSON form or from a URL (CONTRACT, trace). */

import { nearest } from '../../model/near-miss.ts';
import { ExactNumber } from '../../source/data.ts';
import { lookup } from '../../source/lookup.ts';
import { withoutSecrets } from '../../source/secret-looks.ts';
import { lowerAscii } from '../../traffic/text.ts';
import type { Claims, ClientCertificate, Request, RuntimeValue } from './request.ts';

/** A request, or what is wrong with what was given. */
export type RequestResult = { readonly request: Request } | { readonly problem: string };

const OPTIONAL = [
  'remote_address',
  'service_cluster',
  'listener',
  'server_name',
  'alpn',
  'destination_address',
  'route_config',
] as const;
const TEXTS = ['method', 'authority', 'path', 'scheme', ...OPTIONAL] as const;
const KNOWN: readonly string[] = [
  ...TEXTS,
  'internal',
  'headers',
  'repeated',
  'random_value',
  'runtime',
  'client_certificate',
  'claims',
  'dynamic_metadata',
  'filter_state',
  'source_port',
];

class Wrong extends Error {}

type Fields = { readonly [key: string]: unknown };

/**
 * Reads the JSON form of a request.
 *
 * A header named `host` takes the place of the authority, as it does on the wire (fact 25).
 *
 * @param data parsed JSON or YAML
 */
export function parseRequest(data: unknown): RequestResult {
  try {
    return { request: readRequest(data) };
  } catch (error) {
    if (error instanceof Wrong) return { problem: error.message };
    throw error;
  }
}

function readRequest(data: unknown): Request {
  if (!isFields(data)) throw new Wrong('a request is an object with authority and path');
  for (const key of Object.keys(data)) {
    if (KNOWN.includes(key)) continue;
    const near = nearest(key, KNOWN);
    const meant = near === undefined ? `its fields are ${KNOWN.join(', ')}` : `did you mean ${near}?`;
    throw new Wrong(`a request has no field ${valueText(key)}; ${meant}`);
  }
  const headers = readHeaders(withRepeated(data.headers, data.repeated));
  const { host, ...others } = headers.joined;
  const authority = host ?? textOf(data, 'authority');
  if (authority === undefined)
    throw new Wrong('the request has no authority, the host that the client asks for');
  const path = textOf(data, 'path');
  if (path === undefined) throw new Wrong('the request has no path');
  const optional = OPTIONAL.flatMap((field) => {
    const text = textOf(data, field);
    return text === undefined ? [] : [[field, text] as const];
  });
  const randomValue = readRandomValue(data.random_value);
  const runtime = readRuntime(data.runtime);
  return {
    method: textOf(data, 'method') ?? 'GET',
    authority,
    path,
    scheme: textOf(data, 'scheme') ?? 'http',
    internal: readInternal(data.internal),
    headers: others,
    ...(Object.keys(headers.repeated).length === 0 ? {} : { repeated: headers.repeated }),
    ...Object.fromEntries(optional),
    ...(randomValue === undefined ? {} : { random_value: randomValue }),
    ...(runtime === undefined ? {} : { runtime }),
    ...certificateIn(data.client_certificate),
    ...claimsIn(data.claims),
    ...metadataIn(data.dynamic_metadata),
    ...filterStateIn(data.filter_state),
    ...sourcePortIn(data.source_port),
  };
}

function certificateIn(value: unknown): { readonly client_certificate?: ClientCertificate } {
  if (value === undefined || value === null) return {};
  if (!isFields(value))
    throw new Wrong('client_certificate is an object with subject, uri_sans, dns_sans and validated');
  const { subject, uri_sans: uris, dns_sans: names, validated, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new Wrong(
      `client_certificate has no field ${valueText(unknown)}; its fields are subject, uri_sans, dns_sans, validated`,
    );
  if (subject !== undefined && typeof subject !== 'string')
    throw new Wrong(`subject of client_certificate is a text, not ${valueText(subject)}`);
  if (validated !== undefined && typeof validated !== 'boolean')
    throw new Wrong(`validated of client_certificate is true or false, not ${valueText(validated)}`);
  const certificate = {
    ...(subject === undefined ? {} : { subject }),
    ...(uris === undefined ? {} : { uri_sans: namesIn('uri_sans', uris) }),
    ...(names === undefined ? {} : { dns_sans: namesIn('dns_sans', names) }),
    ...(validated === undefined ? {} : { validated }),
  };
  return { client_certificate: certificate };
}

function namesIn(field: string, value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((each) => {
    if (typeof each !== 'string') throw new Wrong(`${field} of client_certificate is a list of texts`);
    return each;
  });
}

function claimsIn(value: unknown): { readonly claims?: Claims } {
  if (value === undefined || value === null) return {};
  if (!isFields(value)) throw new Wrong('claims is an object with provider and payload');
  const { provider, payload } = value;
  if (typeof provider !== 'string') throw new Wrong('claims has no provider, the name of one in jwt_authn');
  if (!isFields(payload)) throw new Wrong('claims has no payload, an object of claims and values');
  return { claims: { provider, payload: payload as Claims['payload'] } };
}

function metadataIn(value: unknown): Pick<Request, 'dynamic_metadata'> {
  if (value === undefined || value === null) return {};
  if (!isFields(value)) throw new Wrong('dynamic_metadata is an object of namespaces and values');
  return { dynamic_metadata: value as NonNullable<Request['dynamic_metadata']> };
}

function filterStateIn(value: unknown): Pick<Request, 'filter_state'> {
  if (value === undefined || value === null) return {};
  if (!isFields(value)) throw new Wrong('filter_state is an object of keys and texts');
  const all = Object.entries(value).map(([key, each]) => {
    const text = scalar(each);
    if (text === undefined)
      throw new Wrong(`filter_state ${JSON.stringify(key)} is a text, not ${valueText(each)}`);
    return [key, text] as const;
  });
  return { filter_state: Object.fromEntries(all) };
}

function sourcePortIn(value: unknown): Pick<Request, 'source_port'> {
  if (value === undefined || value === null) return {};
  const port = Number(scalar(value) ?? '-');
  if (typeof value === 'boolean' || !Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Wrong(`source_port is a port from 1 to 65535, not ${valueText(value)}`);
  return { source_port: port };
}

function isFields(value: unknown): value is Fields {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}

/** A value for a message: a scalar in quotes; of anything else, which may hold secrets, only what it is. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isFields(value)) return 'an object';
  return JSON.stringify(typeof value === 'string' ? withoutSecrets(value) : value) ?? 'nothing';
}

/** The text of a scalar; undefined for anything else. */
function scalar(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value instanceof ExactNumber ? value.text : undefined;
}

function textOf(data: Fields, field: (typeof TEXTS)[number]): string | undefined {
  const value = data[field] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new Wrong(`${field} is a text, not ${valueText(value)}`);
  if (/[\0\r\n]/.test(value)) throw new Wrong(`${field} cannot hold line breaks or NUL: ${valueText(value)}`);
  return value;
}

function readInternal(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw new Wrong(`internal is true or false, not ${valueText(value)}`);
  return value;
}

interface Headers {
  /** Repeated headers are seen as one, joined with a comma (fact 24). */
  readonly joined: { readonly [name: string]: string };
  readonly repeated: { readonly [name: string]: readonly string[] };
}

function readHeaders(value: unknown): Headers {
  const values = new Map<string, string[]>();
  if (value !== undefined && value !== null) {
    if (!isFields(value)) throw new Wrong('headers is an object of names and values');
    for (const [written, given] of Object.entries(value)) {
      const name = lowerAscii(written);
      if (name.startsWith(':'))
        throw new Wrong(`${name} is no header here: give it as ${name.slice(1)} beside headers`);
      if (name === '') throw new Wrong('a header has no name');
      const texts = values.get(name) ?? [];
      for (const each of Array.isArray(given) ? given : [given]) texts.push(headerText(name, each));
      if (texts.length > 0) values.set(name, texts);
    }
  }
  const all = [...values];
  return {
    joined: Object.fromEntries(all.map(([name, texts]) => [name, texts.join(',')])),
    repeated: Object.fromEntries(all.filter(([name, texts]) => texts.length > 1 && name !== 'host')),
  };
}

function headerText(name: string, value: unknown): string {
  const text = scalar(value);
  if (text === undefined)
    throw new Wrong(`the header ${name} has a value that is no text: ${valueText(value)}`);
  if (/[\0\r\n]/.test(text)) throw new Wrong(`the header ${name} holds a line break or NUL`);
  return text;
}

/** The values of a header that came several times stand in place of what they are when joined. */
function withRepeated(headers: unknown, repeated: unknown): unknown {
  if (repeated === undefined || repeated === null) return headers;
  const all = headers ?? {};
  if (!isFields(repeated) || !isFields(all)) throw new Wrong('repeated is an object of names and lists');
  const joined = readHeaders(all).joined;
  for (const [name, texts] of Object.entries(readHeaders(repeated).joined))
    if ((lookup(joined, name) ?? texts) !== texts)
      throw new Wrong(`repeated and headers say other things about the header ${name}`);
  return { ...joined, ...repeated };
}

function readRandomValue(value: unknown): number | string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = scalar(value);
  if (text === undefined || typeof value === 'boolean' || !/^\d{1,20}$/.test(text))
    throw new Wrong(`random_value is a whole number from 0 up, not ${valueText(value)}`);
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

function readRuntime(value: unknown): { readonly [key: string]: RuntimeValue } | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isFields(value)) throw new Wrong('runtime is an object of keys and values');
  return value as { readonly [key: string]: RuntimeValue };
}

/** Scheme, authority and path of a URL, each as written: nothing is decoded, merged or lower-cased (fact 16). */
export function splitUrl(
  url: string,
): { readonly scheme: string; readonly authority: string; readonly path: string } | undefined {
  const parts = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(?:[^/?#@]*@)?([^/?#]+)([^#]*)/.exec(url);
  const [, scheme = '', authority = '', rest = ''] = parts ?? [];
  if (!parts) return undefined;
  return { scheme: scheme.toLowerCase(), authority, path: rest.startsWith('/') ? rest : `/${rest}` };
}
