import { isObject } from '../../model/bound.ts';
import type { AnalysisRule } from '../rule.ts';

/** What a tree that finds routes may look at. */
const INPUTS = /\.(?:HttpRequestHeaderMatchInput|FilterStateInput|HttpDynamicModuleMatchInput)$/;

export const invalidMatcherInput: AnalysisRule = {
  id: 'invalid-matcher-input',
  level: 'error',
  version: 'v3',
  purpose: 'A matcher tree that finds routes by something other than the headers of the request.',
  why: 'The route is found before there is a response, and the tree of a virtual host may look at request headers and filter state only. The proxy refuses the route configuration otherwise.',
  remedy: 'Look at a header with HttpRequestHeaderMatchInput: the path is the header `:path`.',
  source: 'how the proxy behaves in version 3: VirtualHost.matcher',
  bad: {
    type: 'route.VirtualHost',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.VirtualHost
name: shop
domains: [shop.test]
matcher:
  matcher_tree:
    input:
      name: header
      typed_config: { "@type": type.googleapis.com/envoy.type.matcher.v3.HttpResponseHeaderMatchInput, header_name: x-tenant }
    exact_match_map: { map: { a: { action: { name: route, typed_config: { "@type": type.googleapis.com/envoy.config.route.v3.Route, match: { prefix: / }, route: { cluster: a } } } } } }
`,
  },
  good: {
    type: 'route.VirtualHost',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.VirtualHost
name: shop
domains: [shop.test]
matcher:
  matcher_tree:
    input:
      name: header
      typed_config: { "@type": type.googleapis.com/envoy.type.matcher.v3.HttpRequestHeaderMatchInput, header_name: x-tenant }
    exact_match_map: { map: { a: { action: { name: route, typed_config: { "@type": type.googleapis.com/envoy.config.route.v3.Route, match: { prefix: / }, route: { cluster: a } } } } } }
`,
  },
  messages: {
    'route.VirtualHost'({ matcher }, frame, { spot, report }) {
      for (const type of inputsIn(matcher))
        if (!INPUTS.test(type))
          report({
            message: `the matcher tree looks at ${type}; the proxy finds routes by request headers and filter state only, and refuses the virtual host`,
            at: spot(frame, 'matcher'),
            identity: type,
          });
    },
  },
};

/** The types of what a tree looks at; actions may hold trees of their own, which are for something else. */
function inputsIn(tree: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const open: unknown[] = [tree];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (Array.isArray(at)) open.push(...at);
    if (!isObject(at)) continue;
    for (const [key, value] of Object.entries(at)) {
      if (key === 'action' || key === 'custom_match') continue;
      const type =
        key === 'input' && isObject(value) && isObject(value.typed_config)
          ? value.typed_config['@type']
          : undefined;
      if (typeof type === 'string') found.add(type);
      else open.push(value);
    }
  }
  return found;
}
