/** Which headers of a client count: what a connection manager of version 3 strips and overwrites before routes (fact 117). */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import type { Request } from '../request/request.ts';
import { blockKey, blocksAround, type IpAddress, ipAddress } from './addresses.ts';
import type { Transport } from './transport.ts';
import { upgradeOf } from './upgrades.ts';

type Manager = Message<'HttpConnectionManager'>;

/** How a manager tells clients apart. */
export interface Trust {
  readonly namespace: string;
  readonly usesRemoteAddress: boolean;
  readonly hops: number;
  /** What x-forwarded-proto becomes; left alone where clients, or those before them, say it. */
  readonly proto: 'http' | 'https' | undefined;
  /** Blocks of addresses that count as internal; undefined where none does. */
  readonly internal: readonly string[] | undefined;
  readonly keepsCertificateHeader: boolean;
}

/** What counts as internal where internal_address_config names no block. */
const PRIVATE: readonly Message<'core.CidrRange'>[] = [
  { address_prefix: '10.0.0.0', prefix_len: 8 },
  { address_prefix: '172.16.0.0', prefix_len: 12 },
  { address_prefix: '192.168.0.0', prefix_len: 16 },
  { address_prefix: '127.0.0.1', prefix_len: 32 },
  { address_prefix: 'fd00::', prefix_len: 8 },
  { address_prefix: '::1', prefix_len: 128 },
];

export function trustOf(manager: Manager, transport: Transport, namespace: string): Trust {
  const { use_remote_address: uses, xff_num_trusted_hops: hops = 0 } = manager;
  const { internal_address_config: internal, original_ip_detection_extensions: extensions }: BoundMessage =
    manager;
  const usesRemoteAddress = uses === true;
  const isKnown = !Array.isArray(extensions) || extensions.length === 0;
  const blocks = isObject(internal) && isKnown ? blocksIn(internal) : undefined;
  return {
    namespace,
    usesRemoteAddress,
    hops,
    proto:
      !usesRemoteAddress || hops > 0 || transport === 'unknown'
        ? undefined
        : transport === 'tls'
          ? 'https'
          : 'http',
    internal: blocks,
    keepsCertificateHeader: manager.forward_client_cert_details === 'ALWAYS_FORWARD_ONLY',
  };
}

function blocksIn({ cidr_ranges: ranges }: BoundMessage): readonly string[] {
  const own = Array.isArray(ranges) ? ranges.filter(isObject) : [];
  return (own.length === 0 ? PRIVATE : own).flatMap((range) => blockKey(range) ?? []);
}

/** Gone whoever sends them. */
const OF_CONNECTION: ReadonlySet<string> = new Set(['keep-alive', 'proxy-connection', 'transfer-encoding']);

/** Behind `x-` and the namespace: gone where the client is not internal, */
const OF_INTERNAL: ReadonlySet<string> = new Set(
  `expected-rq-timeout-ms force-trace hedge-on-per-try-timeout ip-tags max-retries original-url
  retriable-header-names retriable-status-codes retry-grpc-on retry-on upstream-alt-stat-name
  upstream-rq-per-try-timeout-ms upstream-rq-timeout-alt-response upstream-rq-timeout-ms`.split(/\s+/),
);
/** and these where the proxy is the first that it meets. */
const OF_EDGE: ReadonlySet<string> = new Set(
  'decorator-operation downstream-service-cluster downstream-service-node original-host original-path'.split(
    ' ',
  ),
);

/** The request as routes and filters see it; the same where nothing of it changes. */
export function sanitized(request: Request, trust: Trust): Request {
  const internal = request.internal || isInside(request, trust);
  const { proto } = trust;
  const dropped = Object.keys(request.headers).filter((name) => isDropped(name, request, internal, trust));
  const isOther = proto !== undefined && (proto !== request.scheme || 'x-forwarded-proto' in request.headers);
  if (dropped.length === 0 && internal === request.internal && !isOther) return request;
  const gone = new Set([...dropped, ...(proto === undefined ? [] : ['x-forwarded-proto'])]);
  const kept = <T>(all: { readonly [name: string]: T } = {}): { readonly [name: string]: T } =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !gone.has(name)));
  return {
    ...request,
    internal,
    ...(proto === undefined ? {} : { scheme: proto }),
    headers: kept(request.headers),
    ...(request.repeated === undefined ? {} : { repeated: kept(request.repeated) }),
  };
}

function isDropped(name: string, request: Request, internal: boolean, trust: Trust): boolean {
  if (OF_CONNECTION.has(name)) return true;
  if (name === 'connection' || name === 'upgrade') return upgradeOf(request) === undefined;
  if (name === 'x-forwarded-client-cert') return !trust.keepsCertificateHeader;
  const head = `x-${trust.namespace}-`;
  if (!name.startsWith(head)) return false;
  const own = name.slice(head.length);
  if (own === 'internal') return true;
  return !internal && (OF_INTERNAL.has(own) || (trust.usesRemoteAddress && OF_EDGE.has(own)));
}

/** Whether the address of the client is internal, and told in the one way that is believed. */
function isInside(request: Request, { internal, usesRemoteAddress, hops }: Trust): boolean {
  if (internal === undefined) return false;
  const told = request.headers['x-forwarded-for'];
  const text = usesRemoteAddress
    ? told === undefined
      ? request.remote_address
      : undefined
    : hops === 0 && told?.includes(',') === false
      ? told.trim()
      : undefined;
  const address: IpAddress | undefined = text === undefined ? undefined : ipAddress(text);
  if (address === undefined) return false;
  for (const block of blocksAround(address)) if (internal.includes(block)) return true;
  return false;
}
