/** The least values that the tables of version 3 allow, for bootstraps that hold one message of each table. */
import { type CompiledField, compiledMessage } from '../../src/schema/compiled.ts';
import type { Limits } from '../../src/schema/language.ts';
import type { Data } from '../../src/source/data.ts';

export type Fields = { readonly [key: string]: Data };

export const typed = (type: string, fields: Fields = {}): Fields => ({
  '@type': `type.googleapis.com/${/^(?:xds|udpa)\./.test(type) ? '' : 'envoy.'}${type}`,
  ...fields,
});
export const extension = (type: string, fields: Fields = {}): Fields => ({
  name: 'e',
  typed_config: typed(type, fields),
});

const SOCKET: Fields = { socket_address: { address: '127.0.0.1', port_value: 9 } };
const MATCH: Fields = { match: { prefix: '/' }, route: { cluster: 'c' } };
export const CLUSTER: Fields = {
  name: 'd',
  type: 'STATIC',
  connect_timeout: '1s',
};
const RULES: Fields = { permissions: [{ any: true }], principals: [{ any: true }] };

/** What the proxy demands beyond the tables: a message of each as it takes it. */
const KNOWN: { readonly [type: string]: Fields } = {
  HttpConnectionManager: {
    stat_prefix: 's',
    http_filters: [extension('extensions.filters.http.router.v3.Router')],
    route_config: { name: 't', virtual_hosts: [{ name: 'v', domains: ['*'], routes: [MATCH] }] },
  },
  Cluster: CLUSTER,
  'core.Address': SOCKET,
  'core.ConfigSource': { path_config_source: { path: '/etc/hostname' } },
  'core.ApiConfigSource': {
    api_type: 'GRPC',
    transport_api_version: 'V3',
    grpc_services: [{ envoy_grpc: { cluster_name: 'c' } }],
  },
  'core.GrpcService': { envoy_grpc: { cluster_name: 'c' } },
  'core.HttpUri': { uri: 'http://c.test/', cluster: 'c', timeout: '1s' },
  'core.DataSource': { inline_string: 'x' },
  'core.HealthCheck': {
    timeout: '1s',
    interval: '1s',
    unhealthy_threshold: 1,
    healthy_threshold: 1,
    tcp_health_check: {},
  },
  'core.CidrRange': { address_prefix: '10.0.0.0', prefix_len: 8 },
  'core.SocketAddress': { address: '127.0.0.1', port_value: 9 },
  'core.SocketOption': { level: 1, name: 2, int_value: 3 },
  'core.TransportSocket': extension('extensions.transport_sockets.raw_buffer.v3.RawBuffer'),
  'core.HeaderValue': { key: 'x', value: 'y' },
  'core.SubstitutionFormatString': { text_format_source: { inline_string: 'x' } },
  'type.matcher.StringMatcher': { exact: 'x' },
  'type.matcher.RegexMatcher': { regex: 'x' },
  'type.Int64Range': { start: 200, end: 201 },
  'type.Int32Range': { start: 0, end: 1 },
  'type.FractionalPercent': { numerator: 1 },
  'core.RuntimeFractionalPercent': { default_value: { numerator: 1 } },
  'type.matcher.MetadataMatcher': { filter: 'x', path: [{ key: 'x' }], value: { null_match: {} } },
  'route.VirtualHost': { name: 'v', domains: ['*'], routes: [MATCH] },
  'route.Route': MATCH,
  'route.RouteAction': { cluster: 'c' },
  'route.RouteMatch': { prefix: '/' },
  RouteConfiguration: { name: 't', virtual_hosts: [{ name: 'v', domains: ['*'], routes: [MATCH] }] },
  'rbac.Policy': RULES,
  AccessLog: extension('extensions.access_loggers.stream.v3.StdoutAccessLog'),
  ClusterLoadAssignment: { cluster_name: 'd' },
  SdsSecretConfig: { name: 's', sds_config: { path_config_source: { path: '/etc/hostname' } } },
  UpstreamTlsContext: {},
  DownstreamTlsContext: {
    common_tls_context: {
      tls_certificate_sds_secret_configs: [
        { name: 's', sds_config: { path_config_source: { path: '/etc/hostname' } } },
      ],
    },
  },
  'type.matcher.Matcher': {},
};

/** Deeper than this nothing is made. */
const MAX_DEPTH = 6;

/** A message with what its table demands; undefined where an extension would be needed that nobody names. */
export function minimal(type: string, depth = 0): Fields | undefined {
  const known = KNOWN[type];
  if (known !== undefined) return known;
  if (depth > MAX_DEPTH) return undefined;
  const { fields, oneofs } = compiledMessage(type, 'v3');
  const made: { [key: string]: Data } = {};
  for (const field of fields.filter(({ spec, gone }) => gone !== true && spec.oneof === undefined)) {
    const { limits, required } = field.spec;
    const needsItems = (limits?.minItems ?? 0) > 0;
    if (required !== true && !needsItems && !isBadUnset(field)) continue;
    const value = allowedValue(field, depth);
    if (value === undefined) return undefined;
    made[field.name] = value;
  }
  for (const { need, members } of oneofs) {
    if (need !== 'exactly one') continue;
    const chosen = members.map((field) => [field.name, allowedValue(field, depth)] as const);
    const [name, value] = chosen.find(([, each]) => each !== undefined) ?? [];
    if (name === undefined || value === undefined) return undefined;
    made[name] = value;
  }
  return made;
}

/** Whether a plain number or text breaks its bounds where nothing is written. */
function isBadUnset({ spec: { limits, type }, shape, wrapper, element }: CompiledField): boolean {
  if (limits === undefined || shape !== 'one' || wrapper || element.kind === 'message') return false;
  if (/^(?:Duration|Timestamp)$/.test(type) || limits.unlessEmpty === true) return false;
  if (element.kind === 'scalar' && /^(?:string|bytes)$/.test(element.scalar))
    return (limits.minBytes ?? limits.minChars ?? 0) > 0 || limits.text?.endsWith('name') === true;
  return Number(limits.gt ?? -1) >= 0 || Number(limits.gte ?? 0) > 0 || limits.oneOf !== undefined;
}

/** A value that a field may have. */
export function allowedValue(field: CompiledField, depth: number): Data | undefined {
  const { shape } = field;
  const { items, values, keys, minItems = 1 } = field.spec.limits ?? {};
  const limits = shape === 'list' ? items : shape === 'map' ? values : field.spec.limits;
  const one = elementValue(field, limits ?? {}, depth);
  if (one === undefined) return undefined;
  if (shape === 'list') return Array.from({ length: Math.max(minItems, 1) }, () => one);
  if (shape === 'map') return { [textWithin(keys ?? {})]: one };
  return one;
}

function elementValue({ element, spec }: CompiledField, limits: Limits, depth: number): Data | undefined {
  switch (element.kind) {
    case 'message':
      return minimal(element.name, depth + 1);
    case 'enum': {
      const names = Object.entries(element.spec.values).filter(
        ([name, { deprecated, only }]) =>
          deprecated === undefined && only !== 'v2' && !(limits.noneOf ?? []).includes(name),
      );
      return names[0]?.[0];
    }
    case 'struct':
      return {};
    case 'value':
      return 'x';
    case 'any':
      return undefined;
    default:
      return spec.names === 'cluster' ? 'c' : scalarValue(element.scalar, limits);
  }
}

function scalarValue(scalar: string, limits: Limits): Data {
  const first = limits.oneOf?.[0];
  if (first !== undefined) return first;
  if (scalar === 'string') return textWithin(limits);
  if (scalar === 'bool') return true;
  if (scalar === 'bytes') return Buffer.alloc(Math.max(limits.minBytes ?? 1, 1), 'x').toString('base64');
  if (scalar === 'timestamp') return '2030-01-01T00:00:00Z';
  if (scalar === 'duration') return durationWithin(limits);
  const least = limits.gte ?? (limits.gt === undefined ? 1 : Number(limits.gt) + 1);
  return Math.min(Math.max(Number(least), 1), Number(limits.lte ?? Number(limits.lt ?? 2e9) - 1));
}

export function textWithin({ minBytes, minChars, prefix = '', suffix = '' }: Limits): string {
  const length = Math.max(minBytes ?? 1, minChars ?? 1) - prefix.length - suffix.length;
  return `${prefix}${'x'.repeat(Math.max(length, prefix === '' ? 1 : 0))}${suffix}`;
}

function durationWithin({ gt, gte, lt, lte }: Limits): string {
  if (lt !== undefined || lte !== undefined) return String(gte ?? lte ?? '0.001s');
  const least = Number.parseFloat(String(gte ?? gt ?? '0s'));
  return least < 1 ? '1s' : `${least + 1}s`;
}
