import { discoveryOf } from '../../effects/cluster.ts';
import { quoted } from '../../traffic/words.ts';
import { definitionsOf, spotOf } from '../clusters/definitions.ts';
import { dynamicParts } from '../clusters/dynamic-parts.ts';
import type { AnalysisRule } from '../rule.ts';

const CLUSTER = (name: string): string => `name: cart
type: STRICT_DNS
connect_timeout: 1s
load_assignment:
  cluster_name: ${name}
  endpoints:
    - lb_endpoints: [{ endpoint: { address: { socket_address: { address: cart.test, port_value: 80 } } } }]
`;

export const mismatchedAssignment: AnalysisRule = {
  id: 'mismatched-assignment',
  level: 'info',
  purpose: 'A load assignment that names another cluster than the one it is for.',
  why: 'Inside a cluster the name has no effect there: the hosts are those of the cluster around it, most often after a copy that was not adapted. A load assignment that stands by itself reaches a cluster by this name only, so that one for no EDS cluster is never used.',
  remedy: 'Write the name of the cluster, or of its service_name.',
  source: 'data-model.md: Cluster: load_assignment; Cluster.EdsClusterConfig: service_name',
  bad: { type: 'Cluster', yaml: CLUSTER('shop') },
  good: { type: 'Cluster', yaml: CLUSTER('cart') },
  messages: {
    Cluster(cluster, _frame, { document, spot, report }) {
      const { name = '', load_assignment: assignment, eds_cluster_config: eds } = cluster;
      const written = assignment?.cluster_name ?? '';
      if (assignment === undefined || name === '' || written === '') return;
      if (written === name || written === eds?.service_name) return;
      const own = { message: assignment, type: 'ClusterLoadAssignment' };
      report({
        message: `the load assignment of the cluster ${quoted(name)} is named ${quoted(written)}, which has no effect: its hosts are those of ${quoted(name)}; write that name`,
        at: spot(own, 'cluster_name'),
        data: { cluster: name, cluster_name: written },
        identity: written,
        fix: {
          kind: 'operations',
          title: `write ${quoted(name)}`,
          at: { document, ...own },
          operations: [{ op: 'replace', path: '/cluster_name', value: name }],
        },
      });
    },
  },
  subject(subject, report) {
    const { clusters, loadAssignments } = subject.shared(definitionsOf);
    // Alone, or with clusters still to come, nothing tells whom the endpoints are for.
    if (clusters.length === 0 || subject.shared(dynamicParts).clusters !== undefined) return;
    const taken = new Set<string>();
    for (const { name, message } of clusters) {
      const discovery = discoveryOf(message);
      if (discovery === undefined || discovery === 'EDS')
        taken.add(message.eds_cluster_config?.service_name || name);
    }
    for (const assignment of loadAssignments) {
      if (assignment.isDumped || assignment.name === '' || taken.has(assignment.name)) continue;
      report({
        level: 'warning',
        message: `no EDS cluster asks for the endpoints of ${quoted(assignment.name)}, so that they are never used; correct cluster_name, or the cluster's type or service_name`,
        at: spotOf(assignment, 'cluster_name'),
        data: { cluster_name: assignment.name },
        identity: assignment.name,
      });
    }
  },
};
