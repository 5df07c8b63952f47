/** The request that routing looks at, as the contract's `trace` spells it. */

import type { Data } from '../../source/data.ts';
import { lookup } from '../../source/lookup.ts';
import { type LeftOut, withoutLeftOut } from '../../traffic/paths-of-releases.ts';
import { lowerAscii } from '../../traffic/text.ts';

/** A runtime value: an integer (percent), a fractional percent, or whatever else was set. */
export type RuntimeValue = Data;

/** The certificate that a client shows in its TLS handshake. */
export interface ClientCertificate {
  readonly subject?: string;
  readonly uri_sans?: readonly string[];
  readonly dns_sans?: readonly string[];
  /** Whether the proxy takes it for valid. */
  readonly validated?: boolean;
}

/** What a valid token of the request holds. */
export interface Claims {
  readonly provider: string;
  readonly payload: { readonly [claim: string]: Data };
}

/** One concrete request (CONTRACT, trace). Header names are in lower case, repeated headers joined with a comma. */
export interface Request {
  readonly method: string;
  readonly authority: string;
  /** `:path`: with the query, as it stands on the wire. */
  readonly path: string;
  /** Also the value of `x-forwarded-proto`, unless `headers` hold one. */
  readonly scheme: string;
  readonly internal: boolean;
  readonly headers: { readonly [name: string]: string };
  /** The single values of headers that come several times, of which `headers` hold all in one. */
  readonly repeated?: { readonly [name: string]: readonly string[] };
  /** The trusted address of the client. */
  readonly remote_address?: string;
  /** `--service-cluster` of the proxy. */
  readonly service_cluster?: string;
  /** The one random value of the request (fact 32); as digits beyond 2^53. */
  readonly random_value?: number | string;
  readonly runtime?: { readonly [key: string]: RuntimeValue };
  /** The listener that it comes in by: its name, port, `ADDRESS:PORT`, or its place in the file. */
  readonly listener?: string;
  /** The name that the client asks for in its TLS handshake; empty for none. The host where absent. */
  readonly server_name?: string;
  /** The application protocols that the client offers, or speaks without TLS, joined with commas: `h2,http/1.1`. */
  readonly alpn?: string;
  /** The address that the client connected to, with or without a port, where the listener does not tell. */
  readonly destination_address?: string;
  /** The port that the client connects from. */
  readonly source_port?: number;
  readonly client_certificate?: ClientCertificate;
  readonly claims?: Claims;
  /** Dynamic metadata that is there before the first filter, by namespace. */
  readonly dynamic_metadata?: { readonly [namespace: string]: Data };
  /** Objects of the filter state that are there before the first filter, as texts. */
  readonly filter_state?: { readonly [key: string]: string };
  /** The route configuration that it is asked about, where nothing else tells: its name, or its place in the file. */
  readonly route_config?: string;
}

/** A request as the matchers see it: parts taken apart once, when first asked for. */
export interface SeenRequest {
  readonly request: Request;
  /** `:path`, with the query. */
  readonly rawPath: string;
  /** The path before the first `?`. */
  readonly barePath: string;
  /** What path rules look at: the path, up to its parameters where the route configuration leaves these aside. */
  readonly matchedPath: string;
  /** A header by its lower-case name, pseudo headers included; undefined where it is missing. */
  header(name: string): string | undefined;
  /** The single values of a header; undefined where it is missing. */
  values(name: string): readonly string[] | undefined;
  /** The first value of a header that may come several times. */
  firstValue(name: string): string | undefined;
  /** Of all headers, in lower case. */
  headerNames(): Iterable<string>;
  /** The first value of a query key (facts 27, 28); undefined where the key is missing. */
  queryParameter(name: string): string | undefined;
  queryNames(): Iterable<string>;
}

/** A request with more headers; those of a name that it has already take their place. */
export function withHeaders(request: Request, more: { readonly [name: string]: string }): Request {
  const kept = Object.entries(request.repeated ?? {}).filter(([name]) => !Object.hasOwn(more, name));
  return {
    ...request,
    headers: { ...request.headers, ...more },
    ...(request.repeated === undefined ? {} : { repeated: Object.fromEntries(kept) }),
  };
}

/** A request without headers, by their lower-case names; the same where it has none of them. */
export function withoutHeaders(request: Request, gone: { has(name: string): boolean }): Request {
  const { repeated, ...others } = request;
  if (!Object.keys(request.headers).some((name) => gone.has(name))) return request;
  const kept = <T>(all: { readonly [name: string]: T }): { readonly [name: string]: T } =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !gone.has(name)));
  const several = kept(repeated ?? {});
  return {
    ...others,
    headers: kept(request.headers),
    ...(Object.keys(several).length === 0 ? {} : { repeated: several }),
  };
}

/** Names and values of all headers, as they stand on the wire: one line for each value. */
export function headerLines({ headers, repeated = {} }: Request): readonly (readonly [string, string])[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (lookup(repeated, name) ?? [value]).map((each) => [name, each] as const),
  );
}

/** What a host can be; the proxy refuses a request with another one (fact 90). */
export const HOST = /^[-!$%&'()*+,.0-9:;=@A-Z[\]_a-z~]+$/;

/** The name of the header that marks internal requests. */
export function internalHeader(namespace: string): string {
  return `x-${namespace}-internal`;
}

/** Every header of a request as the proxy sees it, pseudo headers included, by its lower-case name. */
export function requestHeaders(request: Request, namespace: string): Map<string, string> {
  const headers = new Map<string, string>([
    ['x-forwarded-proto', request.scheme],
    ...Object.entries(request.headers),
  ]);
  if (request.internal) headers.set(internalHeader(namespace), 'true');
  headers.delete('host');
  headers.set(':method', request.method);
  headers.set(':authority', request.authority);
  headers.set(':path', request.path);
  headers.set(':scheme', request.scheme);
  return headers;
}

/** How the route configuration wants a request to be looked at. */
export interface SeenOptions {
  /** What of the path its rules do not see (`ignore_path_parameters_in_path_matching`). */
  readonly leftOut?: LeftOut | undefined;
}

/**
 * Prepares a request for matching.
 *
 * `:method`, `:authority`, `:path` and `:scheme` are always there; `x-forwarded-proto` is the scheme; `internal` sets
 * the internal-request header; a header named `host` is never found, since the proxy keeps it as `:authority`
 * (facts 11, 25).
 *
 * @param namespace the namespace in the name of the internal-request header
 */
export function seen(request: Request, namespace: string, options: SeenOptions = {}): SeenRequest {
  return new Seen(request, namespace, options);
}

/** A class, since searches over all requests see one for each route; most are asked for their path only. */
class Seen implements SeenRequest {
  readonly request: Request;
  readonly rawPath: string;
  readonly barePath: string;
  readonly matchedPath: string;
  readonly #namespace: string;
  #parameters: ReadonlyMap<string, string> | undefined;

  constructor(request: Request, namespace: string, { leftOut }: SeenOptions) {
    this.request = request;
    this.#namespace = namespace;
    this.rawPath = request.path;
    const question = request.path.indexOf('?');
    this.barePath = question === -1 ? request.path : request.path.slice(0, question);
    this.matchedPath = withoutLeftOut(this.barePath, leftOut);
  }

  header(name: string): string | undefined {
    return this.#headerNamed(name) ?? (/[A-Z]/.test(name) ? this.#headerNamed(lowerAscii(name)) : undefined);
  }

  values(name: string): readonly string[] | undefined {
    const joined = this.header(name);
    if (joined === undefined) return undefined;
    const { repeated } = this.request;
    const key = lowerAscii(name);
    return lookup(repeated ?? {}, key) ?? [joined];
  }

  firstValue(name: string): string | undefined {
    return this.values(name)?.[0];
  }

  /** As in {@link requestHeaders}, of which a list would be made for each request of a search otherwise. */
  #headerNamed(name: string): string | undefined {
    const { request } = this;
    switch (name) {
      case ':method':
        return request.method;
      case ':authority':
        return request.authority;
      case ':path':
        // What asks for a tunnel has none.
        return request.path === '' ? undefined : request.path;
      case ':scheme':
        return request.scheme;
      case 'host':
        return undefined;
    }
    if (request.internal && name === internalHeader(this.#namespace)) return 'true';
    return lookup(request.headers, name) ?? (name === 'x-forwarded-proto' ? request.scheme : undefined);
  }

  headerNames(): Iterable<string> {
    return requestHeaders(this.request, this.#namespace).keys();
  }

  queryParameter(name: string): string | undefined {
    return this.#query().get(name);
  }

  queryNames(): Iterable<string> {
    return this.#query().keys();
  }

  #query(): ReadonlyMap<string, string> {
    this.#parameters ??= queryParameters(this.rawPath.slice(this.barePath.length + 1));
    return this.#parameters;
  }
}

/** Keys and values of a query, raw; the first occurrence of a key counts, one without `=` is empty (facts 27, 28). */
export function queryParameters(query: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (query === '') return found;
  for (const part of query.split('&')) {
    const equals = part.indexOf('=');
    const key = equals === -1 ? part : part.slice(0, equals);
    if (!found.has(key)) found.set(key, equals === -1 ? '' : part.slice(equals + 1));
  }
  return found;
}

/** Whether a content type is that of gRPC: `application/grpc`, alone or followed by `+` (fact 30). */
export function isGrpcType(type: string | undefined): boolean {
  return type !== undefined && (type === 'application/grpc' || type.startsWith('application/grpc+'));
}

/** What the proxy takes for TLS (fact 11). */
export function isTls(request: SeenRequest): boolean {
  return request.header('x-forwarded-proto') === 'https';
}

/** What the proxy takes for an internal request (fact 11). */
export function isInternal(request: SeenRequest, namespace: string): boolean {
  return request.header(internalHeader(namespace)) === 'true';
}

/** The request's own URL, port and query untouched. */
export function ownUrl(request: SeenRequest, scheme: string): string {
  return `${scheme}://${request.request.authority}${request.rawPath}`;
}
