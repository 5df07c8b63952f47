/**
 * Management servers that others wrote: go-control-plane's own test server, and one made with java-control-plane. Where
 * Go or Java is missing, or they cannot be built, they are skipped, which is said.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareProxy, startProgram } from '../../../src/proxy/edge/program.ts';
import { freePorts, PROXY } from '../../proxy/program.ts';
import { temporaryFolder } from '../run.ts';
import { behind } from './behind.ts';
import { cfgtoolBeside } from './running.ts';

const GO_MODULE = 'github.com/envoyproxy/go-control-plane@v0.14.0';
/** What a server takes at most to be built, on a machine that has other things to do. */
const BUILD_MS = 8 * 60_000;
const LONG = { timeout: BUILD_MS + 60_000 };

const run = promisify(execFile);
const folder = temporaryFolder();
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill();
});

/** Runs programs one after the other; undefined, with a word about it, where one is missing or fails. */
async function made<T>(what: string, make: () => Promise<T>): Promise<T | undefined> {
  try {
    return await make();
  } catch (error) {
    const [why = ''] = String(error instanceof Error ? error.message : error).split('\n');
    process.stderr.write(`SKIPPED: tests against ${what}: ${why.slice(0, 200)}\n`);
    return undefined;
  }
}

/** Starts a server and waits for a line of it. */
async function started(file: string, args: readonly string[], line: RegExp): Promise<RegExpExecArray> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let said = '';
  return await new Promise((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      said += chunk.toString();
      const found = line.exec(said);
      if (found !== null) resolve(found);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`it ended with ${code}: ${said.slice(-500)}`)));
  });
}

/** What stands in the dump that a command prints, by the kind of resource. */
async function countsOf(at: string, node: string): Promise<{ readonly [kind: string]: number }> {
  const { out, err } = await cfgtoolBeside(['normalize', at, '--node', node, '--format', 'json']);
  expect(err).toBe('');
  const sections: readonly { readonly [key: string]: unknown }[] = JSON.parse(out).configs;
  const lists = sections.flatMap((section) =>
    Object.entries(section).flatMap(([key, list]) =>
      Array.isArray(list) ? [[key, list.length] as const] : [],
    ),
  );
  return Object.fromEntries(lists);
}

/** A proxy behind the server has what the server sends, as `diff` says. */
async function expectProxyHasIt(port: number, node: string): Promise<void> {
  if (PROXY === undefined) return;
  const program = await prepareProxy(PROXY);
  try {
    const { admin } = await startProgram(program, PROXY, behind(port, node));
    await expect
      .poll(
        async () =>
          (
            await cfgtoolBeside(['diff', `xds://127.0.0.1:${port}`, `http://${admin}`, '--node', node])
          ).out.split('\n')[0],
        { timeout: 120_000, interval: 500 },
      )
      .toMatch(/^equal in meaning/);
  } finally {
    await program.stop();
  }
}

describe('go-control-plane', () => {
  let program: string | undefined;
  beforeAll(async () => {
    program = await made('go-control-plane', async () => {
      const source = join(folder.path, 'go');
      mkdirSync(source);
      const go = (...args: readonly string[]) => run('go', args, { cwd: source, timeout: BUILD_MS });
      await go('mod', 'init', 'servers');
      await go('get', GO_MODULE.replace('@', '/pkg/test/main@'));
      await go('build', '-o', 'server', GO_MODULE.replace(/@.*/, '/pkg/test/main'));
      return join(source, 'server');
    });
  }, LONG.timeout);

  it('sends what a proxy behind it has', LONG, async ({ skip }) => {
    if (program === undefined) return skip();
    const [port, gateway, upstream, base, als] = await freePorts(5);
    const ports = { port, gateway, upstream, base, als };
    const flags = Object.entries(ports).flatMap(([name, number]) => [`-${name}`, String(number)]);
    // It goes on for as many batches of requests of its own as it is told.
    await started(program, [...flags, '-u', '1', '-r', '100000'], /waiting for the first request/);
    const counts = await countsOf(`xds://127.0.0.1:${port}`, 'test-id');
    expect(counts).toMatchObject({
      dynamic_active_clusters: 4,
      dynamic_endpoint_configs: 4,
      dynamic_listeners: 6,
      dynamic_route_configs: 4,
      dynamic_scoped_route_configs: 1,
    });
    await expectProxyHasIt(port ?? 0, 'test-id');
  });
});

describe('java-control-plane', () => {
  let classpath: string | undefined;
  beforeAll(async () => {
    classpath = await made('java-control-plane', async () => {
      const source = join(folder.path, 'java');
      mkdirSync(join(source, 'src/main/java'), { recursive: true });
      const own = join(import.meta.dirname, 'servers');
      copyFileSync(join(own, 'pom.xml'), join(source, 'pom.xml'));
      copyFileSync(join(own, 'ManagementServer.java'), join(source, 'src/main/java/ManagementServer.java'));
      const goals = ['compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath.txt'];
      await run('mvn', ['-q', '-B', ...goals], { cwd: source, timeout: BUILD_MS });
      const { readFileSync } = await import('node:fs');
      return `${join(source, 'target/classes')}:${readFileSync(join(source, 'classpath.txt'), 'utf8').trim()}`;
    });
  }, LONG.timeout);

  it('sends what a proxy behind it has', LONG, async ({ skip }) => {
    if (classpath === undefined) return skip();
    const file = folder.write('resources.json', JSON.stringify({ resources: RESOURCES }));
    const [, port] = await started('java', ['-cp', classpath, 'ManagementServer', file], /^port (\d+)$/m);
    const counts = await countsOf(`xds://127.0.0.1:${port}`, 'any');
    expect(counts).toMatchObject({
      dynamic_active_clusters: 1,
      dynamic_endpoint_configs: 1,
      dynamic_listeners: 1,
      dynamic_route_configs: 1,
    });
    await expectProxyHasIt(Number(port), 'any');
  });
});

const T = 'type.googleapis.com/envoy.';
const ADS = { ads: {}, resource_api_version: 'V3' };
const RESOURCES = [
  {
    '@type': `${T}config.cluster.v3.Cluster`,
    name: 'cart',
    type: 'EDS',
    connect_timeout: '1s',
    eds_cluster_config: { eds_config: ADS },
  },
  {
    '@type': `${T}config.endpoint.v3.ClusterLoadAssignment`,
    cluster_name: 'cart',
    endpoints: [
      {
        lb_endpoints: [
          { endpoint: { address: { socket_address: { address: '127.0.0.1', port_value: 9 } } } },
        ],
      },
    ],
  },
  {
    '@type': `${T}config.listener.v3.Listener`,
    name: 'public',
    address: { socket_address: { address: '127.0.0.1', port_value: 0 } },
    filter_chains: [
      {
        filters: [
          {
            name: 'http',
            typed_config: {
              '@type': `${T}extensions.filters.network.http_connection_manager.v3.HttpConnectionManager`,
              stat_prefix: 'x',
              rds: { route_config_name: 'front', config_source: ADS },
              http_filters: [
                { name: 'router', typed_config: { '@type': `${T}extensions.filters.http.router.v3.Router` } },
              ],
            },
          },
        ],
      },
    ],
  },
  {
    '@type': `${T}config.route.v3.RouteConfiguration`,
    name: 'front',
    virtual_hosts: [
      { name: 'shop', domains: ['*'], routes: [{ match: { prefix: '/' }, route: { cluster: 'cart' } }] },
    ],
  },
];
