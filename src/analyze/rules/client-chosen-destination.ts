import { discoveryOf, policyOf } from '../../effects/cluster.ts';
import { quoted } from '../../traffic/words.ts';
import type { AnalysisRule } from '../rule.ts';

const CLUSTER = `name: anywhere
type: ORIGINAL_DST
lb_policy: CLUSTER_PROVIDED
connect_timeout: 1s
`;

export const clientChosenDestination: AnalysisRule = {
  id: 'client-chosen-destination',
  level: 'warning',
  purpose: 'Clients may send requests to any address they like.',
  why: 'With use_http_header the header x-proxy-original-dst-host of a request overrides where it goes. Nothing removes it from requests of clients, so that they reach every host and port that the proxy can reach: internal services, metadata of the cloud, the proxy itself.',
  remedy:
    'Leave use_http_header out, or let only trusted clients come to this cluster and have the header removed from the requests of all others.',
  source: 'data-model.md: Cluster.OriginalDstLbConfig: use_http_header',
  bad: { type: 'Cluster', yaml: `${CLUSTER}original_dst_lb_config: { use_http_header: true }\n` },
  good: { type: 'Cluster', yaml: CLUSTER },
  messages: {
    Cluster(cluster, _frame, { spot, namespace, report }) {
      const { original_dst_lb_config: config, name = '' } = cluster;
      if (config?.use_http_header !== true || discoveryOf(cluster) !== 'ORIGINAL_DST') return;
      if (!['CLUSTER_PROVIDED', 'ORIGINAL_DST_LB'].includes(policyOf(cluster) ?? '')) return;
      report({
        message: `requests to the cluster ${quoted(name)} go wherever the header x-${namespace}-original-dst-host says, and clients can set it; leave use_http_header out, or make sure that nobody untrusted gets here`,
        at: spot({ message: config, type: 'Cluster.OriginalDstLbConfig' }, 'use_http_header'),
        data: { cluster: name },
      });
    },
  },
};
