/** The connection that a request comes over, as far as the request tells. */
import { lowerAscii } from '../../traffic/text.ts';
import type { Request } from '../request/request.ts';
import { type IpAddress, ipAddress, isUnspecified } from './addresses.ts';
import type { Connection } from './filter-chains.ts';
import type { ListenerRef } from './listener.ts';
import type { FoundListener } from './listeners.ts';

/** Host and port of the connection: the port as written, else that of the scheme. */
export function splitAuthority({ authority, scheme }: Request): {
  readonly host: string;
  readonly port: number;
} {
  const [, host = authority, written] = /^(.*?)(?::(\d+))?$/s.exec(authority) ?? [];
  const port = written === undefined ? (scheme === 'https' ? 443 : 80) : Number(written);
  return { host: host.replace(/^\[|\]$/g, ''), port };
}

/** Where the client connects to: what the request says of it, else the host and port that it asks for. */
export function splitDestination(request: Request): ReturnType<typeof splitAuthority> {
  const asked = splitAuthority(request);
  const { host = asked.host, port = asked.port } = writtenDestination(request);
  return { host, port };
}

/** What a request says of its connection in so many words: the port, and the address where that is told apart. */
export function writtenDestination({ authority, destination_address: address }: Request): {
  readonly host: string | undefined;
  readonly port: number | undefined;
} {
  const [, host = address, own] = /^(\[.*\]|[^:]*):(\d+)$/s.exec(address ?? '') ?? [];
  const port = own ?? /:(\d+)$/.exec(authority)?.[1];
  return { host: host?.replace(/^\[|\]$/g, ''), port: port === undefined ? undefined : Number(port) };
}

/** The port that a request's client connects to. */
export function portOf(listener: ListenerRef | undefined, request: Request): number {
  return listener?.port || splitDestination(request).port;
}

/** A client that names the server it wants speaks TLS, whatever its request says of the scheme. */
export function speaksTls({ scheme, server_name: serverName }: Request): boolean {
  return scheme === 'https' || serverName !== undefined;
}

/** The name that a client asks for: the host of its request where nothing else is said, unless that is an address. */
export function serverNameOf(request: Request): string {
  if (!speaksTls(request)) return '';
  if (request.server_name !== undefined) return lowerAscii(request.server_name);
  const { host } = splitAuthority(request);
  return ipAddress(host) === undefined ? lowerAscii(host) : '';
}

/** A request's connection to a listener. What was redirected keeps the address that the URL names. */
export function connectionTo(
  { ref, addresses, keepsDestination, isProxied, sniffsHttp, sniffsTls }: FoundListener,
  request: Request,
): Connection {
  const url = splitDestination(request);
  const { address, port } = addresses.find((each) => each.port === url.port) ?? ref;
  const isTold = request.destination_address !== undefined;
  return {
    tls: sniffsTls && speaksTls(request),
    serverName: sniffsTls ? serverNameOf(request) : '',
    sniffsTls,
    port: keepsDestination || port === 0 ? url.port : (port ?? undefined),
    destination: destinationOf(keepsDestination || isTold ? null : address, url.host),
    source: request.remote_address === undefined ? undefined : ipAddress(request.remote_address),
    ...(request.source_port === undefined ? {} : { sourcePort: request.source_port }),
    isProxied,
    sniffsHttp,
    ...(request.alpn === undefined ? {} : { protocols: request.alpn.split(',').map((each) => each.trim()) }),
  };
}

function destinationOf(listening: string | null, host: string): IpAddress | undefined {
  const own = listening === null ? undefined : ipAddress(listening);
  return own === undefined || isUnspecified(own) ? ipAddress(host) : own;
}
