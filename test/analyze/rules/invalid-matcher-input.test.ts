import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const treeOver = (type: string): string => `"@type": type.googleapis.com/envoy.config.route.v3.VirtualHost
name: shop
domains: ['*']
matcher:
  matcher_tree:
    input: { name: i, typed_config: { "@type": "type.googleapis.com/envoy.${type}" } }
    exact_match_map: { map: { a: { action: { name: r, typed_config: { "@type": type.googleapis.com/envoy.config.route.v3.Route, match: { prefix: / }, route: { cluster: a } } } } } }
`;

// Each asked of the proxy 1.40.
test.each([
  ['type.matcher.v3.HttpRequestHeaderMatchInput', 0],
  ['extensions.matching.common_inputs.network.v3.FilterStateInput', 0],
  ['extensions.matching.common_inputs.environment_variable.v3.Config', 0],
  ['type.matcher.v3.HttpResponseHeaderMatchInput', 1],
])('%s', (type, findings) => {
  expect(found('invalid-matcher-input', treeOver(type), 'route.VirtualHost')).toHaveLength(findings);
});
