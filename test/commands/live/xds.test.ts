/** What a management server sends, asked over gRPC: a server of the test's own process, and one that is not ours. */
import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, createServer as createPlain, type Server } from 'node:net';
import { create, fromBinary, fromJson, type JsonObject, toBinary, toJson } from '@bufbuild/protobuf';
import { AnySchema } from '@bufbuild/protobuf/wkt';
import { afterEach, describe, expect, it } from 'vitest';
import { descriptors } from '../../../scripts/bundle-descriptors.ts';
import { registryOf, schemaOf, startReading } from '../../../src/commands/live/resources.ts';
import { fetchXds } from '../../../src/commands/live/xds.ts';
import { openConfiguration } from '../../../src/model/open.ts';
import { prepareProxy, startProgram } from '../../../src/proxy/edge/program.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { InputError } from '../../../src/source/errors.ts';
import { liveAddress, shownInput, withXdsFlags } from '../../../src/source/live.ts';
import { sourceFile } from '../../../src/source/load.ts';
import { PROXY } from '../../proxy/program.ts';
import { temporaryFolder } from '../run.ts';
import { behind } from './behind.ts';
import { cfgtoolBeside } from './running.ts';

const folder = temporaryFolder();
const set = descriptors();
const registry = registryOf(set);
const REQUEST = schemaOf(registry, 'envoy.service.discovery.v3.DiscoveryRequest');
const RESPONSE = schemaOf(registry, 'envoy.service.discovery.v3.DiscoveryResponse');
const LIMITS = { bytes: 100_000, silence: 2_000, whole: 20_000 };
const T = 'type.googleapis.com/envoy.';

const open: (Http2Server | Server)[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

interface Asked {
  readonly type_url: string;
  readonly resource_names?: readonly string[];
  readonly version_info?: string;
  readonly response_nonce?: string;
  readonly node?: JsonObject;
}

function frame(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

async function listening(server: Http2Server | Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  return `xds://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that answers each request with what `answer` says, by the short name of its type. */
async function serving(
  answer: (asked: Asked, stream: ServerHttp2Stream) => readonly JsonObject[] | undefined,
): Promise<{ readonly at: string; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer();
  server.on('stream', (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: false });
    stream.on('error', () => {});
    let pending = Buffer.alloc(0);
    stream.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= 5 && pending.length >= 5 + pending.readUInt32BE(1)) {
        const end = 5 + pending.readUInt32BE(1);
        const json = toJson(REQUEST, fromBinary(REQUEST, pending.subarray(5, end)), {
          registry,
          useProtoFieldName: true,
        });
        pending = pending.subarray(end);
        const request = json as unknown as Asked;
        asked.push(request);
        const resources = answer(request, stream);
        if (resources === undefined) continue;
        const response = {
          version_info: 'v1',
          nonce: `n${asked.length}`,
          type_url: request.type_url,
          resources: [...resources],
        };
        stream.write(frame(toBinary(RESPONSE, fromJson(RESPONSE, response, { registry }))));
      }
    });
  });
  return { at: await listening(server), asked };
}

/** @param told what is said of it */
async function fetched(
  at: string,
  flags: { readonly [flag: string]: string } = {},
  limits = LIMITS,
  told: string[] = [],
) {
  const address = liveAddress(withXdsFlags(at, flags));
  const bytes = await fetchXds(
    { ...address, xds: address.xds ?? {} },
    limits,
    async () => set,
    (what) => told.push(what),
  );
  return Buffer.from(bytes).toString();
}

const MANAGER = {
  '@type': `${T}extensions.filters.network.http_connection_manager.v3.HttpConnectionManager`,
  stat_prefix: 'x',
  rds: { route_config_name: 'front', config_source: { ads: {}, resource_api_version: 'V3' } },
  http_filters: [
    { name: 'router', typed_config: { '@type': `${T}extensions.filters.http.router.v3.Router` } },
  ],
};
const RESOURCES: { readonly [type: string]: readonly JsonObject[] } = {
  Cluster: [
    {
      '@type': `${T}config.cluster.v3.Cluster`,
      name: 'cart',
      type: 'EDS',
      connect_timeout: '1.500s',
      eds_cluster_config: { service_name: 'cart-eds', eds_config: { ads: {}, resource_api_version: 'V3' } },
    },
  ],
  ClusterLoadAssignment: [
    { '@type': `${T}config.endpoint.v3.ClusterLoadAssignment`, cluster_name: 'cart-eds' },
  ],
  Listener: [
    {
      '@type': `${T}config.listener.v3.Listener`,
      name: 'public',
      address: { socket_address: { address: '0.0.0.0', port_value: 80 } },
      filter_chains: [{ filters: [{ name: 'http', typed_config: MANAGER }] }],
    },
  ],
  RouteConfiguration: [
    {
      '@type': `${T}config.route.v3.RouteConfiguration`,
      name: 'front',
      virtual_hosts: [
        { name: 'shop', domains: ['*'], routes: [{ match: { prefix: '/' }, route: { cluster: 'cart' } }] },
      ],
    },
  ],
};
const shortOf = ({ type_url: url }: Asked): string => url.slice(url.lastIndexOf('.') + 1);
const isFirst = (asked: Asked): boolean => (asked.response_nonce ?? '') === '';

describe('xds://', () => {
  it('asks for all clusters and listeners, and for what these name; each response is acknowledged', async () => {
    const { at, asked } = await serving((each) => (isFirst(each) ? RESOURCES[shortOf(each)] : undefined));
    const text = await fetched(at, { node: 'sidecar~1' });
    const dump = JSON.parse(text);
    expect(dump.configs.map((each: JsonObject) => String(each['@type']).split('.').at(-1))).toEqual([
      'ClustersConfigDump',
      'ListenersConfigDump',
      'EndpointsConfigDump',
      'RoutesConfigDump',
    ]);
    expect(dump.configs[0].dynamic_active_clusters).toEqual([
      { version_info: 'v1', cluster: RESOURCES.Cluster?.[0] },
    ]);
    const { routes, listeners, clusters } = findRouting([
      openConfiguration(sourceFile('dump.json', text, 'named'), {}),
    ]);
    expect([routes.length, listeners.length, [...(clusters ?? [])]]).toEqual([1, 1, ['cart']]);
    const said = asked.map((each) => [shortOf(each), each.resource_names ?? [], each.version_info ?? '']);
    for (const [type, names] of [
      ['Cluster', []],
      ['Listener', []],
      ['ClusterLoadAssignment', ['cart-eds']],
      ['RouteConfiguration', ['front']],
    ]) {
      expect(said).toContainEqual([type, names, '']);
      expect(said).toContainEqual([type, names, 'v1']);
    }
    expect(asked[0]?.node).toMatchObject({ id: 'sidecar~1' });
    expect(asked.map(shortOf)).not.toContain('Secret');
  });

  it('is an input of commands', async () => {
    const { at, asked } = await serving((each) => (isFirst(each) ? RESOURCES[shortOf(each)] : undefined));
    const { code, out, err } = await cfgtoolBeside(['trace', at, 'http://shop.test/', '--node', 'n1']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('goes to cluster "cart"');
    expect(asked[0]?.node).toMatchObject({ id: 'n1' });
  });

  it('says which node it is by a file, a bootstrap or a node message', async () => {
    const { at, asked } = await serving((each) => (isFirst(each) ? [] : undefined));
    const file = folder.write(
      'node.yaml',
      'node: {id: a, cluster: c, metadata: {LABELS: {app: x}}}\nadmin: {}\n',
    );
    await fetched(at, { 'node-file': file });
    expect(asked[0]?.node).toMatchObject({ id: 'a', cluster: 'c', metadata: { LABELS: { app: 'x' } } });
    await expect(fetched(at, { 'node-file': folder.write('none.yaml', '- 1') })).rejects.toThrow(InputError);
  });

  it('says what it asked for and did not get', async () => {
    const { at } = await serving((each) =>
      isFirst(each) && /Cluster$|Listener$/.test(shortOf(each)) ? RESOURCES[shortOf(each)] : undefined,
    );
    const told: string[] = [];
    const text = await fetched(at, {}, { ...LIMITS, silence: 300 }, told);
    expect(JSON.parse(text).configs).toHaveLength(2);
    expect(told).toEqual([
      'the management server was asked for endpoints of "cart-eds", route configuration "front", and sent none of it',
    ]);
    const none: string[] = [];
    const { at: other } = await serving((each) =>
      isFirst(each) && shortOf(each) === 'Cluster' ? [] : undefined,
    );
    await fetched(other, {}, { ...LIMITS, silence: 300 }, none);
    expect(none).toEqual(['the management server was asked for each listener, and sent none of it']);
  });

  it('loses nothing of messages that nobody knows', () => {
    const read = startReading(registry);
    const unknown = create(AnySchema, {
      typeUrl: 'type.googleapis.com/own.Filter',
      value: new Uint8Array([1, 2, 3]),
    });
    expect(read(unknown)).toEqual({ '@type': 'type.googleapis.com/own.Filter', value: 'AQID' });
    const around = create(AnySchema, {
      typeUrl: `${T}config.core.v3.TypedExtensionConfig`,
      value: toBinary(
        schemaOf(registry, 'envoy.config.core.v3.TypedExtensionConfig'),
        create(schemaOf(registry, 'envoy.config.core.v3.TypedExtensionConfig'), {
          name: 'x',
          typedConfig: unknown,
        }),
      ),
    });
    expect(read(around)).toMatchObject({
      name: 'x',
      typed_config: { '@type': 'type.googleapis.com/own.Filter', value: 'AQID' },
    });
  });

  it.each<[string, Parameters<typeof serving>[0], RegExp]>([
    ['nothing', () => undefined, /it sent nothing for 2 seconds/],
    ['an end without a word', (_, stream) => void stream.close(), /ended the stream/],
    [
      'more than the limit',
      (each) => [
        {
          '@type': `${T}config.cluster.v3.Cluster`,
          name: 'x'.repeat(60_000),
          alt_stat_name: each.response_nonce ?? '',
        },
      ],
      /sends more than 0.1 MB/,
    ],
  ])('ends with one clear error where it sends %s', async (_, answer, words) => {
    const { at } = await serving(answer);
    await expect(fetched(at)).rejects.toMatchObject({ details: { problem: expect.stringMatching(words) } });
  });

  it.each<[string, (write: (bytes: Buffer | string) => void) => void, RegExp]>([
    ['HTTP/1', (write) => write('HTTP/1.1 400 Bad Request\r\n\r\n'), /HTTP\/2|ended|closed/],
    ['noise', (write) => write(Buffer.alloc(5000, 0xff)), /HTTP\/2|ended|closed/],
  ])('ends with one clear error where the port speaks %s', async (_, speak, words) => {
    const at = await listening(
      createPlain((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => speak((bytes) => socket.end(bytes)));
      }),
    );
    await expect(fetched(at)).rejects.toMatchObject({ details: { problem: expect.stringMatching(words) } });
  });

  it('says that nobody listens', async () => {
    await expect(fetched('xds://127.0.0.1:1')).rejects.toMatchObject({
      details: { file: 'xds://127.0.0.1:1', problem: 'nothing listens there' },
    });
  });

  it('reads addresses, and shows none of what flags say', () => {
    expect(shownInput('xds://h:1?node=secret')).toBe('xds://h:1');
    expect(
      liveAddress(withXdsFlags('xdss://[::1]:9?node=own', { node: 'flag', 'xds-ca': 'ca.pem' })),
    ).toMatchObject({
      protocol: 'https:',
      host: '::1',
      port: '9',
      xds: { node: 'own', ca: 'ca.pem' },
    });
    for (const wrong of [
      'xds://h',
      'xds://h:1/path',
      'xds://h:1?nodes=x',
      'xds://h:1?constructor=x',
      'xds://u:p@h:1',
    ])
      expect(() => liveAddress(wrong), wrong).toThrow(InputError);
  });
});

interface Dumped {
  readonly dynamic_active_clusters?: readonly { readonly cluster: unknown }[];
  readonly dynamic_listeners?: readonly { readonly active_state?: { readonly listener: unknown } }[];
  readonly dynamic_route_configs?: readonly { readonly route_config: unknown }[];
}

/** The resources of a dump, without versions and times. */
function resourcesIn(
  text: string,
): Readonly<Record<'clusters' | 'listeners' | 'routes', readonly unknown[]>> {
  const configs: readonly Dumped[] = JSON.parse(text).configs;
  return {
    clusters: configs.flatMap((each) => each.dynamic_active_clusters ?? []).map(({ cluster }) => cluster),
    listeners: configs
      .flatMap((each) => each.dynamic_listeners ?? [])
      .map((each) => each.active_state?.listener),
    routes: configs.flatMap((each) => each.dynamic_route_configs ?? []).map((each) => each.route_config),
  };
}

describe.skipIf(PROXY === undefined)('xds:// beside the real proxy', () => {
  it('is what the dump of a proxy behind the same server shows', async () => {
    const { at } = await serving((each) => (isFirst(each) ? RESOURCES[shortOf(each)] : undefined));
    const ours = resourcesIn(await fetched(at, { node: 'sidecar~1' }));
    const program = await prepareProxy(PROXY ?? '');
    try {
      const { admin } = await startProgram(
        program,
        PROXY ?? '',
        behind(Number(at.split(':').at(-1)), 'sidecar~1'),
      );
      const theirs = resourcesIn(await (await fetch(`http://${admin}/config_dump?include_eds`)).text());
      expect(ours).toEqual(theirs);
      expect(theirs.routes).toHaveLength(1);
    } finally {
      await program.stop();
    }
  });
});
