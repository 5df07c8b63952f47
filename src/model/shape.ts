/** Recognises what a document holds, from its keys (CONTRACT, Inputs). */
import { compiledMessage } from '../schema/compiled.ts';
import {
  isNull,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
  valueUnder,
} from '../source/tree.ts';
import { parseTypeUrl } from './type-url.ts';

/** One message, or a list of messages, of a table. */
export interface Shape {
  readonly type: string;
  readonly many: boolean;
}

interface Candidate {
  readonly type: string;
  /** Fields of which one must be there, in snake_case. */
  readonly signs: readonly string[];
  /** The share of keys that must be known, so that other people's files are not taken for ours. */
  readonly known: number;
}

const BOOTSTRAP = 'config.bootstrap.v2.Bootstrap';

/** In the order in which ties are decided. */
const CANDIDATES: readonly Candidate[] = [
  { type: 'admin.v2alpha.ConfigDump', signs: ['configs'], known: 0.5 },
  { type: 'DiscoveryResponse', signs: ['resources'], known: 0.5 },
  {
    type: BOOTSTRAP,
    signs: [
      'static_resources',
      'dynamic_resources',
      'admin',
      'cluster_manager',
      'layered_runtime',
      'runtime',
      'watchdog',
      'stats_sinks',
      'stats_config',
      'node',
      'tracing',
      'hds_config',
      'overload_manager',
      'stats_flush_interval',
      'flags_path',
    ],
    known: 0.5,
  },
  { type: 'RouteConfiguration', signs: ['virtual_hosts', 'vhds'], known: 0.5 },
  {
    type: 'Resources',
    signs: [
      'clusters',
      'virtual_hosts',
      'listeners',
      'routes',
      'route_configs',
      'filter_chains',
      'route_config',
      'secrets',
    ],
    known: 0.3,
  },
  { type: 'Listener', signs: ['address', 'filter_chains', 'api_listener'], known: 0.6 },
  { type: 'route.VirtualHost', signs: ['domains'], known: 0.6 },
  { type: 'route.Route', signs: ['match'], known: 0.6 },
  {
    type: 'Cluster',
    signs: [
      'connect_timeout',
      'lb_policy',
      'hosts',
      'load_assignment',
      'eds_cluster_config',
      'cluster_type',
      'dns_lookup_family',
      'type',
      'tls_context',
      'transport_socket',
      'http2_protocol_options',
      'health_checks',
    ],
    known: 0.6,
  },
  { type: 'ClusterLoadAssignment', signs: ['cluster_name', 'endpoints'], known: 0.9 },
  {
    type: 'config.filter.network.http_connection_manager.v2.HttpConnectionManager',
    signs: ['http_filters', 'rds'],
    known: 0.9,
  },
  {
    type: 'auth.Secret',
    signs: ['tls_certificate', 'validation_context', 'session_ticket_keys', 'generic_secret'],
    known: 0.9,
  },
  {
    type: 'core.Node',
    signs: [
      'id',
      'cluster',
      'locality',
      'build_version',
      'user_agent_name',
      'client_features',
      'listening_addresses',
    ],
    known: 1,
  },
];

/** What a node holds, or undefined where it is nothing of this model. */
export function shapeOf(tree: SourceTree, node: NodeId): Shape | undefined {
  const target = resolve(tree, node);
  if (kindOf(tree, target) === NodeKind.Map) {
    const type = messageOf(tree, target);
    return type === undefined ? undefined : { type, many: false };
  }
  if (kindOf(tree, target) !== NodeKind.List) return undefined;
  for (const child of items(tree, target)) {
    if (isNull(tree, child)) continue;
    const shape = shapeOf(tree, child);
    return shape && !shape.many ? { type: shape.type, many: true } : undefined;
  }
  return undefined;
}

function messageOf(tree: SourceTree, map: NodeId): string | undefined {
  const typeNode = valueUnder(tree, map, '@type');
  if (typeNode !== -1) return parseTypeUrl(scalarText(tree, typeNode)).table;
  const names = [...keys(tree, map)].map((key) => scalarText(tree, key));
  let best: { readonly type: string; readonly score: number } | undefined;
  for (const { type, signs, known } of CANDIDATES) {
    const table = compiledMessage(type);
    let score = 0;
    let signed = false;
    for (const name of names) {
      const field = table.bySpelling.get(name);
      if (!field) continue;
      score++;
      if (signs.includes(field.name)) signed = true;
    }
    if (signed && score >= names.length * known && (best === undefined || score > best.score))
      best = { type, score };
  }
  if (best?.type === 'admin.v2alpha.ConfigDump' && isSectionMap(tree, map)) return 'OlderConfigDump';
  return best?.type;
}

/** Whether the sections of a dump stand under names instead of in a list. */
function isSectionMap(tree: SourceTree, map: NodeId): boolean {
  const configs = resolve(tree, valueUnder(tree, map, 'configs'));
  return kindOf(tree, configs) === NodeKind.Map && valueUnder(tree, configs, '@type') === -1;
}
