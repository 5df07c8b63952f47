import type { BoundMessage } from '../../model/bound.ts';
import { shortName } from '../../model/describe.ts';
import type { Frame } from '../../model/walk.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

/** Fields that the data model has no one-of for, and of which the proxy takes one only. */
const PAIRS: { readonly [type: string]: readonly (readonly [string, string])[] } = {
  'route.RouteAction': [
    ...everyTwo(['prefix_rewrite', 'regex_rewrite', 'path_rewrite_policy', 'path_rewrite']),
    ['request_mirror_policy', 'request_mirror_policies'],
  ],
  'route.VirtualCluster': [['pattern', 'headers']],
  'route.RouteAction.RequestMirrorPolicy': [['cluster', 'cluster_header']],
  'route.WeightedCluster.ClusterWeight': [['name', 'cluster_header']],
  'route.VirtualHost': [['routes', 'matcher']],
  HttpConnectionManager: [
    ['strip_matching_host_port', 'strip_any_host_port'],
    ['use_remote_address', 'original_ip_detection_extensions'],
    ['xff_num_trusted_hops', 'original_ip_detection_extensions'],
  ],
  XffConfig: [['xff_num_trusted_hops', 'xff_trusted_cidrs']],
  Listener: [['api_listener', 'internal_listener']],
  Bootstrap: [
    ['watchdog', 'watchdogs'],
    ['stats_flush_interval', 'stats_flush_on_admin'],
  ],
};

function everyTwo(fields: readonly string[]): readonly (readonly [string, string])[] {
  return fields.flatMap((first, at) =>
    fields.slice(at + 1).map((second): [string, string] => [first, second]),
  );
}

function isSet(message: BoundMessage, field: string): boolean {
  const value = message[field];
  return (
    value !== undefined &&
    value !== '' &&
    value !== false &&
    value !== 0 &&
    !(Array.isArray(value) && value.length === 0)
  );
}

function judge(frame: Frame, { spot, report }: RuleContext): void {
  for (const [first, second] of PAIRS[frame.type] ?? []) {
    if (!isSet(frame.message, first) || !isSet(frame.message, second)) continue;
    report({
      message: `${shortName(frame.type)} sets ${first} and ${second}, of which the proxy takes only one, so it refuses the configuration; keep the one that is meant`,
      at: spot(frame),
      identity: first,
      related: [
        { message: first, at: spot(frame, first) },
        { message: second, at: spot(frame, second) },
      ],
    });
  }
}

export const conflictingFields: AnalysisRule = {
  id: 'conflicting-fields',
  level: 'error',
  purpose:
    'Two fields together that the proxy takes one of, although they are not declared to exclude each other.',
  why: 'They are two ways to say one thing: how the path is rewritten, where requests and copies go, what a virtual cluster counts, how routes are found. The proxy refuses a configuration that says it twice.',
  remedy: 'Keep the field that is meant and remove the other.',
  source:
    'how the proxy behaves: two ways to rewrite a path, the two forms of mirror policies, pattern and headers of virtual clusters; in version 3 a name and a header for one cluster, routes and a matcher, two ways to strip a port, to learn the address of a client, or to listen; in a bootstrap two watchdogs, or two ways to flush statistics',
  bad: {
    type: 'route.RouteAction',
    yaml: `cluster: shop
prefix_rewrite: /v2
regex_rewrite: { pattern: { google_re2: {}, regex: "^/v1" }, substitution: /v2 }
`,
  },
  good: { type: 'route.RouteAction', yaml: 'cluster: shop\nprefix_rewrite: /v2\n' },
  tables: Object.fromEntries(Object.keys(PAIRS).map((type) => [type, judge])),
};
