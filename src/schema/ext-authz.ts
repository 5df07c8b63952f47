/** The HTTP filter that asks an external service whether a request may pass. */
import type { MessageTables } from './language.ts';

export const extAuthzMessages = {
  'http.ext_authz.ExtAuthz': {
    doc: 'Asks an authorization service about each request before it goes on.',
    section: 'full API',
    oneofs: { services: 'at most one' },
    fields: {
      grpc_service: { type: 'core.GrpcService', doc: 'Ask a gRPC service.', oneof: 'services' },
      http_service: {
        type: 'ext_authz.HttpService',
        doc: 'Ask an HTTP service; a 200 lets the request pass.',
        oneof: 'services',
      },
      failure_mode_allow: {
        type: 'bool',
        doc: 'Let requests pass when the service cannot be reached or fails; otherwise they are refused.',
      },
      use_alpha: {
        type: 'bool',
        doc: 'Call the gRPC service under its old alpha name.',
        deprecated: {
          use: 'nothing: leave it out and serve the v2 name',
          migration: 'settings-without-successor',
        },
        only: 'v2',
      },
      with_request_body: {
        type: 'BufferSettings',
        doc: "Send the request's body along; absent sends headers only.",
      },
      clear_route_cache: { type: 'bool', doc: 'Choose the route again after the service changed headers.' },
      status_on_error: {
        type: 'type.HttpStatus',
        doc: 'Status for the client when the service fails; absent means 403.',
      },
      metadata_context_namespaces: {
        type: 'repeated string',
        doc: 'Namespaces of dynamic metadata sent to the service.',
        order: 'set',
      },
      filter_enabled: {
        type: 'core.RuntimeFractionalPercent',
        doc: 'Share of requests that are asked about; absent means all.',
      },
      include_peer_certificate: { type: 'bool', doc: "Send the client's certificate to the service." },
      transport_api_version: {
        type: 'core.ApiVersion',
        doc: 'Version of the messages sent to the service; V3 is the only one still supported.',
        limits: { definedOnly: true },
        only: 'v3',
      },
      failure_mode_allow_header_add: {
        type: 'bool',
        doc: 'Marks requests by a header when failure_mode_allow let them through.',
        only: 'v3',
      },
      validate_mutations: {
        type: 'bool',
        doc: 'Answers 500 when the service asks for invalid changes of headers or query; for services not trusted.',
        only: 'v3',
      },
      typed_metadata_context_namespaces: {
        type: 'repeated string',
        doc: 'Namespaces of typed dynamic metadata sent to a gRPC service.',
        order: 'set',
        only: 'v3',
      },
      route_metadata_context_namespaces: {
        type: 'repeated string',
        doc: 'Namespaces of route metadata sent to the service.',
        order: 'set',
        only: 'v3',
      },
      route_typed_metadata_context_namespaces: {
        type: 'repeated string',
        doc: 'Namespaces of typed route metadata sent to the service.',
        order: 'set',
        only: 'v3',
      },
      filter_enabled_metadata: {
        type: 'type.matcher.MetadataMatcher',
        doc: 'Asks the service only for requests whose dynamic metadata fits; absent asks for all.',
        only: 'v3',
      },
      deny_at_disable: {
        type: 'core.RuntimeFeatureFlag',
        doc: 'Runtime switch that refuses requests while the filter is switched off; absent lets them pass.',
        only: 'v3',
      },
      stat_prefix: {
        type: 'string',
        doc: 'Further name in the statistics (`ext_authz.<stat_prefix>.…`), to tell several of these filters apart.',
        only: 'v3',
      },
      bootstrap_metadata_labels_key: {
        type: 'string',
        doc: "Key in the metadata of the proxy's node whose entries go to the service as destination labels.",
        only: 'v3',
      },
      allowed_headers: {
        type: 'type.matcher.ListStringMatcher',
        doc: 'Request headers sent to the service; absent sends all by gRPC, by HTTP only a few fixed ones.',
        only: 'v3',
      },
      disallowed_headers: {
        type: 'type.matcher.ListStringMatcher',
        doc: 'Request headers never sent to the service, even if allowed_headers fits them.',
        only: 'v3',
      },
      include_tls_session: {
        type: 'bool',
        doc: 'Sends TLS details such as the server name to the service.',
        only: 'v3',
      },
      charge_cluster_response_stats: {
        type: 'BoolValue',
        doc: 'Counts refused requests in the stats of the upstream cluster.',
        default: { value: true },
        only: 'v3',
      },
      encode_raw_headers: {
        type: 'bool',
        doc: 'Sends header values as they are and repeated headers one by one; otherwise they are cleaned and joined.',
        only: 'v3',
      },
      decoder_header_mutation_rules: {
        type: 'HeaderMutationRules',
        doc: 'Rules for which request headers the service may change; even an empty one applies.',
        presence: true,
        only: 'v3',
      },
      enable_dynamic_metadata_ingestion: {
        type: 'BoolValue',
        doc: 'Whether dynamic metadata that the service returns is taken over.',
        default: { value: true },
        only: 'v3',
      },
      filter_metadata: {
        type: 'Struct',
        doc: 'Data put in filter state for access logs, under the name of the filter.',
        only: 'v3',
      },
      emit_filter_state_stats: {
        type: 'bool',
        doc: 'Puts latency and, by gRPC, sizes and upstream of each check in filter state, for access logs.',
        only: 'v3',
      },
      max_denied_response_body_bytes: {
        type: 'uint32',
        doc: 'Bytes after which the body of a refusal is cut off; 0 means no limit.',
        only: 'v3',
      },
      enforce_response_header_limits: {
        type: 'bool',
        doc: 'Answers with an error when headers set by the service exceed the limits on response headers.',
        only: 'v3',
      },
    },
  },
  BufferSettings: {
    doc: "How much of a request's body is sent to the service.",
    section: 'full API',
    fields: {
      max_request_bytes: {
        type: 'uint32',
        doc: 'Largest body in bytes; larger ones get a 413 unless allow_partial_message is set.',
        required: true,
        limits: { gt: 0 },
      },
      allow_partial_message: {
        type: 'bool',
        doc: 'Send the first max_request_bytes of a larger body instead of refusing it.',
      },
      pack_as_bytes: {
        type: 'bool',
        doc: 'Sends the request body to a gRPC service as raw bytes instead of UTF-8 text.',
        only: 'v3',
      },
    },
  },
  'ext_authz.HttpService': {
    doc: 'An HTTP authorization service and which headers travel to and from it.',
    section: 'full API',
    fields: {
      server_uri: { type: 'core.HttpUri', doc: 'The service: address, cluster and timeout.' },
      path_prefix: { type: 'string', doc: "Text put before the request's path in the question." },
      authorization_request: {
        type: 'AuthorizationRequest',
        doc: 'Headers of the question.',
      },
      authorization_response: {
        type: 'AuthorizationResponse',
        doc: 'Headers of the answer that are kept.',
      },
      retry_policy: {
        type: 'core.RetryPolicy',
        doc: 'Retries of calls to the service, for which the body is buffered; absent makes none.',
        presence: true,
        only: 'v3',
      },
    },
  },
  AuthorizationRequest: {
    doc: 'Headers of the question to the service.',
    section: 'full API',
    fields: {
      allowed_headers: {
        type: 'type.matcher.ListStringMatcher',
        doc: 'Request headers copied besides method, path, host, content length and authorization.',
        in: {
          v3: {
            deprecated: {
              use: 'allowed_headers of the ExtAuthz filter',
              migration: 'allowed-headers-to-filter',
            },
          },
        },
      },
      headers_to_add: {
        type: 'repeated core.HeaderValue',
        doc: "Headers added; they win over the request's own.",
      },
    },
  },
  AuthorizationResponse: {
    doc: "Headers of the service's answer that are passed on.",
    section: 'full API',
    fields: {
      allowed_upstream_headers: {
        type: 'type.matcher.ListStringMatcher',
        doc: 'Headers copied into a permitted request, over its own; absent copies none.',
      },
      allowed_client_headers: {
        type: 'type.matcher.ListStringMatcher',
        doc: 'Headers of a refusal that reach the client; absent means all but the authority.',
      },
      allowed_upstream_headers_to_append: {
        type: 'type.matcher.ListStringMatcher',
        doc: "Headers of the service's answer that are added to the request, besides values already there.",
        only: 'v3',
      },
      allowed_client_headers_on_success: {
        type: 'type.matcher.ListStringMatcher',
        doc: "Headers of the service's answer that the client gets in its response when the request may pass.",
        only: 'v3',
      },
      dynamic_metadata_from_headers: {
        type: 'type.matcher.ListStringMatcher',
        doc: "Headers of the service's answer that become dynamic metadata.",
        only: 'v3',
      },
    },
  },
  ExtAuthzPerRoute: {
    doc: 'Authorization for one route, virtual host or weighted cluster.',
    section: 'full API',
    oneofs: { override: 'exactly one' },
    fields: {
      disabled: {
        type: 'bool',
        doc: 'Do not ask here: every request passes.',
        oneof: 'override',
        limits: { oneOf: [true] },
        in: { v3: { limits: false } },
      },
      check_settings: {
        type: 'CheckSettings',
        doc: 'Ask, with these settings.',
        oneof: 'override',
        presence: true,
      },
    },
  },
  CheckSettings: {
    doc: 'What the question carries besides the request.',
    section: 'full API',
    oneofs: { service_override: 'at most one' },
    fields: {
      context_extensions: {
        type: 'map<string, string>',
        doc: 'Texts sent with the question; keys of a more specific place win.',
        in: { v3: { secret: true } },
      },
      disable_request_body_buffering: {
        type: 'bool',
        doc: 'Sends no request body to the service on this route; not with with_request_body.',
        only: 'v3',
      },
      with_request_body: {
        type: 'BufferSettings',
        doc: "How much of the request body goes to the service on this route, in place of the filter's setting.",
        only: 'v3',
      },
      grpc_service: {
        type: 'core.GrpcService',
        doc: "gRPC service to ask on this route, in place of the filter's.",
        oneof: 'service_override',
        only: 'v3',
      },
      http_service: {
        type: 'ext_authz.HttpService',
        doc: "HTTP service to ask on this route, in place of the filter's.",
        oneof: 'service_override',
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;
