import { filtersAround } from '../../effects/manager.ts';
import { type BoundMessage, isObject, versionOf } from '../../model/bound.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import type { Frame } from '../../model/walk.ts';
import { findExtension } from '../../schema/extensions.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';
import { filterNamesFor, filterOfType } from '../traffic/filter-names.ts';

const MAPS = ['per_filter_config', 'typed_per_filter_config'];

/** Filters that clusters may run as well, which are not looked through. */
const UPSTREAM: ReadonlySet<string> = new Set(
  'admission_control aws_lambda aws_request_signing buffer composite compressor credential_injector dynamic_modules ext_proc header_mutation lua rbac wasm'.split(
    ' ',
  ),
);

/** In version 3 settings are found by the name that the filter was given. */
function byGivenName(frame: Frame, { spot, report, subject }: RuleContext): void {
  const { typed_per_filter_config: map } = frame.message;
  for (const [key, config] of Object.entries(isObject(map) ? map : {})) {
    const kind = filterOfType(config);
    if (kind === undefined || UPSTREAM.has(kind)) continue;
    const names = filterNamesFor(frame, subject);
    if (names === undefined || names.has(key)) continue;
    const [other] = [...names].find(([, each]) => each === kind) ?? [];
    report({
      message: `typed_per_filter_config holds settings for the filter ${JSON.stringify(key)}, and the connection manager runs none of that name, so nobody reads them; ${other === undefined ? 'add the filter to http_filters, or remove them' : `its ${kind} filter is named ${JSON.stringify(other)}`}`,
      at: spot(frame, 'typed_per_filter_config', key),
      identity: key,
    });
  }
}

function judge(message: BoundMessage, frame: Frame, look: RuleContext): void {
  const { spot, report, namespace } = look;
  if (versionOf(message) === 'v3') {
    byGivenName(frame, look);
    return;
  }
  for (const field of MAPS) {
    const map = frame.message[field];
    if (!isObject(map)) continue;
    for (const key of Object.keys(map)) {
      const filter = findExtension('http filter', withoutNamespace(key, namespace));
      const running = filter === undefined ? undefined : filtersAround(frame, namespace);
      if (filter === undefined || running === undefined || running.names.has(filter.name)) continue;
      report({
        message: `${field} holds settings for the filter ${JSON.stringify(key)}, which the connection manager around it does not run, so nobody reads them; add the filter to http_filters, or remove them`,
        at: spot(frame, field, key),
        identity: key,
      });
    }
  }
}

const example = (filters: string): string => `codec_type: AUTO
stat_prefix: front
http_filters: [${filters}]
route_config:
  virtual_hosts:
    - name: shop
      domains: [shop.test]
      typed_per_filter_config:
        envoy.filters.http.fault:
          "@type": type.googleapis.com/envoy.config.filter.http.fault.v2.HTTPFault
          abort: { http_status: 503, percentage: { numerator: 1 } }
      routes: [{ match: { prefix: / }, direct_response: { status: 200 } }]
`;

export const unusedFilterConfig: AnalysisRule = {
  id: 'unused-filter-config',
  level: 'warning',
  purpose: 'Settings for a filter that the connection manager does not run, or not under that name.',
  why: 'Settings of filters on virtual hosts, routes and weighted clusters are read by the filter of that name; in version 3 that is the name which it was given in http_filters. Where none has it, they do nothing, and nothing tells.',
  remedy: 'Add the filter to http_filters, correct the name, or remove the settings.',
  source:
    'data-model.md: route.VirtualHost, route.Route, route.WeightedCluster.ClusterWeight: per_filter_config, typed_per_filter_config; how the proxy behaves in version 3',
  bad: {
    type: 'HttpConnectionManager',
    yaml: example('{ name: envoy.filters.http.router }'),
  },
  good: {
    type: 'HttpConnectionManager',
    yaml: example(
      '{ name: envoy.filters.http.fault, typed_config: { "@type": type.googleapis.com/envoy.config.filter.http.fault.v2.HTTPFault } }, { name: envoy.filters.http.router }',
    ),
  },
  messages: {
    RouteConfiguration: judge,
    'route.VirtualHost': judge,
    'route.Route': judge,
    'route.WeightedCluster.ClusterWeight': judge,
  },
};
