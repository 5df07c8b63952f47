/** Fields of clusters and common types that have no effect as the rest of their message stands, each with its reason. */
import type { Frame } from '../model/walk.ts';
import type { Message } from '../schema/types.ts';
import { discoveryOf, isWritten, policyOf } from '../traffic/cluster.ts';
import { typedHttpOptions } from '../traffic/http-options.ts';
import { type EffectContext, type FieldReasons, type Reason, usual } from './reason.ts';

type ClusterReason = Reason<'Cluster'>;
type SubsetReason = Reason<'Cluster.LbSubsetConfig'>;
type OutlierReason = Reason<'cluster.OutlierDetection'>;

const DNS = new Set(['STRICT_DNS', 'LOGICAL_DNS']);
const HASHING = new Set(['RING_HASH', 'MAGLEV']);
/** Policies of which it is known what they look at. */
const KNOWN = new Set<string | undefined>([...HASHING, 'ROUND_ROBIN', 'LEAST_REQUEST', 'RANDOM']);
/** Policies that look at zones. */
const ZONE_AWARE = new Set(['ROUND_ROBIN', 'LEAST_REQUEST', 'RANDOM']);

const outsideDns: ClusterReason = (cluster) => {
  const type = discoveryOf(cluster);
  if (type === undefined || DNS.has(type)) return undefined;
  return `only STRICT_DNS and LOGICAL_DNS clusters look names up, and this one is ${type}`;
};

const outsideOriginalDestination: ClusterReason = (cluster) => {
  const type = discoveryOf(cluster);
  if (type === undefined || type === 'ORIGINAL_DST') return undefined;
  return `only ORIGINAL_DST clusters forget idle hosts, and this one is ${type}`;
};

const supersededHosts: ClusterReason = (cluster) => {
  if (cluster.load_assignment !== undefined) return 'load_assignment is set too and supersedes it';
  return foundByEds(cluster);
};

const foundByEds = (cluster: Message<'Cluster'>): string | undefined =>
  discoveryOf(cluster) === 'EDS'
    ? 'the cluster is EDS, so its hosts come from the source in eds_cluster_config'
    : undefined;

const overruledTls: ClusterReason = (cluster) =>
  cluster.transport_socket === undefined ? undefined : 'transport_socket is set too and wins';

const nothingWatchesHealth: ClusterReason = (cluster) => {
  if (cluster.outlier_detection !== undefined || (cluster.health_checks ?? []).length > 0) return undefined;
  // Discovery can call a host unhealthy as well.
  const type = discoveryOf(cluster);
  if (type === undefined || type === 'EDS') return undefined;
  return 'the cluster has neither health_checks nor outlier_detection, so none of its hosts ever turns unhealthy';
};

const noSelectors: ClusterReason = ({ lb_subset_config, load_balancing_policy: refusing }) =>
  refusing !== undefined || (lb_subset_config?.subset_selectors ?? []).length > 0
    ? undefined
    : 'without subset_selectors there are no subsets, and load balancing is that of the whole cluster';

const unusedDefaultSubset: SubsetReason = ({ fallback_policy, subset_selectors = [] }) => {
  const policies = [fallback_policy, ...subset_selectors.map((selector) => selector.fallback_policy)];
  return policies.includes('DEFAULT_SUBSET') ? undefined : 'no fallback_policy here is DEFAULT_SUBSET';
};

const unscaled: SubsetReason = ({ locality_weight_aware }) =>
  locality_weight_aware === true
    ? undefined
    : 'it scales what locality_weight_aware turns on, which is not set';

const notCountedApart: OutlierReason = ({ split_external_local_origin_errors }) =>
  split_external_local_origin_errors === true
    ? undefined
    : "the proxy's own errors are counted apart only with split_external_local_origin_errors, which is not set";

const clusterAround = ({ parent }: Frame): Message<'Cluster'> | undefined =>
  parent?.type === 'Cluster' ? (parent.message as Message<'Cluster'>) : undefined;

/** A reason that depends on the cluster's policy alone. */
const unlessPolicy =
  (policies: ReadonlySet<string>, what: string): Reason<'Cluster.CommonLbConfig'> =>
  (_, frame) => {
    const cluster = clusterAround(frame);
    // An extension that finds hosts may read anything.
    const policy =
      cluster === undefined || discoveryOf(cluster) === undefined ? undefined : policyOf(cluster);
    if (policy === undefined || policies.has(policy) || policy === 'LOAD_BALANCING_POLICY_CONFIG')
      return undefined;
    return `${what}, and lb_policy is ${policy}`;
  };

const newHostsUnchecked: Reason<'Cluster.CommonLbConfig'> = (_, frame) => {
  const cluster = clusterAround(frame);
  if (cluster === undefined || (cluster.health_checks ?? []).length > 0) return undefined;
  return 'it waits for the first active health check, and the cluster has no health_checks';
};

/** Types whose hosts all stand in the cluster: nobody is asked for them by a name. */
const WRITTEN = new Set<string | undefined>(['STATIC', 'STRICT_DNS', 'LOGICAL_DNS']);

const nobodyAsksByName: Reason<'ClusterLoadAssignment'> = (_, frame) => {
  const cluster = clusterAround(frame);
  return cluster !== undefined && WRITTEN.has(discoveryOf(cluster))
    ? usual('the hosts stand in the cluster, so that nobody is asked for them by a name')
    : undefined;
};

const localitiesUnweighted: Reason<'endpoint.LocalityLbEndpoints'> = (_, { parent }) => {
  const cluster = parent?.type === 'ClusterLoadAssignment' ? clusterAround(parent) : undefined;
  if (cluster === undefined || !KNOWN.has(policyOf(cluster))) return undefined;
  // An extension that finds hosts, or a later way of balancing, may read anything.
  if (discoveryOf(cluster) === undefined || isWritten(cluster, 'load_balancing_policy')) return undefined;
  const { common_lb_config: common } = cluster;
  if (common !== undefined && isWritten(common, 'locality_weighted_lb_config')) return undefined;
  return usual('localities are weighted with locality_weighted_lb_config only');
};

/** A label of reports about the load; where none are made it says what the cluster's own name does. */
const ownName: Reason<'Cluster.EdsClusterConfig', EffectContext> = ({ service_name: name }, frame) => {
  const cluster = clusterAround(frame);
  if (cluster === undefined || name !== cluster.name || reportsLoad(frame)) return undefined;
  return usual("it is the cluster's own name, by which the hosts are asked for anyway");
};

function reportsLoad(frame: Frame): boolean {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent)
    if (at.type === 'Bootstrap') {
      const { cluster_manager: manager } = at.message as Message<'Bootstrap'>;
      return manager !== undefined && isWritten(manager, 'load_stats_config');
    }
  return false;
}

const besideTyped: Reason<'Cluster'> = (cluster) =>
  typedHttpOptions(cluster) === undefined
    ? undefined
    : 'typed_extension_protocol_options holds an HttpProtocolOptions, beside which the proxy reads no older options';

/** Those that look beyond the cluster. */
export const clusterFieldsAround: FieldReasons<EffectContext> = {
  'Cluster.EdsClusterConfig': { service_name: ownName },
};

export const clusterFields: FieldReasons = {
  Cluster: {
    dns_refresh_rate: outsideDns,
    dns_failure_refresh_rate: outsideDns,
    respect_dns_ttl: outsideDns,
    dns_lookup_family: outsideDns,
    dns_resolvers: outsideDns,
    use_tcp_for_dns_lookups: outsideDns,
    cleanup_interval: outsideOriginalDestination,
    hosts: supersededHosts,
    load_assignment: foundByEds,
    tls_context: overruledTls,
    close_connections_on_host_health_failure: nothingWatchesHealth,
    lb_subset_config: noSelectors,
    http_protocol_options: besideTyped,
    http2_protocol_options: besideTyped,
    common_http_protocol_options: besideTyped,
    upstream_http_protocol_options: besideTyped,
    protocol_selection: besideTyped,
  },
  'Cluster.LbSubsetConfig': { default_subset: unusedDefaultSubset, scale_locality_weight: unscaled },
  'Cluster.CommonLbConfig': {
    ignore_new_hosts_until_first_hc: newHostsUnchecked,
    consistent_hashing_lb_config: unlessPolicy(HASHING, 'only RING_HASH and MAGLEV hash'),
    zone_aware_lb_config: unlessPolicy(
      ZONE_AWARE,
      'only ROUND_ROBIN, LEAST_REQUEST and RANDOM look at the zones of hosts',
    ),
  },
  ClusterLoadAssignment: { cluster_name: nobodyAsksByName },
  'endpoint.LocalityLbEndpoints': { load_balancing_weight: localitiesUnweighted },
  'cluster.OutlierDetection': {
    consecutive_local_origin_failure: notCountedApart,
    enforcing_consecutive_local_origin_failure: notCountedApart,
    enforcing_local_origin_success_rate: notCountedApart,
    enforcing_failure_percentage_local_origin: notCountedApart,
  },
  'cluster.CircuitBreakers.Thresholds': {
    max_retries: ({ retry_budget }) =>
      retry_budget === undefined ? undefined : 'retry_budget is set too and limits retries in its place',
  },
};
