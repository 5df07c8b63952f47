import { describe } from '../../model/describe.ts';
import type { Frame } from '../../model/walk.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

export const mixedFilterConfig: AnalysisRule = {
  id: 'mixed-filter-config',
  level: 'error',
  purpose: 'Settings of filters in the typed and in the untyped map of one message.',
  why: 'The proxy reads one of the two maps. With entries in both it refuses the whole message, even where they are for different filters.',
  remedy:
    'Move all entries to the typed map, each with its @type. `cfgtool migrate` does so for the filters it knows.',
  source: 'how the proxy behaves',
  bad: {
    type: 'route.VirtualHost',
    yaml: `"@type": type.googleapis.com/envoy.api.v2.route.VirtualHost
name: shop
domains: [shop.test]
per_filter_config: { shop.audit: { level: 2 } }
typed_per_filter_config: { shop.price: { "@type": type.googleapis.com/shop.Price } }
`,
  },
  good: {
    type: 'route.VirtualHost',
    yaml: `"@type": type.googleapis.com/envoy.api.v2.route.VirtualHost
name: shop
domains: [shop.test]
typed_per_filter_config: { shop.price: { "@type": type.googleapis.com/shop.Price } }
`,
  },
  messages: {
    'route.VirtualHost': perFilter,
    'route.Route': perFilter,
    'route.WeightedCluster.ClusterWeight': perFilter,
    Cluster: (_, frame, look) =>
      check(frame, 'extension_protocol_options', 'typed_extension_protocol_options', look),
  },
};

function perFilter(_: unknown, frame: Frame, look: RuleContext): void {
  check(frame, 'per_filter_config', 'typed_per_filter_config', look);
}

function check(frame: Frame, untyped: string, typed: string, { spot, report }: RuleContext): void {
  if (!holds(frame.message[untyped]) || !holds(frame.message[typed])) return;
  report({
    message: `${describe(frame.type, frame.message)} has entries in ${untyped} and in ${typed}, of which the proxy takes only one, so it refuses both; move all to ${typed}`,
    at: spot(frame, untyped),
    related: [{ message: 'the typed entries', at: spot(frame, typed) }],
  });
}

function holds(map: unknown): boolean {
  return typeof map === 'object' && map !== null && Object.keys(map).length > 0;
}
