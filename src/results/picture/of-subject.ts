/**
 * The picture of a configuration: listeners, virtual hosts, routes, clusters. What is said of a route or cluster here is
 * what the rules go by. Of a large configuration it shows what something is said about, and counts the rest.
 */
import { type Definition, definitionsOf, spotOf } from '../../analyze/clusters/definitions.ts';
import { type DynamicParts, dynamicParts } from '../../analyze/clusters/dynamic-parts.ts';
import type { ClusterReference } from '../../analyze/clusters/reference.ts';
import { clusterReferences } from '../../analyze/clusters/references.ts';
import { clusterUses } from '../../analyze/clusters/uses.ts';
import type { Finding, Subject } from '../../analyze/index.ts';
import { nodeOf, placeOf } from '../../analyze/place.ts';
import { inHost } from '../../analyze/traffic/in-host.ts';
import { type HostVerdicts, routeVerdicts } from '../../analyze/traffic/verdicts.ts';
import type { Verdict } from '../../routing/all/index.ts';
import { placesOf } from '../../routing/tree/flatten.ts';
import { type ListenerRef, listenerOf, listenerText } from '../../routing/where/listener.ts';
import type { Message } from '../../schema/types.ts';
import { counted } from '../../source/counted.ts';
import { destinationsOf, destinationWords, domainWords, matchWords } from './destinations.ts';
import {
  type Mark,
  type NodeRef,
  type Picture,
  type PictureBuilder,
  type PictureNode,
  pictureBuilder,
} from './picture.ts';

const [LISTENERS, HOSTS, ROUTES, CLUSTERS] = [0, 1, 2, 3];
/** Nodes of a column beside those that routes in the picture need. */
const MAX_LISTENERS = 15;
const MAX_HOSTS = 25;
const MAX_CLUSTERS = 40;

/** @param findings of this subject: what they are about is shown before anything else */
export function pictureOf(subject: Subject, findings: readonly Finding[]): Picture {
  const hosts = subject.shared(routeVerdicts);
  const facts = clusterFacts(subject);
  const { routes, total } = chosenRoutes(hosts, facts, findings);
  const positions = new Map(hosts.map((host, position) => [host, position]));
  const builder = pictureBuilder();
  const { listeners } = subject.shared(definitionsOf);
  const places = new Map(
    listeners.map((each) => [listenerKey(listenerOf(each.frame)), placeOf(nodeOf(spotOf(each)))]),
  );
  const listenerNode = (ref: ListenerRef): NodeRef =>
    builder.node(LISTENERS, listenerKey(ref), () => {
      const place = places.get(listenerKey(ref));
      const { name, address, port } = ref;
      return {
        title: listenerText({ name, address, port, server_names: [] }),
        note: lineWords(place),
        ...(place ? { place } : {}),
      };
    });
  const enter = (host: HostVerdicts): NodeRef => {
    const node = builder.node(HOSTS, String(positions.get(host)), () => hostNode(subject, host));
    for (const listener of host.found.listeners) builder.link(listenerNode(listener), node, 'live');
    return node;
  };
  for (const route of routes) addRoute(builder, subject, route, enter(route.host), facts);
  if (hosts.length <= MAX_HOSTS) for (const host of hosts) enter(host);
  addTcpProxies(builder, subject, listenerNode, facts);
  if (listeners.length <= MAX_LISTENERS)
    for (const { frame } of listeners) {
      const ref = listenerOf(frame);
      if (ref !== undefined) listenerNode(ref);
    }
  for (const name of facts.notable(MAX_CLUSTERS))
    builder.node(CLUSTERS, name, () => clusterNode(facts, name));
  return builder.picture(
    ['listeners', 'virtual hosts', 'routes', 'clusters'],
    [
      new Set(listeners.map(({ frame }) => listenerKey(listenerOf(frame)))).size,
      hosts.length,
      total,
      facts.total,
    ],
    remarksOf(subject.shared(dynamicParts), facts),
  );
}

function listenerKey(ref: ListenerRef | undefined): string {
  return ref === undefined ? '' : JSON.stringify([ref.name, ref.address, ref.port]);
}

function hostNode(subject: Subject, verdicts: HostVerdicts): PictureNode {
  const { virtualHost, found } = verdicts;
  const { document } = inHost(subject, verdicts);
  const spot = { document, type: 'route.VirtualHost', message: virtualHost };
  const count = placesOf(virtualHost).length;
  const of = found.name === null ? '' : ` in ${found.name}`;
  return {
    title: virtualHost.name || '(no name)',
    note: `${domainWords(virtualHost)}; ${counted(count, 'route')}${of}`,
    place: placeOf(nodeOf(spot)),
  };
}

function addRoute(
  builder: PictureBuilder,
  subject: Subject,
  { host, index, mark, said }: RouteInPicture,
  from: NodeRef,
  facts: ClusterFacts,
): void {
  const place = inHost(subject, host);
  const route = place.route(index);
  const destinations = destinationsOf(route);
  const at = placeOf(nodeOf(place.spot(index)));
  const node = builder.node(ROUTES, `${from[1]}/${index}`, () => ({
    title: matchWords(route),
    note: `${index}${route.name ? ` ${route.name}` : ''}: ${destinationWords(destinations)}; ${lineWords(at)}`,
    place: at,
    ...(mark === undefined ? {} : { mark }),
    ...(said === undefined ? {} : { said }),
  }));
  const isDead = mark === 'dead';
  builder.link(from, node, isDead ? 'dead' : 'live');
  for (const { kind, name, isIdle } of destinations) {
    if (kind === 'answer') continue;
    const to =
      kind === 'header'
        ? builder.node(CLUSTERS, `header ${name}`, () => ({
            title: `named by header ${name}`,
            note: 'any cluster',
            mark: 'undecided',
            said: 'the request decides',
          }))
        : builder.node(CLUSTERS, name, () => clusterNode(facts, name));
    builder.link(node, to, isDead || isIdle ? 'dead' : kind === 'cluster' ? 'live' : 'aside');
  }
}

/** So many connections that are passed on as they are. */
const MAX_TCP = 30;

function addTcpProxies(
  builder: PictureBuilder,
  subject: Subject,
  listenerNode: (ref: ListenerRef) => NodeRef,
  facts: ClusterFacts,
): void {
  let count = 0;
  for (const [name, references] of subject.shared(clusterReferences).byCluster)
    for (const { kind, frame } of references) {
      const ref = kind === 'tcp proxy' ? listenerOf(frame) : undefined;
      if (ref === undefined || ++count > MAX_TCP) continue;
      builder.link(
        listenerNode(ref),
        builder.node(CLUSTERS, name, () => clusterNode(facts, name)),
        'live',
      );
    }
}

export function lineWords(place: PictureNode['place']): string {
  return place === undefined ? '' : `line ${place.range.start.line}`;
}

function remarksOf({ clusters, routes }: DynamicParts, { reachesAll }: ClusterFacts): readonly string[] {
  return [
    ...(routes === undefined ? [] : [`Not all routes are here: ${routes.words}.`]),
    ...(clusters === undefined ? [] : [`Not all clusters are here: ${clusters.words}.`]),
    ...(reachesAll ? ['A request or a program can name any cluster, so none is called unreachable.'] : []),
  ];
}

export interface RouteInPicture {
  readonly host: HostVerdicts;
  readonly index: number;
  readonly mark?: Mark;
  /** The mark in words. */
  readonly said?: string;
}

/** A configuration with so many routes is shown whole. */
const MAX_ROUTES = 60;
/** Of a larger one so many, on one screen. */
const MAX_CHOSEN = 24;

export function chosenRoutes(
  hosts: readonly HostVerdicts[],
  facts: ClusterFacts,
  findings: readonly Finding[],
): { readonly routes: readonly RouteInPicture[]; readonly total: number } {
  const total = hosts.reduce((sum, { virtualHost }) => sum + placesOf(virtualHost).length, 0);
  const named = new Set(
    findings.flatMap(({ resource }) => (resource?.type === 'Route' ? resource.name : [])),
  );
  const most = total <= MAX_ROUTES ? MAX_ROUTES : MAX_CHOSEN;
  // The first kind is shown before the second, and so on; each in the order of the input.
  const kinds: (readonly [HostVerdicts, number])[][] = [[], [], [], []];
  for (const host of hosts) {
    const { verdicts, virtualHost } = host;
    for (const [index, verdict] of verdicts.entries()) {
      if (verdict === undefined) continue;
      const kind = kindOf(verdict, () => {
        const destinations = destinationsOf(virtualHost.routes?.[index] ?? {});
        return destinations.some((each) => each.kind === 'cluster' && facts.markOf(each.name) !== undefined)
          ? 1
          : named.has(`${virtualHost.name ?? ''}/${index}`)
            ? 2
            : 3;
      });
      const list = kinds[kind];
      if (list !== undefined && list.length < most) list.push([host, index]);
    }
  }
  const order = new Map(hosts.map((host, position) => [host, position]));
  const shown: (readonly [HostVerdicts, number])[] = [];
  const known = new Set<string>();
  const show = (host: HostVerdicts, index: number): void => {
    const key = `${order.get(host)}/${index}`;
    if (known.has(key) || shown.length >= most) return;
    known.add(key);
    shown.push([host, index]);
  };
  for (const [kind, list] of kinds.entries()) {
    if (kind === 3 && total > MAX_ROUTES) break;
    for (const [host, index] of list) {
      show(host, index);
      const verdict = host.verdicts[index];
      if (verdict?.kind === 'hidden') for (const by of verdict.by.slice(0, 3)) show(host, by);
    }
  }
  const position = (host: HostVerdicts): number => order.get(host) ?? 0;
  shown.sort(([host, index], [other, second]) => position(host) - position(other) || index - second);
  return { total, routes: shown.map(([host, index]) => ({ host, index, ...saidOf(host.verdicts[index]) })) };
}

function kindOf(verdict: Verdict, otherwise: () => number): number {
  if (verdict.kind === 'hidden' || verdict.kind === 'never') return 0;
  return verdict.kind === 'undecided' ? 1 : otherwise();
}

function saidOf(verdict: Verdict | undefined): Pick<RouteInPicture, 'mark' | 'said'> {
  switch (verdict?.kind) {
    case 'hidden':
      return { mark: 'dead', said: verdict.byDefault ? 'never reached by default' : 'never reached' };
    case 'never':
      return { mark: 'dead', said: verdict.byDefault ? 'matches nothing by default' : 'matches nothing' };
    case 'undecided':
      return { mark: 'undecided', said: 'not decided' };
    default:
      return {};
  }
}

export interface ClusterFacts {
  readonly defined: ReadonlyMap<string, Definition<Message<'Cluster'>>>;
  /** Of defined clusters. */
  readonly total: number;
  readonly reachesAll: boolean;
  references(name: string): readonly ClusterReference[];
  markOf(name: string): { readonly mark: Mark; readonly said: string } | undefined;
  /** The names of clusters with a mark, then the others where there is room for all. */
  notable(most: number): readonly string[];
}

export function clusterFacts(subject: Subject): ClusterFacts {
  const { clusters } = subject.shared(definitionsOf);
  const parts = subject.shared(dynamicParts);
  const { byCluster } = subject.shared(clusterReferences);
  const { reached, fateOf, ...uses } = subject.shared(clusterUses);
  const reachesAll = uses.reachesAll ?? uses.mayReachAll;
  const defined = new Map<string, Definition<Message<'Cluster'>>>();
  for (const each of clusters) if (each.name !== '' && !defined.has(each.name)) defined.set(each.name, each);
  const isCertain = (name: string): boolean =>
    (byCluster.get(name) ?? []).map(fateOf).every((use) => use.live || use.certain);
  const markOf = (name: string): ReturnType<ClusterFacts['markOf']> => {
    if (!defined.has(name)) {
      if (parts.clusters !== undefined) return { mark: 'undecided', said: 'not defined here' };
      return clusters.length === 0 ? undefined : { mark: 'undefined', said: 'not defined' };
    }
    if (!parts.hasRoutes || reachesAll !== undefined || reached.has(name)) return undefined;
    return parts.routes === undefined
      ? { mark: 'unreachable', said: isCertain(name) ? 'nothing leads here' : 'nothing by default' }
      : { mark: 'undecided', said: 'nothing here leads to it' };
  };
  return {
    defined,
    total: defined.size,
    reachesAll: reachesAll !== undefined,
    references: (name) => byCluster.get(name) ?? [],
    markOf,
    notable(most) {
      const names = [...defined.keys()];
      return names.length <= most
        ? names
        : names.filter((name) => markOf(name)?.mark === 'unreachable').slice(0, most);
    },
  };
}

export function clusterNode(facts: ClusterFacts, name: string): PictureNode {
  const definition = facts.defined.get(name);
  const said = facts.markOf(name);
  const title = name === '' ? '(no name)' : name;
  if (definition === undefined) return { title, note: said === undefined ? 'named here' : '', ...said };
  const place = placeOf(nodeOf(spotOf(definition)));
  const { type, cluster_type: custom } = definition.message;
  const kind = custom?.name ?? type ?? 'STATIC';
  const others = usesWords(facts.references(name));
  return { title, note: `${kind}; line ${place.range.start.line}${others}`, place, ...said };
}

/** What else uses it, that no link of the picture shows. */
function usesWords(references: readonly ClusterReference[]): string {
  const member = references.find(({ kind }) => kind === 'member');
  if (member?.holder !== undefined) return `; part of ${member.holder}`;
  return references.some(({ kind }) => kind === 'service' || kind === 'data')
    ? '; called by the proxy itself'
    : '';
}
