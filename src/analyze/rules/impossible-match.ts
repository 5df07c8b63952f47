import type { AnalysisRule } from '../rule.ts';
import { impossibleDraft } from '../traffic/impossible-draft.ts';
import { inHost } from '../traffic/in-host.ts';
import { routeVerdicts } from '../traffic/verdicts.ts';
import { impossibleClusters } from '../traffic/virtual-cluster-drafts.ts';
import { virtualClusterVerdicts } from '../traffic/virtual-clusters.ts';

const example = (match: string): string => `name: front
virtual_hosts:
  - name: shop
    domains: [shop.test]
    routes:
      - match: ${match}
        direct_response: { status: 200 }
`;

export const impossibleMatch: AnalysisRule = {
  id: 'impossible-match',
  level: 'warning',
  purpose: 'A route or virtual cluster that takes no request, whatever stands before it.',
  why: 'Its conditions contradict each other or what a request can be: a path that holds the query, two values for one header, a pattern without the slash at the head. The route looks as if it did something, and never does.',
  remedy:
    'Correct the condition that the finding names, or delete the route. Where only the default of a runtime fraction shuts it (level info), setting the runtime key opens it.',
  source: 'data-model.md: route.RouteMatch; route.HeaderMatcher; route.VirtualCluster',
  bad: { type: 'RouteConfiguration', yaml: example('{ path: "/search?lang=de" }') },
  good: {
    type: 'RouteConfiguration',
    yaml: example('{ path: /search, query_parameters: [{ name: lang, string_match: { exact: de } }] }'),
  },
  subject(subject, report) {
    for (const verdicts of subject.shared(routeVerdicts)) {
      const host = inHost(subject, verdicts);
      for (const [index, verdict] of verdicts.verdicts.entries()) {
        if (verdict?.kind !== 'never') continue;
        const draft = impossibleDraft(verdicts, host, index, verdict);
        if (draft !== undefined) report(draft);
      }
    }
    for (const list of subject.shared(virtualClusterVerdicts))
      for (const draft of impossibleClusters(subject, list)) report(draft);
  },
};
