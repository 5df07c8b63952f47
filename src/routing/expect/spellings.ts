/** One request in the ways that a test can write it. */

import { internalHeader, type Request } from '../request/request.ts';
import type { Wish } from '../where/choose.ts';
import type { FoundRoutes } from '../where/find.ts';
import type { Draw } from './draws.ts';

/** The input of a test. */
export interface Asked {
  readonly request: Request;
  /** The one runtime key that is switched on. */
  readonly runtime: string | undefined;
  /** The route configuration or listener that it names, where nothing else in it tells. */
  readonly wish: Wish;
}

/** Of so many listeners each is tried. */
const MOST_LISTENERS = 8;

/**
 * The plainest first: over HTTP, without a port; then over TLS; then with a server name or port that a listener has; at last
 * naming
 * the route configuration or a listener.
 */
export function spellingsOf(
  witness: Request,
  { runtime, randomValue }: Draw,
  found: FoundRoutes,
  word: string,
): readonly Asked[] {
  const { [internalHeader(word)]: marked, ...others } = witness.headers;
  const internal = marked === 'true';
  // A header that another part of a request stands for cannot be sent as well.
  if (Object.keys(others).some((name) => name === '' || name.startsWith(':') || name === 'host')) return [];
  const base: Request = {
    ...witness,
    internal: internal || witness.internal,
    headers: internal ? others : witness.headers,
    random_value: randomValue,
    remote_address: '127.0.0.1',
  };
  const listeners = found.listeners.slice(0, MOST_LISTENERS);
  const ports = [...new Set(listeners.flatMap(({ port }) => port ?? []))];
  const hasPort = /:\d+$/.test(witness.authority);
  // A client that asks for a server name over TLS sends it as the host too.
  const serverNames = listeners.flatMap(({ server_names: names }) => names.slice(0, MOST_LISTENERS));
  const authorities = [
    witness.authority,
    ...serverNames.map((name) => name.replace(/^\*\./, 'www.')),
    ...(hasPort ? [] : ports.map((port) => `${witness.authority}:${port}`)),
  ];
  const plain = authorities.flatMap((authority) =>
    ['http', 'https'].map(
      (scheme): Asked => ({ request: { ...base, authority, scheme }, runtime, wish: {} }),
    ),
  );
  const wishes: readonly Wish[] = [
    ...(found.name === null ? [] : [{ routeConfig: found.name }]),
    ...listeners.flatMap(({ name, address, port }) => [
      ...(name === null ? [] : [{ listener: name }]),
      ...(port === null ? [] : [{ listener: `${address ?? ''}:${port}` }]),
    ]),
  ];
  return [...plain, ...wishes.flatMap((wish) => plain.slice(0, 2).map((asked) => ({ ...asked, wish })))];
}
