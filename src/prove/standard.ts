/** Properties that most configurations should have, made of what stands in them (`prove --standard`). */
import { isObject } from '../model/bound.ts';
import type { Configuration } from '../model/open.ts';
import { ipAddress, isLoopback } from '../routing/where/addresses.ts';
import type { FoundRouting } from '../routing/where/find.ts';
import { listenerText } from '../routing/where/listener.ts';
import type { FoundListener } from '../routing/where/listeners.ts';
import type { Message } from '../schema/types.ts';
import { waysAround } from './around.ts';
import { chainIsTls } from './connection.ts';
import { filtersOf, isGuard } from './gates.ts';
import type { Condition, Property } from './property.ts';

export function standardProperties(
  routing: FoundRouting,
  configurations: readonly Configuration[],
): readonly Property[] {
  const listeners = routing.listeners.filter(({ chains }) => chains.some(({ leads }) => leads.length > 0));
  const all = [
    ...listeners.flatMap(behindFilters),
    ...listeners.flatMap((each) => waysAround(each, nameOf(each))),
    ...listeners.flatMap(redirects),
    ...configurations.flatMap(adminStaysOut),
  ];
  // Listeners that nothing tells apart are asked about once.
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

/** By what a property means a listener; undefined where nothing tells it from others. */
function nameOf({ ref: { name, address, port } }: FoundListener): string | undefined {
  if (name !== null && name !== '') return name;
  return port === null ? undefined : `${address ?? ''}:${port}`;
}

/** What stands behind a filter that says who may pass is reached only through it. */
function behindFilters(listener: FoundListener): readonly Property[] {
  const name = nameOf(listener);
  if (name === undefined) return [];
  const guards = new Set(
    listener.chains.flatMap(({ leads }) =>
      leads.flatMap(({ manager }) =>
        filtersOf(manager).flatMap((filter) => (isGuard(filter.kind) ? filter.name : [])),
      ),
    ),
  );
  return [...guards].map((filter) => ({
    name: `every cluster behind ${filter} on listener ${listenerText(listener.ref)} is reached through it`,
    place: null,
    when: allOf({ kind: 'listener', names: [name] }, { kind: 'outcome', kinds: ['forward'] }),
    must: { kind: 'passed', filter, provider: undefined, policy: undefined },
  }));
}

/** What everybody can reach without TLS serves nothing but redirects and answers. */
function redirects(listener: FoundListener): readonly Property[] {
  const name = nameOf(listener);
  const address = ipAddress(listener.ref.address ?? '');
  const isOpen = address !== undefined && !isLoopback(address);
  if (name === undefined || !isOpen || listener.chains.some((chain) => chainIsTls(chain) !== false))
    return [];
  return [
    {
      name: `plain text on listener ${listenerText(listener.ref)} is redirected or answered`,
      place: null,
      when: { kind: 'listener', names: [name] },
      must: { kind: 'not', of: { kind: 'outcome', kinds: ['forward'] } },
    },
  ];
}

/** No cluster leads to the admin interface. */
function adminStaysOut({ roots }: Configuration): readonly Property[] {
  return roots.flatMap((root): readonly Property[] => {
    if (root.many || root.type !== 'Bootstrap') return [];
    const { admin, static_resources: resources } = root.value as Message<'Bootstrap'>;
    const socket = admin?.address?.socket_address;
    if (socket?.port_value === undefined) return [];
    const names = (resources?.clusters ?? [])
      .filter((cluster) => leadsTo(cluster, socket.address ?? '', socket.port_value))
      .flatMap(({ name }) => name ?? []);
    if (names.length === 0) return [];
    return [
      {
        name: 'nobody reaches the admin interface through a cluster',
        place: null,
        when: { kind: 'all', of: [] },
        must: { kind: 'not', of: { kind: 'cluster', names } },
      },
    ];
  });
}

function leadsTo(
  { load_assignment: assignment, hosts = [] }: Message<'Cluster'>,
  address: string,
  port: number | undefined,
): boolean {
  const endpoints = (assignment?.endpoints ?? []).flatMap(({ lb_endpoints: all = [] }) =>
    all.flatMap(({ endpoint }) => endpoint?.address ?? []),
  );
  return [...endpoints, ...hosts].some(({ socket_address: own }) => {
    if (!isObject(own) || own.port_value !== port) return false;
    // An interface on all addresses is met at each of this machine.
    return own.address === address || isOwn(String(own.address ?? ''));
  });
}

function isOwn(address: string): boolean {
  const own = ipAddress(address);
  return address === 'localhost' || (own !== undefined && isLoopback(own));
}

function allOf(...of: readonly Condition[]): Condition {
  return { kind: 'all', of };
}
