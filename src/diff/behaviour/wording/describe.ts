/** A behavioural change in words. */
import type { Outcome } from '../../../routing/outcome/outcome.ts';
import type { ComparedHosts } from '../compare-hosts.ts';
import type { Shown } from '../groups.ts';
import type { Aspect } from '../outcomes/settings.ts';

/** What happens to a request, shortly. */
export function outcomeWords(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'forward':
      return `goes to ${clusterWords(outcome)}`;
    case 'redirect':
      return `is redirected to ${outcome.location} (${outcome.status})`;
    case 'direct_response':
      return `is answered with ${outcome.status}`;
    case 'answered':
      return `is answered with ${outcome.status} by ${outcome.by.filter}`;
    case 'not_found':
      return `gets ${outcome.status === 404 ? 'a 404' : `a ${outcome.status}, for want of its cluster`}`;
    case 'random':
      return `is drawn: ${outcome.branches
        .map(({ share, outcome: each }) => `${percent(share)} ${outcomeWords(each)}`)
        .join(', ')}`;
    case 'closed':
      return `is never asked (${outcome.reason})`;
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

/** Aspects that have another name in sentences. */
export const NAMES: { readonly [aspect in Aspect]?: string } = {
  path: 'path rewrite',
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
  filters: 'filter configuration',
};

/** Such as `GET http://shop.test/cart goes to cluster "a" before, and goes to cluster "b" after`. */
export function changeMessage({ request, before, after, aspects }: Shown): string {
  const { method, scheme, authority, path, runtime = {} } = request;
  const given = Object.entries(runtime).map(
    ([key, value]) => `${key} = ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  const url = `${method} ${scheme}://${authority}${path}${given.length === 0 ? '' : ` with runtime ${given.join(', ')}`}`;
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
      const more = routes.length > MAX_ROUTES ? ` and ${routes.length - MAX_ROUTES} more` : '';
      const named = routes.slice(0, MAX_ROUTES).join(', ');
      return `${when}: ${host}${routes.length === 0 ? '' : `, ${routes.length === 1 ? 'route' : 'routes'} ${named}${more}`}`;
    })
    .join('; ');
}

const MAX_ROUTES = 8;
