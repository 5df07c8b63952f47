/** `--follow`: what a bootstrap names for discovery is read with it, and nothing outside of one folder. */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { cfgtool, temporaryFolder } from '../run.ts';

const ROUTES = readFileSync('examples/live/routes.yaml', 'utf8');
const FRONT = readFileSync('examples/live/front.yaml', 'utf8');
const folder = temporaryFolder();
const run = (args: readonly string[], input?: string) =>
  cfgtool(args, { cwd: join(folder.path, 'live'), ...(input === undefined ? {} : { input }) });
const findings = (...args: readonly string[]): readonly { readonly rule: string; readonly file: string }[] =>
  JSON.parse(run(['analyze', 'front.yaml', '--format', 'json', ...args]).out).findings;

beforeEach(() => {
  rmSync(join(folder.path, 'live'), { recursive: true, force: true });
  cpSync('examples/live', join(folder.path, 'live'), { recursive: true });
});

describe('--follow', () => {
  it('decides what the bootstrap alone leaves open', () => {
    expect(findings().map(({ rule }) => rule)).toEqual(['undecided']);
    expect(run(['analyze', 'front.yaml', '--follow'])).toMatchObject({
      code: 0,
      out: 'nothing found in 5 files\n',
    });
    folder.write('live/routes.yaml', ROUTES.replace('cluster: shop', 'cluster: shopp'));
    expect(findings('--follow')).toMatchObject([
      { rule: 'unreachable-cluster', file: 'front.yaml' },
      { rule: 'undefined-cluster', file: 'routes.yaml' },
    ]);
  });

  it.each([
    [['validate', 'front.yaml', '--follow'], /5 files/],
    [['trace', 'front.yaml', 'http://shop.test/cart', '--follow'], /goes to cluster "cart"/],
    [['diff', 'front.yaml', 'front.yaml', '--follow'], /equal in meaning/],
  ])('%s', (args, told) => {
    const { code, out, err } = run(args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(told);
  });

  it('a dump holds what it names: nothing is read beside it', () => {
    folder.write(
      'live/dump.json',
      JSON.stringify({
        configs: [
          {
            '@type': 'type.googleapis.com/envoy.admin.v3.ClustersConfigDump',
            dynamic_active_clusters: [
              {
                cluster: {
                  '@type': 'type.googleapis.com/envoy.config.cluster.v3.Cluster',
                  name: 'shop',
                  type: 'EDS',
                  eds_cluster_config: { eds_config: { path_config_source: { path: '/etc/proxy/eds.yaml' } } },
                },
              },
            ],
          },
        ],
      }),
    );
    const { code, out, err } = run(['validate', 'dump.json', '--follow']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('1 file');
  });

  it('diff compares what both sides name', () => {
    cpSync('examples/live', join(folder.path, 'live/next'), { recursive: true });
    folder.write('live/next/routes.yaml', ROUTES.replace('prefix: /cart', 'prefix: /basket'));
    expect(run(['diff', 'front.yaml', 'next/front.yaml']).code).toBe(0);
    const { code, out } = run(['diff', 'front.yaml', 'next/front.yaml', '--follow']);
    expect(code).toBe(1);
    expect(out).toContain('next/routes.yaml');
  });

  it('reads each file once, also where they name each other', () => {
    folder.write(
      'live/routes.yaml',
      `${ROUTES}  vhds: { config_source: { path_config_source: { path: ./listeners.yaml } } }\n`,
    );
    expect(run(['validate', 'front.yaml', '--follow']).out).toContain('5 files');
  });

  it('a file that is missing, or no configuration, is named with its place; the others are read', () => {
    rmSync(join(folder.path, 'live/endpoints.yaml'));
    folder.write('live/routes.yaml', 'services: {}\n');
    const { code, out, err } = run(['analyze', 'front.yaml', '--follow', '--format', 'json']);
    expect(code).toBe(2);
    expect(err).toContain(
      'clusters.yaml:8:17: it names ./endpoints.yaml for discovery, and there is no such file',
    );
    expect(err).toContain('routes.yaml');
    expect(JSON.parse(out).summary.files).toBe(3);
    expect(JSON.parse(out).run.unread).toHaveLength(2);
  });
});

describe('what lies outside of the folder', () => {
  const named = (path: string) => folder.write('live/front.yaml', FRONT.replace('./routes.yaml', path));
  const refused = (path: string, ...more: readonly string[]) => {
    named(path);
    const { code, out, err } = run(['analyze', 'front.yaml', '--follow', '--format', 'json', ...more]);
    expect(code).toBe(2);
    expect(JSON.parse(out).run.unread).toHaveLength(1);
    return err;
  };

  it.each(['../outside.yaml', '/etc/hostname', './../live-secret/x.yaml', '../../../../../../etc/passwd'])(
    '%s',
    (path) => {
      folder.write('outside.yaml', ROUTES);
      folder.write('live-secret/x.yaml', ROUTES);
      expect(refused(path)).toContain(
        `it names ${path} for discovery, which lies outside of ., so it is not read`,
      );
    },
  );

  it('also behind a link, of the file or of its folder', () => {
    folder.write('outside.yaml', ROUTES);
    symlinkSync('../outside.yaml', join(folder.path, 'live/inside.yaml'));
    expect(refused('./inside.yaml')).toContain('which lies outside');
    mkdirSync(join(folder.path, 'other'), { recursive: true });
    folder.write('other/x.yaml', ROUTES);
    symlinkSync('../other', join(folder.path, 'live/linked'));
    expect(refused('./linked/x.yaml')).toContain('which lies outside');
  });

  it('is read where --root says so', () => {
    folder.write('outside.yaml', ROUTES);
    named('./live/../outside.yaml');
    expect(run(['validate', 'front.yaml', '--follow', '--root', '..']).err).not.toContain(
      'outside.yaml for discovery',
    );
  });

  it('a directory or a pipe is no such file', () => {
    mkdirSync(join(folder.path, 'live/folder'));
    expect(refused('./folder')).toContain('which is no regular file');
  });

  it('what lies in no folder needs --root', () => {
    expect(run(['analyze', '-', '--follow'], FRONT).err).toContain('lies in no folder of its own');
    expect(run(['analyze', '-', '--follow', '--root', '.'], FRONT)).toMatchObject({ code: 0, err: '' });
  });

  it('--root alone is a mistake', () => {
    expect(run(['analyze', 'front.yaml', '--root', '.']).code).toBe(2);
  });
});
