import { nearest } from '../../model/near-miss.ts';
import { quoted } from '../../traffic/words.ts';
import { definitionsOf, isDumped } from '../clusters/definitions.ts';
import { dynamicParts } from '../clusters/dynamic-parts.ts';
import { consequenceOf } from '../clusters/missing-cluster.ts';
import type { ClusterReference } from '../clusters/reference.ts';
import { clusterReferences, spotOfReference } from '../clusters/references.ts';
import { exampleCluster } from '../examples.ts';
import { listed } from '../listed.ts';
import type { AnalysisRule } from '../rule.ts';

/** A suggestion costs a look at all names: so many names are looked at in all. */
const MAX_COMPARED = 50_000;

const ROUTED = (cluster: string): string => `clusters:
${exampleCluster('shop')}virtual_hosts:
  - name: shop
    domains: [shop.test]
    routes:
      - match: { prefix: /cart }
        route: { cluster: ${cluster} }
      - match: { prefix: / }
        route: { cluster: shop }
`;

export const undefinedCluster: AnalysisRule = {
  id: 'undefined-cluster',
  level: 'warning',
  purpose: 'A cluster is named that is not defined.',
  why: 'Requests that are sent there are answered with 503, or with 404 where cluster_not_found_response_code says so. A route configuration whose clusters are checked, and a service that the proxy needs when it starts, make the proxy refuse the configuration: then it is an error.',
  remedy:
    'Define the cluster, or correct the name. Where clusters come from a management server, the input does not show them: then nothing is said.',
  source: 'data-model.md: Errors; route.WeightedCluster; route.RouteAction.RequestMirrorPolicy',
  bad: { type: 'Resources', yaml: ROUTED('shp') },
  good: { type: 'Resources', yaml: ROUTED('shop') },
  subject(subject, report) {
    const { clusters } = subject.shared(definitionsOf);
    const parts = subject.shared(dynamicParts);
    if (clusters.length === 0 && parts.clusters === undefined) return;
    const defined = new Set(clusters.map(({ name }) => name));
    const open = new Set<string>();
    const dumped = new Set<string>();
    let compared = 0;
    for (const [cluster, references] of subject.shared(clusterReferences).byCluster) {
      if (defined.has(cluster)) continue;
      compared += defined.size;
      const meant = compared <= MAX_COMPARED ? nearest(cluster, defined) : undefined;
      const hint = meant === undefined ? 'define it or correct the name' : `did you mean ${quoted(meant)}?`;
      for (const reference of references) {
        const consequence = consequenceOf(reference);
        if (consequence === undefined || isSecond(reference, dumped)) continue;
        // One cluster by itself does not tell which others there are.
        if (clusters.length === 1 && reference.holder !== undefined) continue;
        const { level, words, isStatic } = consequence;
        // What a proxy starts with has to be in its bootstrap, and can be missed only there.
        const isKnown = isStatic ? parts.hasBootstrap && clusters.length > 0 : parts.clusters === undefined;
        if (isKnown)
          report({
            level,
            message: `the cluster ${quoted(cluster)} is not defined: ${words}; ${hint}`,
            at: spotOfReference(reference),
            data: { cluster },
            identity: cluster,
          });
        else if (!isStatic) open.add(cluster);
      }
    }
    if (open.size === 0 || parts.clusters === undefined) return;
    const names = [...open];
    report({
      message: `whether ${listed(names.map(quoted))} will be defined is not decided: not here, but ${parts.clusters.words}`,
      at: parts.clusters.at,
      undecided: true,
      data: { clusters: names },
      identity: 'undefined',
    });
  },
};

/** Whether a dump showed the same before: it repeats listeners and routes. */
function isSecond({ cluster, frame, field }: ClusterReference, dumped: Set<string>): boolean {
  if (!isDumped(frame)) return false;
  const key = `${frame.type} ${field} ${cluster}`;
  if (dumped.has(key)) return true;
  dumped.add(key);
  return false;
}
