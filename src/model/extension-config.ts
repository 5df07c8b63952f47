/** Which message an extension's untyped configuration is, told from the extension's name. */
import { type ExtensionKind, type ExtensionSpec, findExtension } from '../schema/extensions.ts';
import { lookup } from '../source/lookup.ts';

/** Messages with a `name` that selects an extension, and what kind that is. */
const KIND_OF_MESSAGE: { readonly [message: string]: ExtensionKind } = {
  'listener.Filter': 'network filter',
  'cluster.Filter': 'network filter',
  'listener.ListenerFilter': 'listener filter',
  HttpFilter: 'http filter',
  AccessLog: 'access log',
  StatsSink: 'stats sink',
  'trace.Tracing.Http': 'tracer',
  'core.TransportSocket': 'transport socket',
  'core.HealthCheck.CustomHealthCheck': 'health checker',
  'route.RetryPolicy.RetryPriority': 'retry priority',
  'route.RetryPolicy.RetryHostPredicate': 'retry host predicate',
  'Cluster.CustomClusterType': 'cluster type',
  ResourceMonitor: 'resource monitor',
};

/** The kind of the extensions that a message can name. */
export function kindOfHolder(message: string): ExtensionKind | undefined {
  return lookup(KIND_OF_MESSAGE, message);
}

/** Whether a message names an extension. */
export function selectsExtension(message: string): boolean {
  return kindOfHolder(message) !== undefined;
}

/** Fields whose messages the proxy hands on as they stand: metadata, and what plugins and modules are told. */
const HANDED_ON =
  /^(?:DynamicModule|dynamic_modules\.|PluginConfig\.|VmConfig\.|RouterPlugin\.|(?:\w+\.)*golang\.)|\.(?:typed_filter_metadata|typed_value)$/;

/** Whether the proxy itself reads nothing of the message in a field. */
export function isHandedOn(table: string, field: string): boolean {
  return HANDED_ON.test(`${table}.${field}`);
}

/** Words that stand for the namespace whatever the input's own is. */
const COMMON_WORDS = ['envoy', 'proxy'];

/** A name without its leading namespace. */
export function withoutNamespace(name: string, namespace: string): string {
  for (const each of [namespace, ...COMMON_WORDS])
    if (name.startsWith(`${each}.`)) return name.slice(each.length + 1);
  return name;
}

/** The known extension that a message's `name` selects. */
export function extensionOf(message: string, name: unknown, namespace: string): ExtensionSpec | undefined {
  const kind = lookup(KIND_OF_MESSAGE, message);
  return kind === undefined || typeof name !== 'string'
    ? undefined
    : findExtension(kind, withoutNamespace(name, namespace));
}

export function isTlsSocket(name: unknown, namespace: string): boolean {
  if (typeof name !== 'string') return false;
  const bare = withoutNamespace(name, namespace);
  return bare === 'tls' || bare === 'transport_sockets.tls';
}

/**
 * The table of an extension's `config`.
 *
 * @param downstream whether the message stands in a listener's filter chain, where TLS has another message
 */
export function configTable(
  message: string,
  name: unknown,
  namespace: string,
  downstream: boolean,
): string | undefined {
  if (message === 'core.TransportSocket' && isTlsSocket(name, namespace)) {
    return downstream ? 'DownstreamTlsContext' : 'UpstreamTlsContext';
  }
  return extensionOf(message, name, namespace)?.config;
}

/** The table of the per-route configuration of an HTTP filter. */
export function perRouteTable(filter: string, namespace: string): string | undefined {
  return findExtension('http filter', withoutNamespace(filter, namespace))?.perRoute;
}
