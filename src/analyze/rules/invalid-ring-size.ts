import { policyOf, shownCluster } from '../../effects/cluster.ts';
import type { Message } from '../../schema/types.ts';
import type { AnalysisRule } from '../rule.ts';

/** What holds where a size is not set. */
const SMALLEST = 1024;

export const invalidRingSize: AnalysisRule = {
  id: 'invalid-ring-size',
  level: 'error',
  purpose: 'A hash ring whose greatest size is below its smallest.',
  why: 'The proxy refuses such a ring. Where minimum_ring_size is not set it is 1024, so a maximum below that needs a minimum beside it.',
  remedy: 'Lower minimum_ring_size to at most maximum_ring_size, or raise the maximum.',
  source: 'data-model.md: Cluster.RingHashLbConfig; Limits',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
lb_policy: RING_HASH
ring_hash_lb_config: { maximum_ring_size: 512 }
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
lb_policy: RING_HASH
ring_hash_lb_config: { minimum_ring_size: 128, maximum_ring_size: 512 }
`,
  },
  messages: {
    Cluster(cluster, _frame, { spot, report }) {
      const { ring_hash_lb_config: ring } = cluster;
      if (ring?.maximum_ring_size === undefined || policyOf(cluster) !== 'RING_HASH') return;
      const smallest = Number(ring.minimum_ring_size ?? SMALLEST);
      const greatest = Number(ring.maximum_ring_size);
      if (greatest >= smallest) return;
      report({
        message: `maximum_ring_size of ${shownCluster(cluster)} is ${greatest}, which is less than minimum_ring_size (${shownSmallest(ring, smallest)}), so the proxy refuses the ring; lower the minimum or raise the maximum`,
        at: spot({ message: ring, type: 'Cluster.RingHashLbConfig' }, 'maximum_ring_size'),
        data: { minimum_ring_size: smallest, maximum_ring_size: greatest },
      });
    },
  },
};

function shownSmallest(ring: Message<'Cluster.RingHashLbConfig'>, smallest: number): string {
  return ring.minimum_ring_size === undefined ? `${smallest} where it is not set` : `${smallest}`;
}
