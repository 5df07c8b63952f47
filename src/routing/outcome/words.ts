/** What becomes of a request, in words. */
import type { Branch, ClusterShare, Outcome } from './outcome.ts';

/** The answer in one sentence: where the request goes. */
export function answerText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'forward':
      return `goes to ${clustersText(outcome.clusters)}`;
    case 'redirect':
      return `is redirected (${outcome.status}) to ${outcome.location}`;
    case 'direct_response':
      return `is answered with ${outcome.status} at once`;
    case 'answered':
      return answeredText(outcome);
    case 'not_found':
      return `is answered with ${outcome.status}`;
    case 'closed':
      return `is never asked: the connection is closed, since ${outcome.reason}`;
    case 'random':
      return 'depends on chance';
    case 'undecided':
      return `is undecided: ${outcome.reason}`;
  }
}

/** Such as `20% goes to cluster "a" (25% of that copied to "c")`: chance may decide about nothing else. */
export function branchText({ share, outcome }: Branch): string {
  const copies = outcome.mirror.map(({ cluster, numerator, denominator }) => {
    const part = numerator < denominator ? `${percent(numerator / denominator)} of that ` : '';
    return `${part}copied to ${JSON.stringify(cluster)}`;
  });
  const told = copies.length === 0 ? '' : ` (${copies.join(', ')})`;
  return `${percent(share)} ${answerText(outcome)}${told}`;
}

/** Such as `is answered with 403 by the filter "authz", policy "noadmin"`. */
function answeredText({ status, by }: Extract<Outcome, { kind: 'answered' }>): string {
  const rule = by.rule === undefined ? '' : `, ${JSON.stringify(by.rule)}`;
  return `is answered with ${status} by the filter ${JSON.stringify(by.filter)}${rule}`;
}

/** Names of the clusters, with their shares where there are several. */
export function clustersText(clusters: readonly ClusterShare[]): string {
  const [only, ...others] = clusters;
  if (only && others.length === 0) return `cluster ${JSON.stringify(only.name)}`;
  const total = clusters.reduce((sum, { weight }) => sum + weight, 0);
  return `one of ${clusters.map(({ name, weight }) => `${JSON.stringify(name)} (${percent(total === 0 ? 0 : weight / total)})`).join(', ')}`;
}

/** A share of 1 as `65%`, with as many decimals as tell it apart from 0. */
export function percent(share: number): string {
  const value = share * 100;
  return `${Number(value.toPrecision(value < 1 ? 2 : 4))}%`;
}
