/** How a route spreads its requests: weights over clusters, hashes over hosts. */
import type { MessageTables } from './language.ts';

export const loadSpreadingMessages = {
  'route.WeightedCluster': {
    doc: 'Splits the traffic of a route over several clusters.',
    section: 'route.WeightedCluster',
    oneofs: { random_value_specifier: 'at most one' },
    fields: {
      clusters: {
        type: 'repeated route.WeightedCluster.ClusterWeight',
        doc: 'The clusters with their shares.',
        required: true,
      },
      total_weight: {
        type: 'UInt32Value',
        doc: 'What the weights add up to; any other sum is refused.',
        default: { value: 100 },
        limits: { gte: 1 },
        in: {
          v3: {
            limits: false,
            deprecated: {
              use: 'nothing: the sum of the weights counts',
              migration: 'deprecated-without-successor',
            },
          },
        },
      },
      runtime_key_prefix: {
        type: 'string',
        doc: 'Lets runtime override weights under this prefix, a dot and the cluster name.',
        names: 'start of runtime keys',
      },
      header_name: {
        type: 'string',
        doc: 'Request header whose number picks the cluster, so that several proxies agree; a random one when it is missing.',
        oneof: 'random_value_specifier',
        limits: { text: 'header-name' },
        only: 'v3',
      },
      use_hash_policy: {
        type: 'BoolValue',
        doc: 'Picks the cluster by the hash policies of the route instead of at random.',
        oneof: 'random_value_specifier',
        default: { value: false },
        only: 'v3',
      },
    },
  },
  'route.WeightedCluster.ClusterWeight': {
    doc: 'One cluster of a traffic split.',
    section: 'route.WeightedCluster',
    identity: ['name'],
    oneofs: { host_rewrite_specifier: 'at most one' },
    fields: {
      name: {
        type: 'string',
        doc: 'Name of the cluster.',
        required: true,
        names: 'cluster',
        in: { v3: { required: false } },
      },
      weight: { type: 'UInt32Value', doc: 'Share out of total_weight; 0 means never picked.' },
      metadata_match: {
        type: 'core.Metadata',
        doc: 'Subset criteria under `proxy.lb` for this cluster; its keys win over those of the route.',
      },
      request_headers_to_add: {
        type: 'repeated core.HeaderValueOption',
        doc: 'Request headers added when this cluster is picked, before those of the route.',
        limits: { maxItems: 1000 },
      },
      request_headers_to_remove: {
        type: 'repeated string',
        doc: 'Headers stripped from requests to this cluster.',
        order: 'set',
        in: { v3: { limits: { items: { text: 'header-name' } } } },
      },
      response_headers_to_add: {
        type: 'repeated core.HeaderValueOption',
        doc: 'Response headers added when this cluster is picked, before those of the route.',
        limits: { maxItems: 1000 },
      },
      response_headers_to_remove: {
        type: 'repeated string',
        doc: 'Headers stripped from responses of this cluster.',
        order: 'set',
        in: { v3: { limits: { items: { text: 'header-name' } } } },
      },
      per_filter_config: {
        type: 'map<string, Struct>',
        doc: 'Settings for single HTTP filters with this cluster, by filter name, as untyped objects.',
        deprecated: { use: 'typed_per_filter_config', migration: 'per-filter-config-to-typed' },
        only: 'v2',
      },
      typed_per_filter_config: {
        type: 'map<string, Any>',
        doc: 'Settings for single HTTP filters with this cluster, by filter name.',
      },
      cluster_header: {
        type: 'string',
        doc: 'Request header that names the cluster; 404 when it is missing or names none. Not with name.',
        limits: { text: 'header-name' },
        only: 'v3',
      },
      host_rewrite_literal: {
        type: 'string',
        doc: 'Host sent upstream when this cluster is picked.',
        oneof: 'host_rewrite_specifier',
        limits: { text: 'header-value' },
        only: 'v3',
      },
    },
  },
  'route.RouteAction.HashPolicy': {
    doc: 'One ingredient of the hash that consistent-hashing balancers pick a host by.',
    section: 'route.RouteAction.HashPolicy',
    oneofs: { policy_specifier: 'exactly one' },
    fields: {
      header: {
        type: 'route.RouteAction.HashPolicy.Header',
        doc: 'Hash a request header.',
        oneof: 'policy_specifier',
        presence: true,
      },
      cookie: {
        type: 'route.RouteAction.HashPolicy.Cookie',
        doc: 'Hash a cookie, which the proxy can hand out itself.',
        oneof: 'policy_specifier',
        presence: true,
      },
      connection_properties: {
        type: 'route.RouteAction.HashPolicy.ConnectionProperties',
        doc: 'Hash properties of the client connection.',
        oneof: 'policy_specifier',
        presence: true,
      },
      query_parameter: {
        type: 'route.RouteAction.HashPolicy.QueryParameter',
        doc: 'Hash a query parameter.',
        oneof: 'policy_specifier',
        presence: true,
        beyond: true,
      },
      filter_state: {
        type: 'route.RouteAction.HashPolicy.FilterState',
        doc: 'Hash an object that a filter left behind.',
        oneof: 'policy_specifier',
        presence: true,
        beyond: true,
      },
      terminal: {
        type: 'bool',
        doc: 'Ends the evaluation here once a hash exists; later policies are only fallbacks.',
      },
    },
  },
  'route.RouteAction.HashPolicy.Header': {
    doc: 'Hashes the value of a request header.',
    section: 'route.RouteAction.HashPolicy',
    fields: {
      header_name: {
        type: 'string',
        doc: 'Header to hash; a request without it gets no hash from this policy.',
        required: true,
        limits: { text: 'header-name' },
      },
      regex_rewrite: {
        type: 'type.matcher.RegexMatchAndSubstitute',
        doc: 'Rewrites the header value by regex before it is hashed.',
        only: 'v3',
      },
    },
  },
  'route.RouteAction.HashPolicy.Cookie': {
    doc: 'Hashes the value of a cookie.',
    section: 'full API',
    fields: {
      name: { type: 'string', doc: 'Cookie to hash.', required: true },
      ttl: {
        type: 'Duration',
        doc: 'Sets the cookie with this lifetime when the client has none; 0 makes it a session cookie, absent sets none.',
      },
      path: { type: 'string', doc: 'Path attribute of a cookie set by the proxy; absent leaves it out.' },
      attributes: {
        type: 'repeated route.RouteAction.HashPolicy.CookieAttribute',
        doc: 'Further attributes of a cookie that the proxy makes up, such as SameSite, as they stand in it.',
        only: 'v3',
      },
    },
  },
  'route.RouteAction.HashPolicy.ConnectionProperties': {
    doc: 'Hashes what is known of the client connection.',
    section: 'route.RouteAction.HashPolicy',
    fields: {
      source_ip: { type: 'bool', doc: 'Hash the source IP address.' },
    },
  },
  'route.RouteAction.HashPolicy.QueryParameter': {
    doc: 'Hashes the value of a query parameter.',
    section: 'full API',
    fields: {
      name: {
        type: 'string',
        doc: 'Key to hash, letter case counts; a request without it gets no hash from this policy.',
        required: true,
      },
    },
  },
  'route.RouteAction.HashPolicy.FilterState': {
    doc: 'Hashes an object in the filter state of the request.',
    section: 'full API',
    fields: {
      key: {
        type: 'string',
        doc: 'Name of the object; without it, or if it cannot be hashed, this policy gives no hash.',
        required: true,
      },
    },
  },
} as const satisfies MessageTables;
