/** `--by-node`: the files of each folder directly below an input are one configuration. */
import { beforeAll, describe, expect, test } from 'vitest';
import { cfgtool, temporaryFolder } from '../run.ts';

const folder = temporaryFolder();

const bootstrap = (id: string) => `node: { id: ${id}, cluster: edge }
static_resources:
  clusters: [{ name: local-${id}, type: STATIC, connect_timeout: 1s }]
`;
const ROUTES = (cluster: string) => `name: main
virtual_hosts:
- name: all
  domains: ['*']
  routes: [{ match: { prefix: / }, route: { cluster: ${cluster} } }]
`;
const CLUSTERS = (name: string) => `clusters: [{ name: ${name}, type: STATIC, connect_timeout: 1s }]\n`;

beforeAll(() => {
  for (const node of ['a', 'b', 'c']) {
    folder.write(`fleet/${node}/bootstrap.yaml`, bootstrap(node));
    folder.write(`fleet/${node}/xds/cds.yaml`, CLUSTERS(`shop-${node}`));
    // The routes of b name a cluster that only a has.
    folder.write(`fleet/${node}/xds/rds.yaml`, ROUTES(node === 'b' ? 'shop-a' : `shop-${node}`));
  }
  // Nodes of their own, each complete.
  folder.write('fleet/d.yaml', `${bootstrap('d')}`);
  folder.write('fleet/e.yaml', `${CLUSTERS('shop-e')}${ROUTES('absent').replace('name: main\n', '')}`);
});

const run = (...args: readonly string[]) => cfgtool(args, { cwd: folder.path });
const undefinedIn = (out: string): readonly string[] =>
  JSON.parse(out)
    .findings.filter(({ rule }: { readonly rule: string }) => rule === 'undefined-cluster')
    .map(({ file }: { readonly file: string }) => file);

describe('analyze', () => {
  test('a route is held to the clusters of its own node', () => {
    const { code, out } = run('analyze', 'fleet', '--by-node', '--format', 'json');
    expect(code).toBe(1);
    expect(undefinedIn(out)).toEqual(['fleet/b/xds/rds.yaml', 'fleet/e.yaml']);
    const all = run('analyze', 'fleet', '--together', '--format', 'json');
    expect(undefinedIn(all.out)).toEqual(['fleet/e.yaml']);
  });

  test('shares keep the files of a node together, and joined are the run over all', () => {
    const whole = run('analyze', 'fleet', '--by-node', '--format', 'json');
    for (const index of ['1', '2', '3'])
      run(
        'analyze',
        'fleet',
        '--by-node',
        '--shard',
        `${index}/3`,
        '--format',
        'ndjson',
        '--output',
        `part-${index}`,
      );
    const merged = run('report', 'merge', 'part-1', 'part-2', 'part-3', '--format', 'json');
    expect(JSON.parse(merged.out).findings).toEqual(JSON.parse(whole.out).findings);
    expect(merged.code).toBe(whole.code);
  });

  test('of a node whose file cannot be read nothing is said, the others are answered', () => {
    folder.write('broken/a/bootstrap.yaml', bootstrap('a'));
    folder.write('broken/a/cds.yaml', 'clusters: [\n');
    folder.write('broken/a/rds.yaml', ROUTES('shop-a'));
    folder.write('broken/b/bootstrap.yaml', bootstrap('b'));
    folder.write('broken/b/rds.yaml', ROUTES('absent'));
    const { code, out, err } = run('analyze', 'broken', '--by-node', '--format', 'json');
    expect(code).toBe(2);
    expect(err).toContain('broken/a/cds.yaml');
    expect(undefinedIn(out)).toEqual(['broken/b/rds.yaml']);
    expect(out).not.toContain('broken/a/rds.yaml');
  });

  test('a folder that holds several nodes is no node', () => {
    folder.write('dates/today/a.yaml', bootstrap('a'));
    folder.write(
      'dates/today/b.json',
      JSON.stringify({
        configs: [
          {
            '@type': 'type.googleapis.com/envoy.admin.v3.BootstrapConfigDump',
            bootstrap: { node: { id: 'b' } },
          },
        ],
      }),
    );
    const { code, err } = run('analyze', 'dates', '--by-node');
    expect(code).toBe(2);
    expect(err).toContain('dates/today: it holds files of 2 nodes (a, b)');
    expect(run('analyze', 'dates/today', '--by-node').code).not.toBe(2);
  });

  test('--together is something else', () => {
    expect(run('analyze', 'fleet', '--by-node', '--together').code).toBe(2);
  });
});

test('validate judges node by node too', () => {
  folder.write('twice/a/one.yaml', CLUSTERS('shop'));
  folder.write('twice/b/two.yaml', CLUSTERS('shop'));
  expect(run('validate', 'twice', '--by-node').code).toBe(0);
  expect(run('validate', 'twice', '--together').code).toBe(1);
});
