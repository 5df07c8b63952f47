/**
 * The picture of a configuration: listeners, virtual hosts, routes, clusters. What is said of a route or cluster here is
 * what the rules go by. Of a large configuration it shows what something is said about, and counts the rest.
 */

import { definitionsOf, spotOf } from '../../analyze/clusters/definitions.ts';
import { type DynamicParts, dynamicParts } from '../../analyze/clusters/dynamic-parts.ts';
import { clusterReferences } from '../../analyze/clusters/references.ts';
import type { Finding, Subject } from '../../analyze/index.ts';
import { nodeOf, placeOf } from '../../analyze/place.ts';
import { inHost } from '../../analyze/traffic/in-host.ts';
import { type HostVerdicts, routeVerdicts } from '../../analyze/traffic/verdicts.ts';
import { type ListenerRef, listenerText } from '../../routing/index.ts';
import { placesOf } from '../../routing/tree/flatten.ts';
import { listenerOf } from '../../routing/where/listener.ts';
import { counted } from '../../source/counted.ts';
import { type NodeRef, type PictureBuilder, pictureBuilder } from './build.ts';
import { chosenRoutes, type RouteInPicture } from './choose.ts';
import { type ClusterFacts, clusterFacts, clusterNode } from './clusters.ts';
import { destinationsOf, destinationWords } from './destinations.ts';
import type { Picture, PictureNode } from './picture.ts';
import { domainWords, matchWords } from './route-words.ts';

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
