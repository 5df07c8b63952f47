/** The HTTP filter that asks an external service whether a request may pass. */
import type { MessageTables } from './language.ts';

export const extAuthzMessages = {
  'http.ext_authz.ExtAuthz': {
    doc: 'Asks an authorization service about each request before it goes on.',
    section: 'wider model',
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
    },
  },
  BufferSettings: {
    doc: "How much of a request's body is sent to the service.",
    section: 'wider model',
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
    },
  },
  'ext_authz.HttpService': {
    doc: 'An HTTP authorization service and which headers travel to and from it.',
    section: 'wider model',
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
    },
  },
  AuthorizationRequest: {
    doc: 'Headers of the question to the service.',
    section: 'wider model',
    fields: {
      allowed_headers: {
        type: 'type.matcher.ListStringMatcher',
        doc: 'Request headers copied besides method, path, host, content length and authorization.',
      },
      headers_to_add: {
        type: 'repeated core.HeaderValue',
        doc: "Headers added; they win over the request's own.",
      },
    },
  },
  AuthorizationResponse: {
    doc: "Headers of the service's answer that are passed on.",
    section: 'wider model',
    fields: {
      allowed_upstream_headers: {
        type: 'type.matcher.ListStringMatcher',
        doc: 'Headers copied into a permitted request, over its own; absent copies none.',
      },
      allowed_client_headers: {
        type: 'type.matcher.ListStringMatcher',
        doc: 'Headers of a refusal that reach the client; absent means all but the authority.',
      },
    },
  },
  ExtAuthzPerRoute: {
    doc: 'Authorization for one route, virtual host or weighted cluster.',
    section: 'wider model',
    oneofs: { override: 'exactly one' },
    fields: {
      disabled: {
        type: 'bool',
        doc: 'Do not ask here: every request passes.',
        oneof: 'override',
        limits: { oneOf: [true] },
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
    section: 'wider model',
    fields: {
      context_extensions: {
        type: 'map<string, string>',
        doc: 'Texts sent with the question; keys of a more specific place win.',
      },
    },
  },
} as const satisfies MessageTables;
