/** A file beside the dump of the proxy that runs it: what the file cannot know is no change, and neither is what a dump adds. */
import { describe, expect, test } from 'vitest';
import { startFindingRefusals } from '../../src/analyze/refusals.ts';
import { diffConfigurations } from '../../src/diff/index.ts';
import { openConfiguration } from '../../src/model/index.ts';
import { sourceFile } from '../../src/source/load.ts';

const of = (type: string, fields: object) => ({ '@type': `type.googleapis.com/envoy.${type}`, ...fields });
const address = { socket_address: { address: '127.0.0.1', port_value: 9 } };
const endpoint = { lb_endpoints: [{ endpoint: { address } }] };
const shop = {
  name: 'shop',
  type: 'STATIC',
  connect_timeout: '1s',
  load_assignment: { cluster_name: 'shop', endpoints: [endpoint] },
};
const cart = {
  name: 'cart',
  type: 'EDS',
  connect_timeout: '1s',
  eds_cluster_config: { eds_config: { path_config_source: { path: './e.yaml' } } },
};
const shown = (name: string) => ({
  endpoint_config: of('config.endpoint.v3.ClusterLoadAssignment', {
    cluster_name: name,
    endpoints: [
      {
        locality: {},
        lb_endpoints: [{ endpoint: { address }, health_status: 'HEALTHY', load_balancing_weight: 1 }],
        load_balancing_weight: 0,
      },
    ],
  }),
});
const FILE = {
  dynamic_resources: { cds_config: { path_config_source: { path: './c.yaml' } } },
  static_resources: { clusters: [shop] },
};
const dump = (running: object, failed: object = {}) => ({
  configs: [
    of('admin.v3.BootstrapConfigDump', { bootstrap: FILE, last_updated: '2026-01-01T00:00:00Z' }),
    of('admin.v3.ClustersConfigDump', {
      version_info: '7',
      static_clusters: [
        { cluster: of('config.cluster.v3.Cluster', running), last_updated: '2026-01-01T00:00:00Z' },
      ],
      dynamic_active_clusters: [{ version_info: '7', cluster: of('config.cluster.v3.Cluster', cart) }],
    }),
    of('admin.v3.ListenersConfigDump', { dynamic_listeners: [{ name: 'bad', ...failed }] }),
    of('admin.v3.EndpointsConfigDump', {
      static_endpoint_configs: [shown('shop')],
      dynamic_endpoint_configs: [shown('cart')],
    }),
  ],
});

const opened = (name: string, data: object) => [
  openConfiguration(sourceFile(name, JSON.stringify(data), 'named')),
];

describe('a file beside the dump of the proxy that runs it', () => {
  test('is equal in meaning; what came dynamically is said and not counted', () => {
    const result = diffConfigurations(opened('front.yaml', FILE), opened('live', dump(shop)));
    expect(result).toMatchObject({ equal: true, changes: [] });
    expect(result.remarks).toEqual([expect.stringContaining('2 resources that the proxy fetched')]);
  });

  test('what runs otherwise is a change', () => {
    const result = diffConfigurations(
      opened('front.yaml', FILE),
      opened('live', dump({ ...shop, connect_timeout: '3s' })),
    );
    expect(result.changes.map(({ path, resource }) => `${resource.name} ${path}`)).toEqual([
      'shop connect_timeout',
    ]);
  });

  test('two dumps: endpoints of clusters that have their own count once, with their cluster', () => {
    const other = {
      ...shop,
      load_assignment: { cluster_name: 'shop', endpoints: [{ ...endpoint, priority: 1 }] },
    };
    const result = diffConfigurations(opened('a', dump(shop)), opened('b', dump(other)));
    expect([...new Set(result.changes.map(({ resource }) => resource.type))]).toEqual(['Cluster']);
  });

  test('what the proxy refused already is not refused once more', () => {
    const failed = {
      error_state: {
        failed_configuration: of('config.listener.v3.Listener', { name: 'bad', drain_type: 'NOPE' }),
        details: 'no',
      },
    };
    const find = startFindingRefusals();
    expect(find(opened('live', dump(shop, failed)))).toEqual([]);
    const active = { active_state: { listener: failed.error_state.failed_configuration } };
    expect(find(opened('live', dump(shop, active)))).not.toEqual([]);
  });

  test('beside what a management server sends: what the proxy started with is left out, what it refused is said', () => {
    const sent = {
      configs: [
        of('admin.v3.ClustersConfigDump', {
          dynamic_active_clusters: [
            { version_info: '7', cluster: of('config.cluster.v3.Cluster', cart) },
            { version_info: '7', cluster: of('config.cluster.v3.Cluster', { ...cart, name: 'more' }) },
          ],
        }),
      ],
    };
    const failed = { error_state: { failed_configuration: {}, details: 'port is already in use' } };
    const result = diffConfigurations(opened('sent', sent), opened('live', dump(shop, failed)));
    expect(result.changes.map(({ kind, resource }) => `${kind} ${resource.type} ${resource.name}`)).toContain(
      'removed Cluster more',
    );
    expect(result.changes.map(({ resource }) => resource.name)).not.toContain('shop');
    expect(result.remarks).toEqual([
      'live refused the last update of the listener "bad": port is already in use',
      expect.stringContaining('that the proxy was started with'),
    ]);
  });
});
