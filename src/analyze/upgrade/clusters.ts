/** Changes that clusters and their hosts meet. */
import { isObject } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { look, type ReleaseChange } from './change.ts';

type Cluster = Message<'Cluster'>;

/** Addresses of hosts are looked up by their names. */
function isResolved({ type }: Cluster): boolean {
  return type === 'STRICT_DNS' || type === 'LOGICAL_DNS';
}

function isChecked({ health_checks: checks = [] }: Cluster): boolean {
  return checks.length > 0;
}

export const clusterChanges: readonly ReleaseChange[] = [
  {
    id: 'ejection-time-cap',
    release: '1.17.0',
    who: 'outlier_detection without max_ejection_time',
    what: 'an ejection lasts 300s at most (or base_ejection_time where that is longer) and gets shorter while the host is well; before, it grew without an end',
    keep: 'set max_ejection_time to the longest that is wanted',
    looks: [
      look('cluster.OutlierDetection', (detection, { meets }) => {
        if (detection.max_ejection_time === undefined) meets();
      }),
    ],
  },
  {
    id: 'dns-hostname',
    release: '1.18.0',
    who: 'a hostname of an endpoint in a STRICT_DNS or LOGICAL_DNS cluster',
    what: 'the hostname of an endpoint counts in DNS clusters too, such as for auto_host_rewrite; before, the name in the address was taken',
    keep: 'remove the hostname',
    looks: [
      look('Cluster', (cluster, { meets }) => {
        if (!isResolved(cluster)) return;
        for (const { lb_endpoints: hosts = [] } of cluster.load_assignment?.endpoints ?? [])
          for (const { endpoint } of hosts)
            if (endpoint !== undefined && (endpoint.hostname ?? '') !== '')
              meets({ frame: { message: endpoint, type: 'endpoint.Endpoint' }, field: 'hostname' });
      }),
    ],
  },
  {
    id: 'dns-cache-timeout',
    release: '1.19.0',
    who: 'a DNS cache without dns_query_timeout',
    what: 'a DNS query of a DNS cache fails after 5s; before, it waited as long as the resolver',
    keep: 'set dns_query_timeout to the time that is wanted',
    looks: [
      look('DnsCacheConfig', (cache, { meets }) => {
        if (cache.dns_query_timeout === undefined) meets();
      }),
    ],
  },
  {
    id: 'dns-cache-ttl',
    release: '1.21.0',
    who: 'a DNS cache without dns_min_refresh_rate',
    what: 'a DNS cache looks a name up again when the TTL of its answer ends, at most every 5s; before, every dns_refresh_rate',
    keep: 'set dns_min_refresh_rate to the rate that was meant',
    looks: [
      look('DnsCacheConfig', (cache, { meets }) => {
        if (cache.dns_min_refresh_rate === undefined) meets();
      }),
    ],
  },
  {
    id: 'original-dst-cleanup',
    release: '1.24.0',
    who: 'a cluster of type ORIGINAL_DST',
    what: 'a host that connections are still open to is not removed by the clean-up; before, it was drained',
    keep: 'end connections to hosts in time with their idle_timeout (5 minutes are recommended)',
    looks: [
      look('Cluster', ({ type }, { meets }) => {
        if (type === 'ORIGINAL_DST') meets({ field: 'type' });
      }),
    ],
  },
  {
    id: 'slow-start-after-check',
    release: '1.25.0',
    who: 'a slow_start_config in a cluster with health_checks',
    what: 'a slow start begins with the first check that a host passes, and again each time it gets well; before, when the host was added',
    looks: [
      look('Cluster', (cluster, { meets }) => {
        if (!isChecked(cluster)) return;
        for (const field of ['round_robin_lb_config', 'least_request_lb_config'] as const) {
          const balancer: unknown = cluster[field];
          if (isObject(balancer) && balancer.slow_start_config !== undefined) meets({ field });
        }
      }),
    ],
  },
  {
    id: 'active-check-unejects',
    release: '1.26.0',
    who: 'a cluster with both health_checks and outlier_detection',
    what: 'a health check that succeeds ends the ejection of a host; before, it stayed ejected',
    keep: 'set outlier_detection.successful_active_health_check_uneject_host to false',
    looks: [
      look('Cluster', (cluster, { meets }) => {
        const { outlier_detection: detection } = cluster;
        if (detection === undefined || !isChecked(cluster)) return;
        if (detection.successful_active_health_check_uneject_host === undefined)
          meets({ field: 'outlier_detection' });
      }),
    ],
  },
  {
    id: 'ejection-percent',
    release: '1.28.0',
    who: 'outlier_detection with a max_ejection_percent below 100 (10 where it is not set) and without always_eject_one_host',
    what: 'max_ejection_percent also holds for the first host, so that with 10 percent none of fewer than ten hosts is ejected; before, one always could be',
    keep: 'set always_eject_one_host to true',
    looks: [
      look('cluster.OutlierDetection', (detection, { meets }) => {
        const { max_ejection_percent: percent = 10, always_eject_one_host: one } = detection;
        if (percent < 100 && one === undefined) meets();
      }),
    ],
  },
  {
    id: 'zone-aware-unequal',
    release: '1.28.0',
    who: 'a cluster_manager with a local_cluster_name',
    what: 'zone-aware routing also happens where the cluster and that of the proxies have different zones; before, it was off then',
    keep: 'set common_lb_config.zone_aware_lb_config.routing_enabled to 0 on clusters that are to be without it',
    looks: [
      look('ClusterManager', ({ local_cluster_name: name = '' }, { meets }) => {
        if (name !== '') meets({ field: 'local_cluster_name' });
      }),
    ],
  },
  {
    id: 'draining-excluded',
    release: '1.30.0',
    who: 'an endpoint with the health_status DRAINING',
    what: 'hosts that are DRAINING get no new requests even in panic and do not count for its threshold; before, they counted as unhealthy ones',
    keep: 'write UNHEALTHY in place of DRAINING',
    looks: [
      look('endpoint.LbEndpoint', ({ health_status: status }, { meets }) => {
        if (status === 'DRAINING') meets({ field: 'health_status' });
      }),
    ],
  },
];
