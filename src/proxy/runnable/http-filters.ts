/** HTTP filters as they run here: those that need nobody else, and what routes say for them. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import { kindOfType as kindOfFilterType } from '../../routing/filters/kind.ts';
import { type Plain, plainOf } from '../plain.ts';

/** Kinds of filters that need no other program, and no file. */
const RUNNING: ReadonlySet<string> = new Set([
  'api_key_auth',
  'basic_auth',
  'buffer',
  'cdn_loop',
  'composite',
  'compressor',
  'cors',
  'csrf',
  'custom_response',
  'decompressor',
  'fault',
  'grpc_http1_bridge',
  'grpc_json_transcoder',
  'grpc_stats',
  'grpc_web',
  'header_mutation',
  'header_to_metadata',
  'health_check',
  'json_to_metadata',
  'jwt_authn',
  'local_ratelimit',
  'lua',
  'match_delegate',
  'rbac',
  'router',
  'set_filter_state',
  'set_metadata',
  'stateful_session',
]);

/** Kinds that ask a server, which has to be there. */
const ASKING_SERVERS: ReadonlySet<string> = new Set(['ext_authz', 'ext_proc', 'oauth2', 'ratelimit']);

/** Fields that make a filter ask somebody, or read a file. */
const ASKING: ReadonlySet<string> = new Set([
  'remote_jwks',
  'filename',
  'environment_variable',
  'proto_descriptor',
  'sds_config',
]);

/** Looks at who is connected, which here is always the client that tells the address of another. */
const DIRECT = 'extensions.matching.common_inputs.network.v3.DirectSourceIPInput';

/** What routes say for a filter behind a matcher. */
const OF_MATCHED = 'extensions.common.matching.v3.ExtensionWithMatcherPerRoute';

const WRAPPER = 'config.route.v3.FilterConfig';

/** The filters of a chain that run here. @param servers clusters that answer filters @param leaveOut takes the names of the others */
export function runningFilters(
  filters: readonly BoundMessage[],
  namespace: string,
  servers: ReadonlySet<string>,
  leaveOut: (names: readonly string[]) => void,
): readonly Plain[] {
  const others = filters.filter(({ typed_config: config }) => !isRunning(config, servers));
  if (others.length > 0)
    leaveOut([...new Set(others.map(({ name }) => withoutNamespace(String(name ?? ''), namespace)))]);
  return filters
    .filter((filter) => !others.includes(filter))
    .map((filter) => plainOf(toldPeer(filter), namespace));
}

/** What a level of routes says for filters that run here. */
export function runningSettings(map: unknown, namespace: string): Plain {
  if (!isObject(map)) return {};
  const kept = Object.entries(map).filter(
    ([, value]) => isRunning(value) || (isObject(value) && value['@type'] === WRAPPER && isBare(value)),
  );
  return kept.length === 0
    ? {}
    : { typed_per_filter_config: plainOf(toldPeer(Object.fromEntries(kept)), namespace) };
}

/** A switch alone, or around settings of a filter that runs here. */
function isBare({ config }: BoundMessage): boolean {
  return !isObject(config) || config['@type'] === undefined || isRunning(config);
}

/** @param servers absent for settings of routes, which name none */
function isRunning(config: unknown, servers?: ReadonlySet<string>): boolean {
  if (!isObject(config)) return false;
  const { '@type': type } = config;
  const kind = typeof type === 'string' ? kindOfFilterType(type) : undefined;
  if (type === OF_MATCHED) return !asks(config);
  if (kind !== undefined && ASKING_SERVERS.has(kind))
    // What a route says for oauth2 names a server of its own.
    return servers === undefined ? kind !== 'oauth2' : servers.has(serverOf(config) ?? '');
  if (kind === undefined || !RUNNING.has(kind) || asks(config)) return false;
  if (kind !== 'match_delegate') return true;
  const inner = config.extension_config;
  return isObject(inner) ? isRunning(inner.typed_config, servers) : config.extension_config === undefined;
}

/** The cluster of the server that a filter asks. */
function serverOf(config: BoundMessage): string | undefined {
  const { http_service: http, rate_limit_service: limits, grpc_service: own, config: oauth } = config;
  const uri = isObject(http) ? http.server_uri : isObject(oauth) ? oauth.token_endpoint : undefined;
  const grpc = isObject(limits) ? limits.grpc_service : own;
  const proxys = isObject(grpc) ? grpc.envoy_grpc : undefined;
  const name = isObject(uri) ? uri.cluster : isObject(proxys) ? proxys.cluster_name : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Clients tell here by the PROXY protocol where they come from, which direct_remote_ip leaves aside. */
export function toldPeer(message: object): object {
  return Object.fromEntries(
    Object.entries(message).map(([field, item]) => [
      field === 'direct_remote_ip' ? 'source_ip' : field,
      Array.isArray(item)
        ? item.map((each) => (isObject(each) ? toldPeer(each) : each))
        : isObject(item)
          ? toldPeer(item)
          : item,
    ]),
  );
}

function asks(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(asks);
  if (!isObject(value)) return false;
  if (value['@type'] === DIRECT) return true;
  return Object.entries(value).some(([field, item]) => ASKING.has(field) || asks(item));
}
