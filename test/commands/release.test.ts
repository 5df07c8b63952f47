/** The release that is spoken of: by the flag, the settings, or what a dump states; and beside each file in JSON. */
import { describe, expect, it } from 'vitest';
import { NEWEST_RELEASE } from '../../src/schema/release.ts';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const ROUTES = `"@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration
name: r
virtual_hosts: [{ name: v, domains: ["*"], routes: [{ match: { prefix: / }, route: { cluster: c } }] }]
`;
/** \`detect_degraded_hosts\` came with 1.38. */
const CLUSTER = `"@type": type.googleapis.com/envoy.config.cluster.v3.Cluster
name: c
type: STATIC
load_assignment: { cluster_name: c }
outlier_detection: { detect_degraded_hosts: true }
`;
const OLDER = 'name: c\nconnect_timeout: 1s\nhosts: [{ pipe: { path: /c } }]\n';
const FILES: { readonly [name: string]: string } = {
  'routes.yaml': ROUTES,
  'cluster.yaml': CLUSTER,
  'slower.yaml': `${CLUSTER}connect_timeout: 9s\n`,
  'older.yaml': OLDER,
  'set/cluster.yaml': CLUSTER,
  'set/.cfgtool.yaml': "release: '1.36'\n",
  'properties.yaml': 'properties: [{ name: p, when: { host: "*" }, then: { outcome: redirect } }]\n',
  'log.json': '{"method":"GET","authority":"a","path":"/","response_code":503,"response_flags":"UH"}\n',
};

function json(...args: readonly string[]): unknown {
  for (const [name, text] of Object.entries(FILES)) folder.write(name, text);
  const { out, err } = cfgtool([...args, '--format', 'json'], { cwd: folder.path });
  if (out === '') throw new Error(err);
  return JSON.parse(out);
}

/** Every object that says which file it is about. */
function* places(value: unknown): Generator<{ readonly [key: string]: unknown }> {
  if (typeof value !== 'object' || value === null) return;
  if ('file' in value && value.file !== null && ('api' in value || 'pointer' in value || 'findings' in value))
    yield { ...value };
  for (const inner of Object.values(value)) yield* places(inner);
}

describe('JSON has the release beside the version of each file', () => {
  it.each<[string, readonly string[]]>([
    ['analyze', ['analyze', 'cluster.yaml', 'routes.yaml']],
    ['validate', ['validate', 'cluster.yaml', 'routes.yaml']],
    ['migrate', ['migrate', 'routes.yaml', '--check']],
    ['diff', ['diff', 'cluster.yaml', 'slower.yaml']],
    ['trace', ['trace', 'routes.yaml', 'http://a/']],
    ['prove', ['prove', 'routes.yaml', '--properties', 'properties.yaml']],
    ['why', ['why', 'routes.yaml', 'log.json']],
  ])('of %s', (_, args) => {
    const found = [...places(json(...args, '--release', '1.37'))];
    expect(found.length).toBeGreaterThan(0);
    for (const place of found) expect(place).toMatchObject({ api: 'v3', release: '1.37' });
  });

  it('but for version 2, which all releases have alike', () => {
    const found = [...places(json('analyze', 'older.yaml')), ...places(json('migrate', 'older.yaml'))];
    expect(found.length).toBeGreaterThan(1);
    for (const place of found) expect([place.api, 'release' in place]).toEqual(['v2', false]);
  });
});

describe('the release is', () => {
  const errors = (...args: readonly string[]) =>
    [...places(json('validate', ...args))].map(({ rule, release, data }) => [release, rule, data]);

  it('the newest where nothing says another', () => {
    expect(errors('cluster.yaml')).toEqual([[NEWEST_RELEASE, undefined, undefined]]);
    expect(cfgtool(['--version']).out).toContain(`up to ${NEWEST_RELEASE}`);
  });

  it('that of the settings, or of the flag, which comes before them', () => {
    const refused = ['1.36', 'unknown-field', { since: '1.38' }];
    expect(errors('set/cluster.yaml')).toContainEqual(refused);
    expect(errors('set/cluster.yaml', '--release', '1.38')).toEqual([['1.38', undefined, undefined]]);
    expect(errors('cluster.yaml', '--release', '1.36')).toContainEqual(refused);
  });

  it('refused where none is named', () => {
    for (const [name, text] of Object.entries(FILES)) folder.write(name, text);
    const { code, err } = cfgtool(['validate', 'cluster.yaml', '--release', 'newest'], { cwd: folder.path });
    expect([code, err]).toEqual([2, expect.stringContaining('1.36')]);
  });
});
