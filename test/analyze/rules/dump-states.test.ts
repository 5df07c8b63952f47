/** What a running proxy says of itself in its dump: refused updates, what still waits, its endpoints. */
import { describe, expect, test } from 'vitest';
import { analyzed, found } from '../analyzed.ts';

const section = (type: string, fields: object): string =>
  JSON.stringify({ configs: [{ '@type': `type.googleapis.com/envoy.admin.v3.${type}`, ...fields }] });

const listener = (name: string) => ({
  '@type': 'type.googleapis.com/envoy.config.listener.v3.Listener',
  name,
});
const cluster = (name: string, type = 'EDS') => ({
  '@type': 'type.googleapis.com/envoy.config.cluster.v3.Cluster',
  name,
  type,
  ...(type === 'EDS' ? { eds_cluster_config: { eds_config: { ads: {} } } } : {}),
});
const endpoints = (name: string, weight: number) => ({
  endpoint_config: {
    '@type': 'type.googleapis.com/envoy.config.endpoint.v3.ClusterLoadAssignment',
    cluster_name: name,
    endpoints: [{ locality: {}, load_balancing_weight: weight }],
  },
});

describe('update-failed', () => {
  const failed = { failed_configuration: listener('front'), details: 'port 80 is taken' };

  test("quotes the proxy's own reason, with the name and the time", () => {
    const text = section('ListenersConfigDump', {
      dynamic_listeners: [
        { name: 'front', error_state: { ...failed, last_update_attempt: '2026-01-01T00:00:00Z' } },
      ],
    });
    expect(found('update-failed', text)).toMatchObject([
      {
        level: 'warning',
        pointer: '/configs/0/dynamic_listeners/0/error_state',
        message:
          'the proxy refused the last update of the listener "front" at 2026-01-01T00:00:00Z: port 80 is taken',
        data: { details: 'port 80 is taken' },
      },
    ]);
  });

  test('an entry without a name that repeats it is none of its own; one that does not is', () => {
    const entries = (name: string) => ({
      dynamic_listeners: [
        { name: 'front', error_state: failed },
        { error_state: { ...failed, failed_configuration: listener(name) } },
      ],
    });
    expect(found('update-failed', section('ListenersConfigDump', entries('front')))).toHaveLength(1);
    const [, other] = found('update-failed', section('ListenersConfigDump', entries('back')));
    expect(other?.message).toContain('the listener "back"');
  });

  test.each([
    ['ClustersConfigDump', 'dynamic_active_clusters', { cluster: cluster('cart') }, 'the cluster "cart"'],
    ['RoutesConfigDump', 'dynamic_route_configs', {}, 'a route configuration'],
    ['SecretsConfigDump', 'dynamic_active_secrets', { name: 'cert' }, 'the secret "cert"'],
    [
      'EndpointsConfigDump',
      'dynamic_endpoint_configs',
      endpoints('cart', 1),
      'the endpoints of the cluster "cart"',
    ],
  ])('%s', (type, field, entry, shown) => {
    const text = section(type, { [field]: [{ ...entry, error_state: { details: 'no' } }] });
    expect(found('update-failed', text).map(({ message }) => message)).toEqual([
      `the proxy refused the last update of ${shown}: no`,
    ]);
  });
});

describe('warming-resource', () => {
  test('what nothing stands in for is a warning; an update of what is in use an information', () => {
    const text = section('ListenersConfigDump', {
      dynamic_listeners: [
        { name: 'new', warming_state: { listener: listener('new') } },
        {
          name: 'old',
          warming_state: { listener: listener('old') },
          active_state: { listener: listener('old') },
        },
      ],
    });
    expect(found('warming-resource', text)).toMatchObject([
      { level: 'warning', message: expect.stringContaining('until then it takes no connections') },
      { level: 'info', message: expect.stringContaining('its version before is in use meanwhile') },
    ]);
  });

  test('clusters and secrets, by their entries', () => {
    const clusters = section('ClustersConfigDump', {
      dynamic_warming_clusters: [{ cluster: cluster('cart') }, { cluster: cluster('shop') }],
      dynamic_active_clusters: [{ cluster: cluster('shop') }],
    });
    expect(found('warming-resource', clusters)).toMatchObject([
      {
        level: 'warning',
        pointer: '/configs/0/dynamic_warming_clusters/0',
        message: expect.stringContaining('cluster "cart"'),
      },
      { level: 'info' },
    ]);
    const secrets = section('SecretsConfigDump', { dynamic_warming_secrets: [{ name: 'cert' }] });
    expect(found('warming-resource', secrets)[0]?.message).toContain('the secret "cert"');
  });
});

describe('the endpoints that a proxy shows', () => {
  const dump = (type: string, weight: number): string => {
    const of = (name: string, fields: object) => ({
      '@type': `type.googleapis.com/envoy.admin.v3.${name}`,
      ...fields,
    });
    return JSON.stringify({
      configs: [
        of('ClustersConfigDump', { static_clusters: [{ cluster: cluster('cart', type) }] }),
        of('EndpointsConfigDump', { static_endpoint_configs: [endpoints('cart', weight)] }),
      ],
    });
  };

  test('a weight of 0 stands there for none, and is refused anywhere else', () => {
    expect(found('out-of-range', dump('EDS', 0))).toEqual([]);
    const { '@type': _, ...written } = endpoints('cart', 0).endpoint_config;
    expect(found('out-of-range', JSON.stringify(written))).toHaveLength(1);
  });

  test('those of a cluster that has its own are no resource beside it', () => {
    expect(analyzed(dump('STATIC', 1)).filter(({ rule }) => rule === 'duplicate-name')).toEqual([]);
  });
});
