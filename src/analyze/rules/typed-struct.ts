import { isObject, STRUCT, tableOf } from '../../model/bound.ts';
import { shortName } from '../../model/describe.ts';
import { around, eachChild, type Frame } from '../../model/walk.ts';
import { lookup } from '../../source/lookup.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

/** Whether the proxy reads an Any in a frame itself, where it takes TypedStructs elsewhere. */
type ReadsItself = (frame: Frame) => boolean;

const always: ReadsItself = () => true;
const within =
  (...types: readonly string[]): ReadsItself =>
  (frame) => {
    for (let at: Frame | undefined = frame.parent; at !== undefined; at = at.parent)
      if (types.includes(at.type)) return true;
    return false;
  };
/** A cluster that looks up no names makes no resolver. */
const resolves: ReadsItself = ({ parent: holder }) =>
  holder?.parent?.type !== 'Cluster' || /^(?:STRICT|LOGICAL)_DNS$/.test(String(holder.parent.message.type));

function isOverQuic(frame: Frame): boolean {
  const { udp_listener_config: datagrams } = around(frame, 'Listener')?.message ?? {};
  return isObject(datagrams) && datagrams.quic_options !== undefined;
}

/** The messages that hold the Any, or the fields of them that hold its extension (asked of releases 1.36 and 1.40). */
const READ_ITSELF: { readonly [holder: string]: ReadsItself } = {
  'Cluster.CustomClusterType': always,
  RequestIDExtension: always,
  CacheConfig: always,
  CacheV2Config: always,
  OverloadAction: ({ type }) => type === 'ShrinkHeapConfig',
  // A listener of QUIC looks for its connection managers by their type.
  'listener.Filter': (frame) => frame.type === 'HttpConnectionManager' && isOverQuic(frame),
  'Cluster.typed_dns_resolver_config': resolves,
  'DnsCluster.typed_dns_resolver_config': always,
  'DnsCacheConfig.typed_dns_resolver_config': always,
  'KeyValueStoreConfig.config': within('DnsCacheConfig'),
  'Compressor.compressor_library': always,
  'Decompressor.decompressor_library': always,
  'core.HealthCheck.event_logger': always,
  'Permission.matcher': ({ type }) => type === 'UpstreamIpPortMatcher',
  'Principal.custom': ({ type }) => /\bmtls_authenticated\b/.test(type),
};

/** The messages that hold such Anys. */
const HOLDERS: readonly string[] = [
  ...Object.keys(READ_ITSELF).filter((key) => !/\.[a-z_]+$/.test(key)),
  ...['core.TypedExtensionConfig', 'xds.core.TypedExtensionConfig', 'route.Route', 'route.VirtualHost'],
  ...['RouteConfiguration', 'route.WeightedCluster.ClusterWeight'],
];

/** Trees whose inputs have to be of listed types, which are compared before a TypedStruct is looked into. */
const LISTS_INPUTS = within('route.VirtualHost', 'http.rbac.RBAC', 'network.rbac.RBAC');

/** Whether a message in a TypedStruct stands where the proxy takes none (fact 142). */
function isRefusedAsStruct(frame: Frame): boolean {
  const { field, type, parent: holder } = frame;
  if (holder === undefined || isInDisabled(holder)) return false;
  if (type === 'route.FilterConfig') return field?.name === 'typed_per_filter_config';
  const own =
    lookup(READ_ITSELF, holder.type) ?? lookup(READ_ITSELF, `${holder.parent?.type}.${holder.field?.name}`);
  if (own !== undefined) return own(frame);
  return holder.field?.name === 'input' && LISTS_INPUTS(holder);
}

/** What belongs to a filter that a route switches off is not looked at. */
function isInDisabled(frame: Frame): boolean {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent)
    if (at.type === 'route.FilterConfig' && at.message.disabled === true) return true;
  return false;
}

export const misplacedTypedStruct: AnalysisRule = {
  id: 'misplaced-typed-struct',
  level: 'error',
  refuses: true,
  version: 'v3',
  purpose: 'A TypedStruct where the proxy asks the configuration itself for its type.',
  why: 'Nearly everywhere the proxy reads a TypedStruct as the message in it. In some places it looks at the type that is written, finds TypedStruct and refuses the configuration: types of clusters, libraries that compress, caches, resolvers of names, inputs of matchers of routes and of RBAC, a FilterConfig.',
  remedy: 'Write the message itself: its type in "@type", its fields beside it.',
  source: 'how the proxy behaves',
  bad: {
    type: 'route.Route',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.Route
match: { prefix: / }
route: { cluster: shop }
typed_per_filter_config:
  rbac:
    "@type": type.googleapis.com/xds.type.v3.TypedStruct
    type_url: type.googleapis.com/envoy.config.route.v3.FilterConfig
    value: { disabled: true }
`,
  },
  good: {
    type: 'route.Route',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.Route
match: { prefix: / }
route: { cluster: shop }
typed_per_filter_config:
  rbac:
    "@type": type.googleapis.com/envoy.config.route.v3.FilterConfig
    config:
      "@type": type.googleapis.com/xds.type.v3.TypedStruct
      type_url: type.googleapis.com/envoy.extensions.filters.http.rbac.v3.RBACPerRoute
      value: { rbac: {} }
`,
  },
  tables: Object.fromEntries(HOLDERS.map((type) => [type, look])),
};

function look(frame: Frame, { namespace, spot, report }: RuleContext): void {
  const fields = tableOf(frame).containers.filter(({ element }) => element.kind === 'any');
  eachChild(
    frame,
    namespace,
    (child) => {
      if (child.message[STRUCT] === undefined || !isRefusedAsStruct(child)) return;
      const { field, index, type } = child;
      const message = `${shortName(type)} stands in a TypedStruct here, where the proxy looks for its own type and refuses the configuration; write its fields beside "@type"`;
      report({ message, at: spot(frame, field?.name, index), identity: type });
    },
    fields,
  );
}
