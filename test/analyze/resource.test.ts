/** The resource that a finding names: the nearest one around it. */
import { expect, test } from 'vitest';
import { analyzed } from './analyzed.ts';

const HOST = 'name: shop\ndomains: [shop.test]\n';

test.each([
  ['a cluster', 'clusters: [{name: cart, connect_timeout: 1s, typo: 1}]', 'Cluster', 'cart'],
  ['a virtual host', `${HOST}typo: 1`, 'VirtualHost', 'shop'],
  ['a route', `${HOST}routes: [{match: {prefix: /}, route: {cluster: a}, typo: 1}]`, 'Route', 'shop/0'],
  ['a node of a bootstrap', 'node: {id: edge, cluster: front, typo: 1}', 'Node', 'edge'],
  ['a node alone', 'id: edge\ncluster: front\nlocality: {zone: a}\nslip: 1', 'Node', 'edge'],
  ['the rest of a bootstrap', 'admin: {access_log_path: /dev/null, typo: 1}', 'Bootstrap', ''],
  ['load assignments', 'cluster_name: cart\nendpoints: []\nslip: 1', 'ClusterLoadAssignment', 'cart'],
])('of %s', (_, text, type, name) => {
  const resources = analyzed(text)
    .filter(({ rule }) => rule === 'unknown-field')
    .map(({ resource }) => resource);
  expect(resources).toEqual([{ type, name }]);
});
