/** Recognises what a document holds, from its keys (CONTRACT, Inputs). */
import { compiledMessage, fieldSpelled } from '../schema/compiled.ts';
import {
  isNull,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  valueUnder,
} from '../source/tree.ts';
import { nearest } from './near-miss.ts';
import { isTypedStruct, parseTypeUrl } from './type-url.ts';

/** One message, or a list of messages, of a table. */
export interface Shape {
  readonly type: string;
  readonly many: boolean;
  /** The table of each entry, where the types that a list names differ. */
  readonly types?: readonly string[];
}

interface Candidate {
  readonly type: string;
  /** Fields of which one must be there, in snake_case. */
  readonly signs: readonly string[];
  /** The share of keys that must be known, so that other people's files are not taken for ours. */
  readonly known: number;
  /** Fields that together leave no doubt; then half of the keys may be typos, which are told. */
  readonly sure?: readonly string[];
}

const BOOTSTRAP = 'Bootstrap';

/** Sections of a dump, which tools print without their type: by the fields that only they have. */
const SECTIONS: { readonly [type: string]: readonly string[] } = {
  BootstrapConfigDump: ['bootstrap'],
  ClustersConfigDump: ['static_clusters', 'dynamic_active_clusters', 'dynamic_warming_clusters'],
  EcdsConfigDump: ['ecds_filters'],
  EndpointsConfigDump: ['static_endpoint_configs', 'dynamic_endpoint_configs'],
  ListenersConfigDump: ['static_listeners', 'dynamic_listeners'],
  RoutesConfigDump: ['static_route_configs', 'dynamic_route_configs'],
  ScopedRoutesConfigDump: ['inline_scoped_route_configs', 'dynamic_scoped_route_configs'],
  SecretsConfigDump: ['static_secrets', 'dynamic_active_secrets', 'dynamic_warming_secrets'],
};

/** In the order in which ties are decided. */
const CANDIDATES: readonly Candidate[] = [
  ...Object.entries(SECTIONS).map(([type, signs]) => ({ type, signs, known: 1 })),
  { type: 'ConfigDump', signs: ['configs'], known: 0.5 },
  { type: 'DiscoveryResponse', signs: ['resources', 'type_url'], known: 0.5 },
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
      'bootstrap_extensions',
      'typed_dns_resolver_config',
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
  {
    type: 'ClusterLoadAssignment',
    signs: ['cluster_name', 'endpoints'],
    known: 0.9,
    sure: ['cluster_name', 'endpoints'],
  },
  // Parts of resources, of which others' files have the names too: every key has to be known.
  {
    type: 'Cluster',
    signs: ['circuit_breakers', 'common_lb_config', 'outlier_detection', 'typed_extension_protocol_options'],
    known: 1,
  },
  {
    type: 'RouteConfiguration',
    signs: ['ignore_port_in_host_matching', 'max_direct_response_body_size_bytes', 'internal_only_headers'],
    known: 1,
  },
  { type: 'HttpConnectionManager', signs: ['http_filters', 'rds'], known: 0.9 },
  {
    type: 'core.HealthCheck',
    signs: ['http_health_check', 'tcp_health_check', 'grpc_health_check', 'custom_health_check'],
    known: 0.9,
  },
  {
    type: 'ScopedRouteConfiguration',
    signs: ['route_configuration_name'],
    known: 0.9,
    sure: ['name', 'route_configuration_name', 'key'],
  },
  {
    type: 'route.HeaderMatcher',
    signs: [
      'exact_match',
      'safe_regex_match',
      'range_match',
      'present_match',
      'prefix_match',
      'suffix_match',
      'contains_match',
      'string_match',
    ],
    known: 1,
  },
  {
    type: 'Secret',
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
    sure: ['id', 'cluster', 'locality'],
  },
];

/** The table that the keys of a document tell by themselves; undefined where they tell none. */
export function typeToldBy(spellings: Iterable<string>): string | undefined {
  return bestNamed([...spellings], () => true);
}

/** A key of a document, and the field that it is nearly spelled like. */
export interface Misspelled {
  readonly key: NodeId;
  readonly meant: string;
}

/**
 * The misspelled key for which alone nothing is recognised. What stands under it has to look like that field too: maps
 * of other people have keys of all kinds.
 */
export function misspelledKey(tree: SourceTree): Misspelled | undefined {
  if (kindOf(tree, ROOT) !== NodeKind.Map) return undefined;
  const written = [...keys(tree, ROOT)];
  for (const key of written) {
    const meant = nearest(scalarText(tree, key), MAIN_FIELDS);
    if (meant === undefined) continue;
    const type = typeToldBy(written.map((each) => (each === key ? meant : scalarText(tree, each))));
    if (type !== undefined && holdsField(tree, resolve(tree, key + 1), type, meant)) return { key, meant };
  }
  return undefined;
}

/** The fields that configurations begin with. */
const MAIN_FIELDS: readonly string[] = [
  'static_resources',
  'dynamic_resources',
  'virtual_hosts',
  'listeners',
  'clusters',
  'routes',
  'route_configs',
  'route_config',
  'filter_chains',
  'layered_runtime',
];

/** Whether a value has keys of the message of a field, and as many as other ones. */
function holdsField(tree: SourceTree, value: NodeId, type: string, name: string): boolean {
  const field = compiledMessage(type, 'v3').byName.get(name);
  if (field?.element.kind !== 'message') return false;
  const { element } = field;
  const isList = kindOf(tree, value) === NodeKind.List;
  if (isList !== (field.shape === 'list')) return false;
  const [first = -1] = isList ? items(tree, value) : [value];
  const map = first === -1 ? -1 : resolve(tree, first);
  if (map === -1 || kindOf(tree, map) !== NodeKind.Map) return false;
  const all = [...keys(tree, map)];
  const known = all.filter((key) => fieldSpelled(element.name, scalarText(tree, key)) !== undefined);
  return known.length > 0 && known.length * 2 >= all.length;
}

/** What a node holds, or undefined where it is nothing of this model. */
export function shapeOf(tree: SourceTree, node: NodeId): Shape | undefined {
  const target = resolve(tree, node);
  if (kindOf(tree, target) === NodeKind.Map) {
    const type = messageOf(tree, target);
    return type === undefined ? undefined : { type, many: false };
  }
  if (kindOf(tree, target) !== NodeKind.List) return undefined;
  const untold: NodeId[] = [];
  for (const child of items(tree, target)) {
    if (isNull(tree, child)) continue;
    const shape = shapeOf(tree, child);
    if (shape?.many === true || untold.length > MAX_UNTOLD) return undefined;
    if (shape === undefined) untold.push(resolve(tree, child));
    else
      return untold.every((map) => isOf(tree, map, shape.type))
        ? listOf(tree, target, shape.type)
        : undefined;
  }
  return undefined;
}

/** Entries of a list that may tell less than one behind them. */
const MAX_UNTOLD = 100;

/** Whether a map has keys of a table alone. */
function isOf(tree: SourceTree, map: NodeId, type: string): boolean {
  return (
    kindOf(tree, map) === NodeKind.Map &&
    [...keys(tree, map)].every((key) => fieldSpelled(type, scalarText(tree, key)) !== undefined)
  );
}

/** A list, each entry of which may say by its `@type` that it is something else than the first one. */
function listOf(tree: SourceTree, list: NodeId, type: string): Shape {
  const types = [...items(tree, list)].map((child) => typeWritten(tree, resolve(tree, child)) ?? type);
  return types.every((each) => each === type) ? { type, many: true } : { type, many: true, types };
}

/** The table that the `@type` of a map names. */
function typeWritten(tree: SourceTree, map: NodeId): string | undefined {
  const type = kindOf(tree, map) === NodeKind.Map ? valueUnder(tree, map, '@type') : -1;
  return type === -1 ? undefined : parseTypeUrl(scalarText(tree, type)).table;
}

function messageOf(tree: SourceTree, map: NodeId): string | undefined {
  const typeNode = valueUnder(tree, map, '@type');
  if (typeNode !== -1) return parseTypeUrl(scalarText(tree, typeNode)).table;
  const best =
    extensionMessage(tree, map) ??
    bestOf(tree, map, unsharedKeys(tree, map)) ??
    bestOf(tree, map, [...keys(tree, map)]);
  return best === 'ConfigDump' && isSectionMap(tree, map) ? 'OlderConfigDump' : best;
}

/** Messages that name an extension, by the package that the type of its configuration is in. */
const EXTENSIONS: readonly (readonly [pack: RegExp, type: string])[] = [
  [/^(?:extensions|config)\.filters?\.http\./, 'HttpFilter'],
  [/^(?:extensions|config)\.filters?\.network\./, 'listener.Filter'],
  [/^(?:extensions|config)\.filters?\.listener\./, 'listener.ListenerFilter'],
  [/^(?:extensions\.access_loggers|config\.accesslog)\./, 'AccessLog'],
  [/^(?:extensions\.transport_sockets|api\.v2\.auth)\./, 'core.TransportSocket'],
];

/** What a map with a name and a typed configuration is, told from the type. */
function extensionMessage(tree: SourceTree, map: NodeId): string | undefined {
  if (valueUnder(tree, map, 'name') === -1) return undefined;
  const type = configuredType(tree, map);
  const found = type && EXTENSIONS.find(([pack]) => pack.test(parseTypeUrl(type).name))?.[1];
  return found !== undefined && isOf(tree, map, found) ? found : undefined;
}

/** The type of an extension's configuration, as data or fetched too. */
function configuredType(tree: SourceTree, map: NodeId): string | undefined {
  const under = (from: NodeId, ...spellings: readonly string[]): NodeId => {
    if (from === -1 || kindOf(tree, from) !== NodeKind.Map) return -1;
    const value = spellings.map((key) => valueUnder(tree, from, key)).find((node) => node !== -1) ?? -1;
    return value === -1 ? -1 : resolve(tree, value);
  };
  const config = under(map, 'typed_config', 'typedConfig');
  const type = under(config, '@type');
  const own = type === -1 ? undefined : scalarText(tree, type);
  if (own !== undefined && !isTypedStruct(parseTypeUrl(own).name)) return own;
  const types = under(under(map, 'config_discovery', 'configDiscovery'), 'type_urls', 'typeUrls');
  const [fetched] = types !== -1 && kindOf(tree, types) === NodeKind.List ? items(tree, types) : [];
  const told = own === undefined ? fetched : under(config, 'type_url', 'typeUrl');
  return told === undefined || told === -1 ? undefined : scalarText(tree, told);
}

/** Keys that only hold what aliases stand for say nothing about the rest. */
function unsharedKeys(tree: SourceTree, map: NodeId): NodeId[] {
  return [...keys(tree, map)].filter(
    (key) => !tree.anchors.has(key + 1) || fieldSpelled(BOOTSTRAP, scalarText(tree, key)) !== undefined,
  );
}

/** The candidate that knows most of the keys. */
function bestOf(tree: SourceTree, map: NodeId, found: readonly NodeId[]): string | undefined {
  const names = found.map((key) => scalarText(tree, key));
  return bestNamed(names, (type) => isMeant(tree, map, type));
}

function bestNamed(spellings: readonly string[], isMeantBy: (type: string) => boolean): string | undefined {
  const names = spellings.filter((name) => !name.startsWith('x-'));
  let best: { readonly type: string; readonly score: number } | undefined;
  for (const { type, signs, known, sure } of CANDIDATES) {
    const fields = names.flatMap((name) => fieldSpelled(type, name) ?? []);
    const score = fields.length;
    const share = sure?.every((name) => fields.includes(name)) ? 0.5 : known;
    const enough = fields.some((name) => signs.includes(name)) && score >= names.length * share;
    if (enough && (best === undefined || score > best.score) && isMeantBy(type)) best = { type, score };
  }
  return best?.type;
}

/** Whether what stands under keys that other files have too is what stands there in ours. */
function isMeant(tree: SourceTree, map: NodeId, type: string): boolean {
  if (type === 'DiscoveryResponse') {
    const list = valueUnder(tree, map, 'resources');
    return list === -1 ? isAnswerWithNone(tree, map) : holdsResources(tree, resolve(tree, list));
  }
  if (type === 'Resources') return !holdsRouteConfigurations(tree, valueUnder(tree, map, 'routes'));
  if (type === 'ClusterLoadAssignment') return !holdsAssignments(tree, map);
  // The filters by themselves are a fragment.
  if (type === 'HttpConnectionManager')
    return [...keys(tree, map)].some((key) => !/^http_?[fF]ilters$/.test(scalarText(tree, key)));
  // Many files have a name and a type.
  const told = type === 'Cluster' ? signsOf(tree, map) : [];
  if (!told.includes('type') || told.length > 1) return true;
  return /^(?:\d+|[A-Z][A-Z_]+|static|strict_dns|logical_dns|eds|original_dst)$/.test(
    scalarText(tree, valueUnder(tree, map, 'type')),
  );
}

/** Control planes call lists of endpoints by cluster `endpoints`, as an assignment calls those of its own. */
function holdsAssignments(tree: SourceTree, map: NodeId): boolean {
  const list = valueUnder(tree, map, 'endpoints');
  return list !== -1 && hasKey(tree, list, ['cluster_name', 'clusterName']);
}

/** Dumps of control planes call lists of route configurations `routes`, which are lists of routes here. */
function holdsRouteConfigurations(tree: SourceTree, list: NodeId): boolean {
  return list !== -1 && hasKey(tree, list, ['virtual_hosts', 'virtualHosts']);
}

/** Whether the first map of a list has one of these keys. */
function hasKey(tree: SourceTree, list: NodeId, names: readonly string[]): boolean {
  if (kindOf(tree, resolve(tree, list)) !== NodeKind.List) return false;
  for (const item of items(tree, resolve(tree, list))) {
    const entry = resolve(tree, item);
    if (kindOf(tree, entry) !== NodeKind.Map) continue;
    return names.some((key) => valueUnder(tree, entry, key) !== -1);
  }
  return false;
}

/** An answer that holds no resource says of which type it holds none. */
function isAnswerWithNone(tree: SourceTree, map: NodeId): boolean {
  const type = [valueUnder(tree, map, 'type_url'), valueUnder(tree, map, 'typeUrl')].find(
    (node) => node !== -1,
  );
  return type !== undefined && parseTypeUrl(scalarText(tree, type)).table !== undefined;
}

/** The signs of a cluster that a map has. */
function signsOf(tree: SourceTree, map: NodeId): readonly string[] {
  const signs = CANDIDATES.find(({ type }) => type === 'Cluster')?.signs ?? [];
  return [...keys(tree, map)].flatMap((key) => {
    const name = fieldSpelled('Cluster', scalarText(tree, key));
    return name !== undefined && signs.includes(name) ? [name] : [];
  });
}

/** Whether the entries of a list have types, or there are none. */
function holdsResources(tree: SourceTree, list: NodeId): boolean {
  if (kindOf(tree, list) !== NodeKind.List) return isNull(tree, list);
  for (const item of items(tree, list)) {
    const entry = resolve(tree, item);
    if (isNull(tree, entry)) continue;
    return (
      kindOf(tree, entry) === NodeKind.Map &&
      (valueUnder(tree, entry, '@type') !== -1 || valueUnder(tree, entry, 'resource') !== -1)
    );
  }
  return true;
}

/** Of several tables the one that knows most of a document's keys, the earlier one of two that know as many. */
export function bestFit(tree: SourceTree, node: NodeId, tables: readonly string[]): string | undefined {
  const target = resolve(tree, node);
  const [first] = kindOf(tree, target) === NodeKind.List ? items(tree, target) : [target];
  if (tables.length < 2 || first === undefined) return tables[0];
  const map = resolve(tree, first);
  if (kindOf(tree, map) !== NodeKind.Map) return tables[0];
  const names = unsharedKeys(tree, map).map((key) => scalarText(tree, key));
  // What both know as much of is told apart by version 2, in which fewer messages have the same fields.
  const known = tables.map((table) => {
    const older = compiledMessage(table, 'v2').bySpelling;
    const all = names.filter((name) => fieldSpelled(table, name) !== undefined);
    return all.length + all.filter((name) => older.has(name)).length / (all.length + 1);
  });
  return tables[known.indexOf(Math.max(...known))];
}

/** Whether the sections of a dump stand under names instead of in a list. */
function isSectionMap(tree: SourceTree, map: NodeId): boolean {
  const configs = resolve(tree, valueUnder(tree, map, 'configs'));
  return kindOf(tree, configs) === NodeKind.Map && valueUnder(tree, configs, '@type') === -1;
}
