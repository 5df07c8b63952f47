/** Virtual hosts and what hangs on them alone. */
import type { EnumTables, MessageTables } from './language.ts';

export const virtualHostMessages = {
  'route.VirtualHost': {
    doc: 'A group of domains with the ordered routes that serve them; the request host picks one virtual host.',
    section: 'route.VirtualHost',
    identity: ['name'],
    fields: {
      name: {
        type: 'string',
        doc: 'Label that appears in stats; has no influence on routing.',
        required: true,
      },
      domains: {
        type: 'repeated string',
        doc: 'Hosts served here: exact names, `*.suffix`, `prefix.*` or `*`; each belongs to one virtual host.',
        required: true,
        limits: { items: { text: 'header-value' } },
        order: 'set',
      },
      routes: {
        type: 'repeated route.Route',
        doc: 'Tried from top to bottom; the first one that matches decides.',
      },
      require_tls: {
        type: 'route.VirtualHost.TlsRequirementType',
        doc: 'Which plaintext requests are redirected to HTTPS before any route is tried; absent means none.',
        limits: { definedOnly: true },
      },
      virtual_clusters: {
        type: 'repeated route.VirtualCluster',
        doc: 'Path patterns that get stats of their own; the first match counts.',
      },
      rate_limits: {
        type: 'repeated route.RateLimit',
        doc: 'Rate limit descriptors for requests whose route has none of its own.',
      },
      request_headers_to_add: {
        type: 'repeated core.HeaderValueOption',
        doc: 'Request headers added after those of the route and before those of the route configuration.',
        limits: { maxItems: 1000 },
      },
      request_headers_to_remove: {
        type: 'repeated string',
        doc: 'Headers stripped from every request routed here.',
        order: 'set',
        in: { v3: { limits: { items: { minBytes: 1, text: 'header-name' } } } },
      },
      response_headers_to_add: {
        type: 'repeated core.HeaderValueOption',
        doc: 'Response headers added after those of the route and before those of the route configuration.',
        limits: { maxItems: 1000 },
      },
      response_headers_to_remove: {
        type: 'repeated string',
        doc: 'Headers stripped from every response sent from here.',
        order: 'set',
        in: { v3: { limits: { items: { minBytes: 1, text: 'header-name' } } } },
      },
      cors: {
        type: 'route.CorsPolicy',
        doc: 'Cross-origin policy for routes that carry none themselves.',
        presence: true,
        in: {
          v3: {
            deprecated: {
              use: 'typed_per_filter_config with a CorsPolicy',
              migration: 'cors-to-per-filter-config',
            },
          },
        },
      },
      per_filter_config: {
        type: 'map<string, Struct>',
        doc: 'Settings for single HTTP filters on this host, by filter name, as untyped objects.',
        deprecated: { use: 'typed_per_filter_config', migration: 'per-filter-config-to-typed' },
        only: 'v2',
      },
      typed_per_filter_config: {
        type: 'map<string, Any>',
        doc: 'Settings for single HTTP filters on this host, by filter name.',
      },
      include_request_attempt_count: {
        type: 'bool',
        doc: 'Tells the upstream in `x-proxy-attempt-count` which attempt this is, replacing what the client sent.',
        default: { value: false },
      },
      include_attempt_count_in_response: {
        type: 'bool',
        doc: 'Tells the client in `x-proxy-attempt-count` how many attempts the response took.',
        beyond: true,
      },
      retry_policy: {
        type: 'route.RetryPolicy',
        doc: 'Retries for routes that have no retry policy; a route with one ignores this entirely.',
        presence: true,
      },
      retry_policy_typed_config: {
        type: 'Any',
        doc: 'Retry policy supplied by an extension; not supported by the proxy of this API version.',
        beyond: true,
      },
      hedge_policy: {
        type: 'route.HedgePolicy',
        doc: 'Request hedging for routes that have no hedge policy; a route with one ignores this entirely.',
        presence: true,
        beyond: true,
      },
      per_request_buffer_limit_bytes: {
        type: 'UInt32Value',
        doc: 'Most bytes buffered of one request for retries and shadowing; absent means the connection buffer limit.',
        beyond: true,
        in: {
          v3: { deprecated: { use: 'request_body_buffer_limit', migration: 'buffer-limits-to-current' } },
        },
      },
      matcher: {
        type: 'type.matcher.Matcher',
        doc: 'Match tree that picks the route action; stands in for routes.',
        only: 'v3',
      },
      include_is_timeout_retry_header: {
        type: 'bool',
        doc: 'Tells the upstream by a header when a retry follows a per-try timeout.',
        only: 'v3',
      },
      request_body_buffer_limit: {
        type: 'UInt64Value',
        doc: 'Most bytes of a request body to buffer, beyond the connection limit; not with per_request_buffer_limit_bytes.',
        only: 'v3',
      },
      request_mirror_policies: {
        type: 'repeated route.RouteAction.RequestMirrorPolicy',
        doc: 'Mirroring for routes without policies of their own; hides that of the route configuration.',
        only: 'v3',
      },
      metadata: {
        type: 'core.Metadata',
        doc: 'Extra data about the virtual host for filters, stats and logs.',
        only: 'v3',
      },
    },
  },
  'route.VirtualCluster': {
    doc: 'A named slice of the traffic of a virtual host that the router keeps separate stats for.',
    section: 'route.VirtualCluster',
    identity: ['name'],
    fields: {
      pattern: {
        type: 'string',
        doc: 'Regex that must cover the whole request path, query included.',
        required: true,
        requiredUnless: 'headers',
        limits: { maxBytes: 1024 },
        deprecated: { use: 'headers with a regex on `:path`', migration: 'virtual-cluster-to-headers' },
        only: 'v2',
      },
      headers: {
        type: 'repeated route.HeaderMatcher',
        doc: 'Matchers that must all hold, `:path` and `:method` included; used in place of pattern and method.',
        order: 'set',
        beyond: true,
      },
      name: { type: 'string', doc: 'Name in the stats, below the name of the virtual host.', required: true },
      method: {
        type: 'core.RequestMethod',
        doc: 'Counts only requests of this method; absent means any.',
        deprecated: {
          use: 'headers with an exact match on `:method`',
          migration: 'virtual-cluster-to-headers',
        },
        only: 'v2',
      },
    },
  },
} as const satisfies MessageTables;

export const virtualHostEnums = {
  'route.VirtualHost.TlsRequirementType': {
    doc: 'Which requests of a virtual host must arrive over TLS.',
    section: 'route.VirtualHost',
    values: {
      NONE: { number: 0, doc: 'Plaintext is accepted from everyone.' },
      EXTERNAL_ONLY: {
        number: 1,
        doc: 'Plaintext requests from outside get a 301 to HTTPS; internal ones pass.',
      },
      ALL: { number: 2, doc: 'Every plaintext request gets a 301 to HTTPS.' },
    },
  },
} as const satisfies EnumTables;
