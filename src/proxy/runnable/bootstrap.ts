/** A configuration made runnable on one machine without a network: what runs, and what was left out for that. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import { protectionOf } from '../../model/transport.ts';
import { parseTypeUrl } from '../../model/type-url.ts';
import { listenerFilterKind } from '../../routing/where/listener.ts';
import type { Message } from '../../schema/types.ts';
import type { Certificate } from '../certificate.ts';
import { anyOf, type Plain, plainOf } from '../plain.ts';
import { toldPeer } from './http-filters.ts';
import { plainManager, runnableManager, type Setting } from './manager.ts';

/** What requests come in by. */
export type Entrance =
  | { readonly kind: 'listener'; readonly listener: Message<'Listener'> }
  | { readonly kind: 'routes'; readonly routes: Message<'RouteConfiguration'> };

/** A cluster that leads to the echo server. */
export interface EchoCluster {
  readonly name: string;
  /** Of the echo server on the loopback address. */
  readonly port: number;
  /** Whether its hosts have names, which auto_host_rewrite takes. */
  readonly isNamed: boolean;
  /** It is no echo server, and answers filters over HTTP/2. */
  readonly speaksHttp2?: boolean;
}

export interface ToRun {
  /** The namespace of type URLs. */
  readonly namespace: string;
  readonly entrances: readonly Entrance[];
  readonly clusters: readonly EchoCluster[];
  /** Servers that answer filters. */
  readonly servers?: readonly EchoCluster[];
  readonly routesNamed: (name: string) => Message<'RouteConfiguration'> | undefined;
  readonly runtime: { readonly [key: string]: unknown };
  readonly certificate: Certificate;
  readonly logPath: string;
}

export interface Runnable {
  readonly bootstrap: Plain;
  /** The listeners, one for each entrance, by the names that they have in the bootstrap. */
  readonly listeners: readonly string[];
  /** Once each, in order. */
  readonly leftOut: readonly string[];
  /** What of it might have done something else with requests. */
  readonly deciding: readonly string[];
}

export function runnable(input: ToRun): Runnable {
  const leftOut = new Set<string>();
  const deciding = new Set<string>();
  const setting: Setting = {
    namespace: input.namespace,
    logPath: input.logPath,
    routesNamed: input.routesNamed,
    servers: new Set(input.servers?.map(({ name }) => name)),
    leaveOut: (what, decides) => {
      leftOut.add(what);
      if (decides !== undefined) deciding.add(what);
    },
  };
  const names = input.entrances.map((_, index) => `entrance-${index}`);
  const listeners = input.entrances.map((entrance, index) => {
    const name = names[index] ?? '';
    return entrance.kind === 'routes'
      ? routesListener(name, entrance.routes, setting)
      : runnableListener(name, entrance.listener, setting, input.certificate);
  });
  const bootstrap = {
    admin: { address: { socket_address: { address: '127.0.0.1', port_value: 0 } } },
    layered_runtime: { layers: [{ name: 'cfgtool', static_layer: input.runtime }] },
    static_resources: {
      clusters: [...input.clusters, ...(input.servers ?? [])].map((each) =>
        echoCluster(each, input.namespace),
      ),
      listeners,
      secrets: secretsFor(listeners),
    },
  };
  return { bootstrap, listeners: names, leftOut: [...leftOut], deciding: [...deciding] };
}

/** What signs the sessions of oauth2 here. */
export const SESSION_SECRET = 'cfgtool';

/** The secrets that filters name. */
function secretsFor(listeners: readonly Plain[]): readonly Plain[] {
  const named = JSON.stringify(listeners).matchAll(/"(?:hmac|token)_secret":\{"name":("(?:[^"\\]|\\.)*")/g);
  const names = new Set([...named].map(([, name = '""']): unknown => JSON.parse(name)));
  return [...names].map((name) => ({
    name,
    generic_secret: { secret: { inline_string: SESSION_SECRET } },
  }));
}

/** The name that the hosts of a cluster have. */
export const HOST_NAME = 'upstream.cfgtool.test';

function echoCluster({ name, port, isNamed, speaksHttp2 }: EchoCluster, namespace: string): Plain {
  const address = { socket_address: { address: '127.0.0.1', port_value: port } };
  const endpoint = isNamed ? { address, hostname: HOST_NAME } : { address };
  return {
    name,
    type: 'STATIC',
    connect_timeout: '5s',
    ...(speaksHttp2 === true
      ? {
          typed_extension_protocol_options: {
            [`${namespace}.extensions.upstreams.http.v3.HttpProtocolOptions`]: anyOf(
              namespace,
              'extensions.upstreams.http.v3.HttpProtocolOptions',
              { explicit_http_config: { http2_protocol_options: {} } },
            ),
          },
        }
      : {}),
    load_assignment: { cluster_name: name, endpoints: [{ lb_endpoints: [{ endpoint }] }] },
  };
}

type Listener = Message<'Listener'>;
type Chain = Message<'listener.FilterChain'>;

/** Listener filters that look at what clients send, and need nothing else. */
const LOOKING: ReadonlySet<string> = new Set(['tls_inspector', 'http_inspector']);

/** A listener with one filter chain around a route configuration. */
function routesListener(name: string, configuration: Message<'RouteConfiguration'>, setting: Setting): Plain {
  const chain = { filters: [plainManager(configuration, setting)] };
  return { ...placed(name, setting.namespace, []), filter_chains: [chain] };
}

/** @param name what the listener is called while it runs */
function runnableListener(
  name: string,
  listener: Listener,
  setting: Setting,
  certificate: Certificate,
): Plain {
  const { namespace, leaveOut } = setting;
  const filters = (listener.listener_filters ?? []).flatMap((filter): readonly Plain[] => {
    const own = listenerFilterKind(filter, namespace);
    if (LOOKING.has(own)) return [plainOf(filter, namespace)];
    if (own !== 'proxy_protocol') leaveOut(`the listener filter ${own}`, 'decides');
    return [];
  });
  if (listener.use_original_dst === true) leaveOut('use_original_dst');
  const { default_filter_chain: last, filter_chain_matcher: matcher } = listener;
  return {
    ...placed(name, namespace, filters),
    filter_chains: (listener.filter_chains ?? []).map((chain) => runnableChain(chain, setting, certificate)),
    ...(last ? { default_filter_chain: runnableChain(last, setting, certificate) } : {}),
    ...(isObject(matcher) ? { filter_chain_matcher: plainOf(matcher, namespace) } : {}),
  };
}

/** Where it listens. The PROXY protocol carries the addresses that a client's connection is to have. */
function placed(name: string, namespace: string, filters: readonly Plain[]): Plain {
  const proxy = anyOf(namespace, 'extensions.filters.listener.proxy_protocol.v3.ProxyProtocol');
  return {
    name,
    address: { socket_address: { address: '127.0.0.1', port_value: 0 } },
    listener_filters: [
      { name: `${namespace}.filters.listener.proxy_protocol`, typed_config: proxy },
      ...filters,
    ],
  };
}

function runnableChain(chain: Chain, setting: Setting, certificate: Certificate): Plain {
  const { namespace, leaveOut } = setting;
  const managers: Plain[] = [];
  const before: Plain[] = [];
  const others: string[] = [];
  let isHttp = false;
  for (const filter of chain.filters ?? []) {
    const manager = managerIn(filter);
    if (manager === undefined && isRbac(filter)) before.push(plainOf(toldPeer(filter), namespace));
    else if (manager === undefined) others.push(withoutNamespace(filter.name ?? '', namespace));
    else {
      isHttp = true;
      const made = runnableManager(manager, setting);
      if (made !== undefined) managers.push(made);
    }
  }
  if (others.length > 0) leaveOut(`network filters: ${others.join(', ')}`, isHttp ? 'decides' : undefined);
  const answer = isHttp ? 'no routes' : 'no HTTP';
  return {
    ...(chain.name === undefined ? {} : { name: chain.name }),
    ...(chain.filter_chain_match ? { filter_chain_match: plainOf(chain.filter_chain_match, namespace) } : {}),
    filters: [...before, ...(managers.length > 0 ? managers.slice(0, 1) : [closing(namespace, answer)])],
    ...socketOf(chain, setting, certificate),
  };
}

/** Answers every connection and ends it. */
function closing(namespace: string, text: string): Plain {
  const typed = anyOf(namespace, 'extensions.filters.network.direct_response.v3.Config', {
    response: { inline_string: text },
  });
  return { name: `${namespace}.filters.network.direct_response`, typed_config: typed };
}

/** A network filter that needs nobody else. Inputs of a matcher may look at who speaks the PROXY protocol. */
function isRbac({ typed_config: any }: Message<'listener.Filter'>): boolean {
  const type = any?.['@type'];
  return typeof type === 'string' && /\.network\.rbac\.v3\.RBAC$/.test(type) && any?.matcher === undefined;
}

function managerIn(filter: Message<'listener.Filter'>): Message<'HttpConnectionManager'> | undefined {
  const any = filter.typed_config;
  const type = any?.['@type'];
  if (any === undefined || typeof type !== 'string') return undefined;
  return /(?:^|\.)HttpConnectionManager$/.test(parseTypeUrl(type).name) ? any : undefined;
}

function socketOf(chain: Chain, { namespace, leaveOut }: Setting, certificate: Certificate): Plain {
  const protection = protectionOf(chain, namespace);
  if (protection === 'plaintext') return {};
  if (protection !== 'tls') {
    leaveOut(`the transport socket ${chain.transport_socket?.name ?? ''}: connections are in plaintext`);
    return {};
  }
  const common = tlsIn(chain.transport_socket?.typed_config);
  const protocols = isObject(common) ? common.alpn_protocols : undefined;
  leaveOut('certificates: one is made up, and none is asked of clients');
  const typed = anyOf(namespace, 'extensions.transport_sockets.tls.v3.DownstreamTlsContext', {
    common_tls_context: {
      ...(protocols === undefined ? {} : { alpn_protocols: protocols }),
      tls_certificates: [
        {
          certificate_chain: { inline_string: certificate.chain },
          private_key: { inline_string: certificate.key },
        },
      ],
    },
  });
  return { transport_socket: { name: `${namespace}.transport_sockets.tls`, typed_config: typed } };
}

/** The TLS settings of a socket, or of the one that it wraps. */
function tlsIn(config: BoundMessage | undefined): unknown {
  if (config === undefined || config.common_tls_context !== undefined) return config?.common_tls_context;
  const inner = config.transport_socket;
  return isObject(inner) && isObject(inner.typed_config) ? tlsIn(inner.typed_config) : undefined;
}
