import { quoted } from '../../traffic/words.ts';
import { type Definition, definitionsOf, spotOf } from '../clusters/definitions.ts';
import { dynamicParts } from '../clusters/dynamic-parts.ts';
import type { ClusterReference } from '../clusters/reference.ts';
import { clusterReferences, spotOfReference } from '../clusters/references.ts';
import { type ClusterUses, clusterUses } from '../clusters/uses.ts';
import { exampleCluster } from '../examples.ts';
import type { Draft, DraftRelated } from '../finding.ts';
import { listed } from '../listed.ts';
import type { AnalysisRule } from '../rule.ts';
import type { Subject } from '../subject.ts';

type Reason = 'unreferenced' | 'only-shadowed-routes' | 'zero-weight';

/** A finding names no more places than these. */
const MAX_RELATED = 5;

const ROUTES = `static_resources:
  listeners:
    - name: front
      address: { socket_address: { address: 127.0.0.1, port_value: 8080 } }
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                '@type': type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager
                stat_prefix: front
                http_filters: [{ name: envoy.filters.http.router }]
                route_config:
                  virtual_hosts:
                    - name: shop
                      domains: ['*']
                      routes:
                        - match: { prefix: / }
                          route: { cluster: shop }
  clusters:
${exampleCluster('shop', '    ')}`;

export const unreachableCluster: AnalysisRule = {
  id: 'unreachable-cluster',
  level: 'warning',
  purpose: 'A cluster that no request and nothing else in the configuration can reach.',
  why: 'The proxy still resolves, health-checks and keeps statistics for it, and readers take it for something in use. Often a route was lost or renamed, and the traffic meant for the cluster goes elsewhere.',
  remedy: 'Delete the cluster, or give it the route or weight that it was meant to have.',
  source: 'CONTRACT: analyze; data-model.md: Cluster: name, route.WeightedCluster',
  bad: {
    type: 'Bootstrap',
    yaml: `${ROUTES}    - { name: old-shop, connect_timeout: 1s }\n`,
  },
  good: { type: 'Bootstrap', yaml: ROUTES },
  subject(subject, report) {
    const parts = subject.shared(dynamicParts);
    const { reached, reachesAll, mayReachAll } = subject.shared(clusterUses);
    if (!parts.hasRoutes || reachesAll !== undefined) return;
    const unreached = firstOfEachName(subject).filter(({ name }) => !reached.has(name));
    if (unreached.length === 0) return;
    const open = parts.routes?.words ?? mayReachAll?.words ?? parts.clusters?.words;
    const at = parts.routes?.at ?? mayReachAll?.at ?? parts.clusters?.at;
    if (open === undefined || at === undefined) {
      for (const definition of unreached) report(draftOf(subject, definition));
      return;
    }
    const names = unreached.map(({ name }) => name);
    report({
      message: `whether ${listed(names.map(quoted))} can be reached is not decided: nothing here leads there, but ${open}${parts.routes === undefined && mayReachAll === undefined ? ', and one of those may name it' : ''}`,
      at,
      undecided: true,
      data: { clusters: names },
      identity: 'unreachable',
    });
  },
};

function firstOfEachName(subject: Subject): readonly Definition[] {
  const first = new Map<string, Definition>();
  for (const definition of subject.shared(definitionsOf).clusters)
    if (definition.name !== '' && !first.has(definition.name)) first.set(definition.name, definition);
  return [...first.values()];
}

function draftOf(subject: Subject, definition: Definition): Draft {
  const { name } = definition;
  const references = subject.shared(clusterReferences).byCluster.get(name) ?? [];
  const { fateOf } = subject.shared(clusterUses);
  const uses = references.map(fateOf);
  const isFor = (why: string): boolean => uses.some((use) => !use.live && use.why === why);
  const reason: Reason = isFor('no share')
    ? 'zero-weight'
    : isFor('dead route')
      ? 'only-shadowed-routes'
      : 'unreferenced';
  const isCertain = uses.every((use) => use.live || use.certain);
  return {
    message: `${sentence(name, reason, references)}${isCertain ? '' : ', as long as no runtime key says otherwise'}; delete it, or lead requests to it`,
    at: spotOf(definition),
    // A share that runtime can raise may be meant just so.
    ...(isCertain ? {} : { level: 'info' as const }),
    related: references.slice(0, MAX_RELATED).map((each) => relatedOf(each, fateOf)),
    data: { cluster: name, reason, ...(isCertain ? {} : { certain: false }) },
    identity: name,
  };
}

function sentence(name: string, reason: Reason, references: readonly ClusterReference[]): string {
  switch (reason) {
    case 'zero-weight':
      return `nothing reaches the cluster ${quoted(name)}: where it is named its share of the requests is 0`;
    case 'only-shadowed-routes':
      return `nothing reaches the cluster ${quoted(name)}: only routes that no request reaches lead to it`;
    case 'unreferenced': {
      const holder = references.find(({ kind }) => kind === 'member')?.holder;
      return holder === undefined
        ? `nothing leads to the cluster ${quoted(name)}`
        : `nothing reaches the cluster ${quoted(name)}: it is part of ${quoted(holder)}, which nothing reaches either`;
    }
  }
}

function relatedOf(reference: ClusterReference, fateOf: ClusterUses['fateOf']): DraftRelated {
  const { kind } = reference;
  const use = fateOf(reference);
  const why = use.live
    ? 'part of a cluster that nothing reaches'
    : use.why === 'dead route'
      ? 'in a route that no request reaches'
      : use.why === 'no share'
        ? kind === 'mirror'
          ? 'no requests are mirrored'
          : 'with weight 0'
        : 'only asked about';
  return { message: `named here: ${why}`, at: spotOfReference(reference) };
}
