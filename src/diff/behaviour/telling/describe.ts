/** A behavioural change in words. */
import { intersection } from '../../../routing/all/box.ts';
import type { Chain } from '../../../routing/all/index.ts';
import type { Outcome } from '../../../routing/index.ts';
import type { ComparedHosts, Member } from '../compare-hosts.ts';
import type { Shown } from '../groups.ts';
import type { Aspect } from '../outcomes/settings.ts';
import type { HostPair } from '../pairing/host-pairs.ts';
import { boxWords } from './describe-box.ts';

/** Of so many domains the names are given. */
const MOST_HOSTS = 3;

/** Which requests a change stands for. What earlier routes take of them is said, not listed. */
export function standsFor(member: Member, pairs: number): string {
  const { hosts, difference, region, about } = member;
  const boxes = (['before', 'after'] as const).flatMap((side) => {
    const list = hosts.lists[side];
    if (list === undefined || region[side] === 'redirect' || about === 'virtual_clusters') return [];
    const chain: Chain = difference[side];
    return [...chain.byChance, ...(chain.route === undefined ? [] : [chain.route])].flatMap((route) => {
      const matcher = list.matchers[route];
      return matcher === undefined ? [] : [matcher];
    });
  });
  const whole = boxes.some((matcher) => matcher.box === undefined);
  const tls = region.before !== region.after;
  let box = new Map(tls ? [...(region.base[0] ?? [])].filter(([name]) => name !== 'header :authority') : []);
  for (const matcher of boxes)
    box = new Map(intersection(box, (whole ? matcher.targetBox() : matcher.box) ?? new Map()));
  const words = boxWords(box, hostWords(hosts.pair));
  const rest =
    hasEarlier(difference.before) || hasEarlier(difference.after) ? ' that no earlier route takes' : '';
  const others = pairs > 1 ? `, and ${pairs - 1} more ${pairs === 2 ? 'pair' : 'pairs'} of routes` : '';
  return `${words}${about === 'virtual_clusters' ? ' that the virtual clusters tell apart in another way' : rest}${others}`;
}

function hasEarlier({ route }: Chain): boolean {
  return route === undefined || route > 0;
}

function hostWords({ classes }: HostPair): string {
  const all = [...new Set(classes.map(({ within }) => within[0]?.written ?? '*'))];
  const names = all.filter((name) => name !== '*');
  if (all.length > names.length) names.push('hosts of no other domain');
  if (all.length === 1 && all[0] === '*') return '';
  const more = names.length > MOST_HOSTS ? ` and ${names.length - MOST_HOSTS} more` : '';
  return `to ${names.slice(0, MOST_HOSTS).join(', ')}${more}`;
}

/** What happens to a request, shortly. */
export function outcomeWords(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'forward':
      return `goes to ${clusterWords(outcome)}`;
    case 'redirect':
      return `is redirected to ${outcome.location} (${outcome.status})`;
    case 'direct_response':
      return `is answered with ${outcome.status}`;
    case 'not_found':
      return `gets ${outcome.status === 404 ? 'a 404' : `a ${outcome.status}, for want of its cluster`}`;
    case 'random':
      return `is drawn: ${outcome.branches
        .map(({ share, outcome: each }) => `${percent(share)} ${outcomeWords(each)}`)
        .join(', ')}`;
    case 'undecided':
      return `stays open (${outcome.reason})`;
  }
}

function clusterWords({ clusters }: Outcome): string {
  const total = clusters.reduce((sum, { weight }) => sum + weight, 0);
  if (clusters.length === 1) return `cluster ${JSON.stringify(clusters[0]?.name ?? '')}`;
  return clusters
    .map(({ name, weight }) => `${JSON.stringify(name)} (${percent(total === 0 ? 0 : weight / total)})`)
    .join(', ');
}

function percent(share: number): string {
  return `${Math.round(share * 1_000_000) / 10_000} %`;
}

const NAMES: { readonly [aspect in Aspect]?: string } = {
  path: 'path sent upstream',
  host: 'host sent upstream',
  idle_timeout: 'idle timeout',
  max_grpc_timeout: 'longest gRPC timeout',
  retry_policy: 'retry policy',
  mirror: 'mirroring',
  cors: 'CORS policy',
  hash_policy: 'hash policy',
  metadata_match: 'subset of hosts',
  request_headers: 'changes to request headers',
  response_headers: 'changes to response headers',
  rate_limits: 'rate limit descriptors',
  virtual_cluster: 'virtual cluster',
};

/** Such as `GET http://shop.test/cart went to cluster "a", now it goes to cluster "b"`. */
export function changeMessage({ request, before, after, aspects }: Shown): string {
  const url = `${request.method} ${request.scheme}://${request.authority}${request.path}`;
  const [was, is] = [outcomeWords(before.trace.outcome), outcomeWords(after.trace.outcome)];
  if (was !== is) return `${url} ${was} before, and ${is} after`;
  const names = aspects.map((aspect) => NAMES[aspect] ?? aspect);
  return `${url} ${is} as before, with another ${names.join(', ')}`;
}

/** Routes of a member, for naming what stays open. */
export function whereWords(
  hosts: ComparedHosts,
  before: readonly number[],
  after: readonly number[],
): string {
  const sides = [
    { virtualHost: hosts.before.virtualHost, routes: before, when: 'before' },
    { virtualHost: hosts.after.virtualHost, routes: after, when: 'after' },
  ];
  return sides
    .map(({ virtualHost, routes, when }) => {
      const host =
        virtualHost === undefined
          ? 'no virtual host'
          : `virtual host ${JSON.stringify(virtualHost.name ?? '')}`;
      const more = routes.length > MOST_ROUTES ? ` and ${routes.length - MOST_ROUTES} more` : '';
      const named = routes.slice(0, MOST_ROUTES).join(', ');
      return `${when}: ${host}${routes.length === 0 ? '' : `, ${routes.length === 1 ? 'route' : 'routes'} ${named}${more}`}`;
    })
    .join('; ');
}

const MOST_ROUTES = 8;
