/**
 * Defaults that tables state, as experiments with the real proxy show them where nothing is set: those of its release. The
 * rest is listed in `defaults.txt`, each with why no experiment here shows it.
 */

import { readFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startAnywhere } from '../../scripts/proxy/anywhere.ts';
import { compiledAt, compiledMessage } from '../../src/schema/compiled.ts';
import { tableNames } from '../../src/schema/index.ts';
import type { Literal } from '../../src/schema/language.ts';
import { PROXY, releaseOf } from './program.ts';

const TYPES = 'type.googleapis.com/envoy.extensions.filters';

const bootstrap = (options: object): object => ({
  static_resources: {
    listeners: [
      {
        name: 'l',
        address: { socket_address: { address: '127.0.0.1', port_value: 80 } },
        filter_chains: [
          {
            filters: [
              {
                name: 'hcm',
                typed_config: {
                  '@type': `${TYPES}.network.http_connection_manager.v3.HttpConnectionManager`,
                  stat_prefix: 's',
                  codec_type: 'HTTP2',
                  ...options,
                  route_config: { name: 'r', virtual_hosts: [] },
                  http_filters: [{ name: 'r', typed_config: { '@type': `${TYPES}.http.router.v3.Router` } }],
                },
              },
            ],
          },
        ],
      },
    ],
  },
});

interface Announced {
  readonly streams: number | undefined;
  readonly stream: number | undefined;
  /** Of the connection. */
  readonly connection: number | undefined;
}

async function announced(program: string, options: object): Promise<Announced> {
  const proxy = await startAnywhere(program, bootstrap(options));
  try {
    return await asked(proxy.portOf('l'));
  } finally {
    await proxy.stop();
  }
}

function asked(port: number): Promise<Announced> {
  return new Promise((resolve, reject) => {
    const session = connect(`http://127.0.0.1:${port}`);
    session.once('error', reject);
    session.once('remoteSettings', (settings) => {
      // What the connection may hold comes behind the settings.
      setTimeout(() => {
        const { remoteWindowSize } = session.state;
        session.destroy();
        resolve({
          streams: settings.maxConcurrentStreams,
          stream: settings.initialWindowSize,
          connection: remoteWindowSize,
        });
      }, 100);
    });
  });
}

/** What the tables of the program's release state. */
function statedBy(field: string): Literal | undefined {
  const end = field.lastIndexOf('.');
  const { byName } = compiledAt(field.slice(0, end), 'v3', releaseOf(PROXY ?? ''));
  const spec = byName.get(field.slice(end + 1))?.spec.default;
  return spec !== undefined && 'value' in spec ? spec.value : undefined;
}

const HTTP2 = [
  'core.Http2ProtocolOptions.max_concurrent_streams',
  'core.Http2ProtocolOptions.initial_stream_window_size',
  'core.Http2ProtocolOptions.initial_connection_window_size',
];
const BY_EXPERIMENT: readonly string[] = [
  'Cluster.RingHashLbConfig.minimum_ring_size',
  'Cluster.type',
  'HttpConnectionManager.add_user_agent',
  'HttpConnectionManager.generate_request_id',
  'HttpConnectionManager.max_request_headers_kb',
  'HttpConnectionManager.use_remote_address',
  'Listener.bind_to_port',
  'cluster.CircuitBreakers.Thresholds.max_connections',
  'cluster.CircuitBreakers.Thresholds.max_pending_requests',
  'cluster.CircuitBreakers.Thresholds.max_requests',
  'cluster.CircuitBreakers.Thresholds.max_retries',
  'cluster.OutlierDetection.always_eject_one_host',
  'cluster.OutlierDetection.consecutive_5xx',
  'cluster.OutlierDetection.consecutive_gateway_failure',
  'cluster.OutlierDetection.enforcing_consecutive_gateway_failure',
  'core.HealthCheck.HttpHealthCheck.method',
  'core.HttpProtocolOptions.max_headers_count',
  'http.router.Router.dynamic_stats',
  'route.InternalRedirectPolicy.max_internal_redirects',
  'route.RedirectAction.strip_query',
  'route.RetryPolicy.num_retries',
  'route.RouteAction.timeout',
  'route.RouteMatch.case_sensitive',
  'route.VirtualHost.include_request_attempt_count',
];

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function ask(port: number, path: string, headers: { readonly [name: string]: string } = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }, (reply) => {
      let text = '';
      reply.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Hosts that keep what they are asked, fail where they are told to, and send on to where they were asked. */
async function startHosts() {
  const asked: { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders }[] =
    [];
  const server = createHttp({ maxHeaderSize: 1 << 20 }, ({ method = '', url = '', headers }, reply) => {
    asked.push({ method, url, headers });
    const { host = '' } = headers;
    if (/^\/(?:retry|failing)/.test(url)) reply.writeHead(503);
    else if (url.startsWith('/again')) reply.writeHead(302, { location: `http://${host}${url}` });
    reply.end();
  });
  // However long a busy machine lets it wait, no connection ends by itself.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { asked, port, stop: () => server.close() };
}

/** Nothing that has a default is set, but for what leads a request here. */
function everyday(hosts: number): object {
  const cluster = (name: string, more: object = {}): object => ({
    name,
    load_assignment: {
      cluster_name: name,
      endpoints: [
        {
          lb_endpoints: [
            { endpoint: { address: { socket_address: { address: '127.0.0.1', port_value: hosts } } } },
          ],
        },
      ],
    },
    ...more,
  });
  const route = (prefix: string, action: object = {}) => ({
    match: { prefix },
    route: { cluster: prefix === '/failing' ? 'failing' : 'plain', ...action },
  });
  const check = { timeout: '5s', interval: '5s', unhealthy_threshold: 1, healthy_threshold: 1 };
  return {
    static_resources: {
      clusters: [
        cluster('plain'),
        cluster('failing', { outlier_detection: {} }),
        cluster('ring', { lb_policy: 'RING_HASH' }),
        cluster('checked', { health_checks: [{ ...check, http_health_check: { path: '/check' } }] }),
      ],
      listeners: [
        {
          name: 'l',
          address: { socket_address: { address: '127.0.0.1', port_value: 80 } },
          filter_chains: [
            {
              filters: [
                {
                  name: 'hcm',
                  typed_config: {
                    '@type': `${TYPES}.network.http_connection_manager.v3.HttpConnectionManager`,
                    stat_prefix: 's',
                    route_config: {
                      virtual_hosts: [
                        {
                          name: 'v',
                          domains: ['*'],
                          routes: [
                            route('/plain'),
                            route('/failing'),
                            route('/retry', { retry_policy: { retry_on: '5xx' } }),
                            route('/again', { internal_redirect_policy: {} }),
                            { match: { prefix: '/moved' }, redirect: { host_redirect: 'else.test' } },
                          ],
                        },
                      ],
                    },
                    http_filters: [
                      { name: 'r', typed_config: { '@type': `${TYPES}.http.router.v3.Router` } },
                    ],
                  },
                },
              ],
            },
          ],
        },
      ],
    },
  };
}

/** The largest number that is taken, of two neighbours of which the first is. */
async function edge(taken: number, takes: (count: number) => Promise<boolean>): Promise<number | undefined> {
  return (await takes(taken)) && !(await takes(taken + 1)) ? taken : undefined;
}

/** What the proxy does where nothing is set, by the field whose default shows in it. */
async function experiments(program: string): Promise<{ readonly [field: string]: unknown }> {
  const hosts = await startHosts();
  const proxy = await startAnywhere(program, everyday(hosts.port));
  try {
    const port = proxy.portOf('l');
    const admin = Number(proxy.admin.split(':').at(-1));
    const stat = async (name: string): Promise<number> =>
      Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec((await ask(admin, '/stats')).text)?.[1]);
    await expect.poll(() => hosts.asked.some(({ url }) => url === '/check'), { timeout: 60_000 }).toBe(true);
    const count = (url: string): number => hosts.asked.filter((each) => each.url === url).length;

    await ask(port, '/plain');
    const plain = hosts.asked.find(({ url }) => url === '/plain')?.headers ?? {};
    await ask(port, '/retry');
    await ask(port, '/again');
    const moved = await ask(port, '/moved?a=1');
    const headers = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, at) => [`x-${at}`, 'a'] as const));
    const isTaken = async (more: { readonly [name: string]: string }): Promise<boolean> =>
      (await ask(port, '/plain', more)).status === 200;
    // Host and connection stand beside them.
    const own = 2;
    const most = await edge(100 - own, (length) => isTaken(headers(length)));
    const kilobytes = await edge(59, (size) => isTaken({ 'x-long': 'a'.repeat(size * 1024 + 512) }));
    for (let sent = 0; sent < 4; sent++) await ask(port, '/failing');
    const detected = (what: string) => stat(`cluster.failing.outlier_detection.ejections_detected_${what}`);
    const before = [await detected('consecutive_5xx'), await detected('consecutive_gateway_failure')];
    await ask(port, '/failing');
    const after = [await detected('consecutive_5xx'), await detected('consecutive_gateway_failure')];
    const fifth = (at: number): number | undefined => (before[at] === 0 && after[at] === 1 ? 5 : undefined);
    const status = JSON.parse((await ask(admin, '/clusters?format=json')).text);
    const { circuit_breakers: breakers } = status.cluster_statuses.find(
      ({ name }: { name: string }) => name === 'plain',
    );
    const thresholds = breakers.thresholds[0];
    const limit = (name: string): unknown => thresholds[name];
    return {
      'Cluster.RingHashLbConfig.minimum_ring_size': await stat('cluster.ring.ring_hash_lb.size'),
      'Cluster.type': count('/plain') > 0 ? 'STATIC' : undefined,
      'HttpConnectionManager.add_user_agent': 'user-agent' in plain,
      'HttpConnectionManager.generate_request_id': 'x-request-id' in plain,
      'HttpConnectionManager.max_request_headers_kb': kilobytes === undefined ? undefined : kilobytes + 1,
      'HttpConnectionManager.use_remote_address': 'x-forwarded-for' in plain,
      'Listener.bind_to_port': moved.status === 301,
      'cluster.CircuitBreakers.Thresholds.max_connections': limit('max_connections'),
      'cluster.CircuitBreakers.Thresholds.max_pending_requests': limit('max_pending_requests'),
      'cluster.CircuitBreakers.Thresholds.max_requests': limit('max_requests'),
      'cluster.CircuitBreakers.Thresholds.max_retries': limit('max_retries'),
      'cluster.OutlierDetection.always_eject_one_host':
        (await stat('cluster.failing.outlier_detection.ejections_active')) > 0,
      'cluster.OutlierDetection.consecutive_5xx': fifth(0),
      'cluster.OutlierDetection.consecutive_gateway_failure': fifth(1),
      'cluster.OutlierDetection.enforcing_consecutive_gateway_failure': await stat(
        'cluster.failing.outlier_detection.ejections_enforced_consecutive_gateway_failure',
      ),
      'core.HealthCheck.HttpHealthCheck.method': hosts.asked.find(({ url }) => url === '/check')?.method,
      'core.HttpProtocolOptions.max_headers_count': most === undefined ? undefined : most + own,
      'http.router.Router.dynamic_stats': (await stat('cluster.plain.upstream_rq_200')) > 0,
      'route.InternalRedirectPolicy.max_internal_redirects': count('/again') - 1,
      'route.RedirectAction.strip_query': !moved.headers.location?.endsWith('/moved?a=1'),
      'route.RetryPolicy.num_retries': count('/retry') - 1,
      'route.RouteAction.timeout': `${Number(plain['x-envoy-expected-rq-timeout-ms']) / 1000}s`,
      'route.RouteMatch.case_sensitive': (await ask(port, '/PLAIN')).status === 404,
      'route.VirtualHost.include_request_attempt_count': 'x-envoy-attempt-count' in plain,
    };
  } finally {
    await proxy.stop();
    hosts.stop();
  }
}

it('every default that a table of version 3 states is shown by an experiment, or listed with the reason', () => {
  const stated = tableNames().flatMap((type) =>
    compiledMessage(type, 'v3').fields.flatMap(({ name, spec }) =>
      spec.default === undefined || spec.deprecated !== undefined ? [] : [`${type}.${name}`],
    ),
  );
  const listing = readFileSync(new URL('defaults.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const listed = listing.filter((line) => !line.startsWith('#'));
  expect(listing[0]).toMatch(/^# /);
  expect([...HTTP2, ...BY_EXPERIMENT, ...listed].sort()).toEqual(stated.sort());
});

describe.skipIf(PROXY === undefined)('against the real proxy', () => {
  it.each([
    ['nothing of HTTP/2', {}],
    ['empty options', { http2_protocol_options: {} }],
  ])('where %s is set', async (_, options) => {
    const program = PROXY ?? '';
    const stated = (field: string) => statedBy(`core.Http2ProtocolOptions.${field}`);
    expect(await announced(program, options)).toEqual({
      streams: stated('max_concurrent_streams'),
      stream: stated('initial_stream_window_size'),
      connection: stated('initial_connection_window_size'),
    });
  });

  it('in requests, answers and statistics', async () => {
    const shown = await experiments(PROXY ?? '');
    expect(shown).toEqual(Object.fromEntries(Object.keys(shown).map((field) => [field, statedBy(field)])));
    expect(Object.keys(shown).sort()).toEqual([...BY_EXPERIMENT].sort());
  });
});
