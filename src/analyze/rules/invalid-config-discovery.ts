import { isObject } from '../../model/bound.ts';
import { parseTypeUrl } from '../../model/type-url.ts';
import type { AnalysisRule } from '../rule.ts';

/** What the types of fetched filters are looked up among when the configuration is loaded. */
const KINDS: { readonly [holder: string]: string } = {
  HttpFilter: 'http',
  'listener.ListenerFilter': 'listener',
};

export const invalidConfigDiscovery: AnalysisRule = {
  id: 'invalid-config-discovery',
  level: 'error',
  version: 'v3',
  purpose: 'A fetched extension whose type_urls list no filter of its kind, or not the type of its default.',
  why: 'type_urls says which types the extension may have, whether it was fetched or is the default. The proxy refuses a default of another type, and a type of another kind of filter.',
  remedy: 'Add the type of default_config to type_urls, or correct either.',
  source: 'how the proxy behaves in version 3: ExtensionConfigSource',
  bad: {
    type: 'HttpFilter',
    yaml: `"@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter
name: limit
config_discovery:
  config_source: { ads: {} }
  default_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.health_check.v3.HealthCheck, pass_through_mode: false }
  type_urls: [type.googleapis.com/envoy.extensions.filters.http.router.v3.Router]
`,
  },
  good: {
    type: 'HttpFilter',
    yaml: `"@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter
name: limit
config_discovery:
  config_source: { ads: {} }
  default_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.health_check.v3.HealthCheck, pass_through_mode: false }
  type_urls: [type.googleapis.com/envoy.extensions.filters.http.health_check.v3.HealthCheck]
`,
  },
  tables: {
    'core.ExtensionConfigSource'(frame, { spot, report }) {
      const { default_config: config, type_urls: urls } = frame.message;
      const type = isObject(config) ? config['@type'] : undefined;
      if (!Array.isArray(urls) || urls.length === 0) return;
      const listed = urls.filter((url) => typeof url === 'string').map((url) => parseTypeUrl(url).name);
      const kind = KINDS[frame.parent?.type ?? ''];
      for (const [index, each] of listed.entries()) {
        const [, other] = /^extensions\.filters\.(http|network|listener|udp)\./.exec(each) ?? [];
        if (kind === undefined || other === undefined || other === kind) continue;
        report({
          message: `type_urls lists ${each}, which is no ${kind === 'http' ? 'HTTP' : kind} filter, so the proxy refuses it`,
          at: spot(frame, 'type_urls', index),
          identity: each,
        });
      }
      if (typeof type !== 'string') return;
      // A TypedStruct says inside itself what it is.
      if (listed.includes(type) || /\.TypedStruct$/.test(type)) return;
      report({
        message: `default_config is of the type ${type}, which type_urls does not list, so the proxy refuses it`,
        at: spot(frame, 'default_config'),
        identity: type,
      });
    },
  },
};
