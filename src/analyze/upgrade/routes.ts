/** Changes that routes meet. */

import { type BoundMessage, isObject, messagesIn } from '../../model/bound.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import { around } from '../../model/walk.ts';
import { isZero, look, lookAt, type Match, type ReleaseChange } from './change.ts';

export const routeChanges: readonly ReleaseChange[] = [
  {
    id: 'prefix-without-query',
    release: '1.14.0',
    version: 'v2',
    who: 'a prefix that holds a ? or a #',
    what: 'a prefix is compared with the path without its query, so that one with a ? or a # never matches; before, the query counted',
    keep: 'ask for the query with query_parameters, or for the whole target with a matcher on the header :path',
    looks: [
      look('route.RouteMatch', ({ prefix = '' }, { meets }) => {
        if (/[?#]/.test(prefix)) meets({ field: 'prefix' });
      }),
    ],
  },
  {
    id: 'retry-condition-blanks',
    release: '1.14.0',
    version: 'v2',
    who: 'a retry_on with blanks around a condition',
    what: 'blanks around retry conditions are left out; before, they made a condition unknown and without effect',
    keep: 'remove the conditions with blanks from retry_on',
    looks: [
      look('route.RetryPolicy', ({ retry_on: conditions = '' }, { meets }) => {
        const isBlank = (each: string): boolean => each.trim() !== each && each.trim() !== '';
        if (conditions.split(',').some(isBlank)) meets({ field: 'retry_on' });
      }),
    ],
  },
  {
    id: 'try-timeout-alone',
    release: '1.14.0',
    version: 'v2',
    who: 'a per_try_timeout of a route whose timeout is 0s',
    what: 'per_try_timeout also counts where the timeout of the route is 0s; before, it was ignored then',
    keep: 'remove per_try_timeout',
    looks: [
      look('route.RouteAction', ({ timeout, retry_policy: policy }, { meets }) => {
        const { per_try_timeout: own } = policy ?? {};
        if (policy === undefined || !isZero(timeout) || own === undefined || isZero(own)) return;
        meets({ frame: { message: policy, type: 'route.RetryPolicy' }, field: 'per_try_timeout' });
      }),
    ],
  },
  {
    id: 'redirect-keeps-query',
    release: '1.15.0',
    who: 'a path_redirect without a query of its own and without strip_query',
    what: 'path_redirect keeps the query of the request; before, it was dropped',
    keep: 'set strip_query to true',
    looks: [
      look('route.RedirectAction', ({ path_redirect: path = '', strip_query: strips }, { meets }) => {
        if (path !== '' && !path.includes('?') && strips !== true) meets({ field: 'path_redirect' });
      }),
    ],
  },
  {
    id: 'host-matcher',
    release: '1.15.0',
    who: 'a header matcher on host',
    what: 'a matcher on the header host reads :authority; before, it found nothing',
    looks: [
      look('route.HeaderMatcher', ({ name = '' }, { meets }) => {
        if (name.toLowerCase() === 'host') meets({ field: 'name' });
      }),
    ],
  },
  {
    id: 'retried-more',
    release: '1.15.0',
    who: 'a retry policy',
    what: 'requests are also retried before all of them has arrived, and after an answer with x-WORD-overloaded',
    looks: [
      look('route.RetryPolicy', ({ retry_on: conditions = '' }, { meets }) => {
        if (conditions.trim() !== '') meets({ field: 'retry_on' });
      }),
    ],
  },
  {
    id: 'internal-redirect-scheme',
    release: '1.15.0',
    who: 'internal_redirect_action HANDLE_INTERNAL_REDIRECT',
    what: 'a redirect to another scheme is not followed internally; before, it could be',
    keep: 'write an internal_redirect_policy with allow_cross_scheme_redirect true and the predicate safe_cross_scheme',
    looks: [
      look('route.RouteAction', ({ internal_redirect_action: action }, { meets }) => {
        if (action === 'HANDLE_INTERNAL_REDIRECT') meets({ field: 'internal_redirect_action' });
      }),
    ],
  },
  {
    id: 'headers-of-own-answers',
    release: '1.16.0',
    who: 'response_headers_to_add or response_headers_to_remove in a route configuration',
    what: "the response headers of routes are also added to and removed from the proxy's own answers (the router's, such as 503, since 1.35); before, only from those of hosts",
    looks: (
      [
        'RouteConfiguration',
        'route.VirtualHost',
        'route.Route',
        'route.WeightedCluster.ClusterWeight',
      ] as const
    ).map((type) =>
      lookAt(type, (message, { meets }) => {
        for (const field of ['response_headers_to_add', 'response_headers_to_remove']) {
          const list = message[field];
          if (Array.isArray(list) && list.length > 0) meets({ field });
        }
      }),
    ),
  },
  {
    id: 'absent-header',
    release: '1.19.0',
    who: 'a header matcher with present_match: false',
    what: 'present_match: false asks for the absence of the header; before, its presence',
    keep: 'set present_match to true',
    looks: [
      look('route.HeaderMatcher', ({ present_match: present }, { meets }) => {
        if (present === false) meets({ field: 'present_match' });
      }),
    ],
  },
  {
    id: 'weights-of-runtime',
    release: '1.24.0',
    who: 'weighted_clusters with a runtime_key_prefix',
    what: 'the shares are those of the sum of the weights, also of those that runtime keys set; before, those of total_weight',
    keep: 'set the runtime keys of all clusters of the split, so that their sum is the total that was meant',
    looks: [
      look('route.WeightedCluster', ({ runtime_key_prefix: prefix = '' }, { meets }) => {
        if (prefix !== '') meets({ field: 'runtime_key_prefix' });
      }),
    ],
  },
  {
    id: 'forwarded-host-once',
    release: '1.27.0',
    version: 'v3',
    who: 'a route with append_x_forwarded_host',
    what: 'the host is not appended to x-forwarded-host where it is its last one already; before, it was',
    looks: [
      look('route.RouteAction', ({ append_x_forwarded_host: appends }, { meets }) => {
        if (appends === true) meets({ field: 'append_x_forwarded_host' });
      }),
    ],
  },
  {
    id: 'filter-settings-by-name',
    release: '1.29.0',
    version: 'v3',
    who: 'settings of an HTTP filter under its usual name where the connection manager around has it under another name',
    what: 'settings for a filter are found by the name in http_filters alone; before, also by its usual name',
    keep: 'write the name that http_filters has as the key',
    looks: (
      [
        'RouteConfiguration',
        'route.VirtualHost',
        'route.Route',
        'route.WeightedCluster.ClusterWeight',
      ] as const
    ).map((type) => lookAt(type, seeFilterSettings)),
  },
  {
    id: 'connect-is-proxied',
    release: '1.30.0',
    version: 'v3',
    who: 'an upgrade CONNECT of a route without connect_config',
    what: 'CONNECT requests are passed on to the host; before, they ended here and their payload was passed on',
    keep: 'set connect_config: {}',
    looks: [
      look('route.RouteAction.UpgradeConfig', (upgrade, { meets }) => {
        const { upgrade_type: type, enabled, connect_config: own } = upgrade;
        if (type?.toUpperCase() === 'CONNECT' && enabled !== false && own === undefined) meets();
      }),
    ],
  },
  {
    id: 'auto-sni-of-rewritten-host',
    release: '1.32.0',
    who: 'auto_sni or auto_san_validation',
    what: 'auto_sni and auto_san_validation take the host after the rewrites of the route; before, the one of the request',
    keep: 'write sni in the UpstreamTlsContext instead',
    looks: [
      look('core.UpstreamHttpProtocolOptions', (options, { meets }) => {
        const { auto_sni: sni, auto_san_validation: san } = options;
        if (sni === true || san === true) meets({ field: sni === true ? 'auto_sni' : 'auto_san_validation' });
      }),
    ],
  },
  {
    id: 'streamed-copies',
    release: '1.33.0',
    who: 'a route that mirrors requests',
    what: 'a copy is sent while its request still arrives, also of requests that are too long to be held or that are broken off; before, when it was complete',
    looks: (['RouteConfiguration', 'route.VirtualHost', 'route.RouteAction'] as const).map((type) =>
      lookAt(type, (message, { meets }) => {
        if (message.request_mirror_policy !== undefined) meets({ field: 'request_mirror_policy' });
        else if (messagesIn(message.request_mirror_policies).length > 0)
          meets({ field: 'request_mirror_policies' });
      }),
    ),
  },
  {
    id: 'absent-parameter',
    release: '1.34.0',
    version: 'v3',
    who: 'a query parameter matcher with present_match: false',
    what: 'present_match: false asks for the absence of the parameter; before, its presence',
    keep: 'set present_match to true',
    looks: [
      look('route.QueryParameterMatcher', ({ present_match: present }, { meets }) => {
        if (present === false) meets({ field: 'present_match' });
      }),
    ],
  },
  {
    id: 'shorter-prefix-next',
    release: '1.35.0',
    version: 'v3',
    who: 'a prefix_match_map in which one key begins with another and leads to a matcher of its own',
    what: 'where the matcher of the longest prefix finds nothing, those of shorter ones are asked; before, on_no_match held',
    keep: 'give each such matcher an on_no_match of its own',
    looks: ['common.matcher.Matcher.MatcherTree', 'type.matcher.Matcher.MatcherTree'].map((type) =>
      lookAt(type, seePrefixMap),
    ),
  },
  {
    id: 'body-limit-of-route',
    release: '1.37.0',
    version: 'v3',
    who: 'a request_body_buffer_limit of a route or a virtual host',
    what: 'request_body_buffer_limit holds for all HTTP filters; before, for the router alone',
    looks: (['route.VirtualHost', 'route.Route'] as const).map((type) =>
      lookAt(type, (message, { meets }) => {
        if (message.request_body_buffer_limit !== undefined) meets({ field: 'request_body_buffer_limit' });
      }),
    ),
  },
];

/** Keys that are the usual name of a filter which the connection manager around runs under another name only. */
function seeFilterSettings(message: BoundMessage, { frame, namespace, meets }: Match): void {
  const settings = message.typed_per_filter_config;
  if (!isObject(settings)) return;
  const filters = around(frame, 'HttpConnectionManager')?.message.http_filters ?? [];
  const names = new Set(filters.map(({ name }) => name));
  const types = filters.map(({ typed_config: config }) => config?.['@type'] ?? '');
  for (const key of Object.keys(settings)) {
    const [, kind] = /^filters\.http\.([a-z0-9_]+)$/.exec(withoutNamespace(key, namespace)) ?? [];
    if (kind === undefined || names.has(key)) continue;
    if (types.some((type) => type.includes(`.filters.http.${kind}.`)))
      meets({ field: 'typed_per_filter_config', index: key });
  }
}

function seePrefixMap(tree: BoundMessage, { meets }: Match): void {
  const { prefix_match_map: prefixes } = tree;
  const map = isObject(prefixes) && isObject(prefixes.map) ? prefixes.map : {};
  const nested = Object.entries(map).flatMap(([key, value]) =>
    isObject(value) && value.matcher !== undefined ? [key] : [],
  );
  const isBelowAnother = (key: string): boolean =>
    Object.keys(map).some((other) => other !== key && key.startsWith(other));
  if (nested.some(isBelowAnother)) meets({ field: 'prefix_match_map' });
}
