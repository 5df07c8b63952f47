/** Defaults of HTTP/2 as the real proxy announces them where nothing is set: those of its release. */

import { writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareProgram } from '../../src/proxy/edge/program.ts';
import { compiledAt } from '../../src/schema/compiled.ts';
import { PROXY, releaseOf } from './program.ts';

const TYPES = 'type.googleapis.com/envoy.extensions.filters';

/** A port that nobody listens on now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const bootstrap = (port: number, options: object): object => ({
  static_resources: {
    listeners: [
      {
        name: 'l',
        address: { socket_address: { address: '127.0.0.1', port_value: port } },
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
  const port = await freePort();
  const running = await prepareProgram(program, [
    '-c',
    'bootstrap.json',
    '--use-dynamic-base-id',
    '--concurrency',
    '1',
  ]);
  try {
    writeFileSync(join(running.folder, 'bootstrap.json'), JSON.stringify(bootstrap(port, options)));
    running.start();
    for (let left = 100; left > 0; left--) {
      const found = await asked(port);
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(running.said());
  } finally {
    await running.stop();
  }
}

/** Nothing where nobody listens yet. */
function asked(port: number): Promise<Announced | undefined> {
  return new Promise((resolve) => {
    const session = connect(`http://127.0.0.1:${port}`);
    session.once('error', () => resolve(undefined));
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

describe.skipIf(PROXY === undefined)('against the real proxy', () => {
  it.each([
    ['nothing of HTTP/2', {}],
    ['empty options', { http2_protocol_options: {} }],
  ])('where %s is set', { timeout: 60_000 }, async (_, options) => {
    const program = PROXY ?? '';
    const { byName } = compiledAt('core.Http2ProtocolOptions', 'v3', releaseOf(program));
    const stated = (field: string): unknown => {
      const spec = byName.get(field)?.spec.default;
      return spec !== undefined && 'value' in spec ? spec.value : undefined;
    };
    expect(await announced(program, options)).toEqual({
      streams: stated('max_concurrent_streams'),
      stream: stated('initial_stream_window_size'),
      connection: stated('initial_connection_window_size'),
    });
  });
});
