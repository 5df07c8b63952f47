/** The listener that a route configuration is used by. */
import { type Frame, isOf } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import type { Scope } from './scopes.ts';

export interface ListenerRef {
  /** Null where it has none. */
  readonly name: string | null;
  /** IP address or path of a socket; null where the input does not tell. */
  readonly address: string | null;
  readonly port: number | null;
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
  const socket = address?.socket_address;
  return {
    name: name ?? null,
    address: socket?.address ?? address?.pipe?.path ?? null,
    port: socket?.port_value ?? null,
    server_names: serverNames,
  };
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
