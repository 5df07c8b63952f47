import { expect, test } from 'vitest';
import { clusterHeaders, writtenInto } from '../../../src/proxy/runnable/cluster-names.ts';

const adds = (key: string, value: string) => ({ request_headers_to_add: [{ header: { key, value } }] });

test('what any level writes into a header that names clusters is a cluster, unless it holds a variable', () => {
  const mirrors = { request_mirror_policies: [{ cluster_header: 'X-To' }] };
  const weighted_clusters = { clusters: [{ name: 'c', weight: 1, ...adds('x-to', 'of-cluster') }] };
  const configurations = [
    {
      ...adds('x-to', 'of-all'),
      virtual_hosts: [
        {
          name: 'a',
          domains: ['*'],
          ...adds('X-TO', '100%%'),
          routes: [
            { match: { prefix: '/a' }, route: { weighted_clusters, ...mirrors } },
            { match: { prefix: '/b' }, route: { cluster: 'c' }, ...adds('x-to', '%PROTOCOL%') },
            { match: { prefix: '/c' }, route: { cluster: 'c' }, ...adds('other', 'none') },
          ],
        },
      ],
    },
  ];
  const headers = clusterHeaders(configurations);
  expect([...headers]).toEqual(['x-to']);
  expect([...writtenInto(headers, configurations)]).toEqual(['of-all', '100%', 'of-cluster']);
});
