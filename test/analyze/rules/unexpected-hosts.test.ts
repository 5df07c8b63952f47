import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (yaml: string) =>
  found('unexpected-hosts', `name: shop\nlb_policy: CLUSTER_PROVIDED\n${yaml}`, 'Cluster').map(
    ({ pointer, level }) => [pointer, level],
  );
const HOSTS = 'hosts: [{ socket_address: { address: 10.0.0.1, port_value: 80 } }]';

test('hosts of either form in an ORIGINAL_DST cluster', () => {
  expect(of(`type: ORIGINAL_DST\n${HOSTS}`)).toEqual([['/hosts', 'error']]);
  expect(of('type: ORIGINAL_DST\nload_assignment: { cluster_name: shop }')).toEqual([
    ['/load_assignment', 'error'],
  ]);
});

test.each(['type: ORIGINAL_DST', 'type: ORIGINAL_DST\nhosts: []', `type: STATIC\n${HOSTS}`, HOSTS])(
  'nothing about %s',
  (yaml) => {
    expect(of(yaml)).toEqual([]);
  },
);
