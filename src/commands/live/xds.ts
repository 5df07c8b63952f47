/**
 * Asks a management server for what it sends to a node: all types of the aggregated service of version 3, state of the
 * world, until nothing more comes. Each response is acknowledged; secrets are never asked for. What came is written as
 * the dump that a proxy behind the same server shows.
 */
import { readFile } from 'node:fs/promises';
import {
  create,
  type DescMessage,
  fromBinary,
  fromJson,
  type JsonObject,
  type JsonValue,
  type Registry,
  toBinary,
} from '@bufbuild/protobuf';
import { AnySchema } from '@bufbuild/protobuf/wkt';
import { InputError } from '../../source/errors.ts';
import { readingFailed, systemCode } from '../../source/file-problem.ts';
import type { LiveAddress, XdsOptions } from '../../source/live.ts';
import { sourceFile } from '../../source/load.ts';
import { plainValue, ROOT } from '../../source/tree.ts';
import { connectionProblem } from './failure.ts';
import type { LiveLimits } from './fetch.ts';
import { GrpcError, type GrpcStream, openStream } from './grpc.ts';
import { nameOfType, registryOf, schemaOf, startReading } from './resources.ts';

const METHOD = '/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources';
const TYPE = 'type.googleapis.com/';

/** Types by what they are called in short. All of `cds`, `lds` and `srds` are asked for, of the others what these name. */
const TYPES = {
  cds: 'envoy.config.cluster.v3.Cluster',
  eds: 'envoy.config.endpoint.v3.ClusterLoadAssignment',
  lds: 'envoy.config.listener.v3.Listener',
  srds: 'envoy.config.route.v3.ScopedRouteConfiguration',
  rds: 'envoy.config.route.v3.RouteConfiguration',
  ecds: 'envoy.config.core.v3.TypedExtensionConfig',
} as const;
type Kind = keyof typeof TYPES;
const KINDS: readonly Kind[] = ['cds', 'lds', 'eds', 'srds', 'rds', 'ecds'];

/** What names of each type are names of. */
const NAMED: Readonly<Record<Kind, string>> = {
  cds: 'cluster',
  lds: 'listener',
  eds: 'endpoints of',
  srds: 'scope',
  rds: 'route configuration',
  ecds: 'extension',
};

/** Milliseconds without a message after which all has come, once everything that was asked for has. */
const QUIET = 500;

interface Sent {
  readonly version: string;
  readonly resource: JsonObject;
}

interface Subscription {
  names: readonly string[];
  version: string;
  nonce: string;
  isAnswered: boolean;
  readonly resources: Map<string, Sent>;
}

/**
 * The dump, as JSON.
 *
 * @param readSet the descriptor set of the newest release, unpacked
 * @param tell of what was asked for and did not come
 * @throws InputError with what went wrong and what to do about it
 */
export async function fetchXds(
  address: LiveAddress & { readonly xds: XdsOptions },
  limits: LiveLimits,
  readSet: () => Promise<Uint8Array>,
  tell: (what: string) => void,
): Promise<Uint8Array> {
  const { name, protocol, host, port, xds } = address;
  const failed = (problem: string, hint: string): InputError => new InputError({ file: name, problem, hint });
  const registry = registryOf(await readSet());
  const node = await nodeOf(xds, schemaOf(registry, 'envoy.config.core.v3.Node'), registry);
  const [ca, cert, key] = await Promise.all([xds.ca, xds.cert, xds.key].map(contentOf));
  const tls = {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(xds.serverName === undefined ? {} : { servername: xds.serverName }),
  };
  const shown = host.includes(':') ? `[${host}]` : host;
  const stream = openStream(`${protocol}//${shown}:${port}`, METHOD, tls, limits.bytes);
  try {
    const session = new XdsSession(stream, registry, node);
    await session.run(limits, failed);
    const missing = session.missing();
    if (missing.length > 0)
      tell(
        `the management server was asked for ${missing.slice(0, MAX_TOLD).join(', ')}${missing.length > MAX_TOLD ? ` and ${missing.length - MAX_TOLD} more` : ''}, and sent none of it`,
      );
    return Buffer.from(JSON.stringify(dumpOf((kind) => session.sent(kind))));
  } catch (error) {
    throw failureOf(error, limits, failed);
  } finally {
    stream.close();
  }
}

/** So many names are told. */
const MAX_TOLD = 5;

type Failed = (problem: string, hint: string) => InputError;

function failureOf(error: unknown, limits: LiveLimits, failed: Failed): unknown {
  const where = 'check host and port, and whether a management server listens there (xdss:// over TLS)';
  if (error instanceof GrpcError && error.message === 'large')
    return failed(
      `it sends more than ${limits.bytes / 1_000_000} MB, the most that cfgtool reads at once`,
      'name a node of which it sends less',
    );
  if (error instanceof GrpcError)
    return failed(
      error.message,
      'does it serve the aggregated service of version 3, and know the node? --node ID names one',
    );
  const code = systemCode(error);
  if (error instanceof InputError || code === undefined) return error;
  const known = connectionProblem(code);
  if (known !== undefined) return failed(known, where);
  if (/^ERR_HTTP2|^HPE_|^EPROTO|^ERR_SSL/.test(code))
    return failed('it does not speak HTTP/2 as it should', where);
  if (/SELF_SIGNED|UNABLE_TO|CERT_/.test(code))
    return failed(
      `its certificate is not trusted (${code})`,
      '--xds-ca FILE names whom to trust; certificates are always checked',
    );
  return failed(`it cannot be asked (${code})`, where);
}

async function contentOf(file: string | undefined): Promise<Buffer | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file);
  } catch (error) {
    throw readingFailed(file, error);
  }
}

/** The node that is asked for: of a file, with the id of the command line. */
async function nodeOf(
  { node, nodeFile }: XdsOptions,
  schema: DescMessage,
  registry: Registry,
): Promise<JsonValue> {
  const own: JsonObject = { user_agent_name: 'cfgtool', ...(node === undefined ? {} : { id: node }) };
  if (nodeFile === undefined) return { id: 'cfgtool', ...own };
  const bytes = await contentOf(nodeFile);
  const [tree] = sourceFile(nodeFile, bytes?.toString() ?? '', 'named').trees;
  const data: unknown = tree === undefined ? undefined : JSON.parse(JSON.stringify(plainValue(tree, ROOT)));
  const read = isObject(data) ? (isObject(data.node) ? data.node : data) : undefined;
  try {
    if (read === undefined) throw new Error('it is no object');
    const whole = { ...read, ...(node === undefined ? {} : { id: node }) };
    fromJson(schema, whole, { registry, ignoreUnknownFields: true });
    return whole;
  } catch (error) {
    throw new InputError({
      file: nodeFile,
      problem: `it holds no node: ${error instanceof Error ? error.message : ''}`,
      hint: 'name a bootstrap, or a file with id, cluster and metadata',
    });
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a question was answered, and everything that it names has come. */
function hasAll({ isAnswered, names, resources }: Subscription): boolean {
  return isAnswered && names.every((name) => resources.has(name));
}

/** One conversation over a stream: what was asked for, and what came. */
class XdsSession {
  readonly #stream: GrpcStream;
  readonly #registry: Registry;
  readonly #node: JsonValue;
  readonly #read: ReturnType<typeof startReading>;
  readonly #asked = new Map<Kind, Subscription>();

  constructor(stream: GrpcStream, registry: Registry, node: JsonValue) {
    this.#stream = stream;
    this.#registry = registry;
    this.#node = node;
    this.#read = startReading(registry);
  }

  /** Until nothing more comes. @throws InputError, GrpcError, or what the connection failed with */
  async run({ silence, whole, bytes: limit }: LiveLimits, failed: Failed): Promise<void> {
    const until = performance.now() + whole;
    this.#subscribe('cds', undefined);
    this.#subscribe('lds', undefined);
    const messages = this.#stream.messages[Symbol.asyncIterator]();
    let hasCome = false;
    let size = 0;
    for (;;) {
      const isComplete = hasCome && [...this.#asked.values()].every(hasAll);
      // What a server does not have it may pass over in silence.
      const next = await within(messages.next(), isComplete ? QUIET : silence);
      if (next === 'silent' && !hasCome)
        throw failed(
          `it sent nothing for ${silence / 1000} seconds`,
          'does it know the node? --node ID or --node-file FILE names one that it does',
        );
      if (next === 'silent' || next.done === true) return;
      hasCome = true;
      size += next.value.length;
      if (size > limit) throw new GrpcError('large');
      this.#take(next.value);
      this.#follow();
      if (performance.now() > until)
        throw failed(
          `it still sent resources after ${whole / 1000} seconds`,
          'try again when it is less busy',
        );
    }
  }

  /** What was asked for by name and did not come, and types that were not answered. */
  missing(): readonly string[] {
    return [...this.#asked].flatMap(([kind, { names, resources, isAnswered }]) =>
      names.length === 0
        ? isAnswered
          ? []
          : [`each ${NAMED[kind]}`]
        : names
            .filter((name) => !resources.has(name))
            .map((name) => `${NAMED[kind]} ${JSON.stringify(name)}`),
    );
  }

  sent(kind: Kind): readonly Sent[] {
    return [...(this.#asked.get(kind)?.resources.values() ?? [])];
  }

  #request(kind: Kind, { names, version, nonce }: Subscription): void {
    const schema = schemaOf(this.#registry, 'envoy.service.discovery.v3.DiscoveryRequest');
    const json: JsonObject = {
      type_url: `${TYPE}${TYPES[kind]}`,
      resource_names: [...names],
      version_info: version,
      response_nonce: nonce,
      node: this.#node,
    };
    const options = { registry: this.#registry, ignoreUnknownFields: true };
    this.#stream.send(toBinary(schema, fromJson(schema, json, options)));
  }

  /** Asks for a type, or for more of it. A type without names is asked for whole. */
  #subscribe(kind: Kind, names: readonly string[] | undefined): void {
    const known = this.#asked.get(kind);
    const sorted = [...(names ?? [])].sort();
    if (known === undefined) {
      if (names !== undefined && names.length === 0) return;
      const resources = new Map<string, Sent>();
      const fresh = { names: sorted, version: '', nonce: '', isAnswered: false, resources };
      this.#asked.set(kind, fresh);
      this.#request(kind, fresh);
    } else if (names !== undefined && sorted.join('\n') !== known.names.join('\n')) {
      const isMore = sorted.some((each) => !known.names.includes(each));
      known.names = sorted;
      known.isAnswered &&= !isMore;
      for (const name of known.resources.keys()) if (!sorted.includes(name)) known.resources.delete(name);
      this.#request(kind, known);
    }
  }

  /** Keeps what a response holds, and acknowledges it. */
  #take(bytes: Uint8Array): void {
    const response = toResponse(
      schemaOf(this.#registry, 'envoy.service.discovery.v3.DiscoveryResponse'),
      bytes,
    );
    const kind = KINDS.find((each) => TYPES[each] === nameOfType(response.typeUrl));
    const own = kind && this.#asked.get(kind);
    if (kind === undefined || own === undefined) return;
    own.version = response.version;
    own.nonce = response.nonce;
    own.isAnswered = true;
    if (own.names.length === 0) own.resources.clear();
    for (const any of response.resources) {
      const resource = this.#readable(kind, any);
      if (isObject(resource)) own.resources.set(nameOf(resource), { version: response.version, resource });
    }
    this.#request(kind, own);
  }

  #readable(kind: Kind, any: ReturnType<typeof anyOf>): JsonValue {
    try {
      return this.#read(any);
    } catch (error) {
      const why = error instanceof Error ? error.message.slice(0, 200) : '';
      throw new GrpcError(`it sends a resource of ${TYPES[kind]} that cannot be read: ${why}`);
    }
  }

  /** Asks for what clusters, listeners and scopes name. */
  #follow(): void {
    const of = (kind: Kind): readonly JsonObject[] => this.sent(kind).map(({ resource }) => resource);
    this.#subscribe('eds', [...new Set(of('cds').flatMap(endpointsOf))]);
    const found = namesIn(of('lds'));
    if (found.isScoped) this.#subscribe('srds', undefined);
    const scoped = of('srds').flatMap(({ route_configuration_name: name }) =>
      typeof name === 'string' ? [name] : [],
    );
    this.#subscribe('rds', [...new Set([...found.routes, ...scoped])]);
    this.#subscribe('ecds', [...found.extensions]);
  }
}

interface Response {
  readonly typeUrl: string;
  readonly version: string;
  readonly nonce: string;
  readonly resources: readonly ReturnType<typeof anyOf>[];
}

const anyOf = (typeUrl: string, value: Uint8Array) => create(AnySchema, { typeUrl, value });

/** @throws GrpcError where the bytes are no response */
function toResponse(schema: DescMessage, bytes: Uint8Array): Response {
  try {
    const fields = new Map(Object.entries(fromBinary(schema, bytes)));
    const text = (name: string): string => String(fields.get(name) ?? '');
    const list: unknown = fields.get('resources');
    const resources = Array.isArray(list) ? list.map(({ typeUrl, value }) => anyOf(typeUrl, value)) : [];
    return { typeUrl: text('typeUrl'), version: text('versionInfo'), nonce: text('nonce'), resources };
  } catch {
    throw new GrpcError('it sends what is no discovery response');
  }
}

const nameOf = ({ name, cluster_name: cluster }: JsonObject): string => String(name ?? cluster ?? '');

async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | 'silent'> {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<'silent'>((resolve) => {
    timer = setTimeout(() => resolve('silent'), milliseconds);
  });
  try {
    return await Promise.race([work, silent]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}

function endpointsOf({ name, type, eds_cluster_config: source }: JsonObject): readonly string[] {
  if (type !== 'EDS') return [];
  const own = isObject(source) ? source.service_name : undefined;
  return [typeof own === 'string' && own !== '' ? own : String(name ?? '')];
}

/** What listeners name: route configurations, extensions, and whether they choose routes by scopes. */
function namesIn(listeners: readonly JsonObject[]) {
  const routes = new Set<string>();
  const extensions = new Set<string>();
  let isScoped = false;
  const walk = (value: JsonValue): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    else if (isObject(value)) {
      const { rds, scoped_routes: scopes, config_discovery: discovery, name } = value;
      if (isObject(rds) && typeof rds.route_config_name === 'string') routes.add(rds.route_config_name);
      if (isObject(scopes) && scopes.scoped_rds !== undefined) isScoped = true;
      if (discovery !== undefined && typeof name === 'string') extensions.add(name);
      for (const each of Object.values(value)) walk(each);
    }
  };
  for (const each of listeners) walk(each);
  return { routes, extensions, isScoped };
}

/** As the admin interface writes what came over discovery. */
function dumpOf(sent: (kind: Kind) => readonly Sent[]): JsonObject {
  const entries = (kind: Kind, field: string): JsonObject[] =>
    sent(kind).map(({ version, resource }) => ({ version_info: version, [field]: resource }));
  const dump = (type: string, fields: JsonObject): JsonObject[] =>
    Object.values(fields).every((list) => Array.isArray(list) && list.length === 0)
      ? []
      : [{ '@type': `${TYPE}envoy.admin.v3.${type}`, ...fields }];
  const listeners = sent('lds').map(({ version, resource }) => ({
    name: nameOf(resource),
    active_state: { version_info: version, listener: resource },
  }));
  return {
    configs: [
      // Which clusters and listeners there are is said also where there are none.
      {
        '@type': `${TYPE}envoy.admin.v3.ClustersConfigDump`,
        dynamic_active_clusters: entries('cds', 'cluster'),
      },
      { '@type': `${TYPE}envoy.admin.v3.ListenersConfigDump`, dynamic_listeners: listeners },
      ...dump('EndpointsConfigDump', { dynamic_endpoint_configs: entries('eds', 'endpoint_config') }),
      ...dump('RoutesConfigDump', { dynamic_route_configs: entries('rds', 'route_config') }),
      ...dump('ScopedRoutesConfigDump', { dynamic_scoped_route_configs: scopesOf(sent('srds')) }),
      ...dump('EcdsConfigDump', { ecds_filters: entries('ecds', 'ecds_filter') }),
    ],
  };
}

function scopesOf(all: readonly Sent[]): JsonObject[] {
  const [first] = all;
  if (first === undefined) return [];
  return [{ version_info: first.version, scoped_route_configs: all.map(({ resource }) => resource) }];
}
