import { hostsOf, shownCluster } from '../../effects/cluster.ts';
import type { Level } from '../../model/problem.ts';
import type { Message } from '../../schema/types.ts';
import type { AnalysisRule } from '../rule.ts';

export const missingHosts: AnalysisRule = {
  id: 'missing-hosts',
  level: 'error',
  purpose:
    'A cluster whose type needs hosts, and which has none, or a LOGICAL_DNS cluster with more than one, or with more than one locality.',
  why: 'A LOGICAL_DNS cluster is one name, and the proxy refuses it with none or several. A STRICT_DNS cluster without a name has nothing to look up. A STATIC cluster without hosts answers every request with 503, which some use on purpose.',
  remedy:
    'List the hosts under load_assignment. For several names use STRICT_DNS, or one LOGICAL_DNS cluster each.',
  source: 'data-model.md: Cluster: hosts, load_assignment; how the proxy behaves',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: LOGICAL_DNS
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints:
        - endpoint: { address: { socket_address: { address: a.cart.test, port_value: 80 } } }
        - endpoint: { address: { socket_address: { address: b.cart.test, port_value: 80 } } }
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: LOGICAL_DNS
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints:
        - endpoint: { address: { socket_address: { address: cart.test, port_value: 80 } } }
`,
  },
  messages: {
    Cluster(cluster, frame, { spot, report }) {
      const count = [...hostsOf(cluster)].length;
      const problem = problemOf(cluster, count);
      if (problem === undefined) return;
      const field = cluster.load_assignment === undefined ? 'hosts' : 'load_assignment';
      report({
        message: `${shownCluster(cluster)} ${problem.what}`,
        level: problem.level,
        at: cluster[field] === undefined ? spot(frame) : spot(frame, field),
        data: { hosts: count },
      });
    },
  },
};

function problemOf(
  { type, cluster_type, load_assignment: assignment }: Message<'Cluster'>,
  count: number,
): { readonly level: Level; readonly what: string } | undefined {
  if (cluster_type !== undefined) return undefined;
  if (type === 'LOGICAL_DNS' && count !== 1) {
    const has = count === 0 ? 'none' : `${count}`;
    return {
      level: 'error',
      what: `is LOGICAL_DNS, which takes exactly one host, and has ${has}, so the proxy refuses it; list one, or use STRICT_DNS`,
    };
  }
  // It asks for one locality with one host, and counts those too that are empty.
  const localities = assignment?.endpoints?.length ?? 1;
  if (type === 'LOGICAL_DNS' && localities !== 1)
    return {
      level: 'error',
      what: `is LOGICAL_DNS, which takes exactly one host in exactly one locality, and has ${localities} localities, so the proxy refuses it; leave out those without a host`,
    };
  if (count > 0) return undefined;
  // Without a type nothing says that the hosts are meant to stand here.
  if (type === 'STRICT_DNS')
    return {
      level: 'info',
      what: 'is STRICT_DNS and has no name to look up, so every request to it fails with 503',
    };
  if (type === 'STATIC')
    return { level: 'info', what: 'is STATIC and has no hosts, so every request to it fails with 503' };
  return undefined;
}
