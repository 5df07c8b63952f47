/** Names by which a request or a command line says which listener or route configuration it means. */

import { type BoundMessage, NODE } from '../../model/bound.ts';
import type { OpenableFile, Root } from '../../model/open.ts';
import { pointerOf } from '../../source/pointer.ts';
import type { FoundRouting } from './find.ts';
import type { FoundRoutes } from './found-routes.ts';
import { listenerText } from './listener.ts';
import type { FoundListener } from './listeners.ts';

/** Whether a wish means a listener: by its name, port, address, `ADDRESS:PORT`, `FILE:NAME` or place. */
export function isListenerNamed(
  { ref: { name }, addresses, ...place }: FoundListener,
  wish: string,
): boolean {
  return (
    name === wish ||
    addresses.some(
      ({ address, port }) =>
        address === wish || (port !== null && (String(port) === wish || `${address}:${port}` === wish)),
    ) ||
    isPlaced(place, name, wish)
  );
}

/** Whether a wish means a route configuration: by its name, `FILE:NAME` or place. */
export function isRoutesNamed(found: FoundRoutes, wish: string): boolean {
  return found.name === wish || (maySayPlace(found.file, wish) && routesNames(found).includes(wish));
}

/** All that may be said in place of a listener, the plainest first. */
export function listenerNames({ ref: { name, address, port }, ...place }: FoundListener): readonly string[] {
  const numbers = port === null ? [] : [String(port), `${address ?? ''}:${port}`];
  return [...named(name), ...numbers, ...placeNames(place, name)];
}

/** All that may be said in place of a route configuration, the plainest first. */
export function routesNames(found: FoundRoutes): readonly string[] {
  const known = namesOfRoutes.get(found) ?? [...named(found.name), ...placeNames(placed(found), found.name)];
  namesOfRoutes.set(found, known);
  return known;
}

/** Places are counted out, and each of many requests may ask for the names of all. */
const namesOfRoutes = new WeakMap<FoundRoutes, readonly string[]>();

function named(name: string | null): readonly string[] {
  return name === null || name === '' ? [] : [name];
}

interface Placed {
  readonly file: OpenableFile;
  readonly root: Root;
  readonly message: BoundMessage;
}

/** One that is wrapped around virtual hosts or routes stands where the first of them does. */
function placed({ file, rootOf, written }: FoundRoutes): Placed {
  const [host] = written.virtual_hosts ?? [];
  const [route] = host?.routes ?? [];
  const messages: readonly (BoundMessage | undefined)[] = [written, host, route];
  const message = messages.find((each) => each?.[NODE] !== undefined) ?? {};
  return { file, root: rootOf(0), message };
}

function isPlaced(place: Placed, name: string | null, wish: string): boolean {
  return maySayPlace(place.file, wish) && placeNames(place, name).includes(wish);
}

/** Most wishes are names. */
function maySayPlace(file: OpenableFile, wish: string): boolean {
  return wish.startsWith('/') || wish.startsWith('#') || wish.startsWith(`${file.name}:`);
}

/** `FILE:NAME`, the pointer, and the pointer with its file; `#1/…` in the second of several documents. */
function placeNames({ file, root, message }: Placed, name: string | null): readonly string[] {
  const node = message[NODE];
  const own = named(name).map((each) => `${file.name}:${each}`);
  if (node === undefined) return own;
  const { tree, embedded, document } = root;
  const outer = embedded ? pointerOf(embedded.outer, embedded.node) : '';
  const pointer = `${file.trees.length > 1 ? `#${document}` : ''}${outer}${pointerOf(tree, node)}`;
  return [...own, ...(pointer === '' ? [] : [pointer]), `${file.name}:${pointer}`];
}

/** Longest list of names in a message. */
const MAX_LISTED = 12;

/** Route configurations for people, each by a name that tells it from all others of the input. */
export function listingOf(all: readonly FoundRoutes[], { routes }: FoundRouting): string {
  const count = countOfNames(routes);
  const names = all.slice(0, MAX_LISTED).map((found) => {
    const own = routesNames(found).find((name) => count.get(name) === 1);
    return routesText(found, own === found.name ? undefined : own);
  });
  const more = all.length > MAX_LISTED ? ` and ${all.length - MAX_LISTED} more` : '';
  return `there are ${names.join('; ')}${more}`;
}

const counts = new WeakMap<readonly FoundRoutes[], ReadonlyMap<string, number>>();

/** How many of some route configurations each name means; counted once for a list. */
function countOfNames(all: readonly FoundRoutes[]): ReadonlyMap<string, number> {
  const known = counts.get(all);
  if (known !== undefined) return known;
  const count = new Map<string, number>();
  for (const found of all)
    for (const name of new Set(routesNames(found))) count.set(name, (count.get(name) ?? 0) + 1);
  counts.set(all, count);
  return count;
}

/** @param own what means it alone, where its name does not tell it from others */
function routesText(found: FoundRoutes, own: string | undefined): string {
  const { name, listeners, file } = found;
  const what = name === null || name === '' ? 'one without a name' : `"${name}"`;
  const where = listeners.length === 0 ? [file.name] : listeners.map(listenerText);
  return `${what} (${[...where, own ?? []].flat().join(', ')})`;
}

/** A route configuration in words, and the name that means it alone. */
export interface NamedRoutes {
  readonly text: string;
  readonly route_config: string;
}

/** @param routing all among which the names have to tell */
export function namedRoutes(some: readonly FoundRoutes[], { routes }: FoundRouting): readonly NamedRoutes[] {
  const count = countOfNames(routes);
  return some.flatMap((found) => {
    const own = routesNames(found).find((name) => count.get(name) === 1);
    return own === undefined ? [] : [{ text: routesText(found, own), route_config: own }];
  });
}
