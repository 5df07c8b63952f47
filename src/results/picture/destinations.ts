/** Where a route leads, by what it says itself. */

import type { Message } from '../../schema/types.ts';
import { counted } from '../../source/counted.ts';
import { ownMirrors } from '../../traffic/action.ts';
import { lowerMatch } from '../../traffic/predicate.ts';
import { pathRuleText } from '../../traffic/words.ts';

export interface Destination {
  readonly kind: 'cluster' | 'mirror' | 'header' | 'answer';
  /** The cluster, the header that names it, or the answer in words. */
  readonly name: string;
  /** Its part of the requests in words, where there are several. */
  readonly share?: string;
  /** Weight 0: nothing goes there. */
  readonly isIdle?: true;
}

type Route = Message<'route.Route'>;

export function destinationsOf({
  route,
  redirect,
  direct_response: response,
  filter_action,
}: Route): readonly Destination[] {
  if (redirect !== undefined) return [{ kind: 'answer', name: redirectWords(redirect) }];
  if (response !== undefined) return [{ kind: 'answer', name: `response ${response.status ?? 0}` }];
  if (route === undefined)
    return filter_action === undefined ? [] : [{ kind: 'answer', name: 'an HTTP filter answers' }];
  const found: Destination[] = [];
  if (route.cluster !== undefined) found.push({ kind: 'cluster', name: route.cluster });
  if (route.cluster_header !== undefined) found.push({ kind: 'header', name: route.cluster_header });
  for (const { name = '', cluster_header: header = '', weight } of route.weighted_clusters?.clusters ?? [])
    found.push({
      kind: header === '' ? 'cluster' : 'header',
      name: header || name,
      share: `weight ${weight ?? 0}`,
      ...(weight === 0 ? { isIdle: true } : {}),
    });
  for (const { cluster = '' } of ownMirrors(route))
    found.push({ kind: 'mirror', name: cluster, share: 'copies' });
  return found;
}

function redirectWords(redirect: Message<'route.RedirectAction'>): string {
  const {
    https_redirect: https,
    scheme_redirect: scheme,
    host_redirect: host,
    port_redirect: port,
  } = redirect;
  const { path_redirect: path, prefix_rewrite: prefix } = redirect;
  const start = https ? 'https://' : scheme ? `${scheme}://` : '';
  const end = path ?? (prefix === undefined ? '' : `${prefix}…`);
  const to = `${start}${host ?? (start === '' ? '' : '…')}${port ? `:${port}` : ''}${end}`;
  return `redirect to ${to === '' ? 'the same place' : to}`;
}

/** Where a route leads, in a few words. */
export function destinationWords(destinations: readonly Destination[]): string {
  const [first, ...others] = destinations;
  if (first === undefined) return 'leads nowhere';
  const name =
    first.kind === 'header'
      ? `cluster named by header ${first.name}`
      : first.name === ''
        ? '(no name)'
        : first.name;
  return others.length === 0 ? name : `${name} and ${others.length} more`;
}

/** `prefix "/search" and 2 conditions` */
export function matchWords(route: Message<'route.Route'>): string {
  const { path, headers, query, fraction, grpc } = lowerMatch(route.match);
  const more = headers.length + query.length + (fraction === undefined ? 0 : 1) + (grpc ? 1 : 0);
  const conditions = more === 0 ? '' : ` and ${counted(more, 'condition')}`;
  return `${pathRuleText(path)}${conditions}`;
}

/** Domains, the first few of them. */
export function domainWords({ domains = [] }: Message<'route.VirtualHost'>): string {
  const shown = domains.slice(0, 3).join(', ');
  return domains.length > 3 ? `${shown} and ${domains.length - 3} more` : shown;
}
