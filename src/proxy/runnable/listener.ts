/** A listener as it runs here: on a free port of the loopback address, told by clients where they come from. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import { protectionOf } from '../../model/transport.ts';
import { parseTypeUrl } from '../../model/type-url.ts';
import { listenerFilterKind } from '../../routing/where/listener-filters.ts';
import type { Message } from '../../schema/types.ts';
import type { Certificate } from '../certificate.ts';
import { anyOf, type Plain, plainOf } from '../plain.ts';
import { toldPeer } from './http-filters.ts';
import { plainManager, runnableManager, type Setting } from './manager.ts';

type Listener = Message<'Listener'>;
type Chain = Message<'listener.FilterChain'>;

/** Listener filters that look at what clients send, and need nothing else. */
const LOOKING: ReadonlySet<string> = new Set(['tls_inspector', 'http_inspector']);

/** A listener with one filter chain around a route configuration. */
export function routesListener(
  name: string,
  configuration: Message<'RouteConfiguration'>,
  setting: Setting,
): Plain {
  const chain = { filters: [plainManager(configuration, setting)] };
  return { ...placed(name, setting.namespace, []), filter_chains: [chain] };
}

/** @param name what the listener is called while it runs */
export function runnableListener(
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
