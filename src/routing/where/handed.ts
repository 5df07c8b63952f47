/** Listeners without a socket of their own, to which others hand connections (docs/routing.md, fact 158). */
import { isObject } from '../../model/bound.ts';
import type { Root } from '../../model/open.ts';
import type { Message } from '../../schema/types.ts';
import type { Request } from '../request/request.ts';
import { ipAddress, isUnspecified } from './addresses.ts';
import { writtenDestination } from './connection.ts';
import type { FoundRouting } from './find.ts';
import type { FoundListener } from './listeners.ts';

/** Why no connection ever comes to a listener; undefined where one may. */
export function whyUnheard(listener: FoundListener, { listeners }: FoundRouting): string | undefined {
  if (isBound(listener) || listeners.some(handsOver) || !listeners.some(isBound)) return undefined;
  return listeners.every(({ root }) => showsAll(root))
    ? 'it has bind_to_port: false, and no listener hands connections over (use_original_dst)'
    : undefined;
}

/** Those to which the connection of a request may come; all where that leaves none. */
export function reachable(
  all: readonly FoundListener[],
  request: Request,
  routing: FoundRouting,
): readonly FoundListener[] {
  const left = all.filter(
    (each) => isBound(each) || (whyUnheard(each, routing) === undefined && mayBeHanded(each, request)),
  );
  return left.length === 0 ? all : left;
}

/** By its own address, or by the one that stands for all of its kind. */
function mayBeHanded({ message }: FoundListener, request: Request): boolean {
  const { host, port } = writtenDestination(request);
  const asked = host === undefined ? undefined : ipAddress(host);
  const { address, additional_addresses: more = [] } = message as Message<'Listener'>;
  return [address, ...more.map((each) => (isObject(each) ? each.address : undefined))].some((each) => {
    const socket = isObject(each) ? each.socket_address : undefined;
    const own = isObject(socket) ? ipAddress(String(socket.address)) : undefined;
    if (!isObject(socket) || own === undefined) return true;
    if (port !== undefined && socket.port_value !== port) return false;
    if (asked === undefined || (own.bits === asked.bits && own.size === asked.size)) return true;
    return isUnspecified(own) && (own.size === asked.size || socket.ipv4_compat === true);
  });
}

function isBound({ message }: FoundListener): boolean {
  const { bind_to_port: binds, deprecated_v1: older } = message as Message<'Listener'>;
  return binds !== false && older?.bind_to_port !== false;
}

function handsOver({ message }: FoundListener): boolean {
  return message.use_original_dst === true;
}

/** Whether the proxy has no other listeners. */
function showsAll({ many, type, value }: Root): boolean {
  if (type.endsWith('ConfigDump')) return true;
  if (many || type !== 'Bootstrap' || Array.isArray(value)) return false;
  return (value as Message<'Bootstrap'>).dynamic_resources?.lds_config === undefined;
}
