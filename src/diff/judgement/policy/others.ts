import { isObject } from '../../../model/bound.ts';
import { ENTRY, INFO_PART, PART, type Policy, SWITCH, topic, WARNING } from './topic.ts';

export const loadAssignmentPolicy: Policy = {
  message: 'ClusterLoadAssignment',
  otherwise: topic('load-assignment', '', PART, 'The hosts that take the load are others.'),
  topics: [
    topic(
      'load-assignment',
      '.',
      { added: 'info', removed: 'breaking', renamed: 'warning' },
      'A cluster without endpoints answers every request with an error.',
    ),
    topic(
      'endpoint',
      'endpoints.lb_endpoints',
      { added: 'info', removed: 'warning', changed: 'warning' },
      'The hosts that take the load are others.',
    ),
    topic('locality', 'endpoints', PART, 'Load is shared between other localities or priorities.'),
  ],
};

export const secretPolicy: Policy = {
  message: 'Secret',
  otherwise: topic('secret', '', WARNING, 'Every TLS context that names it uses the other one.'),
  topics: [
    topic(
      'secret',
      '.',
      { added: 'info', removed: 'breaking', renamed: 'breaking' },
      'TLS contexts that name it wait for it and refuse connections.',
    ),
    topic(
      'secret-certificate',
      'tls_certificate',
      PART,
      'Every TLS context that names the secret shows the new certificate; peers that do not trust it refuse.',
    ),
    topic(
      'secret-validation',
      'validation_context',
      PART,
      'Every TLS context that names the secret trusts other peers: more of them, or fewer.',
    ),
  ],
};

export const nodePolicy: Policy = {
  message: 'core.Node',
  otherwise: topic(
    'node',
    '',
    INFO_PART,
    'Management servers see it with every question and may answer differently.',
  ),
  topics: [
    topic('node', '.', { added: 'info', removed: 'warning' }, 'Management servers need to know who asks.'),
    topic(
      'node-identity',
      'id cluster',
      PART,
      'Management servers answer by it, and statistics and traces carry it.',
    ),
    topic(
      'node-locality',
      'locality',
      PART,
      'Zone-aware routing prefers hosts of the own zone; with another zone it prefers others.',
    ),
  ],
};

export const bootstrapPolicy: Policy = {
  message: 'Bootstrap',
  otherwise: topic('bootstrap', '', PART, 'It holds for the whole proxy, every listener and cluster of it.'),
  topics: [
    topic(
      'bootstrap',
      '.',
      { added: 'info', removed: 'warning' },
      'It holds for the whole proxy, every listener and cluster of it.',
      {
        levelFor: (way, { before }) => (way === 'removed' && isFed(before) ? 'breaking' : undefined),
      },
    ),
    topic('admin', 'admin', INFO_PART, 'The administration server is reached elsewhere, or not at all.'),
    topic(
      'dynamic-resources',
      'dynamic_resources hds_config',
      PART,
      'Listeners, clusters and routes that come from there may be others, or never come.',
    ),
    topic(
      'local-cluster',
      'cluster_manager.local_cluster_name',
      PART,
      'Zone-aware routing compares the hosts of this cluster, the own one, with those of the upstream; without it load is not kept in the zone.',
    ),
    topic(
      'cluster-manager',
      'cluster_manager',
      PART,
      'It holds for all clusters of the proxy, those that are fetched included.',
    ),
    topic('runtime', 'layered_runtime runtime', ENTRY, 'Runtime values decide shares, limits and switches.'),
    topic(
      'stats',
      'stats_sinks stats_config stats_flush_interval enable_dispatcher_stats stats_server_version_override',
      { ...INFO_PART, raised: 'info', lowered: 'info', enabled: 'info', disabled: 'info' },
      'Other statistics are kept or sent; dashboards and alerts that ask for missing ones see nothing.',
    ),
    topic(
      'bootstrap-tracing',
      'tracing',
      INFO_PART,
      'Traces are sent to another place, or to none; nothing is routed by it.',
    ),
    topic('watchdog', 'watchdog', INFO_PART, 'Threads that hang are noticed earlier or later.'),
    topic(
      'overload-manager',
      'overload_manager',
      PART,
      'Requests are refused at other points when resources run short.',
    ),
    topic(
      'header-prefix',
      'header_prefix',
      PART,
      'The headers that the proxy reads and writes have other names.',
    ),
    topic(
      'bootstrap-dns',
      'use_tcp_for_dns_lookups',
      SWITCH,
      'DNS is asked over TCP or over UDP; where the server or a firewall lets only one through, names no longer resolve.',
    ),
    topic(
      'bootstrap-flags',
      'flags_path',
      INFO_PART,
      'Flag files, by which operators steer the running proxy, are looked for elsewhere.',
    ),
  ],
};

/** What holds where no policy is about the message: any other table, and types that no table describes. */
export const anyPolicy: Policy = {
  message: '',
  otherwise: topic(
    'resource',
    '',
    { ...WARNING, added: 'info', removed: 'warning', moved: 'warning', renamed: 'warning' },
    'No table describes it, so that nothing more can be said than that it differs.',
  ),
  topics: [],
};

/** Whether a bootstrap has its listeners or clusters from elsewhere: without it nothing is served. */
function isFed(bootstrap: unknown): boolean {
  if (!isObject(bootstrap) || !isObject(bootstrap.dynamic_resources)) return false;
  const { lds_config: listeners, cds_config: clusters } = bootstrap.dynamic_resources;
  return listeners !== undefined || clusters !== undefined;
}
