/** What is asked about a cluster: how its hosts are found and named, which policy picks one, where the hosts are written. */
import { type BoundMessage, INVALID, versionOf } from '../model/bound.ts';
import type { Message } from '../schema/types.ts';

type Cluster = Message<'Cluster'>;

/** Whether a field is set, be it to a value that cannot be read. */
export function isWritten(message: BoundMessage, field: string): boolean {
  return message[field] !== undefined || message[INVALID]?.[field] !== undefined;
}

/**
 * The discovery type of a cluster; STATIC where none is set. Undefined where an extension finds the hosts, or where the
 * value is none that the data model has.
 */
export function discoveryOf(cluster: Cluster): string | undefined {
  if (isWritten(cluster, 'cluster_type')) return undefined;
  if (!isWritten(cluster, 'type')) return 'STATIC';
  return typeof cluster.type === 'string' ? cluster.type : undefined;
}

/** The policy by which a cluster picks a host, ROUND_ROBIN where none is set; undefined where it cannot be read. */
export function policyOf(cluster: Cluster): string | undefined {
  // In version 3 a typed policy takes the place of the named one.
  if (versionOf(cluster) === 'v3' && isWritten(cluster, 'load_balancing_policy')) return undefined;
  if (!isWritten(cluster, 'lb_policy')) return 'ROUND_ROBIN';
  return typeof cluster.lb_policy === 'string' ? cluster.lb_policy : undefined;
}

/** Types whose hosts all stand in the cluster, with their metadata. */
const WRITTEN = new Set<string | undefined>(['STATIC', 'STRICT_DNS', 'LOGICAL_DNS']);

/** The endpoints of a cluster in which all of them stand; none where others may come from elsewhere. */
export function writtenEndpoints(cluster: Cluster): readonly BoundMessage[] {
  const { load_assignment: assignment } = cluster;
  if (assignment === undefined || !WRITTEN.has(discoveryOf(cluster))) return [];
  return [...endpointsOf(assignment)].map(({ message }) => message);
}

/** How messages name a cluster. */
export function shownCluster(cluster: Cluster): string {
  return cluster.name === undefined || cluster.name === '' ? 'the cluster' : `cluster "${cluster.name}"`;
}

/** A host as it is written: in `hosts`, or as an endpoint of `load_assignment`. */
export interface WrittenHost {
  readonly address: Message<'core.Address'> | undefined;
  /** The message that a finding about this host points at, and its table. */
  readonly message: BoundMessage;
  readonly type: 'core.Address' | 'endpoint.LbEndpoint';
}

/** The hosts that count: those of `load_assignment` where there is one, which supersedes `hosts`. */
export function* hostsOf(cluster: Cluster): Generator<WrittenHost> {
  if (cluster.load_assignment !== undefined) yield* endpointsOf(cluster.load_assignment);
  else for (const address of cluster.hosts ?? []) yield { address, message: address, type: 'core.Address' };
}

/** The endpoints of an assignment, by locality as written. */
export function* endpointsOf(assignment: Message<'ClusterLoadAssignment'>): Generator<WrittenHost> {
  for (const { lb_endpoints = [] } of assignment.endpoints ?? []) {
    for (const endpoint of lb_endpoints) {
      yield { address: endpoint.endpoint?.address, message: endpoint, type: 'endpoint.LbEndpoint' };
    }
  }
}

/** Which hosts have names (fact 141); hosts of ORIGINAL_DST have, and those of EDS and of extensions may. */
export const NAMED_HOSTS = 'only hosts with a hostname, or found through DNS, have names';

/** Whether no host of a cluster has a name for auto_host_rewrite to take. */
export function hasNamelessHosts(cluster: Cluster): boolean {
  if (discoveryOf(cluster) !== 'STATIC') return false;
  return [...hostsOf(cluster)].every(({ message, type }) => {
    const { endpoint } = type === 'endpoint.LbEndpoint' ? (message as Message<'endpoint.LbEndpoint'>) : {};
    return endpoint === undefined || !isWritten(endpoint, 'hostname');
  });
}

/** Whether an address is one of the machine itself. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127\./.test(address);
}

/** Whether all hosts that are written are on the machine of the proxy, so that nobody stands in between. */
export function isOnThisHost(cluster: Cluster): boolean {
  const hosts = [...hostsOf(cluster)];
  return (
    hosts.length > 0 &&
    hosts.every(
      ({ address }) => address?.pipe !== undefined || isLoopback(address?.socket_address?.address ?? ''),
    )
  );
}
