import type { Verdict } from '../../routing/all/index.ts';
import { assemble, lowerMatch, type PathTest } from '../../traffic/predicate.ts';
import type { Draft } from '../finding.ts';
import type { AnalysisRule } from '../rule.ts';
import { neverMatches, whyImpossible } from '../traffic/impossible.ts';
import { type InHost, inHost } from '../traffic/in-host.ts';
import { type HostVerdicts, routeVerdicts } from '../traffic/verdicts.ts';
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

// The finding about a route that takes no request, whatever stands before it.

type Never = Extract<Verdict, { kind: 'never' }>;

/** Undefined where another rule says it: a match without a path rule, a virtual host that nothing comes to. */
function impossibleDraft(
  verdicts: HostVerdicts,
  host: InHost,
  index: number,
  { byDefault }: Never,
): Draft | undefined {
  const asked = lowerMatch(host.route(index).match);
  if (!RULES.has(asked.path.kind)) return undefined;
  const ground = verdicts.ground();
  const contradicts = neverMatches(asked, ground);
  if (contradicts && neverMatches(assemble({}), ground)) return undefined;
  const certain = contradicts || !byDefault;
  const why = contradicts
    ? `${whyImpossible(asked, ground, verdicts.virtualHost)}; correct its match, or delete it`
    : fractionWords(asked.fraction?.runtime_key, byDefault);
  return {
    message: `${host.words(index)} never matches: ${why}`,
    at: host.spot(index),
    // A route behind a switch of the runtime may be meant just so.
    ...(certain ? {} : { level: 'info' as const }),
    data: { virtual_host: host.name, route: index, certain },
  };
}

const RULES: ReadonlySet<PathTest['kind']> = new Set(['prefix', 'exact', 'regex']);

function fractionWords(key: string | undefined, byDefault: boolean): string {
  return byDefault
    ? `its runtime_fraction takes none of the requests while runtime key ${JSON.stringify(key)} keeps its default`
    : 'its runtime_fraction takes none of the requests, and no runtime_key can change that; delete it, or give the fraction a numerator';
}
