/** Fact 141: an empty message that the real proxy takes for something, and what it takes for nothing. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startAnywhere } from '../../scripts/proxy/anywhere.ts';
import { bootstrapAround } from '../../scripts/proxy/around.ts';
import { askValidate } from '../../scripts/proxy/validate-mode.ts';
import type { Plain } from '../../src/proxy/plain.ts';
import { isEmptyAbsent } from '../../src/schema/empty.ts';
import { printJson } from '../../src/source/edit/print.ts';
import { PROXY } from './program.ts';

const TYPES = 'type.googleapis.com/envoy.extensions';
const OPTIONS = `${TYPES}.upstreams.http.v3.HttpProtocolOptions`;
const ROUTER = { name: 'router', typed_config: { '@type': `${TYPES}.filters.http.router.v3.Router` } };

interface Parts {
  readonly manager?: Plain;
  readonly action?: Plain;
  /** A tunnel to a cluster with these `use_downstream_protocol_config`. */
  readonly tunnel?: Plain;
}

function filterOf({ manager, action, tunnel }: Parts): Plain {
  const type = `${TYPES}.filters.network`;
  if (tunnel !== undefined) {
    const tunneling_config = { hostname: 'shop.test:80' };
    return {
      '@type': `${type}.tcp_proxy.v3.TcpProxy`,
      stat_prefix: 's',
      cluster: 'c',
      tunneling_config,
    };
  }
  const routes = [{ match: { prefix: '/' }, route: { cluster: 'c', ...action } }];
  return {
    '@type': `${type}.http_connection_manager.v3.HttpConnectionManager`,
    stat_prefix: 's',
    http_filters: [ROUTER],
    route_config: { virtual_hosts: [{ name: 'v', domains: ['*'], routes }] },
    ...manager,
  };
}

function bootstrapOf(parts: Parts, host: number): Plain {
  const at = (port_value: number): Plain => ({ socket_address: { address: '127.0.0.1', port_value } });
  const options = { '@type': OPTIONS, use_downstream_protocol_config: parts.tunnel ?? {} };
  const cluster = {
    name: 'c',
    connect_timeout: '1s',
    typed_extension_protocol_options: { 'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': options },
    load_assignment: {
      cluster_name: 'c',
      endpoints: [{ lb_endpoints: [{ endpoint: { address: at(host) } }] }],
    },
  };
  const filters = [{ name: 'f', typed_config: filterOf(parts) }];
  const listener = { name: 'l', address: at(0), filter_chains: [{ filters }] };
  return { static_resources: { listeners: [listener], clusters: [cluster] } };
}

const REQUEST = [
  'GET / HTTP/1.1',
  'host: shop.test',
  'content-type: application/grpc',
  'grpc-timeout: 5S',
  '',
  '',
].join('\r\n');

/** What a host is told first when a client sends a request. */
async function toldOf(parts: Parts): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const host = typeof address === 'object' && address !== null ? address.port : 0;
  const proxy = await startAnywhere(PROXY ?? '', bootstrapOf(parts, host));
  try {
    const client = connect(proxy.portOf('l'), '127.0.0.1').on('error', () => undefined);
    client.write(REQUEST);
    const [socket] = await once(server, 'connection');
    const [told] = await once(socket, 'data');
    client.destroy();
    socket.destroy();
    return String(told);
  } finally {
    await proxy.stop();
    server.close();
  }
}

describe.skipIf(PROXY === undefined)('fact 144: that an empty message is there counts', () => {
  it('the protocol of the client that a cluster is to speak', async () => {
    expect(await toldOf({ tunnel: {} })).toMatch(/^CONNECT .* HTTP\/1\.1/);
    expect(await toldOf({ tunnel: { http_protocol_options: {} } })).toMatch(/^CONNECT .* HTTP\/1\.1/);
    expect(await toldOf({ tunnel: { http2_protocol_options: {} } })).toMatch(/^PRI \* HTTP\/2\.0/);
    expect(isEmptyAbsent('http.HttpProtocolOptions.UseDownstreamHttpConfig', 'http_protocol_options')).toBe(
      true,
    );
  });

  it('which addresses are internal', async () => {
    const manager = { use_remote_address: true };
    expect(await toldOf({ manager })).not.toContain('x-envoy-internal');
    expect(await toldOf({ manager: { ...manager, internal_address_config: {} } })).toContain(
      'x-envoy-internal: true',
    );
  });

  it('how long a stream may last, which ends what else says so', async () => {
    expect(await toldOf({})).toContain('x-envoy-expected-rq-timeout-ms');
    expect(await toldOf({ action: { max_stream_duration: {} } })).not.toContain(
      'x-envoy-expected-rq-timeout-ms',
    );
  });
});

const LIMIT = `stat_prefix: s, token_bucket: {max_tokens: 1, fill_interval: 1s}`;
const limitOf = (more: string) =>
  `{name: f, typed_config: {"@type": ${TYPES}.filters.http.local_ratelimit.v3.LocalRateLimit, ${LIMIT}${more}}}`;
const ROUTES = 'routes: [{match: {prefix: /}, route: {cluster: c}}]';

describe.skipIf(PROXY === undefined)(
  'fact 144: the proxy shows that it asks by refusing an empty one',
  () => {
    it.each([
      ['cluster', '{}', '{eds_cluster_config: {}}'],
      ['cluster', '{}', '{load_balancing_policy: {}}'],
      ['host', `{${ROUTES}}`, `{matcher: {}, ${ROUTES}}`],
      ['filter', limitOf(''), limitOf(', local_cluster_rate_limit: {}')],
    ] as const)('%s %s, %s', async (place, without, fragment) => {
      const ask = (text: string) => askValidate(PROXY ?? '', printJson(bootstrapAround(place, text), ''));
      expect((await ask(without)).refused).toBeUndefined();
      expect((await ask(fragment)).refused).toBeDefined();
    });
  },
);
