/** Configurations of the smaller HTTP filters. */
import type { MessageTables } from './language.ts';

export const httpFilterMessages = {
  Buffer: {
    doc: 'Holds back a request until its body is complete.',
    section: 'full API',
    fields: {
      max_request_bytes: {
        type: 'UInt32Value',
        doc: 'Largest body in bytes; larger ones get a 413.',
        required: true,
        limits: { gt: 0 },
      },
    },
  },
  BufferPerRoute: {
    doc: 'Buffering for one route, virtual host or weighted cluster.',
    section: 'full API',
    oneofs: { override: 'exactly one' },
    fields: {
      disabled: { type: 'bool', doc: 'Do not buffer here.', oneof: 'override', limits: { oneOf: [true] } },
      buffer: {
        type: 'Buffer',
        doc: "Settings that replace the filter's own.",
        oneof: 'override',
      },
    },
  },
  Cors: {
    doc: 'Answers and checks cross-origin requests; the policy stands in virtual hosts and routes.',
    section: 'full API',
    fields: {},
  },
  CsrfPolicy: {
    doc: 'Refuses changing requests whose origin is neither the host itself nor an allowed one.',
    section: 'full API',
    fields: {
      filter_enabled: {
        type: 'core.RuntimeFractionalPercent',
        doc: 'Share of requests that are checked and refused where they fail.',
        required: true,
      },
      shadow_enabled: {
        type: 'core.RuntimeFractionalPercent',
        doc: 'Share of requests that are only checked and counted; absent means none.',
      },
      additional_origins: {
        type: 'repeated type.matcher.StringMatcher',
        doc: 'Further origins that are allowed, without scheme.',
        order: 'set',
      },
    },
  },
  'grpc_http1_bridge.Config': {
    doc: 'Lets HTTP/1 clients call gRPC services with whole requests and responses.',
    section: 'full API',
    fields: {
      upgrade_protobuf_to_grpc: {
        type: 'bool',
        doc: 'Turns `application/x-protobuf` requests into gRPC, and the responses back.',
        only: 'v3',
      },
      ignore_query_parameters: {
        type: 'bool',
        doc: 'Drops the query from the path of the request.',
        only: 'v3',
      },
    },
  },
  GrpcWeb: {
    doc: 'Translates gRPC-Web from browsers into gRPC.',
    section: 'full API',
    fields: {},
  },
  'health_check.HealthCheck': {
    doc: 'Answers health checks of this proxy, from what it knows or by asking the service.',
    section: 'full API',
    fields: {
      pass_through_mode: {
        type: 'BoolValue',
        doc: 'Pass health checks on to the service instead of answering them here.',
        required: true,
      },
      cache_time: {
        type: 'Duration',
        doc: 'How long an answer of the service is reused; with pass_through_mode only; absent asks every time.',
      },
      cluster_min_healthy_percentages: {
        type: 'map<string, type.Percent>',
        doc: 'Least share of healthy hosts per cluster for a 200; without pass_through_mode only.',
        names: 'cluster',
      },
      headers: {
        type: 'repeated route.HeaderMatcher',
        doc: 'Requests that match all of these are health checks.',
        order: 'set',
      },
    },
  },
  'http.lua.Lua': {
    doc: 'Runs a Lua script on requests and responses.',
    section: 'full API',
    fields: {
      inline_code: {
        type: 'string',
        doc: 'The script, with a function for requests, for responses, or both.',
        required: true,
        in: {
          v3: {
            required: false,
            deprecated: { use: 'default_source_code', migration: 'fields-to-successors' },
          },
        },
      },
      source_codes: {
        type: 'map<string, core.DataSource>',
        doc: 'Lua scripts by name, for routes to refer to.',
        only: 'v3',
      },
      default_source_code: {
        type: 'core.DataSource',
        doc: 'Lua script for requests whose route names none.',
        only: 'v3',
      },
      stat_prefix: {
        type: 'string',
        doc: 'Further name in the statistics (`lua.<stat_prefix>.…`), to tell several of these filters apart.',
        only: 'v3',
      },
      clear_route_cache: {
        type: 'BoolValue',
        doc: 'Picks the route anew after a script changed request headers.',
        default: { value: true },
        only: 'v3',
      },
    },
  },
  'http.router.Router': {
    doc: 'Sends requests where their route says; the last HTTP filter.',
    section: 'full API',
    fields: {
      dynamic_stats: {
        type: 'BoolValue',
        doc: 'Keep statistics per cluster and response code.',
        default: { value: true },
      },
      start_child_span: {
        type: 'bool',
        doc: 'Give the upstream request a trace span of its own.',
        in: {
          v3: {
            deprecated: {
              use: 'spawn_upstream_span of the HttpConnectionManager.Tracing',
              migration: 'child-spans-to-tracing',
            },
          },
        },
      },
      upstream_log: {
        type: 'repeated AccessLog',
        doc: 'Access logs with an entry per upstream request, retries included.',
        order: 'set',
      },
      suppress_envoy_headers: {
        type: 'bool',
        doc: "Do not add the proxy's own `x-proxy-…` headers to requests and responses.",
        aliases: ['suppress_proxy_headers'],
      },
      strict_check_headers: {
        type: 'repeated string',
        doc: 'Headers whose bad value gets a 400: x-proxy- upstream-rq-timeout-ms, upstream-rq-per-try-timeout-ms, max-retries, retry-on, retry-grpc-on.',
        order: 'set',
        in: {
          v3: {
            limits: {
              items: {
                oneOf: [
                  'x-envoy-upstream-rq-timeout-ms',
                  'x-envoy-upstream-rq-per-try-timeout-ms',
                  'x-envoy-max-retries',
                  'x-envoy-retry-grpc-on',
                  'x-envoy-retry-on',
                ],
              },
            },
          },
        },
      },
      respect_expected_rq_timeout: {
        type: 'bool',
        doc: 'Take the timeout from `x-proxy-expected-rq-timeout-ms` where a proxy in front already set it.',
      },
      upstream_log_options: {
        type: 'http.router.Router.UpstreamAccessLogOptions',
        doc: 'When else upstream log entries are written than at the end of a request.',
        only: 'v3',
      },
      suppress_grpc_request_failure_code_stats: {
        type: 'bool',
        doc: 'Leaves failed gRPC requests out of the counts of HTTP error codes.',
        only: 'v3',
      },
      upstream_http_filters: {
        type: 'repeated HttpFilter',
        doc: 'HTTP filters on the way upstream, retries and copies included; those of the cluster win.',
        only: 'v3',
      },
      reject_connect_request_early_data: {
        type: 'BoolValue',
        doc: 'Refuses a CONNECT whose data comes before the upstream has answered 200.',
        default: { value: false },
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;
