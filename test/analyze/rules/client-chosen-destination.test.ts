import { expect, test } from 'vitest';
import { foundInTwo as found } from '../analyzed.ts';

const findings = (yaml: string) => found('client-chosen-destination', `name: any\n${yaml}`, 'Cluster');

test.each(['CLUSTER_PROVIDED', 'ORIGINAL_DST_LB'])('with lb_policy %s', (policy) => {
  const yaml = `type: ORIGINAL_DST\nlb_policy: ${policy}\noriginal_dst_lb_config: { use_http_header: true }\n`;
  expect(findings(yaml)).toMatchObject([
    {
      pointer: '/original_dst_lb_config/use_http_header',
      level: 'warning',
      data: { cluster: 'any' },
      message: expect.stringContaining('x-envoy-original-dst-host'),
    },
  ]);
});

test.each([
  [
    'the header is not used',
    'type: ORIGINAL_DST\nlb_policy: CLUSTER_PROVIDED\noriginal_dst_lb_config: { use_http_header: false }\n',
  ],
  ['nothing is said', 'type: ORIGINAL_DST\nlb_policy: CLUSTER_PROVIDED\noriginal_dst_lb_config: {}\n'],
  ['the cluster has hosts of its own', 'type: STATIC\noriginal_dst_lb_config: { use_http_header: true }\n'],
])('not where %s', (_, yaml) => {
  expect(findings(yaml)).toEqual([]);
});
