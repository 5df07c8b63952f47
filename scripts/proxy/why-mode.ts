/**
 * Logs that a real proxy writes of planned faults against what `why` says of their lines (`--mode why`): each fault has
 * a name that the request carries in its user agent, and so its line in the log.
 */
import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { openConfiguration } from '../../src/model/open.ts';
import { madeUpCertificate } from '../../src/proxy/certificate.ts';
import { pause } from '../../src/proxy/edge/program.ts';
import type { Plain } from '../../src/proxy/plain.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { sourceFile } from '../../src/source/load.ts';
import type { Explained } from '../../src/why/cause.ts';
import { declaredIn } from '../../src/why/declared.ts';
import { startWhy } from '../../src/why/groups.ts';
import { startAnywhere } from './anywhere.ts';

type Struct = Plain;

interface Planned {
  readonly name: string;
  readonly listener: string;
  readonly host?: string;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  /** What goes over the wire in place of a request made of the rest. */
  readonly raw?: string;
  /** The server name of a TLS handshake. */
  readonly serverName?: string;
  /** The client leaves after so many milliseconds. */
  readonly leaves?: number;
  /** What the cause has to say, and the name of what its pointer leads to. */
  readonly cause: RegExp;
  readonly at: string | undefined;
}

const T = 'type.googleapis.com/envoy.';
const any = (type: string, fields: Struct = {}): Struct => ({ '@type': `${T}${type}`, ...fields });
const filter = (kind: string, type: string, fields: Struct = {}): Struct => ({
  name: `the-${kind}`,
  typed_config: any(`extensions.filters.http.${kind}.v3.${type}`, fields),
});
const ROUTER = filter('router', 'Router');

const to = (cluster: string, more: Struct = {}): Struct => ({ route: { cluster, ...more } });
const route = (name: string, action: Struct, match: Struct = { prefix: `/${name}` }): Struct => ({
  name,
  match,
  ...action,
});

const CLUSTERS: readonly (readonly [name: string, upstream: string | undefined, more?: Struct])[] = [
  ['echo', 'echo'],
  ['five', 'five'],
  ['hang', 'hang'],
  ['cut', 'cut'],
  ['garbage', 'garbage'],
  ['refuse', 'refuse'],
  ['empty', undefined],
  ['full', 'echo', { circuit_breakers: { thresholds: [{ max_requests: 0 }] } }],
  [
    'subset',
    'echo',
    { lb_subset_config: { fallback_policy: 'NO_FALLBACK', subset_selectors: [{ keys: ['v'] }] } },
  ],
  [
    'sick',
    'five',
    {
      common_lb_config: { healthy_panic_threshold: { value: 0 } },
      health_checks: [
        {
          timeout: '1s',
          interval: '1s',
          unhealthy_threshold: 1,
          healthy_threshold: 1,
          http_health_check: { path: '/' },
        },
      ],
    },
  ],
  ['dropped', 'echo'],
];

const dropped: Struct = {
  policy: {
    drop_overloads: [{ category: 'all', drop_percentage: { numerator: 100, denominator: 'HUNDRED' } }],
  },
};

function clusterOf(name: string, port: number | undefined, more: Struct = {}): Struct {
  const endpoint = {
    endpoint: { address: { socket_address: { address: '127.0.0.1', port_value: port ?? 0 } } },
  };
  const endpoints = port === undefined ? [] : [{ lb_endpoints: [endpoint] }];
  return {
    name,
    connect_timeout: '1s',
    ...more,
    load_assignment: { cluster_name: name, endpoints, ...(name === 'dropped' ? dropped : {}) },
  };
}

const PLANNED: readonly Planned[] = [
  {
    name: 'fine',
    listener: 'json',
    path: '/fine',
    cause: /^cluster "echo" answered$/,
    at: 'echo',
  },
  {
    name: 'no-host',
    listener: 'json',
    host: 'elsewhere.test',
    cause: /no virtual host of route configuration "json" has a domain for host "elsewhere\.test"/,
    at: 'json',
  },
  {
    name: 'no-route',
    listener: 'text',
    path: '/nothing',
    cause: /no route of virtual host "text" takes GET \/nothing/,
    at: 'text',
  },
  {
    name: 'no-route-plain',
    listener: 'plain',
    path: '/nothing',
    cause: /no route of virtual host "plain" takes GET \/nothing/,
    at: 'plain',
  },
  {
    name: 'no-cluster',
    listener: 'json',
    path: '/no-cluster',
    cause: /does not exist: route "no-cluster" names cluster "nowhere"/,
    at: 'no-cluster',
  },
  {
    name: 'refused',
    listener: 'json',
    path: '/refused',
    cause: /no connection to the upstream could be made \(cluster "refuse"\)/,
    at: 'refuse',
  },
  {
    name: 'refused-retried',
    listener: 'text',
    path: '/refused-retried',
    cause: /no connection .*; route "refused-retried" retries connect-failure 2 times/,
    at: 'refuse',
  },
  {
    name: 'timeout',
    listener: 'json',
    path: '/timeout',
    cause: /within the timeout of the route: 0\.1\d*s \(route "timeout"\)/,
    at: 'timeout',
  },
  {
    name: 'try-timeout',
    listener: 'json',
    path: '/try-timeout',
    cause: /within per_try_timeout: 0\.1\d*s \(route "try-timeout"\)/,
    at: 'try-timeout',
  },
  {
    name: 'cut',
    listener: 'text',
    path: '/cut',
    cause: /the upstream closed the connection .*cluster "cut"/,
    at: 'cut',
  },
  {
    name: 'garbage',
    listener: 'json',
    path: '/garbage',
    cause: /the upstream broke the protocol of HTTP \(cluster "garbage"\)/,
    at: 'garbage',
  },
  {
    name: 'overflow',
    listener: 'json',
    path: '/overflow',
    cause: /a circuit breaker of the cluster was open \(cluster "full"\)/,
    at: 'full',
  },
  {
    name: 'empty',
    listener: 'json',
    path: '/empty',
    cause: /no host of the cluster could be picked: cluster "empty" has no endpoints/,
    at: 'empty',
  },
  {
    name: 'subset',
    listener: 'text',
    path: '/subset',
    cause: /no host .*cluster "subset", which is divided into subsets/,
    at: 'subset',
  },
  {
    name: 'sick',
    listener: 'json',
    path: '/sick',
    cause: /no host .*cluster "sick", which checks the health/,
    at: 'sick',
  },
  {
    name: 'dropped',
    listener: 'json',
    path: '/dropped',
    cause: /drop_overloads of the cluster drops all requests \(cluster "dropped"\)/,
    at: 'dropped',
  },
  {
    name: 'direct',
    listener: 'json',
    path: '/direct',
    cause: /answers by itself, with a redirect or a direct response: route "direct"/,
    at: 'direct',
  },
  {
    name: 'redirect',
    listener: 'plain',
    path: '/redirect',
    cause: /route "redirect" answers by itself, with a redirect/,
    at: 'redirect',
  },
  {
    name: 'direct-plain',
    listener: 'plain',
    path: '/direct',
    cause: /route "direct" answers by itself, with a direct response/,
    at: 'direct',
  },
  {
    name: 'upstream-error',
    listener: 'json',
    path: '/upstream-error',
    cause: /the upstream itself answered so \(cluster "five"\)/,
    at: 'five',
  },
  {
    name: 'upstream-error-retried',
    listener: 'json',
    path: '/retried',
    cause: /the upstream itself answered so \(cluster "five"\); route "retried" retries 5xx once/,
    at: 'five',
  },
  {
    name: 'idle',
    listener: 'json',
    path: '/idle',
    cause: /nothing moved on the stream for its idle timeout: 0\.1\d*s \(route "idle"\)/,
    at: 'idle',
  },
  {
    name: 'duration',
    listener: 'json',
    path: '/duration',
    cause: /longest duration|open for max_stream_duration/,
    at: 'duration',
  },
  {
    name: 'left',
    listener: 'json',
    path: '/left',
    leaves: 60,
    cause: /the client closed the connection/,
    at: 'json',
  },
  {
    name: 'strict',
    listener: 'strict',
    path: '/',
    headers: ['x-forwarded-for: 10.0.0.1', 'x-envoy-upstream-rq-timeout-ms: soon'],
    cause: /checks strictly/,
    at: 'the-router',
  },
  {
    name: 'old-http',
    listener: 'json',
    raw: 'GET /fine HTTP/1.0\r\nuser-agent: old-http\r\n\r\n',
    cause: /HTTP\/1\.0|broke the protocol/,
    at: 'json',
  },
  {
    name: 'large',
    listener: 'json',
    path: '/fine',
    headers: [`x-large: ${'x'.repeat(70_000)}`],
    cause: /larger than max_request_headers_kb|broke the protocol/,
    at: 'json',
  },
  {
    name: 'rbac',
    listener: 'rbac',
    path: '/secret',
    cause: /the RBAC filter refused the request \(filter "the-rbac".*no-secrets/,
    at: 'the-rbac',
  },
  {
    name: 'rbac-plain',
    listener: 'rbac-plain',
    path: '/secret',
    cause: /the filter "the-rbac" answers it, by "no-secrets"/,
    at: undefined,
  },
  {
    name: 'jwt',
    listener: 'jwt',
    path: '/',
    cause: /the JWT filter refused the request \(filter "the-jwt_authn".*Jwt is missing/,
    at: 'the-jwt_authn',
  },
  {
    name: 'local-limit',
    listener: 'limit',
    path: '/',
    cause: /token bucket of a local rate limit was empty \(filter "the-local_ratelimit"/,
    at: 'the-local_ratelimit',
  },
  {
    name: 'abort',
    listener: 'fault',
    path: '/abort',
    headers: ['x-fault: abort'],
    cause: /a fault filter answered the request on purpose \(filter "the-fault"/,
    at: 'the-fault',
  },
  {
    name: 'delay',
    listener: 'delay',
    path: '/',
    cause: /a fault filter delayed|the upstream itself answered so/,
    at: undefined,
  },
  {
    name: 'authz',
    listener: 'authz',
    path: '/',
    cause: /the external authorization service refused the request \(filter "the-ext_authz"/,
    at: 'the-ext_authz',
  },
  {
    name: 'authz-down',
    listener: 'authz-down',
    path: '/',
    cause: /could not be asked.*filter "the-ext_authz"/,
    at: 'the-ext_authz',
  },
  {
    name: 'csrf',
    listener: 'csrf',
    path: '/',
    method: 'POST',
    headers: ['origin: http://evil.test'],
    cause: /the CSRF filter refused the request: .*filter "the-csrf"/,
    at: 'the-csrf',
  },
  {
    name: 'payload',
    listener: 'buffer',
    path: '/',
    method: 'POST',
    body: 'x'.repeat(5000),
    cause: /larger than may be buffered \(filter "the-buffer"/,
    at: 'the-buffer',
  },
  {
    name: 'basic',
    listener: 'basic',
    path: '/',
    cause: /no Authorization header.*filter "the-basic_auth"/,
    at: 'the-basic_auth',
  },
  {
    name: 'api-key',
    listener: 'key',
    path: '/',
    cause: /has no API key \(filter "the-api_key_auth"/,
    at: 'the-api_key_auth',
  },
  {
    name: 'loop',
    listener: 'loop',
    path: '/',
    headers: ['cdn-loop: me'],
    cause: /came through this proxy before \(filter "the-cdn_loop"/,
    at: 'the-cdn_loop',
  },
  {
    name: 'coalesced',
    listener: 'tls',
    host: 'app.test',
    serverName: 'other.test',
    cause:
      /host "app\.test" came over the connection of other\.test, whose filter chain leads to route configuration "other", which does not serve it; the chain of app\.test does/,
    at: 'other',
  },
];

const FORMAT = {
  method: '%REQ(:METHOD)%',
  path: '%REQ(X-ENVOY-ORIGINAL-PATH?:PATH)%',
  authority: '%REQ(:AUTHORITY)%',
  agent: '%REQ(USER-AGENT)%',
  code: '%RESPONSE_CODE%',
  flags: '%RESPONSE_FLAGS%',
  why: { details: '%RESPONSE_CODE_DETAILS%', tls: '%UPSTREAM_TRANSPORT_FAILURE_REASON%' },
  route: '%ROUTE_NAME%',
  cluster: '%UPSTREAM_CLUSTER%',
  host: '%UPSTREAM_HOST%',
  from: '%DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT%',
  at: '%DOWNSTREAM_LOCAL_ADDRESS%',
  sni: '%REQUESTED_SERVER_NAME%',
};
const TEXT =
  '%START_TIME(%Y-%m-%d %H:%M:%S)% "%REQ(:METHOD)% %REQ(:AUTHORITY)% %REQ(X-ENVOY-ORIGINAL-PATH?:PATH)%" agent="%REQ(USER-AGENT)%" %RESPONSE_CODE% %RESPONSE_FLAGS_LONG% %RESPONSE_CODE_DETAILS% cluster=%UPSTREAM_CLUSTER% route=%ROUTE_NAME%\n';

const LOG_FILE = (listener: string): string => `${listener}.log`;

function logOf(listener: string): Struct {
  const format =
    listener === 'plain' || listener === 'rbac-plain'
      ? {}
      : {
          log_format:
            listener === 'text' ? { text_format_source: { inline_string: TEXT } } : { json_format: FORMAT },
        };
  return {
    name: 'log',
    typed_config: any('extensions.access_loggers.file.v3.FileAccessLog', {
      path: LOG_FILE(listener),
      ...format,
    }),
  };
}

const FAST: Struct = {
  retry_policy: {
    retry_on: 'connect-failure',
    num_retries: 2,
    retry_back_off: { base_interval: '0.001s', max_interval: '0.002s' },
  },
};

function routesOf(listener: string): readonly Struct[] {
  if (!['json', 'text', 'plain'].includes(listener)) return [route('all', to('echo'), { prefix: '/' })];
  return [
    route('fine', to('echo')),
    route('no-cluster', to('nowhere')),
    route('refused-retried', to('refuse', FAST)),
    route('refused', to('refuse')),
    route('timeout', to('hang', { timeout: '0.1s' })),
    route(
      'try-timeout',
      to('hang', {
        timeout: '5s',
        retry_policy: { retry_on: 'reset', num_retries: 0, per_try_timeout: '0.1s' },
      }),
    ),
    route('cut', to('cut')),
    route('garbage', to('garbage')),
    route('overflow', to('full')),
    route('empty', to('empty')),
    route('subset', to('subset', { metadata_match: { filter_metadata: { 'envoy.lb': { v: '2' } } } })),
    route('sick', to('sick')),
    route('dropped', to('dropped')),
    route('direct', { direct_response: { status: 403 } }),
    route('redirect', { redirect: { path_redirect: '/fine' } }),
    route('upstream-error', to('five')),
    route(
      'retried',
      to('five', {
        retry_policy: {
          retry_on: '5xx',
          num_retries: 1,
          retry_back_off: { base_interval: '0.001s', max_interval: '0.002s' },
        },
      }),
    ),
    route('idle', to('hang', { timeout: '0s', idle_timeout: '0.1s' })),
    route('duration', to('hang', { timeout: '0s', max_stream_duration: { max_stream_duration: '0.1s' } })),
    route('left', to('hang', { timeout: '0s' })),
  ];
}

const grpcOrHttp = (port: number): Struct => ({
  http_service: {
    server_uri: { uri: `http://127.0.0.1:${port}`, cluster: port === 0 ? 'refuse' : 'authz', timeout: '1s' },
  },
  transport_api_version: 'V3',
});

const percent = (numerator: number): Struct => ({ numerator, denominator: 'HUNDRED' });
const DENY: Struct = {
  rules: {
    action: 'DENY',
    policies: {
      'no-secrets': {
        permissions: [{ url_path: { path: { prefix: '/secret' } } }],
        principals: [{ any: true }],
      },
    },
  },
};

const KEY = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey.export({ format: 'jwk' });

const FILTERS: { readonly [listener: string]: readonly Struct[] } = {
  strict: [filter('router', 'Router', { strict_check_headers: ['x-envoy-upstream-rq-timeout-ms'] })],
  rbac: [filter('rbac', 'RBAC', DENY)],
  'rbac-plain': [filter('rbac', 'RBAC', DENY)],
  jwt: [
    filter('jwt_authn', 'JwtAuthentication', {
      providers: { p: { issuer: 'i', local_jwks: { inline_string: JSON.stringify({ keys: [KEY] }) } } },
      rules: [{ match: { prefix: '/' }, requires: { provider_name: 'p' } }],
    }),
  ],
  limit: [
    filter('local_ratelimit', 'LocalRateLimit', {
      stat_prefix: 'l',
      token_bucket: { max_tokens: 1, tokens_per_fill: 1, fill_interval: '3600s' },
      filter_enabled: { default_value: percent(100) },
      filter_enforced: { default_value: percent(100) },
    }),
  ],
  fault: [
    filter('fault', 'HTTPFault', {
      abort: { http_status: 418, percentage: percent(100) },
      headers: [{ name: 'x-fault', string_match: { exact: 'abort' } }],
    }),
  ],
  delay: [filter('fault', 'HTTPFault', { delay: { fixed_delay: '0.02s', percentage: percent(100) } })],
  authz: [filter('ext_authz', 'ExtAuthz', grpcOrHttp(1))],
  'authz-down': [filter('ext_authz', 'ExtAuthz', grpcOrHttp(0))],
  csrf: [filter('csrf', 'CsrfPolicy', { filter_enabled: { default_value: percent(100) } })],
  buffer: [filter('buffer', 'Buffer', { max_request_bytes: 1000 })],
  basic: [
    filter('basic_auth', 'BasicAuth', {
      users: { inline_string: 'user1:{SHA}tESsBmE/yNY3lb6a0L6vVQEZNqw=\n' },
    }),
  ],
  key: [
    filter('api_key_auth', 'ApiKeyAuth', {
      credentials: [{ key: 'k1', client: 'c' }],
      key_sources: [{ header: 'x-key' }],
    }),
  ],
  loop: [filter('cdn_loop', 'CdnLoopConfig', { cdn_id: 'me' })],
};

const NAMES = [...new Set(PLANNED.map(({ listener }) => listener))];

function managerOf(listener: string, name: string, domains: readonly string[]): Struct {
  const own = FILTERS[listener] ?? [];
  return {
    name: 'http',
    typed_config: any('extensions.filters.network.http_connection_manager.v3.HttpConnectionManager', {
      stat_prefix: name,
      internal_address_config: { cidr_ranges: [{ address_prefix: '10.0.0.0', prefix_len: 8 }] },
      access_log: [logOf(listener)],
      http_filters: listener === 'strict' ? [...own] : [...own, ROUTER],
      route_config: {
        name,
        validate_clusters: false,
        virtual_hosts: [{ name, domains: [...domains], routes: [...routesOf(listener)] }],
      },
    }),
  };
}

function listenerOf(name: string): Struct {
  const address = { socket_address: { address: '127.0.0.1', port_value: 80 } };
  if (name !== 'tls')
    return { name, address, filter_chains: [{ filters: [managerOf(name, name, ['app.test'])] }] };
  const { chain, key } = madeUpCertificate();
  const tls = {
    name: 'tls',
    typed_config: any('extensions.transport_sockets.tls.v3.DownstreamTlsContext', {
      common_tls_context: {
        tls_certificates: [
          { certificate_chain: { inline_string: chain }, private_key: { inline_string: key } },
        ],
      },
    }),
  };
  const inspector = {
    name: 'inspector',
    typed_config: any('extensions.filters.listener.tls_inspector.v3.TlsInspector'),
  };
  return {
    name,
    address,
    listener_filters: [inspector],
    filter_chains: ['app', 'other'].map((each) => ({
      filter_chain_match: { server_names: [`${each}.test`] },
      transport_socket: tls,
      filters: [managerOf(name, each, [`${each}.test`])],
    })),
  };
}

/** A server for each way in which an upstream behaves; `refuse` is the port of none. */
async function startUpstreams(): Promise<{
  readonly ports: ReadonlyMap<string, number>;
  readonly stop: () => void;
}> {
  const sockets = new Set<Socket>();
  const answering = (status: number) =>
    createHttp((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-length': '0' }).end();
    });
  const raw = (then: (socket: Socket) => void) =>
    createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => then(socket));
    });
  const servers = new Map<string, Server>([
    ['echo', answering(200)],
    ['five', answering(503)],
    ['authz', answering(403)],
    ['hang', raw(() => {})],
    ['cut', raw((socket) => socket.end())],
    ['garbage', raw((socket) => socket.write('this is no HTTP\r\n\r\n'))],
  ]);
  // Nobody listens there, and nobody is given it: a port that was free may be somebody else's by then.
  const ports = new Map<string, number>([['refuse', 1]]);
  for (const [name, server] of servers) {
    server.on('connection', (socket: Socket) => sockets.add(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    ports.set(name, port);
  }
  return {
    ports,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      for (const server of servers.values()) server.close();
    },
  };
}

function send(planned: Planned, port: number): Promise<void> {
  const {
    name,
    host = 'app.test',
    path = '/',
    method = 'GET',
    headers = [],
    body,
    raw,
    serverName,
    leaves,
  } = planned;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    `user-agent: ${name}`,
    ...(body === undefined ? [] : [`content-length: ${body.length}`]),
    ...headers,
    'connection: close',
  ];
  const text = raw ?? `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
  return new Promise((resolve) => {
    const socket =
      serverName === undefined
        ? connect({ port, host: '127.0.0.1' })
        : connectTls({ port, host: '127.0.0.1', servername: serverName, rejectUnauthorized: false });
    socket.setTimeout(15_000, () => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    socket.resume();
    socket.write(text);
    if (leaves !== undefined) setTimeout(() => socket.destroy(), leaves);
  });
}

/** The lines of all listeners. */
async function logged(folder: string): Promise<readonly string[]> {
  const texts = await Promise.all(NAMES.map((name) => readFile(join(folder, LOG_FILE(name)), 'utf8')));
  return texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
}

export interface WhyFigures {
  readonly kinds: number;
  readonly requests: number;
  readonly lines: number;
  /** Lines whose cause, or whose place, is another than the planned one. */
  readonly wrong: readonly string[];
  /** The same lines held to a configuration without the routes that they tell of. */
  readonly foreign: { readonly lines: number; readonly inconsistent: number };
}

const TOGETHER = 40;

/** @param count how many requests are sent; each fault comes equally often */
export async function tryWhy(program: string, count: number): Promise<WhyFigures> {
  const upstreams = await startUpstreams();
  const clusters = [
    ...CLUSTERS.map(([name, upstream, more]) =>
      clusterOf(name, upstream === undefined ? undefined : upstreams.ports.get(upstream), more),
    ),
    clusterOf('authz', upstreams.ports.get('authz')),
  ];
  const proxy = await startAnywhere(program, {
    static_resources: { clusters, listeners: NAMES.map(listenerOf) },
  });
  try {
    // The first token of the bucket is for nobody.
    await send({ ...plannedNamed('local-limit'), name: 'warm' }, proxy.portOf('limit'));
    const waiting = Array.from({ length: Math.ceil(count / PLANNED.length) }, () => PLANNED).flat();
    let sent = 0;
    const client = async (): Promise<void> => {
      for (let next = waiting[sent++]; next !== undefined; next = waiting[sent++])
        await send(next, proxy.portOf(next.listener));
    };
    await Promise.all(Array.from({ length: TOGETHER }, client));
    let logs: readonly string[] = [];
    // With that of the first token; a busy machine takes its time to write them.
    for (let left = 100; left > 0 && logs.length <= waiting.length; left--) {
      await pause(200);
      logs = await logged(proxy.folder);
    }
    return judged(logs, proxy.bootstrap, waiting.length);
  } finally {
    await proxy.stop();
    upstreams.stop();
  }
}

function plannedNamed(name: string): Planned {
  const found = PLANNED.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no fault is named ${name}`);
  return found;
}

function judged(lines: readonly string[], bootstrap: Struct, requests: number): WhyFigures {
  const own = startRun(bootstrap);
  const foreign = startRun(
    JSON.parse(
      JSON.stringify(bootstrap)
        .replaceAll('"prefix":"/', '"prefix":"/v9/')
        .replaceAll('"name":"upstream-error"', '"name":"old"'),
    ),
  );
  const wrong = new Map<string, number>();
  let read = 0;
  let inconsistent = 0;
  let told = 0;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const planned = PLANNED.find(({ name }) => new RegExp(`"${name}"`).test(line)) ?? unnamed(line);
    if (planned === undefined) continue;
    read++;
    const explained = own.add(line);
    const why = explained === undefined ? 'not read' : complaint(explained, planned, bootstrap);
    if (why !== undefined) {
      const text = `${planned.name}: ${why} for ${line.slice(0, 400)}`;
      wrong.set(planned.name, (wrong.get(planned.name) ?? 0) + 1);
      if (wrong.get(planned.name) === 1) wrong.set(text, 1);
    }
    if (!['fine', 'upstream-error', 'timeout'].includes(planned.name)) continue;
    told++;
    if (foreign.add(line)?.consistent === false) inconsistent++;
  }
  return {
    kinds: PLANNED.length,
    requests,
    lines: read,
    wrong: [...wrong].map(([text, times]) => `${times} times ${text}`),
    foreign: { lines: told, inconsistent },
  };
}

/** The headers of a request that is no proper one are not logged. */
function unnamed(line: string): Planned | undefined {
  if (line.includes('low_version')) return plannedNamed('old-http');
  return line.includes('headers_too_large') ? plannedNamed('large') : undefined;
}

function startRun(bootstrap: Struct) {
  const configuration = openConfiguration(sourceFile('bootstrap.json', JSON.stringify(bootstrap), 'named'), {
    api: 'v3',
  });
  const routing = findRouting([configuration]);
  const declared = declaredIn([configuration]);
  const regexes = regexEngine({ clock: { now: () => performance.now(), milliseconds: 1000 } });
  const { clusters, nameless } = routing;
  return startWhy(
    {
      routing,
      declared,
      wish: {},
      contextFor: ({ namespace }) => ({ namespace, regexes, nameless, ...(clusters ? { clusters } : {}) }),
    },
    declared.formats,
  );
}

function complaint(
  { cause, subject = '', place, consistent }: Explained,
  planned: Planned,
  bootstrap: Struct,
): string | undefined {
  const text = cause.replace('\u0001', subject);
  if (!consistent) return `called impossible: ${text}`;
  if (!planned.cause.test(text)) return text;
  if (planned.at === undefined) return undefined;
  const name = nameAt(bootstrap, place?.pointer ?? '');
  return name === planned.at ? undefined : `at ${place?.pointer ?? 'no place'}, ${String(name)}`;
}

function nameAt(value: unknown, pointer: string): unknown {
  let at: unknown = value;
  for (const key of pointer.split('/').slice(1))
    at =
      typeof at === 'object' && at !== null
        ? new Map(Object.entries(at)).get(key.replaceAll('~1', '/').replaceAll('~0', '~'))
        : undefined;
  if (typeof at !== 'object' || at === null) return undefined;
  const fields = new Map(Object.entries(at));
  return fields.get('name') ?? fields.get('stat_prefix');
}
