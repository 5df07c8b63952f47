import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';
import type { AnalysisRule, Look } from '../rule.ts';

/** What stands between percent signs in a format, in release 1.40 of the proxy. */
const VARIABLES: ReadonlySet<string> = new Set(
  'ACCESS_LOG_TYPE BYTES_RECEIVED BYTES_RETRANSMITTED BYTES_SENT CEL CLUSTER_METADATA COALESCE COMMON_DURATION CONNECTION_ID CONNECTION_TERMINATION_DETAILS CUSTOM_FLAGS DOWNSTREAM_CX_RTT DOWNSTREAM_DECOMPRESSED_HEADER_BYTES_RECEIVED DOWNSTREAM_DECOMPRESSED_HEADER_BYTES_SENT DOWNSTREAM_DETECTED_CLOSE_TYPE DOWNSTREAM_DIRECT_LOCAL_ADDRESS DOWNSTREAM_DIRECT_LOCAL_ADDRESS_ENDPOINT_ID DOWNSTREAM_DIRECT_LOCAL_ADDRESS_WITHOUT_PORT DOWNSTREAM_DIRECT_LOCAL_PORT DOWNSTREAM_DIRECT_REMOTE_ADDRESS DOWNSTREAM_DIRECT_REMOTE_ADDRESS_WITHOUT_PORT DOWNSTREAM_DIRECT_REMOTE_PORT DOWNSTREAM_HANDSHAKE_DURATION DOWNSTREAM_HEADER_BYTES_RECEIVED DOWNSTREAM_HEADER_BYTES_SENT DOWNSTREAM_LOCAL_ADDRESS DOWNSTREAM_LOCAL_ADDRESS_ENDPOINT_ID DOWNSTREAM_LOCAL_ADDRESS_WITHOUT_PORT DOWNSTREAM_LOCAL_CLOSE_REASON DOWNSTREAM_LOCAL_DNS_SAN DOWNSTREAM_LOCAL_EMAIL_SAN DOWNSTREAM_LOCAL_IP_SAN DOWNSTREAM_LOCAL_OTHERNAME_SAN DOWNSTREAM_LOCAL_PORT DOWNSTREAM_LOCAL_SUBJECT DOWNSTREAM_LOCAL_URI_SAN DOWNSTREAM_PEER_CERT DOWNSTREAM_PEER_CERT_V_END DOWNSTREAM_PEER_CERT_V_START DOWNSTREAM_PEER_CHAIN_FINGERPRINTS_1 DOWNSTREAM_PEER_CHAIN_FINGERPRINTS_256 DOWNSTREAM_PEER_CHAIN_SERIALS DOWNSTREAM_PEER_DNS_SAN DOWNSTREAM_PEER_EMAIL_SAN DOWNSTREAM_PEER_FINGERPRINT_1 DOWNSTREAM_PEER_FINGERPRINT_256 DOWNSTREAM_PEER_IP_SAN DOWNSTREAM_PEER_ISSUER DOWNSTREAM_PEER_ISSUER_FINGERPRINT_256 DOWNSTREAM_PEER_ISSUER_SERIAL DOWNSTREAM_PEER_OTHERNAME_SAN DOWNSTREAM_PEER_SERIAL DOWNSTREAM_PEER_SUBJECT DOWNSTREAM_PEER_URI_SAN DOWNSTREAM_REMOTE_ADDRESS DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT DOWNSTREAM_REMOTE_PORT DOWNSTREAM_TLS_CIPHER DOWNSTREAM_TLS_GROUP DOWNSTREAM_TLS_SESSION_ID DOWNSTREAM_TLS_VERSION DOWNSTREAM_TRANSPORT_FAILURE_REASON DOWNSTREAM_WIRE_BYTES_RECEIVED DOWNSTREAM_WIRE_BYTES_SENT DURATION DYNAMIC_METADATA EMIT_TIME EMIT_TIME_LOCAL ENVIRONMENT FILTER_CHAIN_NAME FILTER_STATE GRPC_STATUS GRPC_STATUS_NUMBER HOSTNAME LISTENER_NAME LOCAL_REPLY_BODY METADATA PACKETS_RETRANSMITTED PATH PER_REQUEST_STATE PROTOCOL QUERY_PARAM QUERY_PARAMS REQ REQUESTED_SERVER_NAME REQUEST_DURATION REQUEST_HEADER REQUEST_HEADERS_BYTES REQUEST_TX_DURATION REQ_WITHOUT_QUERY RESP RESPONSE_CODE RESPONSE_CODE_DETAILS RESPONSE_DURATION RESPONSE_FLAGS RESPONSE_FLAGS_LONG RESPONSE_HEADER RESPONSE_HEADERS_BYTES RESPONSE_TRAILER RESPONSE_TRAILERS_BYTES RESPONSE_TX_DURATION ROUNDTRIP_DURATION ROUTE_NAME ROUTE_RESOLUTION_COUNT ROUTE_RESOLUTION_TIME_US START_TIME START_TIME_LOCAL STREAM_ID STREAM_INFO_REQ TLS_JA3_FINGERPRINT TLS_JA4_FINGERPRINT TRACE_ID TRAILER TYPED_CEL UNIQUE_ID UPSTREAM_CLUSTER UPSTREAM_CLUSTER_RAW UPSTREAM_CONNECTION_ID UPSTREAM_CONNECTION_IDS_ATTEMPTED UPSTREAM_CONNECTION_POOL_READY_DURATION UPSTREAM_DECOMPRESSED_HEADER_BYTES_RECEIVED UPSTREAM_DECOMPRESSED_HEADER_BYTES_SENT UPSTREAM_DETECTED_CLOSE_TYPE UPSTREAM_FILTER_STATE UPSTREAM_HEADER_BYTES_RECEIVED UPSTREAM_HEADER_BYTES_SENT UPSTREAM_HOST UPSTREAM_HOSTS_ATTEMPTED UPSTREAM_HOSTS_ATTEMPTED_WITHOUT_PORT UPSTREAM_HOST_NAME UPSTREAM_HOST_NAMES_ATTEMPTED UPSTREAM_HOST_NAMES_ATTEMPTED_WITHOUT_PORT UPSTREAM_HOST_NAME_WITHOUT_PORT UPSTREAM_LOCAL_ADDRESS UPSTREAM_LOCAL_ADDRESS_WITHOUT_PORT UPSTREAM_LOCAL_CLOSE_REASON UPSTREAM_LOCAL_DNS_SAN UPSTREAM_LOCAL_IP_SAN UPSTREAM_LOCAL_PORT UPSTREAM_LOCAL_URI_SAN UPSTREAM_METADATA UPSTREAM_PEER_CERT UPSTREAM_PEER_CERT_V_END UPSTREAM_PEER_CERT_V_START UPSTREAM_PEER_DNS_SAN UPSTREAM_PEER_IP_SAN UPSTREAM_PEER_ISSUER UPSTREAM_PEER_SUBJECT UPSTREAM_PEER_URI_SAN UPSTREAM_PROTOCOL UPSTREAM_REMOTE_ADDRESS UPSTREAM_REMOTE_ADDRESS_ENDPOINT_ID UPSTREAM_REMOTE_ADDRESS_WITHOUT_PORT UPSTREAM_REMOTE_PORT UPSTREAM_REQUEST_ATTEMPT_COUNT UPSTREAM_SERVER_NAME UPSTREAM_TLS_CIPHER UPSTREAM_TLS_GROUP UPSTREAM_TLS_SESSION_ID UPSTREAM_TLS_VERSION UPSTREAM_TRANSPORT_FAILURE_REASON UPSTREAM_WIRE_BYTES_RECEIVED UPSTREAM_WIRE_BYTES_SENT VIRTUAL_CLUSTER_NAME XFCC_VALUE '.split(
    ' ',
  ),
);

/** What the proxy takes as the argument of a variable, where it takes a few words only. */
const ARGUMENTS: { readonly [name: string]: ReadonlySet<string> } = {
  GRPC_STATUS: new Set(['', 'CAMEL_STRING', 'SNAKE_STRING', 'NUMBER']),
};

/** A variable: a name, what it is asked, and how much of it is wanted. */
const VARIABLE = /^%([A-Z0-9_]+)(?:\((.*?)\))?(?::\d+)?%/s;

export const unknownVariable: AnalysisRule = {
  id: 'unknown-variable',
  level: 'error',
  version: 'v3',
  purpose: 'A format with a variable between percent signs that the proxy does not have.',
  why: 'Header values, rewrites, access logs and local replies take variables such as %REQ(x-tenant)% or %RESPONSE_CODE%. The proxy refuses a format with a name that it does not know, and with it the configuration.',
  remedy:
    'Correct the name. Write %% for a percent sign. A variable of an extension needs that extension among the `formatters` of its format.',
  source: 'how the proxy behaves in version 3, release 1.40: substitution formats',
  bad: {
    type: 'core.HeaderValueOption',
    yaml: `"@type": type.googleapis.com/proxy.config.core.v3.HeaderValueOption
header: { key: x-tenant, value: "%REQUEST(x-tenant)%" }
`,
  },
  good: {
    type: 'core.HeaderValueOption',
    yaml: `"@type": type.googleapis.com/proxy.config.core.v3.HeaderValueOption
header: { key: x-tenant, value: "%REQ(x-tenant)%" }
`,
  },
  messages: {
    'core.HeaderValueOption'({ header }, _frame, look) {
      if (header !== undefined) tell(look, { message: header, type: 'core.HeaderValue' }, 'value');
    },
    'route.RouteAction'(_action, frame, look) {
      tell(look, frame, 'path_rewrite');
      tell(look, frame, 'host_rewrite');
    },
    FileAccessLog(_log, frame, look) {
      for (const field of ['format', 'json_format', 'typed_json_format']) tell(look, frame, field);
    },
  },
  tables: {
    'core.SubstitutionFormatString'(frame, look) {
      const { formatters, text_format_source: source } = frame.message;
      // An extension among them may know any name.
      if (Array.isArray(formatters) && formatters.length > 0) return;
      for (const field of ['text_format', 'json_format']) tell(look, frame, field);
      if (isObject(source)) tell(look, { message: source, type: 'core.DataSource' }, 'inline_string');
    },
  },
};

function tell({ spot, report }: Look, frame: Pick<Frame, 'message' | 'type'>, field: string): void {
  for (const written of unknownIn(frame.message[field]))
    report({
      message: `${field} has the variable %${written}%, which the proxy (release 1.40) does not have, so it refuses the configuration`,
      at: spot(frame, field),
      identity: written,
    });
}

/** Variables that there are none of, in a format or in the texts of a structure of them. */
function unknownIn(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const open: unknown[] = [value];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (typeof at === 'string') for (const each of unknownInText(at)) found.add(each);
    if (Array.isArray(at)) open.push(...at);
    else if (isObject(at)) open.push(...Object.values(at as BoundMessage));
  }
  return found;
}

/** The same in one text, as far as it can be read. */
function* unknownInText(text: string): Generator<string> {
  for (let at = text.indexOf('%'); at !== -1; at = text.indexOf('%', at)) {
    const [all, name, argument] = text[at + 1] === '%' ? ['%%'] : (VARIABLE.exec(text.slice(at)) ?? []);
    // What is no variable is refused as a whole, which another rule tells.
    if (all === undefined) return;
    at += all.length;
    if (name === undefined) continue;
    if (!VARIABLES.has(name)) yield name;
    else if (argument !== undefined && ARGUMENTS[name]?.has(argument) === false) yield `${name}(${argument})`;
  }
}
