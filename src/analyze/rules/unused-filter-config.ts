import { filtersAround } from '../../effects/manager.ts';
import { isObject } from '../../model/bound.ts';
import { withoutWord } from '../../model/extension-config.ts';
import type { Frame } from '../../model/walk.ts';
import { findExtension } from '../../schema/extensions.ts';
import type { AnalysisRule, Look } from '../rule.ts';

const MAPS = ['per_filter_config', 'typed_per_filter_config'];

function judge(_: unknown, frame: Frame, { spot, report, word }: Look): void {
  for (const field of MAPS) {
    const map = frame.message[field];
    if (!isObject(map)) continue;
    for (const key of Object.keys(map)) {
      const filter = findExtension('http filter', withoutWord(key, word));
      const running = filter === undefined ? undefined : filtersAround(frame, word);
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
        proxy.filters.http.buffer:
          "@type": type.googleapis.com/proxy.config.filter.http.buffer.v2.BufferPerRoute
          disabled: true
      routes: [{ match: { prefix: / }, direct_response: { status: 200 } }]
`;

export const unusedFilterConfig: AnalysisRule = {
  id: 'unused-filter-config',
  level: 'warning',
  purpose: 'Settings for a filter that the connection manager does not run.',
  why: 'Settings of filters on virtual hosts, routes and weighted clusters are read by the filter of that name. Where it does not run, they do nothing, and nothing tells.',
  remedy: 'Add the filter to http_filters, correct the name, or remove the settings.',
  source:
    'data-model.md: route.VirtualHost, route.Route, route.WeightedCluster.ClusterWeight: per_filter_config, typed_per_filter_config',
  bad: {
    type: 'HttpConnectionManager',
    yaml: example('{ name: proxy.filters.http.router }'),
  },
  good: {
    type: 'HttpConnectionManager',
    yaml: example(
      '{ name: proxy.filters.http.buffer, typed_config: { "@type": type.googleapis.com/proxy.config.filter.http.buffer.v2.Buffer, max_request_bytes: 5000 } }, { name: proxy.filters.http.router }',
    ),
  },
  messages: {
    'route.VirtualHost': judge,
    'route.Route': judge,
    'route.WeightedCluster.ClusterWeight': judge,
  },
};
