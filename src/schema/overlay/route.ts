/** Route configurations down to what a route matches. */
import type { EnumOverlay, MessageOverlay } from './language.ts';

export const routeMessages: MessageOverlay = {
  'route.VirtualHost': {
    doc: 'A group of domains with the ordered routes that serve them; the request host picks one virtual host.',
    section: 'route.VirtualHost',
    identity: ['name'],
    fields: {
      name: 'Label that appears in stats; has no influence on routing.',
      domains:
        'Hosts served here: exact names, `*.suffix`, `prefix.*` or `*`; each belongs to one virtual host.',
      routes: 'Tried from top to bottom; the first one that matches decides.',
      require_tls:
        'Which plaintext requests are redirected to HTTPS before any route is tried; absent means none.',
      virtual_clusters: 'Path patterns that get stats of their own; the first match counts.',
      rate_limits: 'Rate limit descriptors for requests whose route has none of its own.',
      request_headers_to_add:
        'Request headers added after those of the route and before those of the route configuration.',
      request_headers_to_remove: 'Headers stripped from every request routed here.',
      response_headers_to_add:
        'Response headers added after those of the route and before those of the route configuration.',
      response_headers_to_remove: 'Headers stripped from every response sent from here.',
      cors: 'Cross-origin policy for routes that carry none themselves.',
      per_filter_config: 'Settings for single HTTP filters on this host, by filter name, as untyped objects.',
      typed_per_filter_config: 'Settings for single HTTP filters on this host, by filter name.',
      include_request_attempt_count:
        'Tells the upstream in `x-proxy-attempt-count` which attempt this is, replacing what the client sent.',
      include_attempt_count_in_response:
        'Tells the client in `x-proxy-attempt-count` how many attempts the response took.',
      retry_policy: 'Retries for routes that have no retry policy; a route with one ignores this entirely.',
      retry_policy_typed_config:
        'Retry policy supplied by an extension; not supported by the proxy of this API version.',
      hedge_policy:
        'Request hedging for routes that have no hedge policy; a route with one ignores this entirely.',
      per_request_buffer_limit_bytes:
        'Most bytes buffered of one request for retries and shadowing; absent means the connection buffer limit.',
      matcher: 'Match tree that picks the route action; stands in for routes.',
      include_is_timeout_retry_header:
        'Tells the upstream by a header when a retry follows a per-try timeout.',
      request_body_buffer_limit:
        'Most bytes of a request body to buffer, beyond the connection limit; not with per_request_buffer_limit_bytes.',
      request_mirror_policies:
        'Mirroring for routes without policies of their own; hides that of the route configuration.',
      metadata: 'Extra data about the virtual host for filters, stats and logs.',
    },
    defaults: { include_request_attempt_count: false },
    deprecated: {
      cors: ['typed_per_filter_config with a CorsPolicy', 'cors-to-per-filter-config'],
      per_filter_config: ['typed_per_filter_config', 'per-filter-config-to-typed'],
      per_request_buffer_limit_bytes: ['request_body_buffer_limit', 'buffer-limits-to-current'],
    },
    sets: ['domains', 'request_headers_to_remove', 'response_headers_to_remove'],
    presence: ['cors', 'retry_policy', 'hedge_policy'],
    unmodelled: [
      'include_attempt_count_in_response',
      'retry_policy_typed_config',
      'hedge_policy',
      'per_request_buffer_limit_bytes',
    ],
  },
  'route.VirtualCluster': {
    doc: 'A named slice of the traffic of a virtual host that the router keeps separate stats for.',
    section: 'route.VirtualCluster',
    identity: ['name'],
    fields: {
      pattern: 'Regex that must cover the whole request path, query included.',
      headers:
        'Matchers that must all hold, `:path` and `:method` included; used in place of pattern and method.',
      name: 'Name in the stats, below the name of the virtual host.',
      method: 'Counts only requests of this method; absent means any.',
    },
    deprecated: {
      pattern: ['headers with a regex on `:path`', 'virtual-cluster-to-headers'],
      method: ['headers with an exact match on `:method`', 'virtual-cluster-to-headers'],
    },
    sets: ['headers'],
    unmodelled: ['headers'],
    facts: { pattern: { requiredUnless: 'headers', required: true } },
  },
  'route.Route': {
    doc: 'One rule of a virtual host: which requests it takes and what happens to them.',
    section: 'route.Route',
    fields: {
      name: 'Label for logs and tools; has no influence on routing.',
      match: 'Conditions a request must meet to be taken by this route.',
      route: 'Forward to an upstream cluster.',
      redirect: 'Send the client elsewhere.',
      direct_response: 'Answer at once, without any upstream.',
      filter_action: 'Leave the answer to an HTTP filter.',
      metadata: 'Extra data for filters, logs and stats, under the name of whoever reads it.',
      decorator: 'Names the operation in traces.',
      per_filter_config:
        'Settings for single HTTP filters on this route, by filter name, as untyped objects.',
      typed_per_filter_config: 'Settings for single HTTP filters on this route, by filter name.',
      request_headers_to_add:
        'Request headers added before those of the virtual host and the route configuration.',
      request_headers_to_remove: 'Headers stripped from requests that take this route.',
      response_headers_to_add:
        'Response headers added before those of the virtual host and the route configuration.',
      response_headers_to_remove: 'Headers stripped from responses of this route.',
      tracing: 'Sampling for this route; replaces the sampling of the connection manager.',
      per_request_buffer_limit_bytes:
        'Most bytes buffered of one request; absent means the limit of the virtual host.',
      non_forwarding_action: 'Answers without an upstream, on servers such as gRPC; nothing this proxy does.',
      stat_prefix: 'Name of stats kept for this route alone, at about 1 KiB of memory; absent keeps none.',
      request_body_buffer_limit:
        'Most bytes of a request body to buffer, beyond the connection limit; not with per_request_buffer_limit_bytes.',
    },
    deprecated: {
      per_filter_config: ['typed_per_filter_config', 'per-filter-config-to-typed'],
      per_request_buffer_limit_bytes: ['request_body_buffer_limit', 'buffer-limits-to-current'],
    },
    sets: ['request_headers_to_remove', 'response_headers_to_remove'],
    presence: ['route', 'redirect', 'direct_response', 'filter_action', 'tracing', 'non_forwarding_action'],
    unmodelled: ['name', 'filter_action', 'tracing', 'per_request_buffer_limit_bytes'],
  },
  'route.FilterAction': {
    doc: 'Hands the request to an HTTP filter that produces the response.',
    fields: { action: 'What the filter needs to know.' },
  },
  'route.RedirectAction': {
    doc: 'Builds the Location of a redirect from the request; parts that are not set stay as requested.',
    section: 'route.RedirectAction',
    fields: {
      https_redirect: 'Turns the scheme into https; a written-out `:80` of a http request goes away.',
      scheme_redirect: 'New scheme; the default port of the old scheme goes away when it was written out.',
      host_redirect: 'New host, taken literally, a port in it included.',
      port_redirect: 'New port; 0 or absent means no change.',
      path_redirect: 'New path; the query of the request is dropped.',
      prefix_rewrite: 'Replaces the matched prefix or path byte for byte; mind the trailing slash.',
      response_code: 'Status of the redirect; absent means 301.',
      strip_query: 'Drops the query from the Location.',
      regex_rewrite: 'Replaces every regex hit in the path of the redirect target, leaving the query alone.',
    },
    defaults: { strip_query: false },
    presence: ['regex_rewrite'],
  },
  'route.DirectResponseAction': {
    doc: 'A fixed response; its headers come from response_headers_to_add of the route and the levels above.',
    section: 'route.DirectResponseAction',
    fields: {
      status: 'HTTP status of the response.',
      body: 'Body of the response; absent means an empty one.',
      body_format: 'Format of the response body, in which %LOCAL_REPLY_BODY% stands for body.',
    },
    facts: { status: { in: { v2: { required: false } } } },
  },
  'route.Decorator': {
    doc: 'Names the operation a matched request stands for.',
    section: 'route.Decorator',
    fields: {
      operation: 'Span name while tracing; `x-proxy-decorator-operation` can override it.',
      propagate: 'Whether the operation name is passed on in headers to the next hop.',
    },
    defaults: { propagate: true },
    unmodelled: ['propagate'],
  },
  'route.Tracing': {
    doc: 'Trace sampling and tags of one route.',
    fields: {
      client_sampling: 'Share of requests with `x-client-trace-id` that are traced.',
      random_sampling: 'Share of all other requests picked for tracing at random.',
      overall_sampling: 'Upper bound on the share traced for whatever reason.',
      custom_tags:
        'Tags put on the spans of this route; one of the same name in the connection manager gives way.',
      operation: 'Format of the span name; wins over the decorator, its header and the connection manager.',
      upstream_operation:
        'Format of the upstream span name, where spawn_upstream_span is on; wins over the connection manager.',
    },
    defaults: {
      client_sampling: { value: { numerator: 100, denominator: 'HUNDRED' } },
      random_sampling: { value: { numerator: 100, denominator: 'HUNDRED' } },
      overall_sampling: { value: { numerator: 100, denominator: 'HUNDRED' } },
    },
    presence: ['client_sampling', 'random_sampling', 'overall_sampling'],
    facts: { custom_tags: { order: 'set by identity' } },
  },
  'route.RouteMatch': {
    doc: 'Conditions that must all hold for a route to take a request.',
    section: 'route.RouteMatch',
    fields: {
      prefix: 'Text `:path` must begin with, query included; segment borders do not matter.',
      path: 'Text the path must equal once the query is cut off.',
      regex: 'ECMAScript regex that must cover the whole path once the query is cut off.',
      safe_regex: 'RE2 regex that must cover the whole path once the query is cut off.',
      case_sensitive: 'Whether letter case counts in prefix and path; a regex never looks at this.',
      runtime_fraction:
        'Takes only this share of the otherwise matching requests, drawn at random; absent means all.',
      headers: 'Header conditions, all of which must hold; `:method` restricts the method.',
      query_parameters: 'Query parameter conditions, all of which must hold.',
      grpc: 'Present, even empty: only requests with a gRPC content-type match.',
      tls_context: 'Conditions on the client certificate of the downstream connection.',
      connect_matcher: 'Matches CONNECT and CONNECT-UDP requests, and no others; even an empty one does.',
      path_separated_prefix:
        'Path prefix that ends at a slash or at the end of the path: `/api` fits `/api/x`, not `/apix`.',
      path_match_policy: 'Extension that matches the path, such as a URI template.',
      cookies: 'Matchers on cookies of the request; all have to hold.',
      dynamic_metadata: 'Matchers on metadata that filters set; all have to hold.',
      filter_state: 'Matchers on filter state; all have to hold.',
    },
    defaults: { case_sensitive: true },
    deprecated: { regex: ['safe_regex', 'regex-to-safe-regex'] },
    sets: ['headers', 'query_parameters', 'cookies', 'dynamic_metadata', 'filter_state'],
    presence: ['safe_regex', 'runtime_fraction', 'grpc', 'tls_context', 'connect_matcher'],
    unmodelled: ['safe_regex', 'tls_context'],
  },
  'route.RouteMatch.GrpcRouteMatchOptions': {
    doc: 'Has no fields; its presence restricts a route to gRPC.',
    section: 'route.RouteMatch',
  },
  'route.RouteMatch.TlsContextMatchOptions': {
    doc: 'What must be true of the client certificate.',
    fields: {
      presented:
        'Whether the client must (true) or must not (false) have shown a certificate; absent means either.',
      validated:
        'Whether the certificate must (true) or must not (false) have been verified; absent means either.',
    },
  },
  'route.HeaderMatcher': {
    doc: 'A condition on one request header; without any value condition the header just has to be there.',
    section: 'route.HeaderMatcher',
    fields: {
      name: 'Header name in any letter case; `:authority` for the host, `:method` for the method.',
      exact_match: 'The value must equal this.',
      regex_match: 'ECMAScript regex that must cover the whole value.',
      safe_regex_match: 'RE2 regex that must cover the whole value.',
      range_match: 'The value must be a decimal integer from start up to, not including, end.',
      present_match: 'The header must be there, with any value.',
      prefix_match: 'The value must begin with this text, which must not be empty.',
      suffix_match: 'The value must end with this text, which must not be empty.',
      invert_match: 'Reverses the outcome; a missing header still fails unless only presence is asked.',
      contains_match: 'Text that has to occur somewhere in the value.',
      string_match: 'Matcher that the value has to fit.',
      treat_missing_header_as_empty:
        'Takes a header that is not there for an empty one; otherwise the matcher fails without it.',
    },
    defaults: { invert_match: false },
    deprecated: {
      exact_match: ['string_match', 'header-conditions-to-string-match'],
      regex_match: ['safe_regex_match', 'regex-match-to-safe-regex-match'],
      safe_regex_match: ['string_match', 'header-conditions-to-string-match'],
      prefix_match: ['string_match', 'header-conditions-to-string-match'],
      suffix_match: ['string_match', 'header-conditions-to-string-match'],
      contains_match: ['string_match with contains', 'header-conditions-to-string-match'],
    },
    presence: ['safe_regex_match', 'range_match'],
    unmodelled: ['safe_regex_match'],
    facts: { prefix_match: { matcher: true }, suffix_match: { matcher: true } },
  },
  'route.QueryParameterMatcher': {
    doc: 'A condition on one query parameter; without a value condition the key just has to be there.',
    section: 'route.QueryParameterMatcher',
    fields: {
      name: 'Key, compared as written: no decoding, letter case counts.',
      value: 'Value the key must have, or a regex for it when regex is true; absent or empty means any.',
      regex: 'Reads value as a regex that must cover the whole parameter value.',
      string_match: 'Condition on the value of the key.',
      present_match: 'The key must be there, with any value or none.',
    },
    defaults: { regex: false },
    deprecated: {
      value: ['string_match, or present_match where any value will do', 'query-value-to-string-match'],
      regex: ['string_match with safe_regex', 'query-value-to-string-match'],
    },
    presence: ['string_match'],
    unmodelled: ['string_match', 'present_match'],
  },
  RouteConfiguration: {
    doc: 'A routing table: the virtual hosts one connection manager chooses from.',
    identity: ['name'],
    fields: {
      name: 'Name that RDS requests it by.',
      virtual_hosts: 'The virtual hosts; domains decide among them, the order does not.',
      vhds: 'Where further virtual hosts are fetched on demand.',
      internal_only_headers: 'Headers stripped from requests that come from outside.',
      response_headers_to_add: 'Response headers added after those of the route and the virtual host.',
      response_headers_to_remove: 'Headers stripped from every response.',
      request_headers_to_add: 'Request headers added after those of the route and the virtual host.',
      request_headers_to_remove: 'Headers stripped from every request.',
      most_specific_header_mutations_wins:
        'Evaluates header changes from the outermost level inwards, so that the route has the last word.',
      validate_clusters:
        'Refuses routes to unknown clusters; absent means true for inline tables and false for RDS.',
      max_direct_response_body_size_bytes:
        'Largest body of a direct response, in bytes; all of it is kept in memory.',
      cluster_specifier_plugins: 'Plugins that choose clusters, for routes to refer to by name.',
      request_mirror_policies: 'Mirroring for routes when neither they nor their virtual host have policies.',
      ignore_port_in_host_matching:
        'Leaves the port of the requested host aside when a virtual host is picked; ports in domains stay.',
      vhost_header: 'Request header that picks the virtual host in place of the host.',
      ignore_path_parameters_in_path_matching:
        'Matches the path only up to the first semicolon, without its parameters.',
      typed_per_filter_config:
        'Settings for single HTTP filters on all routes here, by filter name; virtual hosts and routes override them.',
      metadata: 'Extra data about the route configuration for filters, stats and logs.',
    },
    defaults: { max_direct_response_body_size_bytes: 4096 },
    sets: [
      'virtual_hosts',
      'internal_only_headers',
      'response_headers_to_remove',
      'request_headers_to_remove',
      'cluster_specifier_plugins',
    ],
    presence: ['vhds'],
  },
  Vhds: { doc: 'Virtual host discovery.', fields: { config_source: 'Server the virtual hosts come from.' } },
  ScopedRouteConfiguration: {
    doc: 'Assigns a routing table to the requests whose scope key is the given one.',
    identity: ['name'],
    fields: {
      name: 'Name of the scope, unique among scopes.',
      route_configuration_name: 'Route configuration that serves the scope, fetched over RDS.',
      key: 'Scope key a request must produce.',
      on_demand: 'Loads the route configuration only when the first request needs it.',
      route_configuration: 'The route configuration itself, in place of route_configuration_name.',
    },
  },
  'ScopedRouteConfiguration.Key': {
    doc: 'A scope key made of fragments.',
    fields: { fragments: 'Compared one by one, in order, with what the scope key builder yields.' },
  },
  'ScopedRouteConfiguration.Key.Fragment': {
    doc: 'One part of a scope key.',
    fields: { string_key: 'Text the fragment of the request must equal.' },
  },
  Rds: {
    doc: 'Route discovery: which route configuration to fetch and from where.',
    fields: {
      config_source: 'Where the route configuration comes from.',
      route_config_name: 'Name of the route configuration to ask for.',
    },
  },
  ScopedRouteConfigurationsList: {
    doc: 'Scopes written in place; of several with one name or key the last counts.',
    fields: { scoped_route_configurations: "The scopes, each a key and a route configuration's name." },
  },
  ScopedRoutes: {
    doc: 'Chooses a route configuration per request: a key is built from headers and looked up among scopes.',
    fields: {
      name: 'Name of this set of scopes, for logs and the configuration dump.',
      scope_key_builder: 'How the key of a request is built.',
      rds_config_source: 'Where the route configurations that scopes name come from.',
      scoped_route_configurations_list: 'Scopes written in place.',
      scoped_rds: 'Scopes fetched from a management server.',
    },
  },
  'ScopedRoutes.ScopeKeyBuilder': {
    doc: 'How the key of a request is put together from fragments.',
    fields: { fragments: 'Parts of the key in order; a request that lacks one of them matches no scope.' },
  },
  'ScopedRoutes.ScopeKeyBuilder.FragmentBuilder': {
    doc: 'One part of the key.',
    fields: { header_value_extractor: 'Take the part from a request header.' },
  },
  'ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor': {
    doc: "Takes a piece out of a request header's value.",
    fields: {
      name: 'The header.',
      element_separator: 'Text that splits the value into elements; empty keeps it whole.',
      index: 'Use the element at this position, counted from 0.',
      element: 'Use the value of the element with a given key.',
    },
  },
  'ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor.KvElement': {
    doc: 'An element of the form key, separator, value.',
    fields: { separator: 'Text between key and value, such as `=`.', key: 'Key whose value is used.' },
  },
  ScopedRds: {
    doc: 'Where scopes are fetched from.',
    fields: {
      scoped_rds_config_source: 'Where the scopes come from.',
      srds_resources_locator: 'xdstp URL of the collection of scopes; not implemented.',
    },
  },
};

export const routeEnums: EnumOverlay = {
  'route.VirtualHost.TlsRequirementType': {
    doc: 'Which requests of a virtual host must arrive over TLS.',
    section: 'route.VirtualHost',
    values: {
      NONE: 'Plaintext is accepted from everyone.',
      EXTERNAL_ONLY: 'Plaintext requests from outside get a 301 to HTTPS; internal ones pass.',
      ALL: 'Every plaintext request gets a 301 to HTTPS.',
    },
  },
  'route.RedirectAction.RedirectResponseCode': {
    doc: 'Status code of a redirect.',
    section: 'route.RedirectAction',
    values: {
      MOVED_PERMANENTLY: '301: permanent; clients may turn POST into GET.',
      FOUND: '302: temporary; clients may turn POST into GET.',
      SEE_OTHER: '303: fetch the target with GET.',
      TEMPORARY_REDIRECT: '307: temporary, method and body kept.',
      PERMANENT_REDIRECT: '308: permanent, method and body kept.',
    },
  },
};
