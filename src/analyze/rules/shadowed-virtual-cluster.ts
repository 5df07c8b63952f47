import type { AnalysisRule } from '../rule.ts';
import { shadowedClusters } from '../traffic/virtual-cluster-drafts.ts';
import { virtualClusterVerdicts } from '../traffic/virtual-clusters.ts';

const example = (first: string, second: string): string => `name: front
virtual_hosts:
  - name: rides
    domains: [rides.test]
    routes:
      - match: { prefix: / }
        direct_response: { status: 200 }
    virtual_clusters:
      - name: first
        headers: [{ name: ":path", string_match: { prefix: ${first} } }]
      - name: second
        headers: [{ name: ":path", string_match: { prefix: ${second} } }]
`;

export const shadowedVirtualCluster: AnalysisRule = {
  id: 'shadowed-virtual-cluster',
  level: 'warning',
  purpose:
    'A virtual cluster that counts no request, because earlier ones of its virtual host take them all.',
  why: 'A request counts under the first virtual cluster that takes it. The statistics of this one stay at zero, which looks like an endpoint that nobody uses.',
  remedy: 'Move it above those that take its requests, narrow their patterns, or delete it.',
  source: 'data-model.md: route.VirtualHost: virtual_clusters; route.VirtualCluster',
  bad: { type: 'RouteConfiguration', yaml: example('/rides', '/rides/share') },
  good: { type: 'RouteConfiguration', yaml: example('/rides/share', '/rides') },
  subject(subject, report) {
    for (const list of subject.shared(virtualClusterVerdicts))
      for (const draft of shadowedClusters(subject, list)) report(draft);
  },
};
