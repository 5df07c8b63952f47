/**
 * What becomes of every virtual cluster: they are a list in which the first match counts, like routes, asked as routes
 * whose conditions are theirs. `require_tls` is left aside: it is not about virtual clusters.
 */
import { matchList, type Verdict } from '../../routing/all/index.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import type { Message } from '../../schema/types.ts';
import { assemble, NO_MATCH, type Predicate } from '../../traffic/predicate.ts';
import { lowerVirtualCluster } from '../../traffic/routes.ts';
import { quoted } from '../../traffic/words.ts';
import type { Draft, Location } from '../finding.ts';
import { listed } from '../listed.ts';
import { nodeOf, placeOf } from '../place.ts';
import type { Subject } from '../subject.ts';
import { neverMatches, whyImpossible } from './impossible.ts';
import { type DecidingContext, hostsOf, isRefused, shareWords } from './shadow.ts';
import { routeVerdicts, verdictOn } from './verdicts.ts';

export interface ClusterVerdicts {
  readonly found: FoundRoutes;
  readonly host: number;
  readonly virtualHost: Message<'route.VirtualHost'>;
  /** What they ask of a request, in their order. */
  readonly asked: readonly Predicate[];
  readonly verdicts: readonly Verdict[];
  readonly deciding: DecidingContext;
}

/** For all virtual hosts that have virtual clusters; to be asked for through {@link Subject.shared}. */
export function virtualClusterVerdicts(subject: Subject): readonly ClusterVerdicts[] {
  return subject.shared(routeVerdicts).flatMap((each): readonly ClusterVerdicts[] => {
    const { found, host, virtualHost } = each;
    const { virtual_clusters: clusters = [] } = virtualHost;
    if (clusters.length === 0) return [];
    const whole = each.deciding();
    const deciding = { ...whole, base: hostsOf(whole) };
    const asked = clusters.map(lowerVirtualCluster);
    const list = matchList(asked, deciding);
    const verdicts = asked.map((_, index) => verdictOn(list, index, deciding.budget));
    return [{ found, host, virtualHost, asked, verdicts, deciding }];
  });
}

interface Named {
  /** `virtual cluster "checkout" of virtual host "shop"`. */
  readonly words: string;
  readonly spot: Location;
}

function named(subject: Subject, { found, host, virtualHost }: ClusterVerdicts, index: number): Named {
  const message = virtualHost.virtual_clusters?.[index] ?? {};
  const document = subject.documentOf(found.rootOf(host));
  const of = virtualHost.name ? ` of virtual host ${JSON.stringify(virtualHost.name)}` : '';
  return {
    words: `virtual cluster ${JSON.stringify(message.name ?? '')}${of}`,
    spot: { document, type: 'route.VirtualCluster', message },
  };
}

/** One for each virtual cluster that earlier ones hide; for one that could not be decided an undecided one. */
export function* shadowedClusters(subject: Subject, list: ClusterVerdicts): Generator<Draft> {
  const { virtualHost, asked, verdicts, deciding } = list;
  const about = { virtual_host: virtualHost.name ?? '' };
  for (const [index, verdict] of verdicts.entries()) {
    const { words, spot } = named(subject, list, index);
    const data = { ...about, virtual_cluster: index };
    if (verdict.kind === 'undecided' && !isRefused(asked[index] ?? NO_MATCH, subject.regexes)) {
      const message = `whether ${words} ever counts a request could not be decided: ${verdict.why}`;
      yield { message, at: spot, identity: 'shadowed-virtual-cluster', data, undecided: true };
    }
    if (verdict.kind !== 'hidden') continue;
    const { by } = verdict;
    const takers = by.map((each) => ({ each, ...named(subject, list, each) }));
    const lines = takers.map(({ each, spot: at }) => {
      const name = virtualHost.virtual_clusters?.[each]?.name ?? '';
      return `${JSON.stringify(name)} (line ${placeOf(nodeOf(at)).range.start.line})`;
    });
    const [first] = lines;
    const shares = shareWords(
      asked[index] ?? NO_MATCH,
      by.map((each) => asked[each] ?? NO_MATCH),
      deciding,
    );
    yield {
      message: `${words} counts no request: ${listed(lines)} before it ${by.length === 1 ? 'takes' : 'together take'} them all; move it above ${first}, narrow their patterns, or delete it`,
      at: spot,
      related: takers.map(({ spot: at }, position) => ({ message: `takes ${shares[position]}`, at })),
      data: { ...data, by },
    };
  }
}

/** One for each virtual cluster that takes no request, whatever stands before it. */
export function* impossibleClusters(subject: Subject, list: ClusterVerdicts): Generator<Draft> {
  const { virtualHost, asked, verdicts, deciding } = list;
  for (const [index, verdict] of verdicts.entries()) {
    const own = asked[index];
    const { pattern, headers = [] } = virtualHost.virtual_clusters?.[index] ?? {};
    // A missing pattern is what another rule speaks of, and so is a virtual host that nothing comes to.
    if (verdict.kind !== 'never' || own === undefined || (headers.length === 0 && !pattern)) continue;
    if (neverMatches(assemble({}), deciding)) continue;
    const { words, spot } = named(subject, list, index);
    const why =
      headers.length === 0
        ? `no :path, which begins with / and has its query with it, matches ${quoted(pattern ?? '')} as a whole`
        : whyImpossible(own, deciding, virtualHost);
    yield {
      message: `${words} never counts a request: ${why}; correct it, or delete it`,
      at: spot,
      data: { virtual_host: virtualHost.name ?? '', virtual_cluster: index, certain: true },
    };
  }
}
