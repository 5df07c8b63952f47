/** What comes in by a listener or a filter chain and meets no route of the input. */
import { type BoundMessage, isObject, messagesIn } from '../model/bound.ts';
import type { Configuration } from '../model/open.ts';
import type { FoundChain, FoundListener } from '../routing/where/listeners.ts';
import type { Message } from '../schema/types.ts';
import { answeredEnd, type End, NOT_FOUND, openEnd } from './ends.ts';

export interface Elsewhere {
  readonly end: End;
  readonly why: string;
}

export function endsElsewhere(chain: FoundChain): readonly Elsewhere[] {
  const { elsewhere, isHttp, leads } = chain;
  if (!isHttp) return withoutHttp(chain.message);
  const away = elsewhere === undefined ? [] : [{ end: openEnd(elsewhere), why: elsewhere }];
  return [...away, ...(leads.some(({ listener }) => listener.scope !== undefined) ? outside(leads) : [])];
}

/** What stands for the filter chain of datagrams. */
export const NO_CHAIN: FoundChain = {
  match: {},
  transport: 'plaintext',
  certificates: ['none'],
  expectsTls: false,
  leads: [],
  isHttp: false,
  elsewhere: undefined,
  message: {},
};

/** Datagrams come to listener filters, and to no filter chain. */
export function datagramsElsewhere({ message }: FoundListener): readonly Elsewhere[] {
  return messagesIn(message.listener_filters).flatMap((filter): readonly Elsewhere[] => {
    const { name, settings, type } = settingsOf(filter);
    const kind = /\bfilters?\.udp\.(\w+)\./.exec(type)?.[1] ?? (/\budp_proxy$/.test(name) ? 'udp_proxy' : '');
    if (kind === '' || kind === 'dns_filter') return [];
    // Filters of sessions may pick the cluster.
    const isPlain = kind === 'udp_proxy' && settings?.session_filters === undefined;
    const why = `the listener filter ${JSON.stringify(name)}`;
    return [leading(why, isPlain ? clustersIn(settings) : [], 'datagrams')];
  });
}

/** As udp_proxy names them, itself or in the actions of its matcher. */
function clustersIn(settings: unknown): readonly string[] {
  if (Array.isArray(settings)) return settings.flatMap(clustersIn);
  if (!isObject(settings)) return [];
  return Object.entries(settings).flatMap(([key, value]) =>
    key === 'cluster' && typeof value === 'string' ? [value] : clustersIn(value),
  );
}

/** HTTP filters see what is in no scope too. */
function outside(leads: FoundChain['leads']): readonly Elsewhere[] {
  const none = { end: NOT_FOUND, why: 'what is in none of its scopes is answered with 404' };
  const areAlone = leads.every(({ manager: { message } }) => (message.http_filters ?? []).length <= 1);
  const why = 'HTTP filters may answer what is in none of its scopes';
  return areAlone ? [none] : [none, { end: answeredEnd(undefined), why }];
}

/** Filters of a chain without HTTP that only decide who may pass, or look on. */
const LOOKS_ON =
  /^(?:extensions\.filters|config\.filter)\.network\.(?:rbac|ext_authz|ratelimit|rate_limit|local_ratelimit|connection_limit)\./;

/** A cluster is reached there without any request. */
function withoutHttp({ filters }: Message<'listener.FilterChain'>): readonly Elsewhere[] {
  return (filters ?? []).flatMap((filter: BoundMessage): readonly Elsewhere[] => {
    const { name, settings, type } = settingsOf(filter);
    if (LOOKS_ON.test(type)) return [];
    return [leading(`the network filter ${JSON.stringify(name)}`, clustersOf(settings), 'connections')];
  });
}

function settingsOf({ name, typed_config: typed, config }: BoundMessage) {
  const settings = isObject(typed) ? typed : isObject(config) ? config : undefined;
  return { name: typeof name === 'string' ? name : '', settings, type: String(settings?.['@type'] ?? '') };
}

/** @param clusters none where they may be any */
function leading(filter: string, clusters: readonly string[], what: string): Elsewhere {
  if (clusters.length === 0) {
    const why = `${filter} may lead ${what} to any cluster, without HTTP`;
    return { end: openEnd(why), why };
  }
  const why = `${filter} leads ${what} to ${clusters.map((each) => JSON.stringify(each)).join(' or ')}, without HTTP`;
  return { end: { ...openEnd(why), clusters, copies: [] }, why };
}

/** As tcp_proxy names them; none for other filters. */
function clustersOf(settings: BoundMessage | undefined): readonly string[] {
  const { cluster, weighted_clusters: weighted } = settings ?? {};
  if (typeof cluster === 'string') return [cluster];
  return isObject(weighted) ? messagesIn(weighted.clusters).map(({ name }) => String(name ?? '')) : [];
}

/** What proofs rest on where a bootstrap fetches listeners, or clusters lead back into the proxy. */
export function restsOn(configurations: readonly Configuration[]): readonly string[] {
  return [...fetchedListeners(configurations), ...leadingBack(configurations)];
}

/** Clusters that lead to internal listeners: what goes there comes in again, as a request of its own. */
function leadingBack(configurations: readonly Configuration[]): readonly string[] {
  const names = new Set<string>();
  for (const { roots } of configurations)
    for (const { many, type, value } of roots) {
      const clusters =
        type === 'Cluster'
          ? [value].flat()
          : type === 'Bootstrap' && !many
            ? ((value as Message<'Bootstrap'>).static_resources?.clusters ?? [])
            : [];
      for (const { name, load_assignment: assignment } of clusters as readonly Message<'Cluster'>[])
        for (const { lb_endpoints: all = [] } of assignment?.endpoints ?? [])
          if (all.some(({ endpoint }) => isObject(endpoint?.address?.envoy_internal_address)))
            names.add(name ?? '');
    }
  return [...names].map(
    (name) =>
      `what the cluster ${JSON.stringify(name)} leads to an internal listener comes in there as a request of its own, about which the same holds`,
  );
}

function fetchedListeners(configurations: readonly Configuration[]): readonly string[] {
  const isFetching = configurations.some(({ roots }) =>
    roots.some(({ many, type, value }) => {
      if (many || type !== 'Bootstrap' || Array.isArray(value)) return false;
      const { dynamic_resources: dynamic } = value as Message<'Bootstrap'>;
      return dynamic?.lds_config !== undefined;
    }),
  );
  return isFetching
    ? ['listeners that are fetched (lds_config) and not in the input let nothing else through']
    : [];
}
