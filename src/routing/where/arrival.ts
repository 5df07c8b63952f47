/** What a connection manager makes of a request before routes are looked for (facts 91 to 94). */
import { type BoundMessage, isObject, messagesIn, versionOf } from '../../model/bound.ts';
import { compareReleases, NEWEST_RELEASE, type Release } from '../../schema/release.ts';
import type { Message } from '../../schema/types.ts';
import type { OwnHeaders } from '../../traffic/own-headers.ts';
import { codeIn } from '../../traffic/status.ts';
import { lowerAscii } from '../../traffic/text.ts';
import { headerLines, isGrpcType, type Request, withoutHeaders } from '../request/request.ts';
import { idOf } from '../tree/tree.ts';
import { blockKey, blocksAround, type IpAddress, ipAddress } from './addresses.ts';
import type { Transport } from './listener.ts';
import { upgradeOf, upgradesOf } from './upgrades.ts';

type Manager = Message<'HttpConnectionManager'>;

/** How a manager looks at requests. */
export interface Arrival {
  readonly escapedSlashes: string;
  readonly normalizes: boolean;
  /** Whether parameters behind the dots of a segment leave it one of dots: since release 1.39. */
  readonly readsDots: boolean;
  readonly merges: boolean;
  readonly stripsDot: boolean;
  readonly stripsPort: 'any' | 'matching' | undefined;
  /** Takes the place of the scheme, and of x-forwarded-proto. */
  readonly scheme: string | undefined;
  /** What becomes of headers with an underscore in their names; they stay where absent (fact 148). */
  readonly underscores?: 'DROP_HEADER' | 'REJECT_REQUEST';
  /** How many lines of headers it takes at most, the host among them, and how many bytes; where that is written. */
  readonly maxLines?: number;
  readonly maxBytes?: number;
  /** The header that has to tell the address of the client, and the status of what does not tell one (fact 149). */
  readonly tellsAddress?: { readonly header: string; readonly status: number };
  /** Headers whose lines count as one, joined with a comma, where a bootstrap names any (fact 152). */
  readonly joined?: readonly string[];
  /** The protocols that it lets requests ask for; left out where nobody knows. */
  readonly upgrades?: readonly string[];
  /** Whom it believes; version 2 is read as it always was. */
  readonly trust?: Trust;
}

export type Arrived =
  | {
      readonly kind: 'request';
      readonly request: Request;
      /** What was changed, in words. */
      readonly why: string | undefined;
    }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly location: string | null;
      readonly why: string;
    };

/** Undefined where it takes requests as they come. */
export function arrivalOf(
  manager: Manager,
  transport: Transport,
  {
    namespace,
    release = NEWEST_RELEASE,
    own,
  }: { readonly namespace: string; readonly release: Release | undefined; readonly own: OwnHeaders },
): Arrival | undefined {
  const {
    path_with_escaped_slashes_action: escaped = 'KEEP_UNCHANGED',
    scheme_header_transformation: scheme,
  } = manager;
  const overwritten = isObject(scheme) ? scheme.scheme_to_overwrite : undefined;
  const isThird = versionOf(manager) === 'v3';
  const reading = { ...readingOf(manager), ...(own.joined.length === 0 ? {} : { joined: own.joined }) };
  const arrival: Arrival = {
    ...reading,
    ...(isThird ? { upgrades: upgradesOf(manager), trust: trustOf(manager, transport, namespace, own) } : {}),
    escapedSlashes: String(escaped),
    normalizes: manager.normalize_path === true,
    readsDots: compareReleases(release, '1.39') >= 0,
    merges: manager.merge_slashes === true,
    stripsDot: manager.strip_trailing_host_dot === true,
    stripsPort:
      manager.strip_any_host_port === true
        ? 'any'
        : manager.strip_matching_host_port === true
          ? 'matching'
          : undefined,
    scheme: typeof overwritten === 'string' && overwritten !== '' ? overwritten : undefined,
  };
  const { escapedSlashes, normalizes, merges, stripsDot, stripsPort } = arrival;
  const keeps = escapedSlashes === 'KEEP_UNCHANGED' || escapedSlashes === 'IMPLEMENTATION_SPECIFIC_DEFAULT';
  const readsAll = Object.keys(reading).length === 0;
  const isPlain = readsAll && keeps && !normalizes && !merges && !stripsDot && stripsPort === undefined;
  return isPlain && arrival.scheme === undefined && !isThird ? undefined : arrival;
}

type Reading = Pick<Arrival, 'underscores' | 'maxLines' | 'maxBytes' | 'tellsAddress'>;

function readingOf(manager: Manager): Reading {
  const { max_headers_count: lines, headers_with_underscores_action: action } =
    manager.common_http_protocol_options ?? {};
  const { max_request_headers_kb: kilobytes } = manager;
  const underscores = action === 'DROP_HEADER' || action === 'REJECT_REQUEST' ? action : undefined;
  const tellsAddress = addressHeaderOf(manager);
  return {
    ...(underscores === undefined ? {} : { underscores }),
    ...(lines === undefined ? {} : { maxLines: lines }),
    ...(kilobytes === undefined ? {} : { maxBytes: kilobytes * 1024 }),
    ...(tellsAddress === undefined ? {} : { tellsAddress }),
  };
}

/** By the first of the extensions that look for the address of the client: of later ones not all are asked. */
function addressHeaderOf({
  original_ip_detection_extensions: extensions,
}: BoundMessage): Reading['tellsAddress'] {
  const config = messagesIn(extensions)[0]?.typed_config;
  if (!isObject(config) || idOf(config) !== CUSTOM_HEADER) return undefined;
  const { header_name: header, reject_with_status: rejects } = config;
  if (typeof header !== 'string' || !isObject(rejects)) return undefined;
  const code = codeIn(rejects);
  return { header: lowerAscii(header), status: code !== undefined && code >= 400 ? code : 403 };
}

const CUSTOM_HEADER = 'CustomHeaderConfig';

/**
 * The request as the codec hands it on: what follows, early changes of headers first, sees no other (fact 148).
 */
export function afterCodec(request: Request, arrival: Arrival | undefined): Arrived {
  const { underscores, maxLines, maxBytes, joined } = arrival ?? {};
  // Most managers say none of it, and every request comes by here.
  if (underscores === undefined && maxLines === undefined && maxBytes === undefined)
    return { kind: 'request', request: withJoined(request, joined), why: undefined };
  const odd =
    underscores === undefined ? [] : Object.keys(request.headers).filter((name) => name.includes('_'));
  const answer = (status: number, why: string): Arrived => ({ kind: 'answer', status, location: null, why });
  if (odd.length > 0 && underscores === 'REJECT_REQUEST')
    return answer(
      400,
      `its header ${odd[0]} has an underscore, which the connection manager refuses (over HTTP/2 it resets the stream)`,
    );
  const gone = new Set(odd);
  const kept = withoutHeaders(request, gone);
  const lines = headerLines(kept);
  // The host is a line too.
  if (maxLines !== undefined && lines.length + 1 > maxLines)
    return answer(431, `it has ${lines.length + 1} headers, and the connection manager takes ${maxLines}`);
  const bytes = [...lines.flat(), kept.path, kept.authority].reduce((sum, each) => sum + each.length, 0);
  if (maxBytes !== undefined && bytes > maxBytes)
    return answer(431, `its headers have ${bytes} bytes, and the connection manager takes ${maxBytes}`);
  const why =
    gone.size === 0
      ? undefined
      : `${odd.join(', ')} with an underscore ${odd.length === 1 ? 'does' : 'do'} not count`;
  return { kind: 'request', request: withJoined(kept, joined), why };
}

/** All lines of a header as one. */
function withJoined(request: Request, names: readonly string[] | undefined): Request {
  const { repeated, ...others } = request;
  if (names === undefined || repeated === undefined) return request;
  const left = Object.entries(repeated).filter(([name]) => !names.includes(name));
  return left.length === 0 ? others : { ...others, repeated: Object.fromEntries(left) };
}

/**
 * @param routes where it is going: they name headers that only count from inside (fact 136)
 * @param port the one that the client connected to
 */
export function arrive(
  request: Request,
  arrival: Arrival | undefined,
  { internal_only_headers: names = [] }: Message<'RouteConfiguration'>,
  port: number,
): Arrived {
  const arrived = withPathAndHost(request, arrival, port);
  const trust = arrival?.trust;
  if (trust !== undefined) {
    const why = whyNominated(request);
    if (why !== undefined) return { kind: 'answer', status: 400, location: null, why };
  }
  if (arrived.kind === 'answer') return arrived;
  const told = arrival?.tellsAddress;
  if (told !== undefined && ipAddress(request.headers[told.header]?.trim() ?? '') === undefined) {
    const why = `its header ${told.header} tells no address of the client, which the connection manager refuses`;
    return { kind: 'answer', status: told.status, location: null, why };
  }
  if (trust === undefined) return arrived;
  // What overwrites the scheme has the last word.
  const own = arrival?.scheme === undefined ? trust : { ...trust, proto: undefined };
  const made = sanitized(arrived.request, own, new Set(names.map(lowerAscii)));
  if (made === arrived.request) return arrived;
  const why = [arrived.why, whyChanged(arrived.request, made)].flatMap((each) => each ?? []).join('; ');
  return { kind: 'request', request: made, why };
}

/** What no longer counts of what the client says of itself. */
function whyChanged(before: Request, after: Request): string {
  const gone = Object.keys(before.headers).filter((name) => !Object.hasOwn(after.headers, name));
  const { te } = after.headers;
  return [
    ...(te === undefined || te === before.headers.te ? [] : ['of te only trailers count']),
    ...(gone.length === 0
      ? []
      : [`${gone.join(', ')} of the client ${gone.length === 1 ? 'does' : 'do'} not count`]),
    ...(before.scheme === after.scheme ? [] : [`x-forwarded-proto is ${after.scheme}, as the connection is`]),
    ...(before.internal === after.internal ? [] : ['the address of the client is internal']),
  ].join('; ');
}

function withPathAndHost(request: Request, arrival: Arrival | undefined, port: number): Arrived {
  if (arrival === undefined) return { kind: 'request', request, why: undefined };
  const path =
    request.path.startsWith('/') && !request.path.includes('#')
      ? pathOf(request.path, arrival, isGrpcType(request.headers['content-type']))
      : request.path;
  if (typeof path === 'object') return { kind: 'answer', ...path };
  const authority = hostOf(request.authority, arrival, port);
  const { scheme } = arrival;
  const changes = [
    path === request.path ? [] : `the path becomes ${JSON.stringify(path)}`,
    authority === request.authority ? [] : `the host becomes ${JSON.stringify(authority)}`,
    scheme === undefined || scheme === request.scheme ? [] : `the scheme becomes ${scheme}`,
  ].flat();
  if (changes.length === 0 && (scheme === undefined || request.headers['x-forwarded-proto'] === undefined))
    return { kind: 'request', request, why: undefined };
  const { 'x-forwarded-proto': _, ...headers } = request.headers;
  const made = { ...request, path, authority };
  return {
    kind: 'request',
    request: scheme === undefined ? made : { ...made, scheme, headers },
    why: changes.length === 0 ? undefined : `${changes.join(', ')}, by the connection manager`,
  };
}

type Ended = Omit<Extract<Arrived, { kind: 'answer' }>, 'kind'>;

/** Escaped slashes, then dots and escapes, then slashes; the query stays. */
function pathOf(
  target: string,
  { escapedSlashes, normalizes, readsDots, merges }: Arrival,
  isGrpc: boolean,
): string | Ended {
  const question = target.indexOf('?');
  const [path, query] = question === -1 ? [target, ''] : [target.slice(0, question), target.slice(question)];
  let made = path;
  const hasEscaped = /%(?:2f|5c)/i.test(path);
  if (hasEscaped && escapedSlashes === 'REJECT_REQUEST')
    return {
      status: 400,
      location: null,
      why: 'its path has an escaped slash, which the connection manager refuses',
    };
  if (hasEscaped && escapedSlashes.startsWith('UNESCAPE'))
    made = made.replace(/%2f/gi, '/').replace(/%5c/gi, '\\');
  const isRedirected = hasEscaped && escapedSlashes === 'UNESCAPE_AND_REDIRECT';
  if (normalizes) {
    if (made.includes('%00'))
      return { status: 400, location: null, why: 'its path has %00, which cannot be normalized' };
    made = normalized(made, readsDots);
  }
  if (merges && made.includes('//')) made = merged(made);
  if (!isRedirected) return made + query;
  if (isGrpc)
    return {
      status: 400,
      location: null,
      why: 'its path has an escaped slash: gRPC requests are not redirected, the connection manager answers with grpc-status 13',
    };
  return {
    status: 307,
    location: made + query,
    why: 'its path has an escaped slash: the connection manager redirects it to the path without',
  };
}

const UNRESERVED = /[-.0-9A-Z_a-z~]/;

/** What is never left as it is. */
const ESCAPED = /["<>^`{|}]/g;

/** Escapes of plain characters are undone, backslashes are slashes, and segments of dots are followed. */
function normalized(path: string, readsDots: boolean): string {
  const segments: string[] = [];
  const all = path.replaceAll('\\', '/').split('/').slice(1);
  for (const [at, written] of all.entries()) {
    const isLast = at === all.length - 1;
    const segment = written.replace(/%([0-9a-f]{2})/gi, (whole, digits) => {
      const character = String.fromCharCode(Number.parseInt(digits, 16));
      return UNRESERVED.test(character) ? character : whole;
    });
    // Parameters behind dots do not hide them, unless the dots are escaped.
    const dots = (readsDots ? /^(\.\.?);/.exec(written)?.[1] : undefined) ?? segment;
    if (dots === '.' || dots === '..') {
      if (dots === '..') segments.pop();
      if (isLast) segments.push('');
      continue;
    }
    segments.push(segment.replace(ESCAPED, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`));
  }
  return `/${segments.join('/')}`;
}

/** No slash follows another one, but for a path of slashes alone. */
function merged(path: string): string {
  const inner = path.split('/').filter((segment) => segment !== '');
  return `/${inner.join('/')}${path.endsWith('/') ? '/' : ''}`;
}

function hostOf(authority: string, { stripsDot, stripsPort }: Arrival, port: number): string {
  const host = stripsDot ? withoutDot(authority) : authority;
  if (stripsPort === undefined) return host;
  const colon = host.lastIndexOf(':');
  if (colon === -1 || host.indexOf(']', colon) !== -1) return host;
  const written = host.slice(colon + 1);
  if (!/^\+?\d{1,10}$/.test(written) || Number(written) > 0xffff_ffff) return host;
  return stripsPort === 'any' || Number(written) === port ? host.slice(0, colon) : host;
}

/** Without the last dot, which may stand before a port. */
function withoutDot(host: string): string {
  if (host.endsWith('.')) return host.slice(0, -1);
  const colon = host.lastIndexOf(':');
  return host[colon - 1] === '.' ? host.slice(0, colon - 1) + host.slice(colon) : host;
}

// Which headers of a client count: what a connection manager of version 3 strips and overwrites before routes (fact 117).

/** How a manager tells clients apart. */
interface Trust {
  /** What the proxy's own headers begin with; of several nobody follows which (fact 152). */
  readonly heads: readonly string[];
  readonly usesRemoteAddress: boolean;
  readonly hops: number;
  /** What x-forwarded-proto becomes; left alone where clients, or those before them, say it. */
  readonly proto: 'http' | 'https' | undefined;
  /** Blocks of addresses that count as internal; undefined where none does. */
  readonly internal: readonly string[] | undefined;
  readonly keepsCertificateHeader: boolean;
  /** The proxy asks for the body itself where a client waits for that (fact 140). */
  readonly asksForBody: boolean;
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

function trustOf(manager: Manager, transport: Transport, namespace: string, { renamed }: OwnHeaders): Trust {
  const { use_remote_address: uses, xff_num_trusted_hops: hops = 0 } = manager;
  const { internal_address_config: internal, original_ip_detection_extensions: extensions }: BoundMessage =
    manager;
  const usesRemoteAddress = uses === true;
  const isKnown = !Array.isArray(extensions) || extensions.length === 0;
  const blocks = isObject(internal) && isKnown ? blocksIn(internal) : undefined;
  return {
    heads: renamed.length === 0 ? [`x-${namespace}-`] : renamed,
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
    asksForBody: manager.proxy_100_continue !== true,
  };
}

function blocksIn({ cidr_ranges: ranges }: BoundMessage): readonly string[] {
  const own = messagesIn(ranges);
  return (own.length === 0 ? PRIVATE : own).flatMap((range) => blockKey(range) ?? []);
}

/** Gone whoever sends them. */
const OF_CONNECTION: ReadonlySet<string> = new Set(['keep-alive', 'proxy-connection', 'transfer-encoding']);

/** What `connection` may name without nominating a header; of te something may be left. */
const NO_HEADERS: ReadonlySet<string> = new Set([
  ...['', 'close', 'connection', 'http2-settings', 'keep-alive', 'te', 'upgrade'],
]);
/** Nobody may have these taken out, as nobody may name so many headers. */
const NOT_NOMINATED = /^(?::.*|host|x-forwarded-(?:for|host|proto))$/;
const MANY_NOMINATED = 10;

function connectionTokens({ headers }: Request): readonly string[] {
  return lowerAscii(headers.connection ?? '')
    .split(',')
    .map((token) => token.trim());
}

/** Headers that a client of HTTP/1.1 says are of its connection only: they go no further (fact 137). */
function nominatedBy(request: Request): ReadonlySet<string> {
  const asksForH2 = lowerAscii(request.headers.upgrade ?? '') === 'h2c';
  return new Set([
    ...connectionTokens(request).filter((token) => !NO_HEADERS.has(token)),
    ...(asksForH2 ? ['http2-settings'] : []),
  ]);
}

/** Why a request is refused for what its `connection` names. */
function whyNominated(request: Request): string | undefined {
  if (request.headers.connection === undefined) return undefined;
  const tokens = connectionTokens(request).filter((token) => token !== '');
  const named = tokens.find((token) => NOT_NOMINATED.test(token));
  if (named !== undefined) return `its connection header names ${named}, which no client may have taken out`;
  return tokens.length >= MANY_NOMINATED
    ? `its connection header names ${tokens.length} headers, and the proxy takes fewer than ${MANY_NOMINATED}`
    : undefined;
}

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
function sanitized(request: Request, trust: Trust, ofInternal: ReadonlySet<string>): Request {
  const internal = request.internal || isInside(request, trust);
  const { proto } = trust;
  const nominated = nominatedBy(request);
  const dropped = Object.keys(request.headers).filter(
    (name) =>
      isDropped(name, request, internal, trust) || nominated.has(name) || (!internal && ofInternal.has(name)),
  );
  const isOther = proto !== undefined && (proto !== request.scheme || 'x-forwarded-proto' in request.headers);
  const codings = codingsLeft(request);
  const te = codings === undefined || codings === '' ? {} : { te: codings };
  if (codings === '') dropped.push('te');
  const isSame = dropped.length === 0 && internal === request.internal && !isOther;
  if (isSame && codings === undefined) return request;
  const gone = new Set([...dropped, ...(proto === undefined ? [] : ['x-forwarded-proto'])]);
  const kept = withoutHeaders(request, gone);
  return {
    ...kept,
    internal,
    ...(proto === undefined ? {} : { scheme: proto }),
    headers: { ...kept.headers, ...te },
  };
}

/** What becomes of `te`, of which only trailers go further; empty where nothing does, undefined where it stays. */
function codingsLeft(request: Request): string | undefined {
  const { te = '' } = request.headers;
  if (te === '' || te === TRAILERS || upgradeOf(request) !== undefined) return undefined;
  return te.split(',').some((each) => each.trim() === TRAILERS) ? TRAILERS : '';
}

const TRAILERS = 'trailers';

function isDropped(name: string, request: Request, internal: boolean, trust: Trust): boolean {
  if (OF_CONNECTION.has(name)) return true;
  if (name === 'connection' || name === 'upgrade') return upgradeOf(request) === undefined;
  if (name === 'expect')
    return trust.asksForBody && lowerAscii(request.headers.expect ?? '') === '100-continue';
  if (name === 'x-forwarded-client-cert') return !trust.keepsCertificateHeader;
  const head = trust.heads.find((each) => name.startsWith(each));
  if (head === undefined) return false;
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
