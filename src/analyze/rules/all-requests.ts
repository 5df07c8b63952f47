import { matchList, overlap, type Verdict } from '../../routing/all/index.ts';
import { matchesRoute } from '../../routing/match/match.ts';
import { type Request, seen } from '../../routing/request/request.ts';
import { treeOf } from '../../routing/tree/flatten.ts';
import type { Message } from '../../schema/types.ts';
import { assemble, lowerMatch, type PathTest } from '../../traffic/predicate.ts';
import { routeAt } from '../../traffic/routes.ts';
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
import { differenceOf } from '../traffic/effect.ts';
import { neverMatches, whyImpossible } from '../traffic/impossible.ts';
import { type InHost, inHost } from '../traffic/in-host.ts';
import { shadowedDraft, undecidedRoutes } from '../traffic/shadowed-draft.ts';
import { type HostVerdicts, printable, routeVerdicts } from '../traffic/verdicts.ts';
import { impossibleClusters, shadowedClusters, virtualClusterVerdicts } from '../traffic/virtual-clusters.ts';

const routesExample = (first: string, second: string): string => `name: front
virtual_hosts:
  - name: shop
    domains: [shop.test]
    routes:
      - match: { prefix: ${first} }
        redirect: { host_redirect: new.shop.test }
      - match: { prefix: ${second} }
        direct_response: { status: 410 }
`;

export const shadowedRoute: AnalysisRule = {
  id: 'shadowed-route',
  level: 'warning',
  tag: 'unnecessary',
  purpose: 'A route that no request reaches, because earlier routes of its virtual host take them all.',
  why: 'Routes are tried in order and the first match wins. What this route is there for never happens, and nothing tells.',
  remedy:
    'Move the route above those that take its requests, delete it where it is not needed, or narrow the match of the others. Where it is hidden only by the default of a runtime fraction (level info), setting the runtime key brings it to life.',
  source: 'data-model.md: route.VirtualHost: routes; route.RouteMatch',
  bad: { type: 'RouteConfiguration', yaml: routesExample('/cart', '/cart/old') },
  good: { type: 'RouteConfiguration', yaml: routesExample('/cart/old', '/cart') },
  subject(subject, report) {
    for (const verdicts of subject.shared(routeVerdicts)) {
      const host = inHost(subject, verdicts);
      for (const [index, verdict] of verdicts.verdicts.entries())
        if (verdict?.kind === 'hidden') report(shadowedDraft(verdicts, host, index, verdict));
      for (const draft of undecidedRoutes(verdicts, host, subject.regexes)) report(draft);
    }
  },
};

const matchExample = (match: string): string => `name: front
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
  tag: 'unnecessary',
  purpose: 'A route or virtual cluster that takes no request, whatever stands before it.',
  why: 'Its conditions contradict each other or what a request can be: a path that holds the query, two values for one header, a pattern without the slash at the head. The route looks as if it did something, and never does.',
  remedy:
    'Correct the condition that the finding names, or delete the route. Where only the default of a runtime fraction shuts it (level info), setting the runtime key opens it.',
  source: 'data-model.md: route.RouteMatch; route.HeaderMatcher; route.VirtualCluster',
  bad: { type: 'RouteConfiguration', yaml: matchExample('{ path: "/search?lang=de" }') },
  good: {
    type: 'RouteConfiguration',
    yaml: matchExample('{ path: /search, query_parameters: [{ name: lang, string_match: { exact: de } }] }'),
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
  const deciding = verdicts.deciding();
  const contradicts = neverMatches(asked, deciding);
  if (contradicts && neverMatches(assemble({}), deciding)) return undefined;
  const certain = contradicts || !byDefault;
  const why = contradicts
    ? `${whyImpossible(asked, deciding, verdicts.virtualHost)}; correct its match, or delete it`
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

const virtualClustersExample = (first: string, second: string): string => `name: front
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
  tag: 'unnecessary',
  purpose:
    'A virtual cluster that counts no request, because earlier ones of its virtual host take them all.',
  why: 'A request counts under the first virtual cluster that takes it. The statistics of this one stay at zero, which looks like an endpoint that nobody uses.',
  remedy: 'Move it above those that take its requests, narrow their patterns, or delete it.',
  source: 'data-model.md: route.VirtualHost: virtual_clusters; route.VirtualCluster',
  bad: { type: 'RouteConfiguration', yaml: virtualClustersExample('/rides', '/rides/share') },
  good: { type: 'RouteConfiguration', yaml: virtualClustersExample('/rides/share', '/rides') },
  subject(subject, report) {
    for (const list of subject.shared(virtualClusterVerdicts))
      for (const draft of shadowedClusters(subject, list)) report(draft);
  },
};

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
  tag: 'unnecessary',
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

type Routes = readonly Message<'route.Route'>[];

/** A route whose prefix ends within a segment that a later route asks for. */
interface Pair {
  readonly shorter: number;
  readonly longer: number;
}

/** Pairs of a virtual host that are looked at; there are hardly ever any. */
const MAX_PAIRS = 50;
/** Later routes that one prefix is compared with. */
const MAX_LONGER = 20;

/** Without a condition the later route would never be reached, which is a finding of its own. */
function endsWithinWord(route: Routes[number] | undefined): boolean {
  const { prefix, runtime_fraction: fraction } = route?.match ?? {};
  return prefix !== undefined && fraction === undefined && /[A-Za-z0-9]$/.test(prefix);
}

/** Pairs of routes in order, of which the first one's prefix is the beginning of a word in the path of the other. */
function pairsIn(routes: Routes): readonly Pair[] {
  if (!routes.some(endsWithinWord)) return [];
  const literals = routes
    .map(({ match }, index) => ({ index, text: match?.prefix ?? match?.path ?? '' }))
    .sort((left, right) =>
      left.text < right.text ? -1 : left.text > right.text ? 1 : left.index - right.index,
    );
  const pairs: Pair[] = [];
  for (const [place, { index: shorter, text }] of literals.entries()) {
    if (!endsWithinWord(routes[shorter])) continue;
    for (let at = place + 1; at < Math.min(literals.length, place + 1 + MAX_LONGER); at++) {
      const { index: longer = 0, text: other = '' } = literals[at] ?? {};
      if (!other.startsWith(text)) break;
      if (longer > shorter && /^[A-Za-z0-9_-]/.test(other.slice(text.length)))
        pairs.push({ shorter, longer });
      if (pairs.length >= MAX_PAIRS) return pairs;
    }
  }
  return pairs;
}

/** A request that is meant for the later route of a pair and is taken by the earlier one; undefined where none is found. */
function takenRequest(
  { virtualHost, deciding }: HostVerdicts,
  { shorter, longer }: Pair,
  { regexes }: Subject,
): Request | undefined {
  const routes = virtualHost.routes ?? [];
  const { budget, ...context } = deciding();
  const pair = [shorter, longer].map((index) => routeAt(routes, index));
  const shared = budget.ask((meter) => overlap(matchList(pair, context), 0, 1, meter));
  if (shared?.kind !== 'shared') return undefined;
  const request = seen(shared.witness, context.namespace);
  const isTaken = routes
    .slice(0, shorter)
    .some((_, index) => matchesRoute(routeAt(routes, index), request, regexes) !== false);
  return isTaken ? undefined : shared.witness;
}

export const prefixTakesLonger: AnalysisRule = {
  id: 'prefix-takes-longer',
  level: 'info',
  purpose: 'A prefix that ends within a word takes requests that a later route is there for.',
  why: 'A prefix looks at characters and not at segments: /cart also begins /cartography. Where an earlier route has such a prefix, its conditions decide about the other path as well.',
  remedy: 'Put the route with the longer path first, or let the prefix end in a slash.',
  source: 'data-model.md: route.RouteMatch: prefix',
  bad: {
    type: 'route.VirtualHost',
    yaml: `name: shop
domains: [shop.test]
routes:
  - match: { prefix: /cart, headers: [{ name: x-canary }] }
    route: { cluster: cart-next }
  - match: { prefix: /cartography }
    route: { cluster: maps }
`,
  },
  good: {
    type: 'route.VirtualHost',
    yaml: `name: shop
domains: [shop.test]
routes:
  - match: { prefix: /cartography }
    route: { cluster: maps }
  - match: { prefix: /cart, headers: [{ name: x-canary }] }
    route: { cluster: cart-next }
`,
  },
  subject(subject, report) {
    for (const verdicts of subject.shared(routeVerdicts)) {
      const { virtualHost } = verdicts;
      // A branch of a matcher may be meant to take longer paths.
      const routes = treeOf(virtualHost) === undefined ? (virtualHost.routes ?? []) : [];
      const pairs = pairsIn(routes);
      if (pairs.length === 0) continue;
      const host = inHost(subject, verdicts);
      for (const pair of pairs) {
        if (verdicts.verdicts[pair.longer]?.kind !== 'alive') continue;
        const [shorter, longer] = [host.route(pair.shorter), host.route(pair.longer)];
        const difference = differenceOf(longer, shorter, verdicts.found.namespace);
        const taken = difference && takenRequest(verdicts, pair, subject);
        const request = taken && printable(subject, verdicts.found, taken);
        if (request === undefined || difference === undefined) continue;
        report({
          message: `prefix ${quoted(shorter.match?.prefix ?? '')} ends within a word: it also takes ${request.path}, which ${host.words(pair.longer)} on line ${host.line(pair.longer)} is there for, and which meets ${difference.meets} in place of ${difference.meant}; put that route first, or let the prefix end in a slash`,
          at: host.spot(pair.shorter),
          identity: longer.match?.prefix ?? longer.match?.path ?? '',
          request,
          related: [{ message: 'the route with the longer path', at: host.spot(pair.longer) }],
          data: { virtual_host: host.name, route: pair.shorter, longer: pair.longer },
        });
      }
    }
  },
};
