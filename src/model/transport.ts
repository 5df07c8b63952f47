/**
 * What a transport socket does to the bytes of a connection. That one stands there says nothing: `raw_buffer` is
 * plaintext, and others only wrap the socket that counts.
 */
import { camelCase } from '../schema/hidden.ts';
import { isObject } from './bound.ts';
import { withoutNamespace } from './extension-config.ts';

/**
 * `tls` and `alts` encrypt from the first byte on; `starttls` begins in plaintext and switches when a filter says so;
 * `unknown` is whatever is none of these for certain.
 */
export type Protection = 'tls' | 'alts' | 'starttls' | 'plaintext' | 'unknown';

/** What selects the socket of a cluster, of one of its matches, or of a filter chain. */
export interface SocketHolder {
  readonly transport_socket?: unknown;
  readonly tls_context?: unknown;
}

/** Sockets by the last part of their names, old and new: `tls`, `transport_sockets.tls`. */
const BY_NAME: ReadonlyMap<string, Protection | 'wrapper'> = new Map([
  ['tls', 'tls'],
  ['quic', 'tls'],
  ['alts', 'alts'],
  ['starttls', 'starttls'],
  ['raw_buffer', 'plaintext'],
  ['tap', 'wrapper'],
  ['upstream_proxy_protocol', 'wrapper'],
  ['tcp_stats', 'wrapper'],
  ['internal_upstream', 'wrapper'],
  ['http_11_proxy', 'wrapper'],
]);

/** Names that carried no `transport_sockets.` in older releases. */
const BARE: ReadonlySet<string> = new Set(['tls', 'raw_buffer']);

/** Settings of sockets, whatever the version of the API: the folder they stand in, then the message. */
const BY_TYPE: readonly (readonly [RegExp, Protection | 'wrapper'])[] = [
  [/(?:^|\.)(?:Upstream|Downstream)TlsContext$/, 'tls'],
  [/(?:^|\.)quic\.v\w+\.Quic(?:Upstream|Downstream)Transport$/, 'tls'],
  [/(?:^|\.)alts\.v\w+\.Alts$/, 'alts'],
  [/(?:^|\.)starttls\.v\w+\.(?:Upstream)?StartTlsConfig$/, 'starttls'],
  [/(?:^|\.)raw_buffer\.v\w+\.RawBuffer$/, 'plaintext'],
  [/(?:^|\.)tap\.v\w+\.Tap$/, 'wrapper'],
  [/(?:^|\.)proxy_protocol\.v\w+\.ProxyProtocolUpstreamTransport$/, 'wrapper'],
  [/(?:^|\.)tcp_stats\.v\w+\.Config$/, 'wrapper'],
  [/(?:^|\.)internal_upstream\.v\w+\.InternalUpstreamTransport$/, 'wrapper'],
  [/(?:^|\.)http_11_proxy\.v\w+\.Http11ProxyUpstreamTransport$/, 'wrapper'],
];

/** Sockets around sockets beyond which nobody looks. */
const DEEPEST = 16;

/** `transport_socket` wins over `tls_context`; neither means plaintext (data-model, Cluster, FilterChain). */
export function protectionOf(
  { transport_socket: socket, tls_context: context }: SocketHolder,
  namespace: string,
): Protection {
  if (socket !== undefined) return protectionOfSocket(socket, namespace);
  return context === undefined ? 'plaintext' : 'tls';
}

/** Whether nobody on the way can read along. */
export function isEncrypted(protection: Protection): boolean {
  return protection === 'tls' || protection === 'alts';
}

/** @param socket a bound `core.TransportSocket`, or such a message in data that no table describes */
export function protectionOfSocket(socket: unknown, namespace: string, depth = 0): Protection {
  if (!isObject(socket) || depth > DEEPEST) return 'unknown';
  const settings = settingsOf(socket);
  const byName = named(field(socket, 'name'), namespace);
  const byType = BY_TYPE.find(([pattern]) => pattern.test(settings.type))?.[1];
  // Releases differ in which of the two they go by.
  if (byName !== undefined && byType !== undefined && byName !== byType) return 'unknown';
  const kind = byName ?? byType ?? 'unknown';
  if (kind !== 'wrapper') return kind;
  return protectionOfSocket(field(settings.value, 'transport_socket'), namespace, depth + 1);
}

/** Whether a socket is plaintext and nothing else, so that it says what no socket at all says. */
export function isBarePlaintext(socket: unknown, namespace: string): boolean {
  if (!isObject(socket) || protectionOfSocket(socket, namespace) !== 'plaintext') return false;
  return named(field(socket, 'name'), namespace) === 'plaintext' && settingsOf(socket).isEmpty;
}

function named(name: unknown, namespace: string): Protection | 'wrapper' | undefined {
  if (typeof name !== 'string') return undefined;
  // Beside a file of another namespace, a name has that one's.
  const bare = withoutNamespace(name, namespace).replace(/^[a-z]\w*\.(?=transport_sockets\.)/, '');
  const own = bare.replace(/^transport_sockets\./, '');
  return bare === own && !BARE.has(own) ? undefined : BY_NAME.get(own);
}

interface Settings {
  /** Without prefix and namespace; empty where it is not told. */
  readonly type: string;
  readonly value: unknown;
  readonly isEmpty: boolean;
}

/** The settings of a socket out of whatever holds them: `config`, a message, a Struct or a TypedStruct in `typed_config`. */
function settingsOf(socket: unknown): Settings {
  const typed = field(socket, 'typed_config');
  if (!isObject(typed)) return made('', field(socket, 'config'));
  const type = String(field(typed, '@type') ?? '');
  const inner = /(?:^|[./])TypedStruct$/.test(type) ? String(field(typed, 'type_url') ?? '') : undefined;
  if (inner !== undefined) return made(inner, field(typed, 'value'));
  if (/(?:^|\/)google\.protobuf\.Struct$/.test(type)) return made('', field(typed, 'value'));
  return made(type, typed);
}

function made(url: string, value: unknown): Settings {
  const type = url.slice(url.lastIndexOf('/') + 1);
  const isEmpty = !isObject(value) || Object.keys(value).every((key) => key === '@type');
  return { type, value, isEmpty };
}

/** A field by either spelling: what no table describes keeps the spelling of its file. */
function field(holder: unknown, name: string): unknown {
  if (!isObject(holder)) return undefined;
  for (const spelling of [name, camelCase(name)])
    if (Object.hasOwn(holder, spelling)) return holder[spelling];
  return undefined;
}
