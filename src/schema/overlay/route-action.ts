/** What routes do with a request. */
import type { EnumOverlay, MessageOverlay } from './language.ts';

export const routeActionMessages: MessageOverlay = {
  'route.RouteAction': {
    doc: 'Forwards a request: to which cluster, with which rewrites, timeouts and retries.',
    section: 'route.RouteAction',
    fields: {
      cluster: 'Name of the one cluster that gets the traffic.',
      cluster_header:
        'Request header that holds the cluster name; 404 when it is missing or names no cluster.',
      weighted_clusters: 'Several clusters that share the traffic by weight.',
      cluster_not_found_response_code: 'Status when the configured cluster does not exist; absent means 503.',
      metadata_match:
        'Narrows the hosts to a subset by their metadata under `proxy.lb`; a weighted cluster can override keys.',
      prefix_rewrite: 'Replaces the matched prefix or path byte for byte; mind the trailing slash.',
      regex_rewrite:
        'Replaces every regex hit in the path, leaving the query alone; not together with prefix_rewrite.',
      host_rewrite_literal: 'Host sent upstream in place of the one requested, port included.',
      auto_host_rewrite:
        'Sends the name of the chosen upstream host as Host, where it has one: its hostname, else its DNS name.',
      host_rewrite_header:
        'Request header whose value becomes the Host; an absent or empty one changes nothing.',
      timeout:
        'Time from the end of the request to the end of the response, all retries included; 0 means no limit.',
      idle_timeout:
        'Longest silence on the stream; 0 means no limit, absent leaves it to the connection manager.',
      retry_policy: 'Retries on this route; even an empty one hides the retry policy of the virtual host.',
      retry_policy_typed_config:
        'Retry policy supplied by an extension; not supported by the proxy of this API version.',
      request_mirror_policy: 'Sends a copy of the requests to a second cluster.',
      request_mirror_policies: 'Sends copies of the requests to other clusters, one policy each.',
      priority: 'Connection pool and circuit breaker thresholds to use; absent means DEFAULT.',
      rate_limits: 'Rate limit descriptors of this route; they replace those of the virtual host.',
      include_vh_rate_limits: 'Keeps the rate limits of the virtual host although the route has its own.',
      hash_policy:
        'What consistent hashing hashes, combined in this order; nothing hashed means a random host.',
      cors: 'Cross-origin policy of this route; even an empty one hides that of the virtual host.',
      max_grpc_timeout:
        'Makes gRPC requests use their grpc-timeout, capped at this; 0 means no cap, absent ignores grpc-timeout.',
      grpc_timeout_offset: 'Time taken off grpc-timeout, so that the proxy gives up before the client does.',
      upgrade_configs: 'Protocol upgrades switched on or off for this route.',
      internal_redirect_action:
        'Whether redirects from the upstream go to the client or are followed here; absent passes them on.',
      max_internal_redirects: 'How many redirects from the upstream are followed for one request.',
      hedge_policy: 'Request hedging on this route; even an empty one hides that of the virtual host.',
      cluster_specifier_plugin: 'Name of a plugin in the route configuration that chooses the cluster.',
      inline_cluster_specifier_plugin: 'A plugin, configured here, that chooses the cluster.',
      path_rewrite_policy:
        'Extension that rewrites the path, such as by URI template; not with another path rewrite.',
      path_rewrite:
        'Format of the whole new path without query; an empty result keeps the old one. Not with another path rewrite.',
      host_rewrite_path_regex: 'Makes the Host out of the path by regex and substitution, query left out.',
      host_rewrite: 'Template with command operators that makes the new Host header.',
      append_x_forwarded_host: 'Adds the old Host to `x-forwarded-host` when a rewrite changes it.',
      flush_timeout:
        'Longest wait for the peer to take the rest of a stream; 0 means no limit, absent follows the connection manager.',
      early_data_policy:
        'Extension that decides which requests go upstream as TLS early data; absent allows safe methods.',
      internal_redirect_policy:
        'Follows redirects of the upstream here instead of passing them on; even an empty one turns this on.',
      max_stream_duration: 'Longest life of a stream on this route, and what becomes of grpc-timeout.',
    },
    defaults: { timeout: '15s', include_vh_rate_limits: false, max_internal_redirects: 1 },
    deprecated: {
      request_mirror_policy: ['request_mirror_policies', 'mirror-policy-to-policies'],
      include_vh_rate_limits: [
        'typed_per_filter_config with a RateLimitPerRoute',
        'deprecated-without-successor',
      ],
      cors: ['typed_per_filter_config with a CorsPolicy', 'cors-to-per-filter-config'],
      max_grpc_timeout: ['max_stream_duration.grpc_timeout_header_max', 'grpc-timeouts-to-stream-duration'],
      grpc_timeout_offset: [
        'max_stream_duration.grpc_timeout_header_offset',
        'grpc-timeouts-to-stream-duration',
      ],
      internal_redirect_action: ['internal_redirect_policy', 'internal-redirects-to-policy'],
      max_internal_redirects: [
        'internal_redirect_policy.max_internal_redirects',
        'internal-redirects-to-policy',
      ],
    },
    sets: ['upgrade_configs'],
    presence: [
      'weighted_clusters',
      'regex_rewrite',
      'retry_policy',
      'request_mirror_policy',
      'cors',
      'hedge_policy',
      'host_rewrite_path_regex',
      'internal_redirect_policy',
      'max_stream_duration',
    ],
    unmodelled: [
      'regex_rewrite',
      'host_rewrite_header',
      'retry_policy_typed_config',
      'request_mirror_policies',
      'grpc_timeout_offset',
      'max_internal_redirects',
      'hedge_policy',
    ],
    names: { cluster: 'cluster' },
    was: { host_rewrite_literal: 'host_rewrite', host_rewrite_header: 'auto_host_rewrite_header' },
  },
  'route.RouteAction.RequestMirrorPolicy': {
    doc: 'Sends copies of requests to another cluster and ignores the answers; the copy has `-shadow` on its Host.',
    section: 'route.RouteAction.RequestMirrorPolicy',
    fields: {
      cluster: 'Cluster that gets the copies.',
      runtime_key:
        'Runtime key with the mirrored share, 0 to 10000 in steps of 0.01%; an unset key mirrors nothing.',
      runtime_fraction: 'Share of requests to mirror; wins over runtime_key. With neither, all are mirrored.',
      trace_sampled: 'Whether the span of the copy is sampled.',
      cluster_header:
        'Request header that names the cluster for the copies; none is sent when it is missing. Not with cluster.',
      disable_shadow_host_suffix_append: 'Leaves `-shadow` off the Host of the copy.',
      request_headers_mutations:
        'Changes to the headers of the copy, in this order; the original keeps its own.',
      host_rewrite_literal: 'Host of the copy, to which no `-shadow` is added.',
    },
    defaults: {
      runtime_fraction: {
        derived: 'every-request',
        why: 'With neither runtime_fraction nor runtime_key all requests are mirrored.',
      },
      trace_sampled: true,
    },
    deprecated: { runtime_key: ['runtime_fraction', 'mirror-runtime-key-to-fraction'] },
    presence: ['runtime_fraction'],
    unmodelled: ['trace_sampled'],
    names: { cluster: 'cluster', runtime_key: 'runtime key' },
  },
  'route.RouteAction.UpgradeConfig': {
    doc: 'Allows or forbids one kind of protocol upgrade on a route.',
    section: 'route.RouteAction.UpgradeConfig',
    identity: ['upgrade_type'],
    fields: {
      upgrade_type: 'Value of the Upgrade header in any letter case, such as `websocket`.',
      enabled: 'Whether the upgrade is allowed here, whatever the connection manager says.',
      connect_config:
        'Ends CONNECT here and sends its payload upstream as raw TCP; even an empty one turns this on.',
    },
    defaults: { enabled: true },
    presence: ['connect_config'],
  },
  'route.WeightedCluster': {
    doc: 'Splits the traffic of a route over several clusters.',
    section: 'route.WeightedCluster',
    fields: {
      clusters: 'The clusters with their shares.',
      total_weight: 'What the weights add up to in version 2, which refuses any other sum.',
      runtime_key_prefix: 'Lets runtime override weights under this prefix, a dot and the cluster name.',
      header_name:
        'Request header whose number picks the cluster, so that several proxies agree; a random one when it is missing.',
      use_hash_policy: 'Picks the cluster by the hash policies of the route instead of at random.',
    },
    defaults: { total_weight: 100, use_hash_policy: false },
    deprecated: { total_weight: ['nothing: the sum of the weights counts', 'deprecated-without-successor'] },
    names: { runtime_key_prefix: 'start of runtime keys' },
    facts: { total_weight: { in: { v3: { default: false } } } },
  },
  'route.WeightedCluster.ClusterWeight': {
    doc: 'One cluster of a traffic split.',
    section: 'route.WeightedCluster',
    identity: ['name'],
    fields: {
      name: 'Name of the cluster.',
      weight: 'Share out of total_weight; 0 means never picked.',
      metadata_match:
        'Subset criteria under `proxy.lb` for this cluster; its keys win over those of the route.',
      request_headers_to_add: 'Request headers added when this cluster is picked, before those of the route.',
      request_headers_to_remove: 'Headers stripped from requests to this cluster.',
      response_headers_to_add:
        'Response headers added when this cluster is picked, before those of the route.',
      response_headers_to_remove: 'Headers stripped from responses of this cluster.',
      per_filter_config:
        'Settings for single HTTP filters with this cluster, by filter name, as untyped objects.',
      typed_per_filter_config: 'Settings for single HTTP filters with this cluster, by filter name.',
      cluster_header:
        'Request header that names the cluster; 404 when it is missing or names none. Not with name.',
      host_rewrite_literal: 'Host sent upstream when this cluster is picked.',
    },
    deprecated: { per_filter_config: ['typed_per_filter_config', 'per-filter-config-to-typed'] },
    sets: ['request_headers_to_remove', 'response_headers_to_remove'],
    names: { name: 'cluster' },
  },
  'route.RouteAction.HashPolicy': {
    doc: 'One ingredient of the hash that consistent-hashing balancers pick a host by.',
    section: 'route.RouteAction.HashPolicy',
    fields: {
      header: 'Hash a request header.',
      cookie: 'Hash a cookie, which the proxy can hand out itself.',
      connection_properties: 'Hash properties of the client connection.',
      query_parameter: 'Hash a query parameter.',
      filter_state: 'Hash an object that a filter left behind.',
      terminal: 'Ends the evaluation here once a hash exists; later policies are only fallbacks.',
    },
    presence: ['header', 'cookie', 'connection_properties', 'query_parameter', 'filter_state'],
    unmodelled: ['query_parameter', 'filter_state'],
  },
  'route.RouteAction.HashPolicy.Header': {
    doc: 'Hashes the value of a request header.',
    section: 'route.RouteAction.HashPolicy',
    fields: {
      header_name: 'Header to hash; a request without it gets no hash from this policy.',
      regex_rewrite: 'Rewrites the header value by regex before it is hashed.',
    },
  },
  'route.RouteAction.HashPolicy.Cookie': {
    doc: 'Hashes the value of a cookie.',
    fields: {
      name: 'Cookie to hash.',
      ttl: 'Sets the cookie with this lifetime when the client has none; 0 makes it a session cookie, absent sets none.',
      path: 'Path attribute of a cookie set by the proxy; absent leaves it out.',
      attributes:
        'Further attributes of a cookie that the proxy makes up, such as SameSite, as they stand in it.',
    },
  },
  'route.RouteAction.HashPolicy.ConnectionProperties': {
    doc: 'Hashes what is known of the client connection.',
    section: 'route.RouteAction.HashPolicy',
    fields: { source_ip: 'Hash the source IP address.' },
  },
  'route.RouteAction.HashPolicy.QueryParameter': {
    doc: 'Hashes the value of a query parameter.',
    fields: { name: 'Key to hash, letter case counts; a request without it gets no hash from this policy.' },
  },
  'route.RouteAction.HashPolicy.FilterState': {
    doc: 'Hashes an object in the filter state of the request.',
    fields: { key: 'Name of the object; without it, or if it cannot be hashed, this policy gives no hash.' },
  },
  'route.InternalRedirectPolicy': {
    doc: 'Which redirects of the upstream the proxy follows itself.',
    fields: {
      max_internal_redirects:
        'Redirects of one request that are followed; of each further one the client is told.',
      redirect_response_codes:
        'Statuses that are followed: of 301, 302, 303, 307 and 308. Without any 302 alone.',
      predicates: 'Conditions on the target, all of which must hold.',
      allow_cross_scheme_redirect: 'Targets of the other scheme are followed too.',
      response_headers_to_copy:
        'Headers of the redirect that the new request gets; those that it lacks are taken away.',
    },
    defaults: { max_internal_redirects: 1 },
    sets: ['redirect_response_codes'],
  },
  'route.RetryPolicy': {
    doc: 'When a failed request is tried again, how often, and on which hosts.',
    section: 'route.RetryPolicy',
    fields: {
      retry_on:
        'Comma-separated conditions as in `x-proxy-retry-on` and `x-proxy-retry-grpc-on`; absent retries nothing.',
      num_retries: 'Retries at most, not counting the first attempt.',
      per_try_timeout:
        'Time limit of one attempt; absent means the route timeout, which leaves no time to retry after a timeout.',
      retry_priority: 'Extension that shifts retries to other host priorities.',
      retry_host_predicate:
        'Extensions that may reject a host picked for a retry; one rejection is enough to pick again.',
      host_selection_retry_max_attempts:
        'How often a rejected host is replaced by another pick before the last one is taken anyway.',
      retriable_status_codes: 'Response codes that are retried, on top of what retry_on covers.',
      retry_back_off: 'Pauses between attempts; absent means 25 ms to 250 ms.',
      retriable_headers: 'Response headers that make a response retriable; one match is enough.',
      retriable_request_headers:
        'Request headers that allow retries; one match is enough, none listed allows all.',
      per_try_idle_timeout:
        'Longest silence of the upstream in each attempt, the first included; absent sets none.',
      retry_options_predicates: 'Extensions that may change how a request is sent before it is tried again.',
      rate_limited_retry_back_off:
        'Wait before a retry taken from response headers such as Retry-After; without them, retry_back_off.',
    },
    defaults: { num_retries: 1, host_selection_retry_max_attempts: 1 },
    sets: [
      'retry_host_predicate',
      'retriable_status_codes',
      'retriable_headers',
      'retriable_request_headers',
    ],
    unmodelled: ['retry_back_off', 'retriable_headers', 'retriable_request_headers'],
  },
  'route.RetryPolicy.RetryPriority': {
    doc: 'Extension that decides which host priorities a retry may use.',
    section: 'route.RetryPolicy',
    identity: ['name'],
    fields: {
      name: 'Name of the extension.',
      config: 'Its settings as an untyped object.',
      typed_config: 'Its settings.',
    },
    deprecated: { config: ['typed_config', 'config-to-typed-config'] },
  },
  'route.RetryPolicy.RetryHostPredicate': {
    doc: 'Extension that may reject the host picked for a retry.',
    section: 'route.RetryPolicy',
    identity: ['name'],
    fields: {
      name: 'Name of the extension.',
      config: 'Its settings as an untyped object.',
      typed_config: 'Its settings.',
    },
    deprecated: { config: ['typed_config', 'config-to-typed-config'] },
  },
  'route.RetryPolicy.RetryBackOff': {
    doc: 'Exponential pauses between attempts.',
    fields: {
      base_interval: 'Where the pauses start; must be above 0.',
      max_interval: 'Where the pauses stop growing.',
    },
    defaults: {
      max_interval: { derived: 'ten-times-base-interval', why: 'Absent means ten times base_interval.' },
    },
  },
  'route.HedgePolicy': {
    doc: 'Sends further requests before the first has failed, and takes the first good answer.',
    fields: {
      initial_requests:
        'Requests sent at once; more than 1 is not supported by the proxy of this API version.',
      additional_request_chance:
        'Chance of one more initial request; not supported by the proxy of this API version.',
      hedge_on_per_try_timeout: 'On a per-try timeout, starts the retry without cancelling the slow attempt.',
    },
    defaults: { initial_requests: 1 },
  },
  'route.CorsPolicy': {
    doc: 'Which origins may call across sites, and what the preflight answer says.',
    section: 'route.CorsPolicy',
    fields: {
      allow_origin: 'Allowed origins, `*` for all; an origin needs a match in any of the allow_origin lists.',
      allow_origin_regex: 'ECMAScript regexes of allowed origins.',
      allow_origin_string_match: 'Matchers of allowed origins.',
      allow_methods: 'Text sent as `access-control-allow-methods`.',
      allow_headers: 'Text sent as `access-control-allow-headers`.',
      expose_headers: 'Text sent as `access-control-expose-headers`.',
      max_age: 'Text sent as `access-control-max-age`, in seconds.',
      allow_credentials: 'Whether browsers may send cookies and other credentials along.',
      enabled: 'Switches the policy on or off; read on routes only, absent means on.',
      filter_enabled: 'Share of requests the policy is enforced for.',
      shadow_enabled:
        'Share of the requests not enforced for which the policy is only evaluated and counted.',
      allow_private_network_access:
        'Allows requests from public pages to hosts of a private network; absent leaves it to the virtual host, then no.',
      forward_not_matching_preflights:
        'Sends preflights from origins not allowed to the upstream; absent leaves it to the virtual host, then yes.',
    },
    defaults: {
      filter_enabled: {
        value: { default_value: { numerator: 100, denominator: 'HUNDRED' } },
        why: 'Applies while enabled is absent too, whose own default of true says the same.',
      },
      shadow_enabled: { value: { default_value: { numerator: 100, denominator: 'HUNDRED' } } },
    },
    deprecated: {
      allow_origin: ['allow_origin_string_match', 'allow-origin-to-string-match'],
      allow_origin_regex: ['allow_origin_string_match', 'allow-origin-to-string-match'],
      enabled: ['filter_enabled', 'cors-enabled-to-filter-enabled'],
    },
    sets: ['allow_origin', 'allow_origin_regex', 'allow_origin_string_match'],
    presence: ['filter_enabled', 'shadow_enabled'],
    unmodelled: ['allow_origin_string_match'],
  },
  'route.RateLimit': {
    doc: 'Builds one descriptor that the rate limit service is asked about.',
    section: 'route.RateLimit',
    fields: {
      stage: 'Only the rate limit filter with the same stage number uses this.',
      disable_key: 'Runtime key that switches this off.',
      actions: 'Each adds one entry, in this order; if one cannot, there is no descriptor at all.',
      limit:
        "Limit to send along with the descriptor in place of the service's own; dropped when it cannot be resolved.",
      hits_addend:
        'Hits that one request counts for; works in the per-filter settings of the rate limit filter only.',
      apply_on_stream_done:
        'Counts the request when it ends and never blocks it, so that the response can set the hits.',
      x_ratelimit_option:
        'Whether X-RateLimit headers are sent for this descriptor; unspecified follows the filter.',
    },
    defaults: { stage: 0, x_ratelimit_option: 'UNSPECIFIED' },
    names: { disable_key: 'runtime key' },
  },
  'route.RateLimit.Action': {
    doc: 'Adds one entry, a key and a value, to a descriptor.',
    section: 'route.RateLimit',
    fields: {
      source_cluster: 'Entry `source_cluster` with the cluster this proxy itself belongs to.',
      destination_cluster: 'Entry `destination_cluster` with the cluster the request is routed to.',
      request_headers: 'Entry with the value of a request header.',
      remote_address: 'Entry `remote_address` with the trusted client address.',
      generic_key: 'Entry `generic_key` with a fixed value.',
      header_value_match: 'Entry `header_match` with a fixed value, depending on request headers.',
      query_parameters: 'Entry with the value of a query parameter.',
      dynamic_metadata: 'Entry with a value from dynamic metadata.',
      metadata: 'Entry with a value from dynamic or route metadata.',
      extension: 'Extension that makes the entry, or an HTTP matching input.',
      masked_remote_address: 'Entry with the client address cut to a prefix; even an empty one sends it.',
      query_parameter_value_match: 'Entry with a fixed text when the query parameters match.',
    },
    deprecated: { dynamic_metadata: ['metadata', 'fields-to-successors'] },
    presence: [
      'source_cluster',
      'destination_cluster',
      'request_headers',
      'remote_address',
      'generic_key',
      'header_value_match',
      'masked_remote_address',
    ],
  },
  'route.RateLimit.Action.SourceCluster': {
    doc: 'Has no fields; the value is the `--service-cluster` of the proxy.',
    section: 'route.RateLimit',
  },
  'route.RateLimit.Action.DestinationCluster': {
    doc: 'Has no fields; the value is the cluster the route picked, also by weight or by header.',
    section: 'route.RateLimit',
  },
  'route.RateLimit.Action.RequestHeaders': {
    doc: 'Takes the value from a request header; no header, no descriptor.',
    section: 'route.RateLimit',
    fields: {
      header_name: 'Header that supplies the value.',
      descriptor_key: 'Key of the entry.',
      skip_if_absent:
        'Leaves out only this entry when the header is missing; otherwise the whole descriptor is dropped.',
    },
  },
  'route.RateLimit.Action.RemoteAddress': {
    doc: 'Has no fields; the value is the trusted address from x-forwarded-for.',
    section: 'route.RateLimit',
  },
  'route.RateLimit.Action.GenericKey': {
    doc: 'A fixed value, for instance to give a route a limit of its own.',
    section: 'route.RateLimit',
    fields: {
      descriptor_value: 'Value of the entry.',
      default_value:
        'Value for when descriptor_value, taken as a format, comes out empty; only while a runtime flag is on.',
      descriptor_key: 'Key of the entry.',
    },
    defaults: { descriptor_key: 'generic_key' },
  },
  'route.RateLimit.Action.HeaderValueMatch': {
    doc: 'A fixed value that is added only when request headers match, or only when they do not.',
    section: 'route.RateLimit',
    fields: {
      descriptor_value: 'Value of the entry.',
      expect_match: 'True adds the entry when the headers match, false when they do not.',
      headers: 'Header conditions, all of which must hold to count as a match.',
      default_value:
        'Value for when descriptor_value, taken as a format, comes out empty; only while a runtime flag is on.',
      descriptor_key: 'Key of the entry.',
    },
    defaults: { expect_match: true, descriptor_key: 'header_match' },
    sets: ['headers'],
  },
};

export const routeActionEnums: EnumOverlay = {
  'route.RouteAction.ClusterNotFoundResponseCode': {
    doc: 'What the client gets when the cluster of a route does not exist.',
    section: 'route.RouteAction',
    values: {
      SERVICE_UNAVAILABLE: '503 Service Unavailable.',
      NOT_FOUND: '404 Not Found.',
      INTERNAL_SERVER_ERROR: '500 Internal Server Error.',
    },
  },
  'route.RouteAction.InternalRedirectAction': {
    doc: 'What happens to a redirect that the upstream answers with.',
    section: 'route.RouteAction',
    values: {
      PASS_THROUGH_INTERNAL_REDIRECT: 'The client gets it.',
      HANDLE_INTERNAL_REDIRECT: 'A 302 is followed by the proxy itself, with a new routing decision.',
    },
  },
};
