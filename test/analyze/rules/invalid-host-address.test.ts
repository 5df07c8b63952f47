import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const cluster = (type: string, socket: string) =>
  found(
    'invalid-host-address',
    `name: shop\n${type}\nhosts: [{ socket_address: { ${socket}, port_value: 80 } }]\n`,
    'Cluster',
  );
const NODE = '/hosts/0/socket_address';

describe('names where nothing looks them up', () => {
  test.each(['type: STATIC', ''])('in a cluster with "%s"', (type) => {
    const findings = cluster(type, 'address: shop.test');
    expect(findings.map(({ pointer, level }) => [pointer, level])).toEqual([[`${NODE}/address`, 'error']]);
    expect(findings[0]?.message).toContain('"shop.test" of cluster "shop" is no IP address');
  });

  test('in a load assignment, and in one that EDS delivers', () => {
    const endpoints =
      'endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: localhost, port_value: 80 } } } }] }]';
    const at = '/endpoints/0/lb_endpoints/0/endpoint/address/socket_address/address';
    const inside = `name: shop\ntype: STATIC\nload_assignment: { cluster_name: shop, ${endpoints} }\n`;
    expect(found('invalid-host-address', inside, 'Cluster').map(({ pointer }) => pointer)).toEqual([
      `/load_assignment${at}`,
    ]);
    const alone = `cluster_name: shop\n${endpoints}\n`;
    expect(
      found('invalid-host-address', alone, 'ClusterLoadAssignment').map(({ pointer }) => pointer),
    ).toEqual([at]);
    expect(found('invalid-host-address', inside.replace('STATIC', 'STRICT_DNS'), 'Cluster')).toEqual([]);
  });

  test.each([
    'address: 10.0.0.1',
    'address: "::1"',
    'address: fe80::1',
    // A resolver of one's own takes any text; a template fills in what is no host name.
    'address: shop.test, resolver_name: shop.resolver',
    'address: HOST_IP',
    'address: "{{ host }}"',
    'address: ""',
  ])('not %s', (socket) => {
    expect(cluster('type: STATIC', socket)).toEqual([]);
  });

  test.each(['type: STRICT_DNS', 'type: LOGICAL_DNS', 'cluster_type: { name: shop.finder }', 'type: ZONE'])(
    'not with %s',
    (type) => {
      expect(cluster(type, 'address: shop.test')).toEqual([]);
    },
  );
});

test('a resolver of its own in a cluster that looks names up itself', () => {
  const found = cluster('type: LOGICAL_DNS', 'address: shop.test, resolver_name: shop.resolver');
  expect(found.map(({ pointer, level }) => [pointer, level])).toEqual([[`${NODE}/resolver_name`, 'error']]);
  expect(cluster('type: STRICT_DNS', 'address: shop.test, resolver_name: ""')).toEqual([]);
});
