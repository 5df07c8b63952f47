/** Which fields of a message have no effect as the rest of the input stands: the one place that says so. */

import { type OpenMessage, tableOf } from '../model/bound.ts';
import type { Frame } from '../model/walk.ts';
import type { Message, MessageName } from '../schema/types.ts';
import { discoveryOf, isWritten, policyOf } from '../traffic/cluster.ts';
import { typedHttpOptions } from '../traffic/http-options.ts';
import { type EffectContext, type FieldReasons, type Qualified, type Reason, usual } from './reason.ts';
import { routeFields } from './route-fields.ts';

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
const ownName: Reason<'Cluster.EdsClusterConfig'> = ({ service_name: name }, frame) => {
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

/** Fields of clusters and common types that have no effect as the rest of their message stands, each with its reason. */
const clusterFields: FieldReasons = {
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
  'Cluster.EdsClusterConfig': { service_name: ownName },
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

export interface WithoutEffect {
  readonly field: string;
  /** To be read after a colon. */
  readonly why: string;
  /** What it is beyond that (see {@link Qualified}). */
  readonly kind: 'plain' | Qualified['kind'];
}

type AnyReason = Reason<MessageName>;

/** One table an area; a message may stand in several. */
const TABLES: readonly FieldReasons[] = [clusterFields, routeFields];

const REASONS: ReadonlyMap<string, ReadonlyMap<string, AnyReason>> = joined();

function joined(): ReadonlyMap<string, ReadonlyMap<string, AnyReason>> {
  const reasons = new Map<string, Map<string, AnyReason>>();
  for (const table of TABLES)
    for (const [type, fields] of Object.entries(table)) {
      const known = reasons.get(type) ?? new Map<string, AnyReason>();
      for (const [field, reason] of Object.entries<AnyReason>(fields)) known.set(field, reason);
      reasons.set(type, known);
    }
  return reasons;
}

/** The tables of messages some of whose fields may have no effect. */
export function typesWithReasons(): ReadonlySet<string> {
  return new Set(REASONS.keys());
}

/** Whether there is anything that could leave a field of a message without effect. */
export function hasReason(type: string, field: string): boolean {
  return REASONS.get(type)?.has(field) === true;
}

/** The fields of a message that are set without effect. */
export function* fieldsWithoutEffect(frame: Frame, effects: EffectContext): Generator<WithoutEffect> {
  for (const field of REASONS.get(frame.type)?.keys() ?? []) {
    const found = withoutEffect(frame, field, effects);
    if (found !== undefined) yield found;
  }
}

/** Why a field of a message has no effect; undefined where it has one, may have one, or says what its absence says. */
function withoutEffect(frame: Frame, field: string, effects: EffectContext): WithoutEffect | undefined {
  const reason = REASONS.get(frame.type)?.get(field);
  if (reason === undefined || saysNothing(field, frame.message[field])) return undefined;
  const given = reason(frame.message as Message<MessageName>, frame, effects);
  if (given === undefined) return undefined;
  return typeof given === 'string' ? { field, why: given, kind: 'plain' } : { field, ...given };
}

/** Whether a field makes no difference to anything, for certain: nobody minds whether it is there. */
export function makesNoDifference(frame: Frame, field: string, effects: EffectContext): boolean {
  const value = frame.message[field];
  // Of what only one may be set, what is set counts whatever it says.
  const excludes = value === false && tableOf(frame).byName.get(field)?.spec.oneof !== undefined;
  if (saysNothing(field, value) && !excludes) return true;
  if (value === true && MEANS_TRUE_UNSET.has(field)) return true;
  return ineffectiveFields(frame, effects).has(field);
}

/** The fields that a comparison passes over: those without effect, and those that are left without any by that. */
export function ineffectiveFields(frame: Frame, effects: EffectContext): ReadonlySet<string> {
  const idle = new Set<string>();
  let message: OpenMessage | undefined;
  for (;;) {
    const found = [...fieldsWithoutEffect(message ? { ...frame, message } : frame, effects)]
      .filter(({ kind }) => kind === 'plain' || kind === 'usual')
      .map(({ field }) => field);
    if (found.length === 0) return idle;
    message = { ...(message ?? frame.message) };
    for (const field of found) {
      idle.add(field);
      delete message[field];
    }
  }
}

/** Booleans that are true where they are not set. */
const MEANS_TRUE_UNSET = new Set(['case_sensitive', 'enabled']);

/** Whether a value says the same as its absence, so that it does no harm. */
function saysNothing(field: string, value: unknown): boolean {
  if (value === undefined || (value === false && !MEANS_TRUE_UNSET.has(field))) return true;
  return Array.isArray(value) && value.length === 0;
}
