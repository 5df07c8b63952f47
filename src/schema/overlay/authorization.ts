/** Who may pass: tokens, rules, and services that are asked. */
import type { EnumOverlay, MessageOverlay } from './language.ts';

export const authorizationMessages: MessageOverlay = {
  'http.ext_authz.ExtAuthz': {
    doc: 'Asks an authorization service about each request before it goes on.',
    fields: {
      grpc_service: 'Ask a gRPC service.',
      http_service: 'Ask an HTTP service; a 200 lets the request pass.',
      failure_mode_allow:
        'Let requests pass when the service cannot be reached or fails; otherwise they are refused.',
      use_alpha: 'Call the gRPC service under its old alpha name.',
      with_request_body: "Send the request's body along; absent sends headers only.",
      clear_route_cache: 'Choose the route again after the service changed headers.',
      status_on_error: 'Status for the client when the service fails; absent means 403.',
      metadata_context_namespaces: 'Namespaces of dynamic metadata sent to the service.',
      filter_enabled: 'Share of requests that are asked about; absent means all.',
      include_peer_certificate: "Send the client's certificate to the service.",
      transport_api_version:
        'Version of the messages sent to the service; V3 is the only one still supported.',
      failure_mode_allow_header_add: 'Marks requests by a header when failure_mode_allow let them through.',
      validate_mutations:
        'Answers 500 when the service asks for invalid changes of headers or query; for services not trusted.',
      typed_metadata_context_namespaces: 'Namespaces of typed dynamic metadata sent to a gRPC service.',
      route_metadata_context_namespaces: 'Namespaces of route metadata sent to the service.',
      route_typed_metadata_context_namespaces: 'Namespaces of typed route metadata sent to the service.',
      filter_enabled_metadata:
        'Asks the service only for requests whose dynamic metadata fits; absent asks for all.',
      deny_at_disable:
        'Runtime switch that refuses requests while the filter is switched off; absent lets them pass.',
      stat_prefix:
        'Further name in the statistics (`ext_authz.<stat_prefix>.…`), to tell several of these filters apart.',
      bootstrap_metadata_labels_key:
        "Key in the metadata of the proxy's node whose entries go to the service as destination labels.",
      allowed_headers:
        'Request headers sent to the service; absent sends all by gRPC, by HTTP only a few fixed ones.',
      disallowed_headers: 'Request headers never sent to the service, even if allowed_headers fits them.',
      include_tls_session: 'Sends TLS details such as the server name to the service.',
      charge_cluster_response_stats: 'Counts refused requests in the stats of the upstream cluster.',
      encode_raw_headers:
        'Sends header values as they are and repeated headers one by one; otherwise they are cleaned and joined.',
      decoder_header_mutation_rules:
        'Rules for which request headers the service may change; even an empty one applies.',
      enable_dynamic_metadata_ingestion: 'Whether dynamic metadata that the service returns is taken over.',
      filter_metadata: 'Data put in filter state for access logs, under the name of the filter.',
      emit_filter_state_stats:
        'Puts latency and, by gRPC, sizes and upstream of each check in filter state, for access logs.',
      max_denied_response_body_bytes: 'Bytes after which the body of a refusal is cut off; 0 means no limit.',
      enforce_response_header_limits:
        'Answers with an error when headers set by the service exceed the limits on response headers.',
    },
    defaults: { charge_cluster_response_stats: true, enable_dynamic_metadata_ingestion: true },
    deprecated: { use_alpha: ['nothing: leave it out and serve the v2 name', 'settings-without-successor'] },
    sets: [
      'metadata_context_namespaces',
      'typed_metadata_context_namespaces',
      'route_metadata_context_namespaces',
      'route_typed_metadata_context_namespaces',
    ],
    presence: ['decoder_header_mutation_rules'],
    facts: { deny_at_disable: { only: 'v3' } },
  },
  BufferSettings: {
    doc: "How much of a request's body is sent to the service.",
    fields: {
      max_request_bytes: 'Largest body in bytes; larger ones get a 413 unless allow_partial_message is set.',
      allow_partial_message: 'Send the first max_request_bytes of a larger body instead of refusing it.',
      pack_as_bytes: 'Sends the request body to a gRPC service as raw bytes instead of UTF-8 text.',
    },
  },
  'ext_authz.HttpService': {
    doc: 'An HTTP authorization service and which headers travel to and from it.',
    fields: {
      server_uri: 'The service: address, cluster and timeout.',
      path_prefix: "Text put before the request's path in the question.",
      authorization_request: 'Headers of the question.',
      authorization_response: 'Headers of the answer that are kept.',
      retry_policy: 'Retries of calls to the service, for which the body is buffered; absent makes none.',
    },
    presence: ['retry_policy'],
  },
  AuthorizationRequest: {
    doc: 'Headers of the question to the service.',
    fields: {
      allowed_headers: 'Request headers copied besides method, path, host, content length and authorization.',
      headers_to_add: "Headers added; they win over the request's own.",
    },
    deprecated: { allowed_headers: ['allowed_headers of the ExtAuthz filter', 'allowed-headers-to-filter'] },
  },
  AuthorizationResponse: {
    doc: "Headers of the service's answer that are passed on.",
    fields: {
      allowed_upstream_headers: 'Headers copied into a permitted request, over its own; absent copies none.',
      allowed_client_headers:
        'Headers of a refusal that reach the client; absent means all but the authority.',
      allowed_upstream_headers_to_append:
        "Headers of the service's answer that are added to the request, besides values already there.",
      allowed_client_headers_on_success:
        "Headers of the service's answer that the client gets in its response when the request may pass.",
      dynamic_metadata_from_headers: "Headers of the service's answer that become dynamic metadata.",
    },
  },
  ExtAuthzPerRoute: {
    doc: 'Authorization for one route, virtual host or weighted cluster.',
    fields: {
      disabled: 'Do not ask here: every request passes.',
      check_settings: 'Ask, with these settings.',
    },
    presence: ['check_settings'],
  },
  CheckSettings: {
    doc: 'What the question carries besides the request.',
    fields: {
      context_extensions: 'Texts sent with the question; keys of a more specific place win.',
      disable_request_body_buffering:
        'Sends no request body to the service on this route; not with with_request_body.',
      with_request_body:
        "How much of the request body goes to the service on this route, in place of the filter's setting.",
      grpc_service: "gRPC service to ask on this route, in place of the filter's.",
      http_service: "HTTP service to ask on this route, in place of the filter's.",
    },
  },
  'http.rbac.RBAC': {
    doc: 'The HTTP filter for access control.',
    fields: {
      rules: 'Rules that are enforced; absent refuses nothing, an empty message refuses everything.',
      shadow_rules: 'Rules that are only tried and counted; absent tries none.',
      rules_stat_prefix: 'Further name in the statistics of the enforced rules.',
      matcher: 'Match tree that allows or denies; what it misses, and all when it is empty, is denied.',
      shadow_matcher: 'Match tree that only counts and logs; absent tries nothing out.',
      shadow_rules_stat_prefix: 'Further name in the statistics of the rules on trial.',
      track_per_rule_stats: 'Keeps counters for each rule, on trial or enforced.',
    },
    presence: ['rules', 'shadow_rules', 'matcher', 'shadow_matcher'],
  },
  RBACPerRoute: {
    doc: 'Access control for one route, virtual host or weighted cluster.',
    fields: { rbac: "Rules that replace the filter's own; absent turns access control off here." },
    presence: ['rbac'],
  },
  'rbac.RBAC': {
    doc: 'An action and the policies it applies to.',
    fields: {
      action: 'What happens to requests that fit a policy; all others get the opposite.',
      policies: 'Policies by name; a request fits when any of them does.',
      audit_logging_options: 'When decisions are audited, and where they are logged; for gRPC servers only.',
    },
    facts: { action: { in: { v2: { limits: { definedOnly: true } } } } },
  },
  Policy: {
    doc: 'Fits when a permission, a principal and the condition fit.',
    fields: {
      permissions: 'What is done; any of them must fit.',
      principals: 'Who does it; any of them must fit.',
      condition: 'Parsed expression (CEL) that must hold as well; absent asks nothing more.',
      checked_condition: 'Type-checked form of a condition, in place of condition; not implemented.',
      cel_config: 'Text functions to allow in condition, such as joining and conversion.',
    },
    sets: ['permissions', 'principals'],
  },
  Permission: {
    doc: 'A condition on what is done.',
    fields: {
      and_rules: 'All of several conditions.',
      or_rules: 'Any of several conditions.',
      any: 'Anything.',
      header: 'A header of the request, such as `:method`; HTTP only.',
      url_path: 'The path without query and fragment; HTTP only.',
      destination_ip: 'The address the client connected to.',
      destination_port: 'The port the client connected to.',
      metadata: 'Dynamic metadata that earlier filters left.',
      not_rule: 'The opposite of a condition.',
      requested_server_name: 'The server name (SNI) that the client asked for.',
      destination_port_range: 'Destination ports, the end left out.',
      matcher: 'Extension that decides whether the permission fits.',
      uri_template: 'Extension that matches the path, such as by URI template.',
      sourced_metadata: 'Matcher on metadata of the request or of its route; more general than metadata.',
    },
    deprecated: { metadata: ['sourced_metadata', 'rbac-metadata-to-sourced'] },
  },
  'Permission.Set': {
    doc: 'Several conditions on what is done.',
    fields: { rules: 'The conditions.' },
    sets: ['rules'],
  },
  Principal: {
    doc: 'A condition on who does it.',
    fields: {
      and_ids: 'All of several conditions.',
      or_ids: 'Any of several conditions.',
      any: 'Anyone.',
      authenticated: 'Someone with a verified client certificate; an empty message takes any of them.',
      source_ip: "The client's address.",
      header: 'A header of the request; HTTP only.',
      url_path: 'The path without query and fragment; HTTP only.',
      metadata: 'Dynamic metadata that earlier filters left.',
      not_id: 'The opposite of a condition.',
      direct_remote_ip: 'Addresses of the directly connected peer, whatever headers say.',
      remote_ip: 'Addresses of the client, as told by headers or the PROXY protocol where those are trusted.',
      filter_state: 'Matcher on filter state.',
      sourced_metadata: 'Matcher on metadata of the request or of its route; more general than metadata.',
      custom: 'Extension that decides whether the principal fits.',
    },
    deprecated: {
      source_ip: ['direct_remote_ip', 'source-ip-to-remote-ip', 'v3'],
      metadata: ['sourced_metadata', 'rbac-metadata-to-sourced'],
    },
    presence: ['authenticated'],
    facts: { direct_remote_ip: { only: 'v3' }, remote_ip: { only: 'v3' } },
  },
  'Principal.Set': {
    doc: 'Several conditions on who does it.',
    fields: { ids: 'The conditions.' },
    sets: ['ids'],
  },
  'Principal.Authenticated': {
    doc: 'A client known by its certificate.',
    fields: {
      principal_name: 'Its first URI, else DNS name, else subject; absent takes every verified client.',
    },
  },
  JwtProvider: {
    doc: 'An issuer of tokens: its keys, where tokens are found, what becomes of them.',
    fields: {
      issuer: "The token's `iss` claim must be this.",
      audiences: "The token's `aud` claim must hold one of these; empty means any.",
      remote_jwks: "Fetch the issuer's public keys over HTTP.",
      local_jwks: "The issuer's public keys from a file or in place.",
      forward: 'Leave the verified token in the request; otherwise it is removed.',
      from_headers:
        'Headers with tokens; with from_params empty too, `authorization: Bearer` and `access_token` are read.',
      from_params: 'Query parameters with tokens; with from_headers empty too, `access_token` is read.',
      forward_payload_header: 'Request header that gets the verified payload in base64url; empty adds none.',
      payload_in_metadata: 'Key of dynamic metadata that gets the verified payload; empty writes none.',
      subjects: 'Subjects (`sub`) that tokens of this provider may carry; absent checks none.',
      require_expiration: 'Refuses tokens without an expiry (`exp`).',
      max_lifetime: 'Longest time a token may still be valid, which demands an expiry; absent sets no limit.',
      from_cookies: 'Cookies that hold tokens.',
      pad_forward_payload_header: 'Pads the base64 payload in the forwarded header with equals signs.',
      normalize_payload_in_metadata:
        'Changes the payload on its way into metadata, such as scopes split into a list.',
      header_in_metadata:
        'Key in dynamic metadata that the verified token header is stored under; absent stores none.',
      failed_status_in_metadata:
        'Key in dynamic metadata for code and message of a failed check; absent stores none.',
      clock_skew_seconds: 'Seconds by which clocks may differ when `exp` and `nbf` are checked.',
      jwt_cache_config: 'Remembers tokens found valid; even an empty one turns this on, for 100 tokens.',
      claim_to_headers: 'Claims copied to request headers, replacing what was there; no lists.',
      clear_route_cache: 'Picks the route anew once a token has set headers or metadata.',
    },
    defaults: { clock_skew_seconds: 60 },
    sets: ['audiences'],
    presence: ['jwt_cache_config'],
  },
  RemoteJwks: {
    doc: 'Public keys fetched over HTTP.',
    fields: {
      http_uri: 'Where the keys are: address, cluster and timeout.',
      cache_duration: 'How long fetched keys are used before they are fetched again.',
      async_fetch:
        'Fetches the keys ahead of requests, once for all threads; even an empty one turns this on.',
      retry_policy: 'Retries when the keys cannot be fetched; absent makes none, an empty one makes 1.',
    },
    defaults: { cache_duration: '600s' },
    presence: ['async_fetch', 'retry_policy'],
  },
  JwtHeader: {
    doc: 'A header with a token.',
    fields: { name: 'The header.', value_prefix: 'Text before the token, such as `Bearer ` with its space.' },
  },
  ProviderWithAudiences: {
    doc: 'A provider with audiences of its own.',
    fields: {
      provider_name: 'Key of the provider in `providers`.',
      audiences: "Audiences that replace the provider's.",
    },
    sets: ['audiences'],
  },
  JwtRequirement: {
    doc: 'Which tokens a request needs; with nothing set it needs none.',
    fields: {
      provider_name: 'A token of this provider.',
      provider_and_audiences: 'A token of a provider for certain audiences.',
      requires_any: 'Any of several requirements.',
      requires_all: 'All of several requirements.',
      allow_missing_or_failed:
        'Always fulfilled, even by a bad token; good ones are still verified and passed on.',
      allow_missing: 'Fulfilled without a token, but a bad token is refused.',
      extract_only_without_validation:
        'Reads the token without checking anything and lets every request pass; for trusted sources only.',
    },
    presence: ['allow_missing_or_failed', 'allow_missing', 'extract_only_without_validation'],
  },
  JwtRequirementOrList: {
    doc: 'Fulfilled when any of its requirements is.',
    fields: { requirements: 'The requirements, two at least, tried in order.' },
  },
  JwtRequirementAndList: {
    doc: 'Fulfilled when all its requirements are.',
    fields: { requirements: 'The requirements, two at least; the first that fails says with which status.' },
  },
  RequirementRule: {
    doc: 'Requests that match need these tokens.',
    fields: {
      match: 'Which requests, in the form that routes use.',
      requires: 'What they need; absent means no token.',
      requirement_name: 'Name of a requirement in requirement_map.',
    },
  },
  FilterStateRule: {
    doc: 'Requirements chosen by a text that an earlier filter left in the filter state.',
    fields: { name: 'Key of the filter state to read.', requires: 'Requirement by the text found there.' },
  },
  JwtAuthentication: {
    doc: 'The filter: who issues tokens, and which requests need one.',
    fields: {
      providers: 'Issuers by the name that requirements use.',
      rules: 'Rules in order; the first that matches counts, and without one no token is needed.',
      filter_state_rules: 'Used where no rule matches.',
      bypass_cors_preflight: 'Let CORS preflight requests pass without a token.',
      requirement_map: 'Requirements by name, for rules and routes to refer to.',
      strip_failure_response: 'Answers a plain 401, without the reason in body and header.',
      stat_prefix: 'Further name in the statistics, to tell several of these filters apart.',
    },
  },
};

export const authorizationEnums: EnumOverlay = {
  'rbac.RBAC.Action': {
    doc: 'What happens to requests that fit a policy.',
    values: {
      ALLOW: 'They pass, and all others are refused.',
      DENY: 'They are refused, and all others pass.',
      LOG: 'Everything passes; what matches is marked in dynamic metadata for access logs.',
    },
  },
};
