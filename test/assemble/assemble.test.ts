/** One static bootstrap out of parts: what was fetched is put in, what cannot be is said, and the real proxy loads it. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { assemble } from '../../src/assemble/assemble.ts';
import { openConfiguration } from '../../src/model/index.ts';
import { sourceFile } from '../../src/source/load.ts';
import { cfgtool, temporaryFolder } from '../commands/run.ts';
import { PROXY } from '../proxy/program.ts';

const folder = temporaryFolder();
const opened = (name: string, data: unknown) =>
  openConfiguration(sourceFile(name, typeof data === 'string' ? data : JSON.stringify(data), 'named'));
const made = (...parts: readonly unknown[]) =>
  assemble(
    parts.map((part, index) => opened(`part-${index}.yaml`, part)),
    true,
  );
const of = (type: string, fields: object) => ({ '@type': `type.googleapis.com/envoy.${type}`, ...fields });
const address = (host: string) => ({ socket_address: { address: host, port_value: 9 } });
const response = (...resources: readonly object[]) => ({ version_info: '1', resources });
const cluster = (name: string, fields: object = {}) =>
  of('config.cluster.v3.Cluster', {
    name,
    connect_timeout: '1s',
    type: 'EDS',
    eds_cluster_config: { eds_config: { ads: {} }, ...fields },
  });
const endpoints = (name: string, host = '127.0.0.1') =>
  of('config.endpoint.v3.ClusterLoadAssignment', {
    cluster_name: name,
    endpoints: [{ lb_endpoints: [{ endpoint: { address: address(host) } }] }],
  });
const routes = (name: string, to: string) =>
  of('config.route.v3.RouteConfiguration', {
    name,
    virtual_hosts: [
      { name: 'all', domains: ['*'], routes: [{ match: { prefix: '/' }, route: { cluster: to } }] },
    ],
  });
const listener = (name: string, rds: string) =>
  of('config.listener.v3.Listener', {
    name,
    address: address('127.0.0.1'),
    filter_chains: [
      {
        filters: [
          {
            name: 'envoy.filters.network.http_connection_manager',
            typed_config: of('extensions.filters.network.http_connection_manager.v3.HttpConnectionManager', {
              stat_prefix: name,
              rds: { route_config_name: rds, config_source: { ads: {} } },
              http_filters: [
                {
                  name: 'envoy.filters.http.router',
                  typed_config: of('extensions.filters.http.router.v3.Router', {}),
                },
              ],
            }),
          },
        ],
      },
    ],
  });

/** Whether the real proxy loads a bootstrap; what it says otherwise. */
function loaded(bootstrap: unknown): string {
  const path = join(folder.path, 'assembled.json');
  writeFileSync(path, JSON.stringify(bootstrap));
  const { status, stderr } = spawnSync(PROXY ?? '', ['--mode', 'validate', '-c', path], { encoding: 'utf8' });
  return status === 0 ? 'loaded' : stderr.slice(-600);
}

describe('assemble', () => {
  const all = [
    {
      node: { id: 'a', cluster: 'b' },
      dynamic_resources: { cds_config: { ads: {} }, lds_config: { ads: {} } },
    },
    response(cluster('shop'), cluster('cart', { service_name: 'cart/main' })),
    response(listener('front', 'shop')),
    response(routes('shop', 'cart')),
    response(endpoints('shop'), endpoints('cart/main', 'cart.shop.test')),
  ];

  test('puts routes into listeners and endpoints into clusters; nothing is left', () => {
    const { bootstrap, left, counts } = made(...all);
    expect(left).toEqual([]);
    expect(counts).toEqual({ listeners: 1, clusters: 2, secrets: 0 });
    expect(JSON.stringify(bootstrap)).not.toMatch(/"rds"|eds_cluster_config|dynamic_resources|"ads"/);
    expect(bootstrap).toMatchObject({
      node: { id: 'a' },
      static_resources: {
        clusters: [
          { name: 'shop', type: 'STATIC', load_assignment: { cluster_name: 'shop' } },
          { name: 'cart', type: 'STRICT_DNS', load_assignment: { cluster_name: 'cart' } },
        ],
      },
    });
  });

  test.runIf(PROXY !== undefined)('the real proxy loads it', () => {
    expect(loaded(made(...all).bootstrap)).toBe('loaded');
  });

  test('the order of the parts does not matter', () => {
    const { bootstrap } = made(...all);
    expect(made(...[...all].reverse()).left).toEqual([]);
    expect(made(all[0], all[4], all[3], all[1], all[2]).bootstrap).toEqual(bootstrap);
  });

  test('inputs stay as they are', () => {
    const configurations = all.map((part, index) => opened(`${index}`, part));
    const before = JSON.stringify(configurations.map(({ roots }) => roots.map(({ value }) => value)));
    assemble(configurations, false);
    expect(JSON.stringify(configurations.map(({ roots }) => roots.map(({ value }) => value)))).toBe(before);
  });

  test('what no input holds is said, and the rest loads', () => {
    const { bootstrap, left } = made(all[0], all[1], all[2]);
    expect(left).toEqual([
      'the route configuration "shop" that the listener "front" asks for: no input holds it; its requests get 404',
      'the endpoints of the cluster "shop": no input holds them; its requests fail',
      'the endpoints "cart/main" for the cluster "cart": no input holds them; its requests fail',
    ]);
    if (PROXY !== undefined) expect(loaded(bootstrap)).toBe('loaded');
  });

  test('so is what nothing asks for, what two inputs say differently, and what stays fetched', () => {
    expect(made(response(endpoints('shop')), response(routes('shop', 'x'))).left).toEqual([
      'the route configuration "shop" of part-1.yaml: no listener asks for it',
      'the endpoints of "shop" in part-0.yaml: no cluster asks for them',
    ]);
    expect(
      made(response(routes('shop', 'x'), listener('a', 'shop')), response(routes('shop', 'y'))).left,
    ).toEqual([
      'the route configuration "shop" of part-1.yaml: that of part-0.yaml counts, and says something else',
    ]);
    const vhds = { ...routes('shop', 'x'), vhds: { config_source: { ads: {} } } };
    expect(made(response(vhds, listener('a', 'shop'))).left).toEqual([
      expect.stringContaining('config_source of the listener "a": it is fetched still'),
    ]);
    expect(made(all[0]).left).toEqual([
      expect.stringContaining('clusters from cds_config: no input holds'),
      expect.stringContaining('listeners from lds_config: no input holds'),
    ]);
    expect(made({ virtual_hosts: [{ name: 'a', domains: ['*'] }] }).left[0]).toContain(
      'a route configuration without a name in part-0.yaml',
    );
  });
});

describe('secrets', () => {
  const sds = (name: string) => ({
    ...cluster('shop'),
    transport_socket: {
      name: 'envoy.transport_sockets.tls',
      typed_config: of('extensions.transport_sockets.tls.v3.UpstreamTlsContext', {
        common_tls_context: { tls_certificate_sds_secret_configs: [{ name, sds_config: { ads: {} } }] },
      }),
    },
  });
  const secret = (key: string) =>
    of('extensions.transport_sockets.tls.v3.Secret', {
      name: 'cert',
      tls_certificate: { certificate_chain: { inline_string: 'chain' }, private_key: { inline_string: key } },
    });

  test('are static ones, asked for by name', () => {
    const { bootstrap, left } = made(
      response(sds('cert')),
      response(endpoints('shop')),
      response(secret('k3y-material')),
    );
    expect(left).toEqual([]);
    expect(bootstrap).toMatchObject({ static_resources: { secrets: [{ name: 'cert' }] } });
    expect(JSON.stringify(bootstrap)).not.toContain('sds_config');
  });

  test('missing ones are named, and so are those that the dump shows redacted', () => {
    expect(made(response(sds('cert')), response(endpoints('shop'))).left).toEqual([
      'the secret "cert" that the cluster "shop" asks for: no input holds it; put it into static_resources.secrets',
    ]);
    expect(
      made(response(sds('cert')), response(endpoints('shop')), response(secret('[redacted]'))).left,
    ).toEqual([
      expect.stringContaining('the key material of the secret "cert": the input shows it redacted'),
    ]);
  });

  test('are printed when asked for only, which is said', () => {
    const input = JSON.stringify(response(secret('k3y-material-of-the-shop')));
    const hidden = cfgtool(['assemble', '-'], { input });
    expect(hidden.out).not.toContain('k3y-material');
    expect(hidden.err).toContain('--show-secrets writes it');
    expect(cfgtool(['assemble', '-', '--show-secrets'], { input }).out).toContain('k3y-material-of-the-shop');
  });
});

describe('a dump', () => {
  const dump = readFileSync('examples/config-dump.json', 'utf8');

  test('gives what is in force once, in the format that is asked for', () => {
    const { code, out, err } = cfgtool(['assemble', '-'], { input: dump });
    expect(code).toBe(1);
    expect(err).toContain('left: the endpoints "fares/main" for the cluster "fares"');
    const json = cfgtool(['assemble', '-', '--format', 'json'], { input: dump });
    expect(parse(out)).toEqual(JSON.parse(json.out));
    const names: readonly string[] = parse(out).static_resources.clusters.map(
      ({ name }: { name: string }) => name,
    );
    expect(new Set(names).size).toBe(names.length);
  });

  test('what was assembled has nothing left when it is assembled again', () => {
    const front = cfgtool(['assemble', 'examples/live/front.yaml', '--follow']);
    expect(front.code).toBe(0);
    const again = cfgtool(['assemble', '-'], { input: front.out });
    expect({ code: again.code, out: again.out }).toEqual({ code: 0, out: front.out });
  });
});
