/**
 * What differs beyond routes, where requests are not compared: who answers or changes requests before a route counts, and
 * what decides which requests arrive at all. No requests are called equal then.
 */
import { lookup } from '../../source/lookup.ts';
import type { Step } from '../facts/fact.ts';
import type { ResourceFact } from '../facts/facts.ts';
import type { Read } from './readers.ts';
import type { Uses } from './uses.ts';

/** A part of a configuration that is not the same on both sides. */
export interface BeyondRoutes {
  readonly where: string;
  readonly reason: string;
  /** Of what decides which requests arrive, those that still do may be compared. */
  readonly beyond: 'arrival' | 'handling';
}

/** Topics of rules about what decides whether a request comes to the routes at all. */
const ARRIVAL: ReadonlySet<string> = new Set([
  ...['listener', 'listener-address', 'listener-tls', 'listener-binding', 'listener-socket', 'listener-udp'],
  ...['listener-filter', 'listener-filter-timeout', 'filter-chain', 'filter-chain-match', 'network-filter'],
  ...['codec-type', 'max-request-headers', 'downstream-http-options', 'downstream-upgrade', 'tcp-target'],
  ...['downstream-tls', 'downstream-tls-validation', 'downstream-tls-certificate', 'downstream-tls-alpn'],
  ...['downstream-tls-parameters', 'client-certificate-requirement', 'sni-requirement'],
  ...['secret', 'secret-certificate', 'secret-validation', 'overload-manager'],
]);

/** Topics of rules about what the routes are asked, or about routes that are not in the file. */
const HANDLING: ReadonlySet<string> = new Set([
  ...['http-filter', 'http-connection-manager', 'path-normalization', 'client-address', 'route-source'],
  ...['route-configuration-vhds', 'route-upgrade'],
  ...['dynamic-resources', 'runtime', 'header-prefix', 'bootstrap', 'resource'],
  ...['client-certificate', 'downstream-header', 'route-internal-redirect'],
]);

/** What may become of requests, where it can be told. */
const MAY: { readonly [topic: string]: string } = {
  'downstream-upgrade': 'requests that ask for this protocol may pass, or be refused with 403',
  'route-upgrade': 'requests that ask for this protocol may pass, or be refused with 403',
  'path-normalization': 'routes and filters see other paths, and may take other requests',
  'client-address': 'another address counts as that of the client',
  'route-source': 'other routes may be there',
  'route-configuration-vhds': 'other virtual hosts may be there',
  'client-certificate': 'requests have other headers, which routes and upstreams may look at',
  'downstream-header': 'requests have other headers, which routes and upstreams may look at',
  'route-internal-redirect': 'redirects of upstreams may be followed here, or be given to clients',
};

/** What stands among them and takes headers away from requests that arrive. */
const OF_HEADERS = /\bheaders_with_underscores_action$/;

/** Fields of route configurations that have no topic, and that are compared with their routes. */
const COMPARED =
  /^(?:ignore_port_in_host_matching|ignore_path_parameters_in_path_matching|vhost_header|cluster_specifier_plugins|request_mirror_policies|max_direct_response_body_size_bytes)\b/;

/** What only answers show. */
const OF_ANSWERS = /\b(?:server_name|server_header_transformation)$/;

/** What stands in routes, and no comparison of their requests looks at. */
const NOT_COMPARED =
  /\b(?:append_x_forwarded_host|internal_redirect_policy|body_format|environment_variable|rate_limits\[\d+\]\.(?!actions\b)\w+)\b/;

/** The topics that are beyond routes. */
export const BEYOND: ReadonlySet<string> = new Set([...ARRIVAL, ...HANDLING]);

/** What each topic is about that somebody may read. */
const READ: { readonly [topic: string]: readonly Read[] } = {
  // Other routes, of other names, may take the same requests to the same end.
  route: ['route'],
  'route-name': ['route'],
  'route-metadata': ['route'],
  'virtual-host-domain': ['virtual_host', 'route'],
  'listener-name': ['listener_name'],
  'listener-metadata': ['listener_metadata'],
  'listener-direction': ['listener_direction'],
  'cluster-metadata': ['cluster_metadata'],
  'cluster-stat-name': ['cluster_stat_name'],
  node: ['node'],
  'node-identity': ['node'],
  'node-locality': ['node'],
};
/** What somebody may read of what a fact is about. */
function readIn({ kind, resource }: ResourceFact, topic: string, path: string): readonly Read[] {
  if (kind === 'renamed' && resource.type === 'Cluster') return ['cluster_name'];
  const isMetadata = /^metadata\b/.test(path);
  if (resource.type === 'VirtualHost' && (path === '' || kind === 'renamed' || isMetadata))
    return ['virtual_host', 'route'];
  if (resource.type === 'RouteConfiguration' && isMetadata) return ['route'];
  if (/\bendpoints\[.*\.metadata\b/.test(path)) return ['endpoint_metadata'];
  return lookup(READ, topic) ?? [];
}

/** What a fact under a topic says of what is beyond routes. @param path of the fact, empty for a resource as a whole */
export function beyondRoutes(
  fact: ResourceFact,
  topic: string,
  path: string,
  { readerOf }: Uses,
): BeyondRoutes | undefined {
  const { kind, step, resource } = fact;
  const where = placeText(resource);
  const name = kind === 'renamed' ? 'its name differs' : undefined;
  const what = name ?? (path === '' ? (kind === 'added' ? 'it is new' : 'it is gone') : `${path} differs`);
  const read = readIn(fact, topic, path)
    .map(readerOf)
    .find((by) => by !== undefined);
  if (read !== undefined) {
    const reason = `${what}, and "${read}" may read it: requests may be handled differently`;
    return { where, reason, beyond: 'handling' };
  }
  // What is new as a whole takes nothing away, and filters are told one by one.
  if ((kind === 'added' && path === '') || filterOf(step) !== undefined) return undefined;
  const isBeyond =
    (BEYOND.has(topic) && !OF_ANSWERS.test(path)) ||
    (topic === 'route-configuration' && path !== '' && !COMPARED.test(path)) ||
    (topic.startsWith('route-') && NOT_COMPARED.test(path));
  if (!isBeyond) return undefined;
  const isArrival = ARRIVAL.has(topic) && !OF_HEADERS.test(path);
  const otherwise = isArrival ? 'other requests may arrive' : 'what it does to requests is not compared';
  return {
    where,
    reason: `${what}: ${lookup(MAY, topic) ?? otherwise}`,
    beyond: isArrival ? 'arrival' : 'handling',
  };
}

function placeText({ type, name }: ResourceFact['resource']): string {
  return name === '' ? type : `${type} ${JSON.stringify(name)}`;
}

/** One for each filter of a resource that came, went, moved or has other settings. */
export function filterDifferences(facts: readonly ResourceFact[]): readonly BeyondRoutes[] {
  const found = new Map<string, BeyondRoutes>();
  for (const { step, resource, cosmetic } of facts) {
    if (cosmetic !== undefined) continue;
    const name = filterOf(step);
    if (name === undefined) continue;
    const where = placeText(resource);
    const what = name === '' ? 'its HTTP filters differ' : `its HTTP filter ${JSON.stringify(name)} differs`;
    const reason = `${what}: other requests may be answered by it, or changed, before a route counts`;
    found.set(JSON.stringify([where, name]), { where, reason, beyond: 'handling' });
  }
  return [...found.values()];
}

/** The filter of a chain that a fact is about; empty where it is about the chain as a whole. */
function filterOf(step: Step | undefined): string | undefined {
  let entry = '';
  for (let at = step; at !== undefined; at = at.up) {
    if (at.kind === 'entry') entry = at.name;
    else if (isChain(at)) return entry;
  }
  return undefined;
}

function isChain({ type, name }: Step): boolean {
  if (type === 'HttpConnectionManager') return name === 'http_filters';
  return type === 'HttpConnectionManager.UpgradeConfig' && name === 'filters';
}
