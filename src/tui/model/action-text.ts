/** What a route does, in one line: `→ shop`, `→ 301 https`, `→ 404`. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { messagesIn } from './values.ts';

export function actionText(route: BoundMessage): string {
  if (isObject(route.route)) return `→ ${forwardText(route.route)}`;
  if (isObject(route.redirect)) return `→ ${redirectText(route.redirect)}`;
  if (isObject(route.direct_response)) return `→ answers ${String(route.direct_response.status ?? 0)}`;
  return route.filter_action === undefined ? '→ nothing' : '→ an HTTP filter';
}

function forwardText(action: BoundMessage): string {
  if (typeof action.cluster === 'string') return action.cluster;
  if (typeof action.cluster_header === 'string') return `what header ${action.cluster_header} names`;
  if (!isObject(action.weighted_clusters)) return 'no cluster';
  const { clusters } = action.weighted_clusters;
  return messagesIn(clusters)
    .map(({ name, weight }) => `${String(name ?? '')} ${String(weight ?? 0)}`)
    .join(', ');
}

const STATUS: { readonly [code: string]: number } = {
  MOVED_PERMANENTLY: 301,
  FOUND: 302,
  SEE_OTHER: 303,
  TEMPORARY_REDIRECT: 307,
  PERMANENT_REDIRECT: 308,
};

function redirectText(redirect: BoundMessage): string {
  const { response_code: code, host_redirect: host, path_redirect: path, prefix_rewrite: prefix } = redirect;
  const scheme =
    redirect.https_redirect === true
      ? 'https'
      : typeof redirect.scheme_redirect === 'string'
        ? redirect.scheme_redirect
        : '';
  const to = [
    scheme === '' ? '' : `${scheme}://`,
    typeof host === 'string' ? host : scheme === '' ? '' : '…',
    typeof path === 'string' ? path : typeof prefix === 'string' ? `${prefix}…` : '',
  ].join('');
  return `${typeof code === 'string' ? (STATUS[code] ?? code) : 301} ${to}`.trimEnd();
}
