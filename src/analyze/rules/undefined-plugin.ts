import { around } from '../../model/walk.ts';
import type { AnalysisRule } from '../rule.ts';

export const undefinedPlugin: AnalysisRule = {
  id: 'undefined-plugin',
  level: 'error',
  version: 'v3',
  purpose: 'A route that names a cluster specifier plugin which its route configuration does not define.',
  why: 'The name is looked up in cluster_specifier_plugins of the same route configuration. The proxy refuses the route configuration where it is not there.',
  remedy: 'Correct the name, or add the plugin to cluster_specifier_plugins.',
  source: 'how the proxy behaves in version 3: RouteAction.cluster_specifier_plugin',
  bad: {
    type: 'RouteConfiguration',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration
name: front
virtual_hosts:
- name: shop
  domains: [shop.test]
  routes: [{ match: { prefix: / }, route: { cluster_specifier_plugin: by-tenant } }]
`,
  },
  good: {
    type: 'RouteConfiguration',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration
name: front
cluster_specifier_plugins:
- extension:
    name: by-tenant
    typed_config:
      "@type": type.googleapis.com/envoy.extensions.router.cluster_specifiers.lua.v3.LuaConfig
      source_code: { inline_string: "function proxy_on_route(route_handle) return 'shop' end" }
virtual_hosts:
- name: shop
  domains: [shop.test]
  routes: [{ match: { prefix: / }, route: { cluster_specifier_plugin: by-tenant } }]
`,
  },
  messages: {
    'route.RouteAction'({ cluster_specifier_plugin: name = '' }, frame, { spot, report }) {
      const configuration = name === '' ? undefined : around(frame, 'RouteConfiguration');
      const plugins = configuration?.message.cluster_specifier_plugins ?? [];
      // A virtual host by itself does not show what its route configuration defines.
      if (configuration === undefined || !Array.isArray(plugins)) return;
      if (plugins.some((plugin) => plugin?.extension?.name === name)) return;
      report({
        message: `no entry of cluster_specifier_plugins is named ${JSON.stringify(name)}, so the proxy refuses the route configuration`,
        at: spot(frame, 'cluster_specifier_plugin'),
        identity: name,
      });
    },
  },
};

/** The route configuration that a message stands in. */
