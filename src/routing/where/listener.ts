/** Listeners: the one that a route configuration is used by, and what filters and transport sockets of one are. */
import { isObject } from '../../model/bound.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import { protectionOf } from '../../model/transport.ts';
import { type Frame, isOf } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import type { Scope } from './scopes.ts';

export interface ListenerAddress {
  /** IP address or path of a socket; null where the input does not tell. */
  readonly address: string | null;
  readonly port: number | null;
}

export interface ListenerRef extends ListenerAddress {
  /** Null where it has none. */
  readonly name: string | null;
  /** Names that a TLS client has to ask for to get to the filter chain; empty where any will do. */
  readonly server_names: readonly string[];
  /** The scope that a request has to be in, where the listener chooses among several by its headers. */
  readonly scope?: Scope;
}

/** The listener around a message; undefined where there is none. */
export function listenerOf(frame: Frame): ListenerRef | undefined {
  let serverNames: readonly string[] = [];
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) {
    if (isOf(at, 'listener.FilterChain')) serverNames = at.message.filter_chain_match?.server_names ?? [];
    if (isOf(at, 'Listener')) return described(at.message, serverNames);
  }
  return undefined;
}

function described({ name, address }: Message<'Listener'>, serverNames: readonly string[]): ListenerRef {
  return { name: name ?? null, ...boundAt(address), server_names: serverNames };
}

function boundAt(address: Message<'core.Address'> | undefined): ListenerAddress {
  const socket = address?.socket_address;
  return { address: socket?.address ?? address?.pipe?.path ?? null, port: socket?.port_value ?? null };
}

/** Where a listener listens: at its address, and at those that version 3 lets it have beside that. */
export function addressesOf({ address, additional_addresses: more = [] }: Message<'Listener'>) {
  const others = more.flatMap((each) => (isObject(each) && isObject(each.address) ? [each.address] : []));
  return [boundAt(address), ...others.map((each) => boundAt(each))];
}

/** A listener for people, such as `public (0.0.0.0:443)`. */
export function listenerText({ scope, ...listener }: ListenerRef): string {
  return scope === undefined
    ? bareText(listener)
    : `${bareText(listener)}, scope ${JSON.stringify(scope.name)}`;
}

function bareText({ name, address, port }: ListenerRef): string {
  const place = `${address ?? ''}${port === null ? '' : `:${port}`}`;
  if (name === null || name === '') return place === '' ? 'a listener without a name' : place;
  return place === '' || place === name ? name : `${name} (${place})`;
}

/** Such as `tls_inspector`. */
export function listenerFilterKind(
  { name = '', typed_config: config }: Message<'listener.ListenerFilter'>,
  namespace: string,
): string {
  const [, kind] = /(?:^|\.)filters?\.listener\.([a-z_]+)\./.exec(config?.['@type'] ?? '') ?? [];
  return kind ?? withoutNamespace(name, namespace).replace(/^(?:filters\.)?listener\./, '');
}

export type Transport = 'tls' | 'plaintext' | 'unknown';

/** `transport_socket` wins over `tls_context`; neither means plaintext (fact 57). A request here is sent in one of both, or nobody knows. */
export function transportOf(chain: Message<'listener.FilterChain'>, namespace: string): Transport {
  const protection = protectionOf(chain, namespace);
  return protection === 'tls' || protection === 'plaintext' ? protection : 'unknown';
}
