/** How requests come into a configuration that runs: by which entrance, over which connection. */
import { METHODS } from 'node:http';
import { isIP } from 'node:net';
import { type BoundMessage, versionOf } from '../model/bound.ts';
import type { Request } from '../routing/request/request.ts';
import type { Routed } from '../routing/route.ts';
import { withTree } from '../routing/tree/flatten.ts';
import { serverNameOf, speaksTls, splitDestination } from '../routing/where/connection.ts';
import type { FoundRouting } from '../routing/where/find.ts';
import type { FoundListener } from '../routing/where/listeners.ts';
import type { Message } from '../schema/types.ts';
import type { Entrance } from './runnable/bootstrap.ts';

/** What a request needs to come in. */
export interface WayIn {
  readonly entrance: Entrance;
  /** The name that the TLS handshake asks for, empty for none; plaintext where absent. */
  readonly serverName?: string;
  /** The address and port that the client connects to, as the configuration has them. */
  readonly destination?: string;
  readonly destinationPort?: number;
}

/** @returns why the request cannot be asked, where it cannot */
export function wayIn(routing: FoundRouting, { trace, found, listener: ref }: Routed): WayIn | string {
  const { request } = trace;
  const unsendable = whyUnsendable(request);
  if (unsendable !== undefined) return unsendable;
  const listener = routing.listeners.find(
    (each) => isMeant(each, ref) || (ref === undefined && found !== undefined && leadsTo(each, found)),
  );
  if (listener === undefined) {
    if (found === undefined) return 'nothing in the input takes it';
    return { entrance: { kind: 'routes', routes: found.written } };
  }
  if (request.internal)
    return 'whether a request comes from inside is decided by its addresses, not by the request';
  const message: Message<'Listener'> = listener.message;
  const entrance = { kind: 'listener', listener: message } as const;
  const connection = connectionOf(listener, request);
  if (isIP(connection.destination ?? '') !== isIP(request.remote_address ?? '127.0.0.1'))
    return 'no connection has an address of IPv4 at one end and of IPv6 at the other';
  return { entrance, ...connection };
}

/** What cannot be said over HTTP/1.1, or what the proxy refuses there before it looks at anything. */
function whyUnsendable(request: Request): string | undefined {
  const { method, path, scheme, headers, client_certificate: certificate } = request;
  if (certificate !== undefined) return 'no client certificate can be shown to the proxy that runs here';
  if (!METHODS.includes(method))
    return `over HTTP/1.1 the proxy refuses the method ${method}, which is not registered`;
  if (scheme === 'https' && !/^https?$/i.test(headers['x-forwarded-proto'] ?? 'https'))
    return 'x-forwarded-proto says nothing of the scheme, which the connection decides then';
  if (method === 'CONNECT') return path === '' ? undefined : 'over HTTP/1.1 a CONNECT request has no path';
  return path === '' ? 'over HTTP/1.1 a request has a path' : undefined;
}

function isMeant({ ref, chains }: FoundListener, wanted: Routed['listener']): boolean {
  return (
    wanted !== undefined &&
    (ref === wanted || chains.some(({ leads }) => leads.some((lead) => lead.listener === wanted)))
  );
}

function leadsTo({ chains }: FoundListener, found: NonNullable<Routed['found']>): boolean {
  return chains.some(({ leads }) => leads.some((lead) => lead.found === found));
}

function connectionOf(
  { ref, chains, keepsDestination }: FoundListener,
  request: Request,
): Omit<WayIn, 'entrance'> {
  const url = splitDestination(request);
  const own = ref.address !== null && isIP(ref.address) !== 0 && !/^(?:0\.0\.0\.0|::)$/.test(ref.address);
  const named = keepsDestination || !own ? url.host : (ref.address ?? '');
  const tls = speaksTls(request) && chains.some(({ expectsTls }) => expectsTls === true);
  return {
    ...(tls ? { serverName: serverNameOf(request) } : {}),
    destination: isIP(named) === 0 ? '127.0.0.1' : named,
    destinationPort: keepsDestination || !ref.port ? url.port : ref.port,
  };
}

/** Whether the proxy can read what comes in by an entrance: version 3, that is. */
export function isReadable(entrance: Entrance): boolean {
  if (entrance.kind === 'listener') return isVersion3(entrance.listener);
  const { virtual_hosts: hosts = [] } = entrance.routes;
  // What stands alone is wrapped in messages that nobody wrote.
  return [entrance.routes, ...hosts, ...hosts.flatMap((host) => withTree(host).routes ?? [])].some(
    isVersion3,
  );
}

function isVersion3(message: BoundMessage): boolean {
  return versionOf(message) === 'v3';
}
