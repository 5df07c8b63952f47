/** Findings about virtual clusters that count no request. */
import { assemble, NO_MATCH } from '../../traffic/predicate.ts';
import { quoted } from '../../traffic/words.ts';
import type { Draft, Location } from '../finding.ts';
import { listed } from '../listed.ts';
import { nodeOf, placeOf } from '../place.ts';
import type { Subject } from '../subject.ts';
import { neverMatches, whyImpossible } from './impossible.ts';
import { isRefused } from './refused.ts';
import { shareWords } from './shadow.ts';
import type { ClusterVerdicts } from './virtual-clusters.ts';

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
  const { virtualHost, asked, verdicts, effects } = list;
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
      effects,
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
  const { virtualHost, asked, verdicts, effects } = list;
  for (const [index, verdict] of verdicts.entries()) {
    const own = asked[index];
    const { pattern, headers = [] } = virtualHost.virtual_clusters?.[index] ?? {};
    // A missing pattern is what another rule speaks of, and so is a virtual host that nothing comes to.
    if (verdict.kind !== 'never' || own === undefined || (headers.length === 0 && !pattern)) continue;
    if (neverMatches(assemble({}), effects)) continue;
    const { words, spot } = named(subject, list, index);
    const why =
      headers.length === 0
        ? `no :path, which begins with / and has its query with it, matches ${quoted(pattern ?? '')} as a whole`
        : whyImpossible(own, effects, virtualHost);
    yield {
      message: `${words} never counts a request: ${why}; correct it, or delete it`,
      at: spot,
      data: { virtual_host: virtualHost.name ?? '', virtual_cluster: index, certain: true },
    };
  }
}
